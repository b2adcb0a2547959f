"""Learns an alignment with the task (`plotline paper learn`: the paper's modified CCCP, with the paper's reader) on one NVIDIA GPU: what
`npm run train -- learn-material` wrote, several settings ("lanes") at once. `npm run train -- learn-results` takes what comes back.

    python3 learn.py MATERIAL OUT [--seconds 380] [--rounds 99] [--device cuda]

OUT: a log, and for each lane a file with a line of JSON for each round, written when the round ends."""
import argparse
import gzip
import json
import os
import time

began = time.time()
os.environ.setdefault("OMP_NUM_THREADS", "1")
import numpy as np  # noqa: E402
import torch  # noqa: E402

import lstm  # noqa: E402
import reader_batches as batches  # noqa: E402
import reader_model as model  # noqa: E402
from reader import Arrival, Workers  # noqa: E402

# What is solved at once; a larger chapter goes alone.
MOST_PARAGRAPHS, MOST_CHAPTERS = 1000, 16


def seconds():
    return time.time() - began


def staircase(g):
    """The best staircase, as chronological.ts finds it, row by row: for each row its first column and how many it has. A row is
    entered from the one above, diagonally or (if that is better) straight, and goes on to the right."""
    ways, above = [], np.full(g.shape[1], -np.inf)
    for i, values in enumerate(g):
        diagonally = np.concatenate([[-np.inf if i else 0], above[:-1]])
        sums = values.cumsum()
        entered = np.maximum(diagonally, above) - (sums - values)
        best = np.maximum.accumulate(entered)
        ways.append((np.maximum.accumulate(np.where(entered == best, np.arange(len(values)), 0)), above > diagonally))
        above = sums + best
    rows, last = [], g.shape[1] - 1
    for entry, straight in reversed(ways):
        first = entry[last]
        rows.append((first, last - first + 1))
        last = first if straight[first] else first - 1
    return np.array(rows[::-1])


class Material:
    """What `learn-material` wrote: each chapter with its story, its questions, how many points it has, and where these are in H."""

    def __init__(self, folder):
        read = lambda name: gzip.open(f"{folder}/{name}.gz").read()
        self.about, texts = json.loads(read("material.json")), np.frombuffer(read("texts.i16"), np.int16)
        self.vocabulary, self.first, self.markers = (self.about[name] for name in ("vocabulary", "firstMarker", "markers"))
        self.units, at, first = [], 0, 0

        def take(length):
            nonlocal at
            at += length
            return texts[at - length : at]

        for unit in self.about["units"]:
            story = [take(length) for length in unit["story"]]
            cloze = [(*about, take(length), take(count)[: batches.OPTIONS]) for *about, length, count in unit["cloze"]]
            self.units.append((story, cloze, unit["points"], slice(first, first + unit["points"])))
            first += unit["points"]


class Maker:
    """Batches of chapters for all lanes: ("learn", round, H) draws them, ("read", 0, groups) has them given. H has two numbers for
    every point of every chapter in a row: its first paragraph and how many it has."""

    def __init__(self, material, task):
        self.material, self.about, (self.kind, self.round, what) = material, material.about, task
        if self.kind == "read":
            self.H, self.groups = None, what
        else:
            self.H, size = what, self.about["chapters"]
            order = np.random.default_rng([self.about["seed"], self.round]).permutation(self.about["learned"])
            self.groups = [order[k : k + size] for k in range(0, len(order), size)]
        self.count = len(self.groups)

    def batch(self, number):
        material, group = self.material, self.groups[number]
        rng = np.random.default_rng([self.about["seed"], self.round, number])
        chapters = [material.units[u] for u in group]
        asked = [self.some(cloze, rng) for _, cloze, *_ in chapters]
        units = [(story, own, {question[0]: range(len(story)) for question in own}) for (story, *_), own in zip(chapters, asked)]
        a = batches.batch(material, [units], rng, slots=len(group) if self.kind == "read" else self.about["chapters"])
        laid(a, [story for story, *_ in chapters])
        a["chosen"], a["rival"] = (np.zeros((count, *a["qpos"].shape, 2), np.int32) for count in (len(self.about["lanes"]), 1))
        if self.kind == "learn":
            a["chosen"] = np.stack([rows_asked([H[at] for *_, at in chapters], asked, a["qpos"].shape) for H in self.H])
            drawn = [staircase(rng.random((points, len(story)))) for story, _, points, _ in chapters]
            a["rival"] = rows_asked(drawn, asked, a["qpos"].shape)[None]
        return tiled(a, len(self.about["lanes"]))

    def some(self, cloze, rng):
        most = self.about["questions"]
        if self.kind == "read" or len(cloze) <= most:
            return cloze
        return [cloze[k] for k in np.sort(rng.choice(len(cloze), most, replace=False))]


