"""tune_encoder.py DATA WEIGHTS NAME OUT: fine-tunes an encoder on the links of the open corpus, end to end.

A chapter's planes (encoder.py) go, next to the best of their rows and columns, through two readers whose losses are added: a small
network for each cell alone, so that every plane must mean something by itself, and the aligner's own network (grid.py) together
with the lexical features, so that the encoder learns what words do not already say. Nothing of the real corpus is learned from;
its chapters, with --watch, only show how the loss falls there.

Writes OUT/NAME.0.npz ... (encoder.save) after every pass, and DATA/NAME.json, NAME.f32: the planes of all chapters for
train_grid.py --tiers NAME. With --part K --parts N it leaves out every Nth work of the open corpus from the Kth on, writes only
what it says of those to DATA/NAME.partK (train_grid.py --tiers NAME-x), and no weights.
"""
import argparse
import math
import os
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

import encoder
import grid
import train_grid

device = "cuda" if torch.cuda.is_available() else "cpu"
dtype = torch.bfloat16 if device == "cuda" else torch.float32


class CellReader(nn.Module):
    """From planes to a logit, cell by cell"""

    def __init__(self, planes=9, hidden=32):
        super().__init__()
        self.inner, self.out, self.skip = nn.Linear(planes, hidden), nn.Linear(hidden, 1), nn.Linear(planes, 1)
        nn.init.zeros_(self.out.weight)
        nn.init.constant_(self.out.bias, -2)
        nn.init.constant_(self.skip.weight, 0.1)

    def forward(self, x):
        x = x.permute(1, 2, 0)
        return (self.out(F.gelu(self.inner(x))) + self.skip(x))[..., 0]


class Readers:
    def __init__(self, features, seed):
        torch.manual_seed(seed)
        self.cells = CellReader().to(device)
        self.grid = grid.Networks(1, 1, features + 9, 16, seed, device)
        self.only = torch.zeros(1, dtype=torch.long, device=device)

    def parameters(self):
        return [*self.cells.parameters(), *self.grid.parameters.values()]

    def loss(self, lexical, planes, targets):
        own = targets[None, None]
        alone = self.cells(planes)
        links = targets.sum() + grid.FEW
        p = torch.sigmoid(alone)
        of_cells = (F.softplus(alone) - targets * alone).sum() / links
        of_cells = of_cells + grid.SOFT_F * (1 - 2 * (p * targets).sum() / (p.sum() + targets.sum() + 1e-6))
        logits, scores = self.grid(torch.cat([lexical, planes])[None], self.only, 0.1)
        return of_cells + grid.losses(logits, scores, own)[0, 0]


def beside(planes, middle, spread):
    z = ((planes - middle) / spread).clamp(-8, 8)
    return torch.cat([z, z - z.amax(2, keepdim=True), z - z.amax(1, keepdim=True)])


def lessons_of(data, tokenizer):
    """Chapters with tokens, lexical features on one scale, and targets"""
    features, chapters = train_grid.load(data, [])
    words = [k for k, name in enumerate(features) if not name.startswith("table: ")]
    for c in chapters:
        c.lexical = c.planes[words]
        del c.planes
    learned = [c for c in chapters if c.set == "open"]
    means = torch.stack([c.lexical.mean((1, 2)) for c in learned])
    spread = torch.stack([c.lexical.std((1, 2), correction=0) for c in learned]).mean(0) + means.std(0, correction=0) + 0.02
    middle = means.mean(0)
    rows = {(row["set"], row["work"], row["number"]): row for row in encoder.texts(data)}
    for c in chapters:
        c.lexical = ((c.lexical - middle[:, None, None]) / spread[:, None, None]).clamp(-4, 4)
        c.tokens = encoder.Chapter(rows[c.set, c.work, c.number], tokenizer, device)
    return chapters, len(words)


def planes_of(model, chapters):
    read = encoder.read_windows(model, [c.tokens for c in chapters], dtype)
    return [encoder.planes(c.tokens, vectors, weights, dtype) for c, (vectors, weights) in zip(chapters, read)]


