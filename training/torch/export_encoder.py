"""export_encoder.py WEIGHTS TOKENIZER.json OUT: an encoder that encoder.save wrote as a folder that plotline reads (--encoder OUT).

model.onnx (int8; outputs last_hidden_state and, where the encoder learned how much tokens count, token_weights), tokenizer.json
and config.json.
"""
import json
import os
import shutil
import sys

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import helper, numpy_helper
from onnxruntime.quantization.matmul_nbits_quantizer import MatMulNBitsQuantizer

import encoder


class Exported(torch.nn.Module):
    def __init__(self, model, weighs):
        super().__init__()
        self.model, self.weighs = model, weighs

    def forward(self, input_ids, attention_mask):
        vectors, weights = self.model(input_ids, attention_mask.bool())
        return (vectors, weights) if self.weighs else vectors


def quantised(graph_of):
    """Products in blocks of 128 numbers, 8 bits each, both sides; the table of words as int8 with a scale a row."""
    quantizer = MatMulNBitsQuantizer(graph_of, bits=8, block_size=128, is_symmetric=True, accuracy_level=4)
    quantizer.process()
    made = quantizer.model.model
    graph = made.graph
    table = max((t for t in graph.initializer if t.data_type == onnx.TensorProto.FLOAT), key=lambda t: np.prod(t.dims))
    array = numpy_helper.to_array(table)
    scale = (np.abs(array).max(1, keepdims=True) / 127 + 1e-12).astype(np.float32)
    rows = np.clip(np.round(array / scale), -127, 127).astype(np.int8)
    [at] = [k for k, node in enumerate(graph.node) if node.op_type == "Gather" and node.input[0] == table.name]
    gather = graph.node[at]
    new = [
        helper.make_node("Gather", ["words:q", gather.input[1]], ["words:found"]),
        helper.make_node("Cast", ["words:found"], ["words:float"], to=onnx.TensorProto.FLOAT),
        helper.make_node("Gather", ["words:s", gather.input[1]], ["words:scale"]),
        helper.make_node("Mul", ["words:float", "words:scale"], list(gather.output)),
    ]
    nodes = list(graph.node)
    nodes[at : at + 1] = new
    del graph.node[:]
    graph.node.extend(nodes)
    graph.initializer.remove(table)
    graph.initializer.extend([numpy_helper.from_array(rows, "words:q"), numpy_helper.from_array(scale, "words:s")])
    return made


IDS = torch.tensor([[101, 2040, 2003, 2045, 102], [101, 1996, 2341, 102, 0]])
MASK = torch.tensor([[1, 1, 1, 1, 1], [1, 1, 1, 1, 0]])


def export(module, axes, out):
    """module as OUT/model.onnx, in 8 bits; axes: its outputs and which of their dimensions vary. Gives the path of the whole one too."""
    os.makedirs(out, exist_ok=True)
    whole, small = os.path.join(out, "whole.onnx"), os.path.join(out, "model.onnx")
    inputs = {0: "texts", 1: "tokens"}
    torch.onnx.export(
        module, (IDS, MASK), whole, opset_version=17, dynamo=False, input_names=["input_ids", "attention_mask"],
        output_names=list(axes), dynamic_axes={"input_ids": inputs, "attention_mask": inputs, **axes})
    onnx.save(quantised(onnx.load(whole)), small)
    return whole, small


def describe(model, tokenizer, out):
    shutil.copy(tokenizer, os.path.join(out, "tokenizer.json"))
    positions, vocabulary = len(model.positions.weight), len(model.words.weight)
    with open(os.path.join(out, "config.json"), "w") as file:
        json.dump(dict(model_type="bert", vocab_size=vocabulary, max_position_embeddings=positions), file)


def main():
    weights, tokenizer, out = sys.argv[1:4]
    model = encoder.load(weights).eval()
    weighs = bool(model.importance.weight.abs().sum() > 0)
    both = {0: "texts", 1: "tokens"}
    axes = {"last_hidden_state": both, **({"token_weights": both} if weighs else {})}
    paths = export(Exported(model, weighs), axes, out)
    exact = model(IDS, MASK.bool())[0].detach().numpy()[0]
    for path in paths:
        feeds = dict(input_ids=IDS.numpy(), attention_mask=MASK.numpy())
        vectors = onnxruntime.InferenceSession(path).run(["last_hidden_state"], feeds)[0]
        cosines = (vectors[0] * exact).sum(-1) / np.linalg.norm(vectors[0], axis=-1) / np.linalg.norm(exact, axis=-1)
        print(f"{path}: {os.path.getsize(path) / 1e6:.1f} MB, cosine with PyTorch {cosines.min():.5f} and up")
    os.remove(paths[0])
    describe(model, tokenizer, out)


if __name__ == "__main__":
    main()
