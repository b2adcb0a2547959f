"""learn_by_torch.py FOLDER FIXTURE: what learn.py makes, on a processor and in double precision, of the lesson that
training/testing/learn-toy.ts wrote to FOLDER. A test compares it with what plotline makes of it."""
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import numpy as np  # noqa: E402
import torch  # noqa: E402

import learn  # noqa: E402
import reader_batches as batches  # noqa: E402
import reader_model as model  # noqa: E402

folder, fixture = sys.argv[1:3]
material, given = learn.Material(folder), json.load(open(f"{folder}/given.json"))
about, device = material.about, torch.device("cpu")
state, h = learn.Aligners(about, device, torch.float64), about["hidden"]
weight = {name: torch.tensor(own["data"], dtype=torch.float64).view(*own["shape"]) for name, own in given["weights"].items()}
own = state.views(state.flat)
for k, name in enumerate(f"{text}.{way}" for text in ("document", "question") for way in ("forwards", "backwards")):
    gates = slice(k * 4 * h, (k + 1) * 4 * h)
    own["win"][:, :, gates], own["bias"][:, gates], own["whid"][:, k] = (weight[f"{name}.{part}"] for part in ("input", "bias", "hidden"))
for to, name in dict(wtok="read.tokens", wpar="read.paragraphs", wans="answer.weight", bans="answer.bias").items():
    own[to][:] = weight[name]
state.table[:, : state.vocabulary] = weight["words"]


def batch(maker, number):
    memory = np.zeros(1 << 20, np.uint8)
    head, size = batches.pack(maker.batch(number), memory)
    return learn.Arrival(device)(head, memory[:size])


group = about["learned"][: about["chapters"]]
maker = learn.Maker(material, ("learn", 1, np.array([given["chosen"] * len(material.units)] * state.count, np.int32)))
maker.groups, staircase = [group], learn.staircase
learn.staircase = lambda _: np.array(given["rival"])
losses, norms, *_ = state.differentiate(batch(maker, 0), model.Loop())
learn.staircase = staircase
found = {lane["name"]: dict(loss=float(losses[k]), norm=float(norms[k]), gains=[], best=[]) for k, lane in enumerate(about["lanes"])}
maker, run = learn.Maker(material, ("read", 0, [[unit] for unit in group])), learn.Run.__new__(learn.Run)
run.units = material.units
for number, unit in enumerate(group):
    for lane, lead in zip(about["lanes"], state.read(batch(maker, number), model.Loop())[1].numpy()):
        gains = run.gains(unit, lead, lane)
        found[lane["name"]]["gains"].append(gains.round(9).flatten().tolist())
        found[lane["name"]]["best"].append(staircase(gains).tolist())
with open(fixture, "w") as file:
    file.write(json.dumps(found) + "\n")
