"""train_grid.py DATA OUT --jobs gold|open|both --tiers table minilm ... : trains aligners on a GPU and judges them.

DATA is what features.mjs wrote: features-K.json (names; chapters with set, work, number, size and links) and
features-K.f32 with the planes of each chapter; and, for tiers with an encoder, what encoder_planes.py wrote: NAME.json, NAME.f32
with three planes a chapter. A tier NAME-z has the table's planes too, and the encoder's on the scale of each chapter, so that its
weights fit other encoders; NAME-x takes the open corpus's planes from encoders that have not learned from the work
(tune_encoder.py --part).

jobs:  gold   five folds by work and all works; students also learn from the chapters without gold
       open   from the open corpus alone; judged on all gold chapters; --readings says whose links are learned: "second" (those of
              the corpus), "first" (the writers' own, corpora/open/writers-links.jsonl) or "mean" (half of each)
       both   five folds by work and all works, with the whole open corpus besides

OUT gets models.json with a model JOB-TIER-FOLD for each group (aligner-models.mjs makes a weights file of one), scores.json (P, R
and F of every chapter judged) and a table on standard output.
"""
import argparse
import glob
import json
import os
import re
import time
from types import SimpleNamespace

import numpy as np
import torch

import grid
import paths

device = "cuda" if torch.cuda.is_available() else "cpu"


def load(folder, tiers):
    """Chapters with their features on the GPU: the table's, and three more planes a chapter for each encoder."""
    heads = [json.load(open(path)) for path in glob.glob(os.path.join(folder, "features-*.json"))]
    names, parts, chapters = heads[0]["features"], {}, []
    for row in sorted((row for head in heads for row in head["chapters"]), key=lambda row: row["place"]):
        c = SimpleNamespace(**row)
        c.cells = c.rows * c.columns
        if c.part not in parts:
            parts[c.part] = np.memmap(os.path.join(folder, f"features-{c.part}.f32"), np.float32, "r")
        count = len(names) * c.cells
        values = np.array(parts[c.part][c.offset : c.offset + count]).reshape(-1, c.rows, c.columns)
        c.planes = torch.from_numpy(values).to(device)
        c.gold = np.zeros((c.rows, c.columns), bool)
        for i, j in c.links:
            c.gold[i, j] = True
        c.targets = torch.from_numpy(c.gold.astype(np.float32)).to(device)
        chapters.append(c)
    for tier in tiers:
        if tier not in ("words", "table"):
            add_encoder(folder, tier, chapters)
    return names, chapters


def add_encoder(folder, name, chapters):
    base = re.sub("-[zx]$", "", name)
    sources = [base] if not name.endswith("-x") else [base, *held_out_parts(folder, base)]
    for source in sources:
        for c, planes in read_planes(folder, source, chapters, name.endswith("-z")):
            setattr(c, f"planes_{name}", planes)


def held_out_parts(folder, base):
    """Planes that each come from an encoder which has not seen their works; read last, they replace those of the whole encoder."""
    return [os.path.basename(path)[:-5] for path in glob.glob(os.path.join(folder, f"{base}.part*.json"))]


def read_planes(folder, name, chapters, on_own_scale):
    """Three planes a chapter, as they are or on the chapter's own scale, and next to the best of their rows and columns"""
    index = {(row["set"], row["work"], row["number"]): row["offset"] for row in json.load(open(os.path.join(folder, f"{name}.json")))}
    values = np.memmap(os.path.join(folder, f"{name}.f32"), np.float32, "r")
    for c in chapters:
        offset = index.get((c.set, c.work, c.number))
        if offset is None:
            continue
        planes = torch.from_numpy(np.array(values[offset : offset + 3 * c.cells])).view(3, c.rows, c.columns).to(device)
        if on_own_scale:
            planes = (planes - planes.mean((1, 2), keepdim=True)) / (planes.std((1, 2), keepdim=True, correction=0) + 1e-3)
        yield c, torch.cat([planes, planes - planes.amax(2, keepdim=True), planes - planes.amax(1, keepdim=True)])


def seen(c, group, names):
    """The features of a group's tier"""
    tier = group.tier
    words = [k for k, name in enumerate(names) if not name.startswith("table: ")]
    if tier == "words":
        return c.planes[words]
    if tier == "table":
        return c.planes
    planes = getattr(c, f"planes_{tier}")
    return torch.cat([c.planes if tier.endswith("-z") else c.planes[words], planes])


def names_of(tier, names):
    words = [name for name in names if not name.startswith("table: ")]
    if tier == "words":
        return words
    if tier == "table":
        return list(names)
    if tier.endswith("-z"):
        return list(names) + [name.replace("table: ", "encoder, chapter's scale: ") for name in names if name.startswith("table: ")]
    return words + [name.replace("table: ", "encoder: ") for name in names if name.startswith("table: ")]


def titles(chapters):
    return sorted({c.work for c in chapters})


def group_of(name, lessons, tests, reading, weak=()):
    return SimpleNamespace(name=name, lessons=lessons, tests=tests, weak=weak, reading=reading)