def fit(model, readers, chapters, scale, args, watched, after):
    rng = np.random.default_rng(args.seed)
    chosen = [c for c in chapters if c.cells <= 12000]
    if not chosen:
        return
    optimizer = torch.optim.AdamW([dict(params=list(model.parameters())), dict(params=readers.parameters())], lr=1, weight_decay=0.01)
    steps, step, start = args.epochs * math.ceil(len(chosen) / args.batch), 0, time.time()
    for epoch in range(args.epochs):
        seen = []
        model.train()
        order = rng.permutation(len(chosen))
        for first in range(0, len(order), args.batch):
            part = [chosen[k] for k in order[first : first + args.batch]]
            heat = min(1, (step + 1) / 30) * max(0.02, 1 - step / steps)
            optimizer.param_groups[0]["lr"], optimizer.param_groups[1]["lr"] = args.rate * heat, 1e-3 * heat
            losses = [readers.loss(c.lexical, beside(planes, *scale), c.targets) for c, planes in zip(part, planes_of(model, part))]
            loss = torch.stack(losses).mean()
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_([p for group in optimizer.param_groups for p in group["params"]], 1.0)
            optimizer.step()
            seen.append(loss.detach())
            step += 1
        model.eval()
        with torch.no_grad():
            there = [float(readers.loss(c.lexical, beside(planes_of(model, [c])[0], *scale), c.targets)) for c in watched]
        print(f"  pass {epoch + 1} of {args.epochs}: loss {torch.stack(seen).mean():.4f}, watched {np.mean(there or [0]):.4f}, "
              f"{time.time() - start:.0f} s", flush=True)
        after()


def settle(model, chapters):
    with torch.no_grad():
        found = [planes_of(model, [c])[0] for c in chapters]
    middle = torch.stack([p.mean((1, 2)) for p in found]).mean(0)
    spread = torch.stack([p.std((1, 2)) for p in found]).mean(0) + 1e-4
    return middle[:, None, None], spread[:, None, None]


def held_out_works(args, opened):
    return set() if args.part is None else set(train_grid.titles(opened)[args.part :: args.parts])


def main():
    a = argparse.ArgumentParser()
    a.add_argument("data")
    a.add_argument("weights")
    a.add_argument("name")
    a.add_argument("out")
    a.add_argument("--epochs", type=int, default=3)
    a.add_argument("--rate", type=float, default=1e-4)
    a.add_argument("--batch", type=int, default=8)
    a.add_argument("--layers", type=int)
    a.add_argument("--most", type=int, default=10**9, help="chapters of the open corpus, for a trial")
    a.add_argument("--watch", type=int, default=60)
    a.add_argument("--part", type=int)
    a.add_argument("--parts", type=int, default=3)
    a.add_argument("--seed", type=int, default=1)
    args = a.parse_args()
    start = time.time()
    torch.manual_seed(args.seed)
    chapters, features = lessons_of(args.data, encoder.tokenizer(args.weights))
    model = encoder.load(args.weights, args.layers).to(device)
    model.drop = 0.1
    opened = [c for c in chapters if c.set == "open"][: args.most]
    held_out = held_out_works(args, opened)
    opened = [c for c in opened if c.work not in held_out]
    gold = [c for c in chapters if c.set == "gold"]
    scale = settle(model, [c for c in opened if c.cells < 3000][:16])
    readers = Readers(features, args.seed)
    watched = [c for c in gold if c.cells < 3000][:: max(1, len(gold) // max(1, args.watch))] if args.watch else []
    os.makedirs(args.out, exist_ok=True)
    print(f"{args.name}: {len(opened)} chapters to learn from, {time.time() - start:.0f} s", flush=True)
    fit(model, readers, opened, scale, args, watched,
        lambda: held_out or encoder.save(model.state_dict(), os.path.join(args.out, args.name)))
    if held_out:
        asked = [c.tokens for c in chapters if c.set == "open" and c.work in held_out]
        encoder.write_planes(args.data, f"{args.name}.part{args.part}", asked, model, dtype)
        print(f"part {args.part}: done, {time.time() - start:.0f} s", flush=True)
        return
    encoder.write_planes(args.data, args.name, [c.tokens for c in chapters], model, dtype)
    print(f"{args.name}: done, {time.time() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
