"""encoder_planes.py DATA WEIGHTS NAME: the planes of an encoder as it is, for train_grid.py --tiers NAME NAME-idf.

WEIGHTS is what save_encoder.py wrote; in NAME all tokens count the same, in NAME-idf as much as the token table says.
"""
import base64
import json
import sys
import time

import numpy as np
import torch

import encoder

data, weights, name = sys.argv[1:4]
device = "cuda" if torch.cuda.is_available() else "cpu"
dtype = torch.bfloat16 if device == "cuda" else torch.float32
start = time.time()
tokenizer = encoder.tokenizer(weights)
chapters = [encoder.Chapter(row, tokenizer, device) for row in encoder.texts(data)]
model = encoder.load(weights).to(device)
print(f"{len(chapters)} chapters read, {time.time() - start:.0f} s", flush=True)
encoder.write_planes(data, name, chapters, model, dtype)
print(f"{name}: {time.time() - start:.0f} s", flush=True)
table = json.load(open("packages/text/src/pieces/data/token-table.json"))
known = dict(zip(table["pieces"].split(" "), np.frombuffer(base64.b64decode(table["weights"]), np.uint8) * table["weightStep"]))
by_id = torch.ones(tokenizer.get_vocab_size())
for piece, k in tokenizer.get_vocab().items():
    by_id[k] = float(known.get(piece, 1.0))
encoder.write_planes(data, f"{name}-idf", chapters, model, dtype, by_id.to(device))
print(f"{name}-idf: {time.time() - start:.0f} s", flush=True)