def rows_asked(rows, asked, shape):
    """What the point of each question has in alignments of the chapters of a batch."""
    found = np.zeros((*shape, 2), np.int32)
    for k, (chapter, own) in enumerate(zip(rows, asked)):
        found[k, : len(own)] = chapter[[question[0] for question in own]]
    return found


def laid(a, stories):
    """Chapters as [paragraphs, tokens], padded, instead of token by token: `places` from there to the recurrence, `back` from there."""
    slots, columns = len(a["places"]), 1 + max(len(story) for story in stories)
    longest = max(len(text) for story in stories for text in story)
    places, lengths = np.zeros((slots, columns, longest), np.int32), np.zeros((slots, columns), np.int32)
    back = np.full(a["back"].shape, places.size - 1, np.int32)
    for k, story in enumerate(stories):
        own = lengths[k, : len(story)] = np.array([len(text) for text in story])
        j, within = np.repeat(np.arange(len(own)), own), np.arange(own.sum()) - np.repeat(own.cumsum() - own, own)
        where = a["places"][k, : len(j)]
        places[k, j, within] = where
        back[0, where] = (k * columns + j) * longest + within
    a.update(places=places, lengths=lengths, back=back)
    del a["of"], a["seen"]


def tiled(a, lanes):
    """The same for every lane, each with places of its own."""
    lane, tokens = np.arange(lanes, dtype=np.int32), a["at"].shape[1]
    for name, by in (("places", tokens), ("qpos", tokens), ("back", a["places"].size), ("candidates", a["words"].shape[1])):
        own = a[name]
        a[name] = (own[None] + (lane * by).reshape(-1, *[1] * own.ndim)).reshape(-1, *own.shape[1:])
    for name in ("at", "words", "offered", "asked", "lengths", "rival"):
        a[name] = np.concatenate([a[name]] * lanes)
    a["programs"] = (a["programs"][:, None] + lane[:, None] * np.array([2, tokens, 0, 0], np.int32)).reshape(-1, 4)
    return a


