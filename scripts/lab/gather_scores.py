"""gather_scores.py DATA OUT HALF0 HALF1 [MORE …]: scores of readers that learned from the real corpus, as one reader's.

HALF0 and HALF1 hold what train_readers.py --folds wrote (real-0.tar and real-1.tar, unpacked), MORE what --whole did. OUT gets
cloze-train.f32 and completion-train.f32, every training work scored by the reader that did not learn from it, and the mean of
all readers for the validation works.
"""
import json
import os
import sys
import zlib

import numpy as np

data, out, *folders = sys.argv[1:]
os.makedirs(out, exist_ok=True)
for task, width in (("cloze", 4), ("completion", 2)):
    floats = lambda folder, name: np.fromfile(os.path.join(folder, f"{task}-{name}.f32"), "<f4").reshape(-1, width)
    np.mean([floats(folder, "validation") for folder in folders], 0).astype("<f4").tofile(os.path.join(out, f"{task}-validation.f32"))
    halves, at, found = [floats(folders[1], "train-0"), floats(folders[0], "train-1")], [0, 0], []
    with open(os.path.join(data, "train.jsonl"), encoding="utf8") as file:
        for row in map(json.loads, file):
            half = zlib.crc32(row["work"].encode()) % 2
            asked = [len(q["entities"]) for q in row["questions"] if q["draw"] == 0] if task == "cloze" else [len(i["options"]) for i in row["items"]]
            found.append(halves[half][at[half] : at[half] + sum(asked)])
            at[half] += sum(asked)
    assert at == [len(own) for own in halves], (at, [len(own) for own in halves])
    np.concatenate(found).astype("<f4").tofile(os.path.join(out, f"{task}-train.f32"))
