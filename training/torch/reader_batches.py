"""The material of `npm run train -- reader-material`, and batches of it: those of packages/questions/src/readers/batches, for
several trainings ("lanes") at once. Rows of texts are sorted by length and go in blocks of 16, each as long as its longest."""
import gzip
import json

import numpy as np

ROWS = 16
OPTIONS = 10
AT_ONCE = 48


class Material:
    def __init__(self, folder):
        read = lambda name: gzip.open(f"{folder}/{name}.gz").read()
        self.about = json.loads(read("material.json"))
        self.cells = self.about["cells"]
        self.contexts = json.loads(read("contexts.json"))
        self.vocabulary, self.first, self.markers = (self.about[k] for k in ("vocabulary", "firstMarker", "markers"))
        texts, at = np.frombuffer(read("texts.i16"), np.int16), 0

        def take(length):
            nonlocal at
            at += length
            return texts[at - length : at]

        self.chapters = {}
        for w, work in enumerate(self.about["works"]):
            for c, chapter in enumerate(work["chapters"]):
                story = [take(length) for length in chapter["story"]]
                cloze = [(p, entity, mask, take(length), take(count)[:OPTIONS]) for p, entity, mask, length, count in chapter["cloze"]]
                self.chapters[w, c] = story, cloze
        assert at == len(texts)
        for cell in self.cells:
            cell["costs"] = [self.cost(cell, place) for place in cell["learning"]]

    def unit(self, cell, place, protocol="paper", entities=False):
        """A chapter, its questions, and the paragraphs that each sees."""
        story, cloze = self.chapters[tuple(place)]
        own = self.contexts[cell["name"]][protocol][f"{place[0]},{place[1]}"]
        seen = {}
        for paragraph in {question[0] for question in cloze}:
            runs = own[paragraph] if paragraph < len(own) else []
            seen[paragraph] = [p for a, n in zip(runs[::2], runs[1::2]) for p in range(a, a + n) if len(story[p])]
        asked = [question for question in cloze if question[1] or not entities]
        return story, asked, seen

    def cost(self, cell, place, protocol="paper"):
        """How many story tokens a chapter may have to read."""
        story, _ = self.chapters[tuple(place)]
        runs = {run for own in self.contexts[cell["name"]][protocol][f"{place[0]},{place[1]}"] for run in zip(own[::2], own[1::2])}
        return sum(len(story[p]) for p in set().union(*(range(a, a + n) for a, n in runs)))

    def jobs(self, cell, which):
        """What a lane is asked: (cost, place of the first question, chapter, from, to), at most 48 questions of a chapter at once, as
        score.ts asks them; and how many questions there are in all."""
        protocol, found, count = "blind" if which == "blind" else "paper", [], 0
        for place in cell[which]:
            own = sum(1 for question in self.chapters[tuple(place)][1] if question[1])
            cost = self.cost(cell, place, protocol) if own else 0
            for k in range(0, own, AT_ONCE):
                found.append((cost, count + k, place, k, min(own, k + AT_ONCE)))
            count += own
        return found, count

    def job(self, cell, which, job):
        _, _, place, start, end = job
        story, asked, seen = self.unit(cell, place, "blind" if which == "blind" else "paper", True)
        return story, asked[start:end], seen


def plan(cell, lane_pass):
    """The batches of a pass. Drawn at random; their order is given as ranks by cost, which `in_step` shares between lanes."""
    rng = np.random.default_rng([cell["seed"], lane_pass, *cell["name"].encode()])
    order = rng.permutation(len(cell["learning"]))
    pairs = [order[k : k + 2] for k in range(0, len(order), 2)]
    return sorted(pairs, key=lambda pair: sum(cell["costs"][k] for k in pair))


