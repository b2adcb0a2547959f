"""The aligner's network (src/align/learned/network.ts) in PyTorch, many side by side on one GPU: what training/aligner.ts
does on a processor, for several folds and tiers in one run. The shipped weights were trained with it.

Networks are arranged in groups: a group sees the same features, learns from the same chapters and is judged on the same ones;
its teachers each leave out a share of its works, and one student learns from them (docs/alignment.md). Parameters have the names
and shapes of the product, with group and member in front, so that aligner-models.mjs can turn them into a weights file.
"""
import math
import time

import numpy as np
import torch
import torch.nn.functional as F

from paths import marginals

SLOPE, FLATTER, LEAST, STEEPEST, FURTHEST = 0.1, 0.4, math.exp(-8), 12.0, 4.0
SOFT_F, SCORE_LOSS, FEW, LARGEST, WARM_UP = 0.3, 0.3, 5.0, 8000, 30


class Networks:
    def __init__(self, groups, members, inputs, channels, seed, device, before=2, after=1):
        self.groups, self.members, self.channels, self.device = groups, members, channels, device
        self.before, self.after = before, after
        generator = torch.Generator().manual_seed(seed)
        self.parameters = {}

        def weight(name, shape, uniform=0.0, value=0.0):
            drawn = (2 * torch.rand((groups, members, *shape), generator=generator) - 1) * uniform + value
            self.parameters[name] = drawn.to(device).requires_grad_()

        def mixed(name, made, source, bias=0.0):
            weight(f"{name}.weight", (made, source), 1 / math.sqrt(source))
            weight(f"{name}.bias", (made,), value=bias)

        mixed("input", channels, inputs)
        for name in self.blocks():
            weight(f"{name}.filter", (channels, 3, 5), 1 / math.sqrt(15))
            for part in ("near", "row", "column"):
                weight(f"{name}.{part}", (channels, channels), 1 / math.sqrt(3 * channels))
            weight(f"{name}.bias", (channels,))
        mixed("score", 1, channels)
        mixed("paths", channels, channels + 6)
        mixed("output", 1, channels, -2.0)

    def blocks(self):
        return [f"before {k}" for k in range(self.before)] + [f"after {k}" for k in range(self.after)]

    def __call__(self, x, chosen, drop=0.0):
        """x [chosen groups, inputs, rows, columns] -> logits and first scores [groups, members, rows, columns]"""
        rows, columns = x.shape[2:]
        weights = {name: value[chosen] for name, value in self.parameters.items()}
        count = len(chosen) * self.members

        def mixed(name, y):
            return weights[f"{name}.weight"] @ y + weights[f"{name}.bias"][..., None]

        def block(name, y):
            planes = y.view(1, count * self.channels, rows, columns)
            taps = weights[f"{name}.filter"].reshape(count * self.channels, 1, 3, 5)
            near = F.conv2d(planes, taps, padding=(1, 2), groups=count * self.channels)
            near = weights[f"{name}.near"] @ near.view(*y.shape)
            grid = y.view(*y.shape[:3], rows, columns)
            row = weights[f"{name}.row"] @ grid.amax(4) + weights[f"{name}.bias"][..., None]
            column = weights[f"{name}.column"] @ grid.amax(3)
            inner = near.view(grid.shape) + row[..., None] + column[..., None, :]
            return F.dropout(y + F.leaky_relu(inner, SLOPE).view(y.shape), drop)

        y = F.dropout(F.leaky_relu(mixed("input", x.flatten(2)[:, None]), SLOPE), drop)
        for name in self.blocks()[: self.before]:
            y = block(name, y)
        scores = mixed("score", y).view(count, rows, columns)
        sharp, flat = (marginals((scores * share).clamp(-STEEPEST, STEEPEST)) for share in (1.0, FLATTER))
        own = torch.sigmoid(scores)
        planes = [sharp, flat, (sharp + LEAST).log(), (flat + LEAST).log(), own * sharp, own]
        planes = torch.stack(planes, 1).view(len(chosen), self.members, 6, rows * columns)
        y = y + F.leaky_relu(mixed("paths", torch.cat([y, planes], 2)), SLOPE)
        for name in self.blocks()[self.before :]:
            y = block(name, y)
        shape = (len(chosen), self.members, rows, columns)
        return mixed("output", y).view(shape), scores.view(shape)


