"""Trains cells of the paper's table (`plotline paper train`) on one NVIDIA GPU, many at once: what `npm run train -- reader-material`
wrote, with plotline's own model (reader_model.py). `npm run train -- reader-results` takes what comes back into results/paper-1.

    python3 reader.py MATERIAL OUT [--seconds 560] [--lanes 5] [--device cuda]

OUT: cells.json after every pass, a log, and the best weights of the first five cells that have some."""
import argparse
import base64
import json
import mmap
import multiprocessing
import os
import sys
import time

began = time.time()
os.environ.setdefault("OMP_NUM_THREADS", "1")
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import numpy as np  # noqa: E402
import torch  # noqa: E402

import lstm  # noqa: E402
import reader_batches as batches  # noqa: E402
import reader_model as model  # noqa: E402

PATIENCE = 3
# Of so many cells the weights come back.
KEPT = 5
SLOT, SLOTS, TOGETHER = 96 << 20, 2, 4


def seconds():
    return time.time() - began


class Workers:
    """Processes that make batches ahead: number k makes every count-th one, into memory that is shared. `maker` makes them."""

    def __init__(self, material, count, maker):
        context = multiprocessing.get_context("fork")
        self.members, self.slots = [], [-1] * count
        for k in range(count):
            here, there = context.Pipe()
            memory = [mmap.mmap(-1, SLOT) for _ in range(SLOTS)]
            free = context.Semaphore(SLOTS)
            process = context.Process(target=self.work, args=(maker, material, there, memory, free, k, count), daemon=True)
            process.start()
            self.members.append((here, [np.frombuffer(each, np.uint8) for each in memory], free, process))

    @staticmethod
    def work(makers, material, pipe, memory, free, k, count):
        memory, made = [np.frombuffer(each, np.uint8) for each in memory], 0
        while True:
            task = pipe.recv()
            maker = makers(material, task)
            for number in range(k, maker.count, count):
                arrays = maker.batch(number)
                free.acquire()
                head, size = batches.pack(arrays, memory[made % SLOTS])
                pipe.send((head, size))
                made += 1

    def start(self, task):
        for pipe, *_ in self.members:
            pipe.send(task)

    def take(self, number, taken):
        """The batch with a number; `taken` copies it."""
        k = number % len(self.members)
        pipe, memory, free, _ = self.members[k]
        head, size = pipe.recv()
        self.slots[k] = (self.slots[k] + 1) % SLOTS
        try:
            return taken(head, memory[self.slots[k]][:size])
        finally:
            free.release()

    def stop(self):
        for *_, process in self.members:
            process.terminate()


class Maker:
    """The batches of a task: ("learn", lanes, seed), a lane being (cell, pass, steps before); ("ask", cells, which)."""

    def __init__(self, material, task):
        self.material, (self.kind, self.lanes, self.about) = material, task
        cells = material.cells
        if self.kind == "ask":
            self.groups = [grouped(material, cells[c], self.about) for c in self.lanes]
            self.count = max(len(groups) for groups in self.groups)
            return
        self.plans = []
        for c, number, _ in self.lanes:
            self.plans.append(batches.plan(cells[c], number))
        self.order = batches.in_step([len(own) for own in self.plans], self.about)
        self.count = len(self.order)

    def batch(self, number):
        material, cells = self.material, self.material.cells
        rng = np.random.default_rng([number, 7 if self.kind == "ask" else self.about])
        if self.kind == "ask":
            own = [groups[number] if number < len(groups) else [] for groups in self.groups]
            units = [[material.job(cells[c], self.about, job) for job in jobs] for c, jobs in zip(self.lanes, own)]
            return batches.batch(material, units, rng, slots=TOGETHER)
        # A lane that sits out moves nothing: rate 0, and no division by 0.
        units, coefficients = [], np.tile([0.0, 1.0, 0.0, 0.0], (len(self.lanes), 1))
        for k, (c, _, before) in enumerate(self.lanes):
            rank = self.order[number, k]
            places = [cells[c]["learning"][place] for place in self.plans[k][rank]] if rank >= 0 else []
            units.append([material.unit(cells[c], place) for place in places])
            t = before + int((self.order[: number + 1, k] >= 0).sum())
            if rank >= 0:
                coefficients[k] = cells[c]["learningRate"] / (1 - 0.9**t), 1 / np.sqrt(1 - 0.999**t), 1, t == 1
        return batches.batch(material, units, rng, coefficients)