def in_step(counts, seed):
    """For each step of a pass, for each lane, which of its batches (None: sits out). All take short ones at the same time, yet
    each sees its batches, which were drawn at random, in an order that is drawn at random too."""
    steps, rng = max(counts), np.random.default_rng(seed)
    ranks = []
    for count in counts:
        own = np.full(steps, -1)
        own[np.sort(rng.choice(steps, count, replace=False))] = np.arange(count)
        ranks.append(own)
    return np.array(ranks).T[rng.permutation(steps)]


def mark(material, story, asked, used, rng):
    """Arbitrary markers for entities, as markers.ts draws them: a table from a number, counted from the lowest, to a marker."""
    read = np.concatenate([story[p] for p in used]) if used else np.zeros(0, np.int16)
    counts = np.bincount(-read[read < 0].astype(np.int64))
    named = np.concatenate([text for question in asked for text in question[3:5]])
    more = np.bincount(-named[named < 0].astype(np.int64))
    total = np.zeros(max(len(counts), len(more)), np.int64)
    total[: len(counts)] += counts
    total[: len(more)] += 1_000_000 * more
    found = np.flatnonzero(total)
    found = found[np.lexsort((found, -total[found]))]
    drawn = rng.permutation(min(len(found), material.markers))
    table = np.zeros(len(total) + 1, np.int32)
    table[found] = material.first + material.markers - 1
    table[found[: len(drawn)]] = material.first + drawn
    return lambda text: np.where(text < 0, table[np.clip(-text.astype(np.int32), 0, len(table) - 1)], text)


def blocks(lengths):
    """Where texts begin in blocks of 16 rows, longest first: starts, (base, steps, lengths of the rows) of each block, size."""
    order = np.argsort(-np.asarray(lengths), kind="stable")
    starts, made, base = np.zeros(len(lengths), np.int64), [], 0
    for k in range(0, len(order), ROWS):
        own = order[k : k + ROWS]
        rows = np.zeros(ROWS, np.int32)
        rows[: len(own)] = [lengths[place] for place in own]
        starts[own] = base + np.arange(len(own))
        made.append((base, int(rows[0]), rows))
        base += ROWS * int(rows[0])
    return starts, made, base


def places(starts, lengths):
    if len(lengths) == 0:
        return np.zeros(0, np.int64)
    within = np.arange(int(np.sum(lengths))) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    return np.repeat(starts, lengths) + ROWS * within


def lane_batch(material, units, rng):
    """One training's part of a batch."""
    chapters, texts, questions = [], [], []
    for story, asked, seen in units:
        used = sorted(set().union(*(seen[q[0]] for q in asked)))
        marked = mark(material, story, asked, used, rng)
        number = {p: k + 1 for k, p in enumerate(used)}
        sight = np.zeros((len(asked), len(used) + 1), np.uint8)
        for row, question in enumerate(asked):
            sight[row, [number[p] for p in seen[question[0]]]] = 1
        words = marked(np.concatenate([story[p] for p in used])) if used else np.zeros(0, np.int32)
        chapters.append((words, np.array([len(story[p]) for p in used], np.int64), sight))
        asks = marked(np.concatenate([q[3] for q in asked]))
        options = [marked(q[4]) for q in asked]
        questions.append((asks, np.array([len(q[3]) for q in asked], np.int64), np.array([q[2] for q in asked], np.int64), options))
    return chapters, questions


