"""encoder_from_onnx.py FOLDER OUT: an encoder that export_encoder.py wrote, back as parts OUT.0.npz ... that encoder.load reads."""
import os
import shutil
import sys

import numpy as np
import onnx
import torch
from onnx import numpy_helper

import encoder

PARTS = ["query", "key", "value", "out", "up", "down"]


def restored(path):
    graph = onnx.load(path).graph
    arrays = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    state = {name[len("model."):]: array for name, array in arrays.items() if name.startswith("model.")}
    products = [node for node in graph.node if node.op_type == "MatMulNBits"]
    for k, node in enumerate(products):
        size = {a.name: a.i for a in node.attribute}
        blocks = arrays[node.input[1]].astype(np.float32).reshape(size["N"], -1, size["block_size"]) - 128
        weight = (blocks * arrays[node.input[2]].reshape(size["N"], -1, 1)).reshape(size["N"], -1)[:, : size["K"]]
        layer, part = divmod(k, len(PARTS))
        name = "importance.weight" if size["N"] == 1 else f"layers.{layer}.{PARTS[part]}.weight"
        state[name] = weight
    state["words.weight"] = arrays["words:q"].astype(np.float32) * arrays["words:s"]
    # the kinds were added to the positions or stay apart, as the exporter folded them
    if "kinds.weight" not in state:
        state["kinds.weight"] = np.zeros((2, state["words.weight"].shape[1]), np.float32)
        kinds = [a for name, a in arrays.items() if a.shape == (state["words.weight"].shape[1],) and not name.startswith("model.")]
        if len(kinds) == 1:
            state["kinds.weight"][0] = kinds[0]
    return {name: torch.from_numpy(np.array(value, np.float32)) for name, value in state.items()}


if __name__ == "__main__":
    folder, out = sys.argv[1:3]
    state = restored(os.path.join(folder, "model.onnx"))
    encoder.save(state, out)
    shutil.copy(os.path.join(folder, "tokenizer.json"), os.path.join(os.path.dirname(out) or ".", "tokenizer.json"))
    import onnxruntime
    model = encoder.load(out).eval()
    ids = torch.tensor([[101, 2040, 2003, 2045, 102]])
    feeds = dict(input_ids=ids.numpy(), attention_mask=np.ones((1, 5), np.int64))
    want = onnxruntime.InferenceSession(os.path.join(folder, "model.onnx")).run(["last_hidden_state"], feeds)[0][0]
    with torch.no_grad():
        got = model(ids, torch.ones(1, 5, dtype=torch.bool))[0][0].numpy()
    print("cosine with the folder", (want * got).sum(-1) / np.linalg.norm(want, axis=-1) / np.linalg.norm(got, axis=-1))