class Aligners(model.Lanes):
    """Readers that learn with an alignment: paper-aligner.ts."""

    def __init__(self, about, device, dtype=torch.float32):
        super().__init__(about, len(about["lanes"]), device, dtype)
        self.relative = torch.tensor([lane["gains"] == "relative" for lane in about["lanes"]], device=device)
        self.rates = torch.tensor([lane["learningRate"] for lane in about["lanes"]], device=device, dtype=dtype)
        self.margin, self.steps = about["margin"], 0

    def answers(self, w, E, b, engine):
        """The scores of every question's options with what H gives it, and by how much the right one leads when a paragraph is all
        that is read: [chapters, Q, 10] and [chapters, Q, paragraphs]."""
        lanes, (chapters, asked), width = len(w["win"]), b["qpos"].shape, E.shape[2]
        P = torch.baddbmm(w["bias"][:, None], E, w["win"])
        D, q = model.Taken.apply(model.Recurrence.apply(P, w["whid"], b, engine), b)
        D, q = D.view(*b["places"].shape, -1), q.view(chapters, asked, -1)
        by = lambda x, name: (x.reshape(lanes, -1, x.shape[-1]) @ w[name]).view(*x.shape[:-1], -1)
        inside = torch.arange(D.shape[2], device=D.device) < b["lengths"][..., None]
        y = (by(q, "wtok") @ D.flatten(1, 2).transpose(1, 2)).view(chapters, asked, *D.shape[1:3])
        alpha = model.masked_softmax(y, inside[:, None].to(y.dtype))
        p = alpha.transpose(1, 2) @ D
        towards = (p * by(q, "wpar")[:, None]).sum(-1).transpose(1, 2)
        p = p.transpose(1, 2)
        beta = model.masked_softmax(towards, self.cells(b["chosen"], towards))
        base = by(q, "wans") + w["bans"].repeat_interleave(chapters // lanes, 0)[:, None]
        options = E.reshape(-1, width).index_select(0, b["candidates"].view(-1)).view(chapters, asked, batches.OPTIONS, width)
        options = (options / model.length(options)[..., None]).transpose(2, 3)

        def cosines(read):
            answer = base[:, :, None] + by(read, "wans")
            return answer @ options / model.length(answer)[..., None]

        whole, alone = cosines(beta[:, :, None] @ p)[:, :, 0], cosines(p)
        k = torch.arange(batches.OPTIONS, device=D.device)
        wrong = ((k > 0) & (k < b["offered"][..., None])).to(y.dtype)[:, :, None]
        return whole, alone[..., 0] - (alone * wrong).sum(-1) / (wrong.sum(-1) + 1e-9)

    @staticmethod
    def cells(rows, like):
        """Which paragraphs are in H, from the first of each question and how many they are."""
        first, count = rows.view(*like.shape[:2], 2).unbind(-1)
        j = torch.arange(like.shape[2], device=like.device)
        return ((j >= first[..., None]) & (j < (first + count)[..., None])).to(like.dtype)

    def losses(self, w, E, b, engine):
        whole, lead = self.answers(w, E, b, engine)

        def score(rows):
            """J: the mean of all cells, or of each point's own mean."""
            cells = self.cells(rows, lead)
            gains, counts = (lead * cells).sum(2), cells.sum(2)
            plain = gains.sum(1) / counts.sum(1).clamp_min(1)
            relative = (gains / counts.clamp_min(1)).sum(1) / (counts > 0).sum(1).clamp_min(1)
            return torch.where(self.relative.repeat_interleave(len(lead) // self.count), relative, plain)

        there = (b["offered"] > 0).any(1).view(self.count, -1)
        contrast = torch.relu(self.margin - score(b["chosen"]) + score(b["rival"])).view(self.count, -1) * there
        return model.losses_of(whole.view(self.count, -1, batches.OPTIONS), b, self.margin) + contrast.sum(1) / there.sum(1)

    def learn(self, b, engine, clip):
        self.steps += 1
        one = torch.ones_like(self.rates)
        b["coefficients"] = torch.stack([self.rates / (1 - 0.9**self.steps), one / (1 - 0.999**self.steps) ** 0.5, one], 1)
        return self.step(b, engine, clip)[0]

    def read(self, b, engine):
        with torch.no_grad():
            E = self.table.view(-1, self.embedding).index_select(0, self.rows(b)).view(self.count, -1, self.embedding)
            return self.answers(self.views(self.flat), E, b, engine)


class Run:
    def __init__(self, options):
        self.options, self.device = options, torch.device(options.device)
        self.material = Material(options.material)
        self.about, self.units = self.material.about, self.material.units
        self.lanes = self.about["lanes"]
        self.log(f"{len(self.lanes)} lanes, {len(self.units)} chapters, PyTorch {torch.__version__}")
        self.workers = Workers(self.material, max(1, min(14, (os.cpu_count() or 2) - 1)), Maker)
        self.arrival, self.engine = Arrival(self.device), model.Loop()
        self.state = Aligners(self.about, self.device)
        for lane, own in enumerate(self.lanes):
            self.state.start(lane, own["seed"])
        self.H = np.array([self.about["starts"][lane["start"]] for lane in self.lanes], np.int32).reshape(len(self.lanes), -1, 2)

    def log(self, text):
        for file in (None, open(f"{self.options.out}/log.txt", "a")):
            print(f"{seconds():6.1f} {text}", file=file, flush=True)

    def choose_engine(self):
        memory = np.zeros(96 << 20, np.uint8)
        head, size = batches.pack(Maker(self.material, ("learn", 0, self.H)).batch(0), memory)
        exact = Aligners(self.about, self.device, torch.float64)
        for to, of in zip(exact.parts(), self.state.parts()):
            to.copy_(of)
        self.engine = lstm.chosen(self.arrival(head, memory[:size]), exact, self.state, self.log)

    # Reading: chapters stay on the device, the same in every round.

    def prepare(self):
        """What decides and what is judged comes first, in groups of its own: both are also asked about."""
        asked = [*self.about["heldBack"], *self.about["judged"]]
        self.silent = [u for u in asked if not self.units[u][1]]
        self.groups = self.grouped(asked)
        self.few = len(self.groups)
        self.groups += self.grouped(self.about["learned"])
        self.workers.start(("read", 0, self.groups))
        self.batches = [self.workers.take(number, self.arrival) for number in range(len(self.groups))]
        self.log(f"{len(self.groups)} batches to solve, {self.few} of them asked")

    def grouped(self, units):
        """Chapters of about as many paragraphs, together as many as memory allows."""
        found, paragraphs = [], lambda u: len(self.units[u][0])
        for u in sorted((u for u in units if u not in self.silent), key=paragraphs, reverse=True):
            if not found or len(found[-1]) >= min(MOST_CHAPTERS, MOST_PARAGRAPHS // paragraphs(found[-1][0])):
                found.append([])
            found[-1].append(u)
        return found

    def solve(self, count):
        """H* of the chapters of the first groups, for every lane."""
        torch.backends.cuda.matmul.allow_tf32 = False
        leads, H = [self.state.read(b, self.engine)[1] for b in self.batches[:count]], self.H.copy()
        for group, lead in zip(self.groups, leads):
            lead = lead.view(len(self.lanes), len(group), *lead.shape[1:]).double().cpu().numpy()
            for k, lane in enumerate(self.lanes):
                for u, own in zip(group, lead[k]):
                    H[k, self.units[u][3]] = staircase(self.gains(u, own, lane))
        for story, _, points, at in (self.units[u] for u in self.silent):
            H[:, at] = staircase(np.zeros((points, len(story))))
        return H

    def gains(self, u, lead, lane):
        story, cloze, points, _ = self.units[u]
        lead, g = lead[: len(cloze), : len(story)], np.zeros((points, len(story)))
        level = lead.mean(1, keepdims=True)
        g[[question[0] for question in cloze]] = lead - level if lane["gains"] == "relative" else (2 + lead) / 4
        return g

    def ask(self, H):
        """Of each chapter for each lane the scores of every option of every question about a name."""
        torch.backends.cuda.matmul.allow_tf32 = False
        found = {u: [[]] * len(self.lanes) for u in self.silent}
        for group, b in zip(self.groups[: self.few], self.batches):
            asked = [self.units[u][1] for u in group]
            shape = len(group), b["qpos"].shape[1]
            rows = np.stack([rows_asked([own[self.units[u][3]] for u in group], asked, shape) for own in H])
            whole = self.state.read({**b, "chosen": torch.from_numpy(rows).to(self.device)}, self.engine)[0]
            whole = whole.view(len(self.lanes), *shape, -1).cpu().numpy().astype(float).round(6)
            for k, (u, cloze) in enumerate(zip(group, asked)):
                found[u] = [[own[k, q, : len(cloze[q][4])].tolist() for q in range(len(cloze)) if cloze[q][1]] for own in whole]
        return found

    def look(self, number, H):
        """Writes a round: what H gives the chapters with gold, and how the questions are answered with it."""
        found, every = self.ask(H), lambda part, lane: [scores for u in self.about[part] for scores in found[u][lane]]
        for lane, own in enumerate(self.lanes):
            answers = {part: every(part, lane) for part in ("judged", "heldBack")}
            rows = [H[lane, self.units[u][3]].tolist() for u in self.about["judged"]]
            with open(f"{self.options.out}/{own['name']}.jsonl", "a") as file:
                file.write(json.dumps(dict(round=number, seconds=round(seconds() - self.since, 1), rows=rows, **answers)) + "\n")
            right = {part: np.mean([scores[0] > max(scores[1:]) for scores in own]) for part, own in answers.items()}
            self.log(f"round {number}, {own['name']}: held back {right['heldBack']:.4f}, judged {right['judged']:.4f}")

    def learn(self, number):
        """One pass with H; false where time ran out in it."""
        torch.backends.cuda.matmul.allow_tf32 = True
        self.workers.start(("learn", number, self.H))
        steps, total = -(-len(self.about["learned"]) // self.about["chapters"]), 0
        for step in range(steps):
            total = total + self.state.learn(self.workers.take(step, self.arrival), self.engine, self.about["clip"])
            if step % 20 == 19 and seconds() > self.options.seconds:
                self.log(f"time is over in round {number}, at step {step} of {steps}")
                return False
        self.log(f"round {number}: losses {[round(x, 4) for x in (total / steps).tolist()]}, learned in {seconds() - self.since:.1f} s")
        return True

    def go(self):
        try:
            self.since = seconds()
            if self.device.type == "cuda":
                self.choose_engine()
            self.prepare()
            self.look("start", self.H)
            self.look(0, self.solve(self.few))
            for number in range(1, self.options.rounds + 1):
                self.since = seconds()
                if not self.learn(number):
                    break
                self.H = self.solve(len(self.groups))
                self.look(number, self.H)
        finally:
            self.workers.stop()
            self.log("done")


if __name__ == "__main__":
    line = argparse.ArgumentParser(description=__doc__)
    line.add_argument("material")
    line.add_argument("out")
    line.add_argument("--seconds", type=float, default=380, help="when to stop by itself")
    line.add_argument("--rounds", type=int, default=99)
    line.add_argument("--device", default="cuda")
    options = line.parse_args()
    os.makedirs(options.out, exist_ok=True)
    Run(options).go()