def grouped(material, cell, which):
    """A lane's questions as batches of a few chapters of about one length."""
    jobs = sorted(material.jobs(cell, which)[0], key=lambda job: job[0])
    return [jobs[k : k + TOGETHER] for k in range(0, len(jobs), TOGETHER)]


class Arrival:
    """Batches on their way to the device: through memory that it can read while the next is made."""

    def __init__(self, device):
        self.device, self.ring, self.turn = device, [], 0
        if device.type == "cuda":
            self.ring = [[torch.empty(8 << 20, dtype=torch.uint8, pin_memory=True), torch.cuda.Event()] for _ in range(6)]

    def __call__(self, head, raw):
        if not self.ring:
            there = torch.from_numpy(raw.copy())
        else:
            self.turn = (self.turn + 1) % len(self.ring)
            own = self.ring[self.turn]
            own[1].synchronize()
            if len(own[0]) < len(raw):
                own[0] = torch.empty(2 * len(raw), dtype=torch.uint8, pin_memory=True)
            own[0][: len(raw)].numpy()[:] = raw
            there = torch.empty(len(raw), dtype=torch.uint8, device=self.device)
            there.copy_(own[0][: len(raw)], non_blocking=True)
            own[1].record()
        arrays = {}
        for name, dtype, shape, at, size in head:
            kind = {"<i4": torch.int32, "|u1": torch.uint8, "<f4": torch.float32}[dtype]
            if name == "document":
                arrays[name] = torch.from_numpy(raw[at : at + size].copy()).view(kind)
            else:
                arrays[name] = there[at : at + size].view(kind).view(*shape)
        return model.on_device(arrays, self.device)


class Training:
    """A cell on its way."""

    def __init__(self, number, cell):
        self.number, self.cell, self.steps, self.curve = number, cell, 0, []
        self.best, self.since, self.kept, self.scores, self.ended = -1.0, 0, None, {}, None

    def passed(self, loss, held_back, validation, used):
        broken = loss != loss
        point = dict(**{"pass": len(self.curve) + 1}, loss=-1 if broken else loss, heldBack=held_back, validation=validation, seconds=round(used, 1))
        self.curve.append(point)
        improved = held_back > self.best
        self.best, self.since = (held_back, 0) if improved else (self.best, self.since + 1)
        if broken:
            self.ended = "broken"
        elif self.since >= PATIENCE:
            self.ended = "early"
        elif len(self.curve) == self.cell["epochs"]:
            self.ended = "finished"
        return improved

    def file(self):
        coded = {name: base64.b64encode(np.ascontiguousarray(own, np.float32)).decode() for name, own in self.scores.items()}
        about = {name: self.cell[name] for name in ("name", "task", "alignment", "seed", "learningRate", "hashes")}
        return dict(**about, ended=self.ended, steps=self.steps, curve=self.curve, scores=coded)


