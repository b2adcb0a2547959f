"""encoder_from_onnx.py FOLDER OUT: what export_encoder.py or export_reader.py wrote, back as parts OUT.0.npz ... that encoder.load reads."""
import os
import shutil
import sys

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import numpy_helper

import encoder

BODIES = ("model.", "body.")


def restored(path):
    """Weights under the names that encoder.py has; a reader's heads begin with `heads.`"""
    graph = onnx.load(path).graph
    arrays = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    found = {name: array for name, array in arrays.items() if name.endswith((".weight", ".bias"))}
    for node in graph.node:
        if node.op_type == "MatMulNBits":
            found[node.name.strip("/").split("/MatMul")[0].replace("/", ".") + ".weight"] = product(node, arrays)
    state = {own_name(name): array for name, array in found.items()}
    state["words.weight"] = arrays["words:q"].astype(np.float32) * arrays["words:s"]
    width = state["words.weight"].shape[1]
    if "kinds.weight" not in state:
        # The exporter adds the vector of the first kind, which has no name of its own any more.
        [kind] = [array for name, array in arrays.items() if array.shape == (width,) and name not in found]
        state["kinds.weight"] = np.stack([kind, np.zeros_like(kind)])
    return {name: torch.from_numpy(np.array(value, np.float32)) for name, value in state.items()}


def product(node, arrays):
    size = {a.name: a.i for a in node.attribute}
    blocks = arrays[node.input[1]].astype(np.float32).reshape(size["N"], -1, size["block_size"]) - 128
    return (blocks * arrays[node.input[2]].reshape(size["N"], -1, 1)).reshape(size["N"], -1)[:, : size["K"]]


def own_name(name):
    for body in BODIES:
        if name.startswith(body):
            return name[len(body):]
    return f"heads.{name}"


if __name__ == "__main__":
    folder, out = sys.argv[1:3]
    encoder.save(restored(os.path.join(folder, "model.onnx")), out)
    shutil.copy(os.path.join(folder, "tokenizer.json"), os.path.join(os.path.dirname(out) or ".", "tokenizer.json"))
    model, heads = encoder.load(out).eval(), encoder.raw(out, "heads.")
    ids = torch.tensor([[101, 2040, 2003, 2045, 102]])
    feeds = dict(input_ids=ids.numpy(), attention_mask=np.ones((1, 5), np.int64))
    want = onnxruntime.InferenceSession(os.path.join(folder, "model.onnx")).run(None, feeds)
    with torch.no_grad():
        got = model(ids, torch.ones(1, 5, dtype=torch.bool))[0]
        if heads:
            print("text score", want[1], "restored", got[:, 0] @ heads["text.weight"][0] + heads["text.bias"])
        else:
            print("cosine with the folder", torch.cosine_similarity(torch.from_numpy(want[0]), got, dim=-1).min())