def losses(logits, scores, targets):
    """Of each network; targets [groups, members or 1, rows, columns]"""
    links = targets.sum((2, 3)) + FEW

    def log_loss(z):
        return (F.softplus(z) - targets * z).sum((2, 3))

    p = torch.sigmoid(logits)
    f = 2 * (p * targets).sum((2, 3)) / (p.sum((2, 3)) + targets.sum((2, 3)) + 1e-6)
    return log_loss(logits) / links + SCORE_LOSS * log_loss(scores - 1) / links + SOFT_F * (1 - f)


def train(networks, chapters, input_of, target_of, learns, epochs, drop, seed, batch=4, rate=3e-3, log=print):
    """learns(chapter) -> [groups, members]: 1 where a network may learn from it; target_of(chapter, groups)."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    parameters = list(networks.parameters.values())
    optimizer = torch.optim.Adam(parameters, lr=rate)
    each = math.ceil(len(chapters) / batch)
    steps, step, start = epochs * each, 0, time.time()
    for epoch in range(epochs):
        order = rng.permutation(len(chapters))
        seen = []
        for first in range(0, len(order), batch):
            drawn = [chapters[k] for k in order[first : first + batch]]
            part = [c for c in drawn if c.cells <= LARGEST or rng.random() < LARGEST / c.cells] or drawn
            weights = [learns(c) for c in part]
            shares = torch.stack(weights).sum(0).clamp(min=1)
            optimizer.param_groups[0]["lr"] = rate * min(1, (step + 1) / WARM_UP) * 0.5 * (1 + math.cos(math.pi * step / steps))
            optimizer.zero_grad(set_to_none=True)
            for chapter, weight in zip(part, weights):
                chosen = weight.sum(1).nonzero()[:, 0]
                if len(chosen) == 0:
                    continue
                on = chosen.to(networks.device)
                logits, scores = networks(input_of(chapter, chosen), on, drop)
                share = (weight / shares)[chosen].to(networks.device)
                loss = (losses(logits, scores, target_of(chapter, chosen)) * share).sum()
                loss.backward()
                seen.append(loss.detach() / share.sum())
            clip(networks, parameters)
            optimizer.step()
            step += 1
        if epoch % 4 == 3 or epoch == epochs - 1:
            log(f"  pass {epoch + 1} of {epochs}, loss {torch.stack(seen).mean():.4f}, {time.time() - start:.0f} s")


def clip(networks, parameters, longest=1.0):
    """Each network by itself."""
    shape = (networks.groups, networks.members)
    present = [p for p in parameters if p.grad is not None]
    if not present:
        return
    squares = sum(p.grad.reshape(*shape, -1).square().sum(2) for p in present)
    factor = (longest / squares.sqrt().clamp(min=1e-12)).clamp(max=1)
    for p in present:
        p.grad.mul_(factor.view(*shape, *[1] * (p.dim() - 2)))


def calibrate(logits, targets):
    """slope and shift of P = sigmoid(slope x + shift), by Newton, in double"""
    x, y = logits.double(), targets.double()
    slope, shift = 0.0, 0.0
    for _ in range(25):
        p = torch.sigmoid(slope * x + shift)
        error, weight = p - y, p * (1 - p)
        g0, g1 = error.sum().item(), (error * x).sum().item()
        h00, h01, h11 = weight.sum().item() + 1e-6, (weight * x).sum().item(), (weight * x * x).sum().item() + 1e-6
        determinant = h00 * h11 - h01 * h01
        if not determinant > 1e-9:
            break
        shift -= (h11 * g0 - h01 * g1) / determinant
        slope -= (h00 * g1 - h01 * g0) / determinant
    return (slope, shift) if slope > 0 and math.isfinite(slope + shift) else (1.0, 0.0)


def best_links(p):
    """The likeliest cells with the best expected F"""
    s = np.sort(p.ravel())[::-1].astype(np.float64)
    f = 2 * np.cumsum(s) / (np.arange(1, len(s) + 1) + s.sum())
    return p >= s[f.argmax()]


def score(found, gold):
    right = float((found & gold).sum())
    precision, recall = right / max(1, found.sum()), right / max(1, gold.sum())
    return precision, recall, 2 * precision * recall / (precision + recall) if right else 0.0