class Run:
    def __init__(self, options):
        self.options, self.device = options, torch.device(options.device)
        self.material = batches.Material(options.material)
        self.log_file = open(f"{options.out}/log.txt", "a")
        count = max(1, min(14, (os.cpu_count() or 2) - 1))
        self.workers = Workers(self.material, count, Maker)
        self.arrival = Arrival(self.device)
        self.trainings = [Training(k, cell) for k, cell in enumerate(self.material.cells)]
        self.engine, self.asked, self.saved, self.about = model.Loop(), {}, 0, {}
        self.active, self.waiting, self.state = [], list(self.trainings), None
        self.log(f"{len(self.trainings)} cells, {count} workers, PyTorch {torch.__version__}")

    def log(self, text):
        for file in (None, self.log_file):
            print(f"{seconds():6.1f} {text}", file=file, flush=True)

    def left(self):
        return self.options.seconds - seconds()

    # Which way to compute, and how many at once.

    def choose_engine(self):
        if self.device.type != "cuda":
            return
        maker = Maker(self.material, ("learn", [(c, 0, 0) for c in (0, min(5, len(self.trainings) - 1))], 1))
        memory = np.zeros(SLOT, np.uint8)
        head, size = batches.pack(maker.batch(np.argsort(maker.order[:, 0])[maker.count // 2]), memory)
        exact, quick = (model.Lanes(self.material.about, 2, self.device, kind) for kind in (torch.float64, torch.float32))
        for lanes in (exact, quick):
            for k in (0, 1):
                lanes.start(k, k)
        self.engine = lstm.chosen(self.arrival(head, memory[:size]), exact, quick, self.log)

    def describe(self):
        """Products outside the recurrence are tf32 while a cell learns, and exact while it is asked."""
        self.quick, self.count = True, min(self.options.lanes, len(self.trainings))
        torch.backends.cuda.matmul.allow_tf32 = self.quick
        self.about = dict(engine=self.engine.name, tf32=self.quick, lanes=self.count, torch=torch.__version__)
        if self.device.type == "cuda":
            self.about["device"] = torch.cuda.get_device_name()

    # Lanes.

    def seat(self):
        """Ended cells give up their places, and others take them: weights move with their cells."""
        before, kept = self.state, [t for t in self.active if t.ended is None]
        each = max((t.curve[-1]["seconds"] / len(t.curve) for t in self.active if t.curve), default=0)
        fits = 12 * each < self.left()
        joining = self.waiting[: self.count - len(kept)] if fits else []
        self.waiting = self.waiting[len(joining) :]
        if not joining and len(kept) == len(self.active):
            return
        self.state = model.Lanes(self.material.about, len(kept) + len(joining), self.device)
        smoothed = torch.zeros(len(kept) + len(joining), device=self.device)
        for lane, training in enumerate(kept + joining):
            if training in self.active:
                old = self.active.index(training)
                for to, of in zip(self.state.parts(), before.parts()):
                    to[lane] = of[old]
                smoothed[lane] = self.smoothed[old]
            else:
                training.joined = seconds()
                self.state.start(lane, 1000 + training.cell["seed"] + 100 * training.number)
        self.active, self.smoothed, self.asked = kept + joining, smoothed, {}

    def questions(self, which):
        """Batches that stay on the device: the same in every pass."""
        if which not in self.asked:
            cells = [training.number for training in self.active]
            groups = [(grouped(self.material, self.material.cells[c], which), self.material.jobs(self.material.cells[c], which)[1]) for c in cells]
            count = max(len(own) for own, _ in groups)
            self.workers.start(("ask", cells, which))
            self.asked[which] = groups, [self.workers.take(number, self.arrival) for number in range(count)]
        return self.asked[which]

    def ask(self, which):
        """For each lane the scores of every option of every question, in their order; those that are not offered are NaN."""
        groups, made = self.questions(which)
        torch.backends.cuda.matmul.allow_tf32 = False
        results = [(self.state.scores(b, self.engine).cpu().numpy(), b["offered"].cpu().numpy()) for b in made]
        torch.backends.cuda.matmul.allow_tf32 = self.quick
        found = [np.full((count, batches.OPTIONS), np.nan, np.float32) for _, count in groups]
        for lane, (own, _) in enumerate(groups):
            for (scores, offered), jobs in zip(results, own):
                scores = scores.reshape(len(self.active), TOGETHER, -1, batches.OPTIONS)
                offered = offered.reshape(len(self.active), TOGETHER, -1)
                for slot, (_, first, _, start, end) in enumerate(jobs):
                    rows = scores[lane, slot, : end - start].copy()
                    rows[np.arange(batches.OPTIONS) >= offered[lane, slot, : end - start, None]] = np.nan
                    found[lane][first : first + end - start] = rows
        return found

    # Passes.

    def learn(self, number):
        """One pass of all lanes; false where time ran out in it."""
        task = ("learn", [(t.number, len(t.curve), t.steps) for t in self.active], number)
        counts = [-(-len(t.cell["learning"]) // 2) for t in self.active]
        self.workers.start(task)
        for step in range(max(counts)):
            b = self.workers.take(step, self.arrival)
            losses, _ = self.state.step(b, self.engine)
            part, first = b["coefficients"][:, 2], b["coefficients"][:, 3]
            rate = part * torch.where(first > 0, torch.ones_like(first), 0.05 * torch.ones_like(first))
            self.smoothed += rate * (losses - self.smoothed)
            if step == 100:
                smoothed = [round(x, 3) for x in self.smoothed.tolist()]
                self.log(f"pass {number}: {100 / (seconds() - self.since):.1f} steps a second, losses {smoothed}")
                if not bool(torch.isfinite(self.smoothed).any()):
                    raise SystemExit("No loss is a number.")
            if step == 0:
                self.since = seconds()
            if step % 20 == 0 and self.left() < 0:
                self.log(f"time is over in pass {number}, at step {step} of {max(counts)}")
                return False
        for training, count in zip(self.active, counts):
            training.steps += count
        return True

    def evaluate(self, number):
        start = seconds()
        right = lambda scores: float((scores[:, 0] > np.nan_to_num(scores[:, 1:], nan=-9).max(1)).mean())
        held_back, asked = self.ask("heldBack"), self.ask("asked")
        losses, improved = self.smoothed.tolist(), []
        for lane, training in enumerate(self.active):
            if training.passed(losses[lane], right(held_back[lane]), right(asked[lane]), seconds() - training.joined):
                improved.append(lane)
        blind = self.ask("blind") if improved else []
        self.log(f"pass {number} took {start - self.since:.1f} s, its questions {seconds() - start:.1f} s")
        for lane in improved:
            training = self.active[lane]
            if training.number < KEPT:
                training.kept = [each.cpu() for each in self.state.kept(lane)]
            training.scores = dict(paper=asked[lane], blind=blind[lane])
        for training in self.active:
            point = training.curve[-1]
            self.log(f"{training.cell['name']} pass {point['pass']}: loss {point['loss']:.4f}, held back {point['heldBack']:.4f}, validation {point['validation']:.4f}{' ended' if training.ended else ''}")
            if training.ended:
                self.keep(training)
        self.write()

    def write(self):
        text = json.dumps(dict(**self.about, seconds=round(seconds(), 1), cells=[t.file() for t in self.trainings if t.curve]))
        with open(f"{self.options.out}/cells.json.new", "w") as file:
            file.write(text)
        os.replace(f"{self.options.out}/cells.json.new", f"{self.options.out}/cells.json")

    def keep(self, training):
        """The best weights of the first cells of the list under plotline's names: 16-bit whole numbers, a step for every row."""
        if training.kept is None:
            return
        flat, table = training.kept
        own = {name: view[0] for name, view in self.state.views(flat[None]).items()}
        hidden, named = self.state.hidden, {"words": table[:-1]}
        for kind, text in enumerate(("document", "question")):
            for direction, way in enumerate(("forwards", "backwards")):
                k = kind * 2 + direction
                part = slice(k * 4 * hidden, (k + 1) * 4 * hidden)
                named.update({f"{text}.{way}.input": own["win"][:, part], f"{text}.{way}.bias": own["bias"][part], f"{text}.{way}.hidden": own["whid"][k]})
        named.update({"read.tokens": own["wtok"], "read.paragraphs": own["wpar"], "answer.weight": own["wans"], "answer.bias": own["bans"]})
        head, parts = [], []
        for name, value in named.items():
            value = value.numpy().astype(np.float32)
            rows = value.reshape(-1, value.shape[-1])
            steps = np.maximum(np.abs(rows).max(1), 1e-9) / 32767
            head.append(dict(name=name, shape=list(value.shape)))
            parts += [steps.astype(np.float32).tobytes(), np.rint(rows / steps[:, None]).astype(np.int16).tobytes()]
        with open(f"{self.options.out}/{training.cell['name']}.weights", "wb") as file:
            file.write(json.dumps(head).encode() + b"\n" + b"".join(parts))

    def go(self):
        try:
            self.choose_engine()
            self.describe()
            for number in range(1, 200):
                self.seat()
                if not self.active or not self.learn(number):
                    break
                self.evaluate(number)
        finally:
            for training in self.active:
                self.keep(training)
            if self.about:
                self.write()
            self.workers.stop()
            self.log("done")


if __name__ == "__main__":
    line = argparse.ArgumentParser(description=__doc__)
    line.add_argument("material")
    line.add_argument("out")
    line.add_argument("--seconds", type=float, default=560, help="when to stop by itself")
    line.add_argument("--lanes", type=int, default=5, help="how many cells at once")
    line.add_argument("--device", default="cuda")
    options = line.parse_args()
    os.makedirs(options.out, exist_ok=True)
    Run(options).go()