def add_first_readings(path, chapters):
    """The links that the writer of a guide gave, where somebody else gave those of the corpus."""
    rows = [json.loads(line) for line in open(path)] if path else []
    first = {(row["work"], row["chapter"]): row["links"] for row in rows}
    for c in chapters:
        links = first.get((c.work, c.number)) if c.set == "open" else None
        if links is None:
            continue
        c.first = torch.zeros_like(c.targets)
        for point, paragraphs in enumerate(links):
            c.first[point, paragraphs] = 1


def targets_of(c, group):
    first = getattr(c, "first", None)
    if first is None or group.reading == "second":
        return c.targets
    return first if group.reading == "first" else (first + c.targets) / 2


def groups_of(args, chapters):
    gold = [c for c in chapters if c.set == "gold"]
    opened = [c for c in chapters if c.set == "open"]
    sample = [c for c in chapters if c.set == "sample"]
    weak = [c for c in chapters if c.set == "weak"]
    fold = {work: k % 5 for k, work in enumerate(titles(gold))}
    made = []
    for tier in args.tiers:
        for job in args.jobs:
            if job == "open":
                for reading in args.readings:
                    made.append(group_of(f"open-{tier}-{reading}", opened, gold + sample, reading))
            else:
                also, besides = (opened, []) if job == "both" else ([], weak)
                for reading in args.readings:
                    name = f"{job}-{tier}" if reading == "second" else f"{job}-{tier}-{reading}"
                    for k in range(5):
                        lessons = [c for c in gold if fold[c.work] != k] + also
                        tests = [c for c in gold if fold[c.work] == k] + sample
                        made.append(group_of(f"{name}-{k}", lessons, tests, reading, besides))
                    made.append(group_of(f"{name}-all", gold + also, sample, reading, besides))
        for group in made:
            group.__dict__.setdefault("tier", tier)
    for group in made:
        part = {work: k % args.members for k, work in enumerate(titles(group.lessons))}
        group.leaves = {id(c): part[c.work] for c in group.lessons}
        group.weak_ids = {id(c) for c in group.weak}
    return made


def scale_of(group, inputs):
    """Middle and spread of each feature over chapters, each chapter counted once."""
    means = torch.stack([inputs(c, group).mean((1, 2)) for c in group.lessons])
    deviations = torch.stack([inputs(c, group).std((1, 2), correction=0) for c in group.lessons])
    return means.mean(0), deviations.mean(0) + means.std(0, correction=0) + 0.02


def main():
    a = argparse.ArgumentParser()
    a.add_argument("data")
    a.add_argument("out")
    a.add_argument("--jobs", nargs="+", default=["gold"])
    a.add_argument("--tiers", nargs="+", default=["table"])
    a.add_argument("--readings", nargs="+", default=["second"])
    a.add_argument("--first")
    a.add_argument("--gold-weight", type=float, default=1.0, help="how much a gold chapter counts next to one of the open corpus")
    a.add_argument("--epochs", type=int, default=20)
    a.add_argument("--passes", type=int, default=12)
    a.add_argument("--members", type=int, default=4)
    a.add_argument("--channels", type=int, default=32)
    a.add_argument("--student", type=int, default=12)
    a.add_argument("--batch", type=int, default=6)
    a.add_argument("--seed", type=int, default=1)
    a.add_argument("--tag", default="")
    args = a.parse_args()
    start = time.time()
    if device == "cuda":
        print(f"paths on the GPU: {paths.check():.1e} away from those on the processor", flush=True)
    names, chapters = load(args.data, args.tiers)
    add_first_readings(args.first, chapters)
    groups = groups_of(args, chapters)
    os.makedirs(args.out, exist_ok=True)
    print(f"{len(chapters)} chapters, {len(groups)} groups, {time.time() - start:.0f} s", flush=True)

    def raw(c, group):
        return seen(c, group, names)

    for group in groups:
        group.middle, group.spread = scale_of(group, raw)
    count = max(len(names_of(tier, names)) for tier in args.tiers)

    def input_of(c, chosen):
        planes = []
        for k in chosen.tolist():
            g = groups[k]
            x = ((raw(c, g) - g.middle[:, None, None]) / g.spread[:, None, None]).clamp(-grid.FURTHEST, grid.FURTHEST)
            planes.append(torch.cat([x, x.new_zeros((count - len(x), *x.shape[1:]))]) if len(x) < count else x)
        return torch.stack(planes)

    def log(line):
        print(line, flush=True)

    union = [c for c in chapters if any(id(c) in g.leaves for g in groups)]
    teachers = grid.Networks(len(groups), args.members, count, args.channels, args.seed, device)

    def taught(c):
        """A member leaves out its share of the works; a lone member leaves out none."""
        weight = torch.zeros(len(groups), args.members)
        for k, g in enumerate(groups):
            if id(c) in g.leaves:
                weight[k] = args.gold_weight if c.set == "gold" else 1
                if args.members > 1:
                    weight[k, g.leaves[id(c)]] = 0
        return weight

    grid.train(teachers, union, input_of, lambda c, chosen: torch.stack([targets_of(c, groups[k]) for k in chosen.tolist()])[:, None], taught,
               args.epochs, 0.1, args.seed, args.batch, log=log)
    log(f"teachers: {time.time() - start:.0f} s")
    claims = claims_of(teachers, groups, chapters, input_of, args)
    log(f"claims: {time.time() - start:.0f} s")

    students = grid.Networks(len(groups), 1, count, args.student, args.seed + 99, device)
    lessons = [c for c in chapters if any((k, id(c)) in claims for k in range(len(groups)))]

    def learned(c):
        own = args.gold_weight if c.set == "gold" else 1.0
        return torch.tensor([[own if (k, id(c)) in claims else 0.0] for k in range(len(groups))])

    def target_of(c, chosen):
        made = [claims[k, id(c)] for k in chosen.tolist()]
        own = [(p + targets_of(c, groups[k])) / 2 if id(c) in groups[k].leaves else p for k, p in zip(chosen.tolist(), made)]
        return torch.stack(own)[:, None]

    grid.train(students, lessons, input_of, target_of, learned, args.passes, 0.0, args.seed + 99, args.batch, log=log)
    log(f"students: {time.time() - start:.0f} s")
    finish(students, groups, lessons, claims, input_of, names, args, log)
    log(f"done: {time.time() - start:.0f} s")


