"""question_planes.py DATA WEIGHTS OUT: how an encoder compares each masked point with each segment of its chapter.

DATA is what pack-readers.mjs wrote. OUT/planes-SET.i8 and .json: late interaction from the point, and the pooled cosine, of all
chapters (of `train`, every third), rows by columns, one byte each: 127 times the cosine.
"""
import json
import os
import sys

import numpy as np
import torch
from tokenizers import Tokenizer

import encoder

data, weights, out = sys.argv[1:4]
device = "cuda" if torch.cuda.is_available() else "cpu"
dtype = torch.bfloat16 if device == "cuda" else torch.float32
tokenizer = Tokenizer.from_file(os.path.join(os.path.dirname(weights), "tokenizer.json"))
tokenizer.no_truncation()
tokenizer.no_padding()
model = encoder.load(weights).to(device).eval()
for name, every in (("validation", 1), ("train", 3)):
    index, parts = [], []
    with open(os.path.join(data, f"{name}.jsonl"), encoding="utf8") as file, torch.no_grad():
        for k, line in enumerate(file):
            if k % every:
                continue
            row = json.loads(line)
            points = list(row["summary"])
            for question in row["questions"]:
                points[question["paragraph"]] = question["text"].replace("[MASK]", " ")
            chapter = encoder.Chapter(dict(set=name, work=row["work"], number=row["number"], summary=points, story=row["segments"]),
                                      tokenizer, device)
            vectors, importance = encoder.read_windows(model, [chapter], dtype)[0]
            planes = encoder.planes(chapter, vectors, importance, dtype).float().cpu().numpy()[:2]
            index.append(dict(work=row["work"], number=row["number"], rows=planes.shape[1], columns=planes.shape[2]))
            parts.append(np.clip(np.round(planes * 127), -127, 127).astype(np.int8).tobytes())
    with open(os.path.join(out, f"planes-{name}.i8"), "wb") as file:
        file.write(b"".join(parts))
    with open(os.path.join(out, f"planes-{name}.json"), "w") as file:
        json.dump(index, file)
    print(name, len(index), sum(map(len, parts)), flush=True)