def batch(material, lanes, rng, coefficients=None, slots=2):
    """A batch of all lanes, each a list of units (at most `slots`; none: it sits out), padded to one size: arrays by name."""
    made = [lane_batch(material, units, rng) for units in lanes]
    count = len(made)
    laid = [(blocks(np.concatenate([c[1] for c in chapters] or [[]]).astype(int)), blocks(np.concatenate([q[1] for q in questions] or [[]]).astype(int))) for chapters, questions in made]
    up = lambda size, of: int(-(-max(1, size) // of) * of)
    document = up(max(own[0][2] for own in laid), 256)
    tokens = document + up(max(own[1][2] for own in laid), 256)
    longest = up(1 + max((len(c[0]) for chapters, _ in made for c in chapters), default=0), 64)
    asked = up(max((len(q[1]) for _, questions in made for q in questions), default=1), 4)
    segments = max((c[2].shape[1] for chapters, _ in made for c in chapters), default=1)
    a = dict(
        at=np.zeros((count, tokens), np.int32), back=np.full((count, tokens), count * slots * longest - 1, np.int32),
        places=np.zeros((count * slots, longest), np.int32), of=np.zeros((count * slots, longest), np.int32),
        qpos=np.zeros((count * slots, asked), np.int32), seen=np.zeros((count * slots, asked, segments), np.uint8),
        candidates=np.zeros((count * slots, asked, OPTIONS), np.int32), offered=np.zeros((count * slots, asked), np.int32),
        asked=np.zeros(count, np.int32))
    programs, rows, uniques = [], [], []
    for lane, (chapters, questions) in enumerate(made):
        flags = np.zeros(material.vocabulary, bool)
        flags[0] = True
        for words in [c[0] for c in chapters] + [text for q in questions for text in (q[0], *q[3])]:
            flags[words] = True
        flags[material.first] = True
        unique = np.flatnonzero(flags)
        uniques.append(unique if chapters or questions else unique[:0])
        table = np.cumsum(flags) - 1
        for kind, (base, (starts, found, _)) in enumerate(zip((0, document), laid[lane])):
            for start, steps, lengths in found:
                programs.append((lane * 2 + kind, lane * tokens + base + start, steps, len(rows)))
                rows.append(lengths)
            at, k = lane * tokens + base, 0
            for slot, own in enumerate(chapters if kind == 0 else questions):
                where = places(starts[k : k + len(own[1])], own[1])
                a["at"][lane, base + where] = table[own[0]]
                chapter = lane * slots + slot
                if kind == 0:
                    a["places"][chapter, : len(where)] = at + where
                    a["back"][lane, where] = chapter * longest + np.arange(len(where))
                    a["of"][chapter, : len(where)] = np.repeat(np.arange(len(own[1])) + 1, own[1])
                    a["seen"][chapter, : len(own[2]), : own[2].shape[1]] = own[2]
                else:
                    a["qpos"][chapter, : len(own[1])] = at + starts[k : k + len(own[1])] + ROWS * own[2]
                    a["offered"][chapter, : len(own[1])] = [len(options) for options in own[3]]
                    a["candidates"][chapter] = table[material.first]
                    for q, options in enumerate(own[3]):
                        a["candidates"][chapter, q, : len(options)] = table[options]
                    a["asked"][lane] += len(own[1])
                k += len(own[1])
    width = up(max(len(unique) for unique in uniques), 64)
    a["words"] = np.full((count, width), material.vocabulary, np.int32)
    for lane, unique in enumerate(uniques):
        a["words"][lane, : len(unique)] = unique
    a["candidates"] += (np.arange(count * slots, dtype=np.int32) // slots * width)[:, None, None]
    order = sorted(range(len(programs)), key=lambda k: -programs[k][2])
    a["programs"] = np.array([programs[k] for k in order], np.int32).reshape(-1, 4)
    a["rows"] = np.array(rows, np.int32).reshape(-1, ROWS)
    a["coefficients"] = np.zeros((count, 4), np.float32) if coefficients is None else coefficients.astype(np.float32)
    a["document"] = np.array([document], np.int32)
    return a


def pack(arrays, into):
    """Arrays in one buffer of bytes; what `unpack` needs to find them again."""
    head, at = [], 0
    for name, array in arrays.items():
        raw = np.ascontiguousarray(array).view(np.uint8).reshape(-1)
        into[at : at + len(raw)] = raw
        head.append((name, array.dtype.str, array.shape, at, len(raw)))
        at += -(-len(raw) // 16) * 16
    return head, at