@torch.no_grad()
def claims_of(teachers, groups, chapters, input_of, args):
    """How likely each cell is, by the teachers that have not seen the work; without gold by all of them."""
    unseen, claims = [{} for _ in groups], {}
    for c in chapters:
        chosen = torch.tensor([k for k, g in enumerate(groups) if id(c) in g.leaves or id(c) in g.weak_ids], dtype=torch.long)
        if len(chosen) == 0:
            continue
        logits = teachers(input_of(c, chosen), chosen.to(device))[0]
        for row, k in enumerate(chosen.tolist()):
            own = groups[k].leaves.get(id(c))
            if own is not None:
                unseen[k][id(c)] = logits[row, own]
            claims[k, id(c)] = logits[row].mean(0) if own is None else logits[row, own]
    by_id = {id(c): c for c in chapters}
    for k, g in enumerate(groups):
        flat = torch.cat([x.flatten() for x in unseen[k].values()])
        slope, shift = grid.calibrate(flat, torch.cat([targets_of(by_id[i], g).flatten() for i in unseen[k]]))
        for i in [*unseen[k], *g.weak_ids]:
            claims[k, i] = torch.sigmoid(slope * claims[k, i] + shift)
    return claims


@torch.no_grad()
def finish(students, groups, lessons, claims, input_of, names, args, log):
    rows, models = [], {}
    for k, g in enumerate(groups):
        chosen = torch.tensor([k])
        logits_of = lambda c: students(input_of(c, chosen), chosen.to(device))[0][0, 0]
        own = [c for c in lessons if (k, id(c)) in claims]
        logits = torch.cat([logits_of(c).flatten() for c in own])
        slope, shift = grid.calibrate(logits, torch.cat([claims[k, id(c)].flatten() for c in own]))
        for c in g.tests:
            p = torch.sigmoid(slope * logits_of(c) + shift).cpu().numpy()
            found = grid.best_links(p)
            precision, recall, f = grid.score(found, c.gold)
            rows.append(dict(group=g.name, set=c.set, work=c.work, number=c.number, precision=precision, recall=recall, f=f,
                             claimed=float(p[found].mean())))
        count = len(names_of(g.tier, names))
        weights = {name: value[k, 0].cpu() for name, value in students.parameters.items()}
        weights["input.weight"] = weights["input.weight"][:, :count]
        model = dict(
            works=sorted({c.work for c in g.lessons}), features=names_of(g.tier, names), calibration=dict(slope=slope, shift=shift),
            architecture=dict(inputs=count, channels=args.student, before=students.before, after=students.after),
            middles=g.middle.tolist(), spreads=g.spread.tolist(),
            weights={name: dict(shape=list(value.shape), data=[float(f"{v:.6g}") for v in value.flatten().tolist()]) for name, value in weights.items()})
        models[g.name] = model
    with open(os.path.join(args.out, f"models{args.tag}.json"), "w") as file:
        json.dump(models, file)
    with open(os.path.join(args.out, f"scores{args.tag}.json"), "w") as file:
        json.dump(rows, file)
    report(rows, log)


def report(rows, log):
    for family in sorted({row["group"].rsplit("-", 1)[0] for row in rows}):
        for group in sorted({row["group"] for row in rows if row["group"].rsplit("-", 1)[0] == family}):
            for kind in ("gold", "sample"):
                own = [row for row in rows if row["group"] == group and row["set"] == kind]
                if own:
                    log(f"{group:28s} {kind:7s} {len(own):4d} F {np.mean([row['f'] for row in own]):.4f}")
        folds = [row for row in rows if row["group"].rsplit("-", 1)[0] == family and row["set"] == "gold"]
        if folds and not family.startswith("open"):
            means = [np.mean([row[key] for row in folds]) for key in ("precision", "recall", "f")]
            log(f"{family:28s} by work {len(folds):4d} P {means[0]:.4f} R {means[1]:.4f} F {means[2]:.4f}")


if __name__ == "__main__":
    main()
