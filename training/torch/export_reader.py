"""export_reader.py WEIGHTS TOKENIZER.json OUT: a reader that train_readers.py saved as a folder that plotline reads.

model.onnx (int8; outputs token_scores and text_scores), tokenizer.json, config.json; fit-blends.mjs adds reader.json.
"""
import os
import sys

import numpy as np
import onnxruntime
import torch

import encoder
import export_encoder

GAP = 103


class Exported(torch.nn.Module):
    def __init__(self, body, heads):
        super().__init__()
        self.body = body
        for name in ("token", "passage", "text", "gap"):
            out, width = heads[f"{name}.weight"].shape
            head = torch.nn.Linear(width, out)
            head.load_state_dict({part: heads[f"{name}.{part}"] for part in ("weight", "bias")})
            setattr(self, name, head)

    def forward(self, input_ids, attention_mask):
        x, _ = self.body(input_ids, attention_mask.bool())
        gaps = (input_ids == GAP).to(x.dtype)[..., None]
        asked = (x * gaps).sum(1) / gaps.sum(1).clamp_min(1)
        together = (x * self.gap(asked)[:, None]).sum(2) / x.shape[2] ** 0.5
        return self.token(x)[..., 0] + together + self.passage(x[:, :1])[..., 0], self.text(x[:, 0])[:, 0]


weights, tokenizer, out = sys.argv[1:4]
body, heads = encoder.load(weights).eval(), encoder.raw(weights, "heads.")
reader = Exported(body, heads).eval()
paths = export_encoder.export(reader, {"token_scores": {0: "texts", 1: "tokens"}, "text_scores": {0: "texts"}}, out)
exact = [x.detach().numpy() for x in reader(export_encoder.IDS, export_encoder.MASK)]
feeds = dict(input_ids=export_encoder.IDS.numpy(), attention_mask=export_encoder.MASK.numpy())
for path in paths:
    found = onnxruntime.InferenceSession(path).run(["token_scores", "text_scores"], feeds)
    far = max(np.abs(a[:1] - b[:1]).max() for a, b in zip(found, exact))
    print(f"{path}: {os.path.getsize(path) / 1e6:.1f} MB, farthest from PyTorch {far:.4f}")
os.remove(paths[0])
export_encoder.describe(body, tokenizer, out)
