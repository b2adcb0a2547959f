"""train_readers.py DATA WEIGHTS OUT: fine-tunes an encoder to read questions next to passages; scores the real corpus with it.

DATA is what pack-readers.mjs wrote. One encoder, two heads:
  cloze       [CLS] the masked point [SEP] a passage [SEP], and [CLS] the masked point [SEP] the title [SEP] all candidates [SEP];
              every mention of a candidate has a score: of its own vector, of that vector with the gap's, and of the passage; a
              candidate's is the log of the sum of their exponentials; softmax over the candidates
  completion  [CLS] the first tokens [SEP] a continuation [SEP] the passage that speaks most for it [SEP]; softmax over the options
First on sentences of stories, cut like points, or with somebody's name hidden, then on questions and items.
Nothing of the real corpus's summaries is learned from. OUT/reader.*.npz: the weights; OUT/scores.tar: what the reader says of the
real corpus, float32, chapter by chapter: cloze-SET.f32 (for each candidate of the questions of draw 0
its score, its best mention's in the passages, how many mentions these have, the list's), completion-SET.f32 (with and without
passage).
"""
import argparse
import json
import multiprocessing
import os
import random
import re
import tarfile
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

import encoder

CLS, SEP, GAP, COMMA, LENGTH = 101, 102, 103, 1010, 320
begun_at = time.time()
precision, attention = torch.float32, None


def clock():
    return time.time() - begun_at


class Reader(nn.Module):
    """The body computes in bfloat16 on a GPU, the heads in float32."""

    def __init__(self, body):
        super().__init__()
        width = body.words.weight.shape[1]
        self.body, self.token, self.passage, self.text = body, nn.Linear(width, 1), nn.Linear(width, 1), nn.Linear(width, 1)
        self.gap = nn.Linear(width, width)
        for head in (self.token, self.passage, self.text, self.gap):
            nn.init.normal_(head.weight, std=0.02)
            nn.init.zeros_(head.bias)

    def vectors(self, batch):
        """The tokens of all texts, one after the other"""
        ids, ends, longest = batch["ids"].int(), batch["ends"], batch["longest"]
        if attention is not None:
            return packed(self.body, ids, batch["places"].int(), ends, longest)
        lengths = torch.diff(ends)
        mask = torch.arange(longest, device=ids.device) < lengths[:, None]
        padded = torch.zeros(mask.shape, dtype=ids.dtype, device=ids.device)
        padded[mask] = ids
        return self.body(padded, mask)[0][mask]

    def mentions(self, batch):
        """scores of the mentions"""
        x = self.vectors(batch)
        texts = len(batch["first"])
        gaps = x[batch["gap"]].float()
        many = gaps.new_zeros(texts).index_add(0, batch["gap_of"], gaps.new_ones(len(gaps)))
        asked = gaps.new_zeros((texts, x.shape[1])).index_add(0, batch["gap_of"], gaps) / many.clamp_min(1)[:, None]
        asked, about = self.gap(asked), self.passage(x[batch["first"]].float())[:, 0]
        own, text = x[batch["token"]].float(), batch["text_of"]
        return self.token(own)[:, 0] + (own * asked[text]).sum(1) / x.shape[1] ** 0.5 + about[text]

    def candidates(self, batch):
        """for each candidate its score, its best mention's in the passages, how many, the list's"""
        own, slot, count = self.mentions(batch), batch["slot"], batch["slots"]
        best = torch.full((count,), -1e4, device=own.device).scatter_reduce(0, slot, own.detach(), "amax")
        total = own.new_zeros(count).index_add(0, slot, torch.exp(own - best[slot]))
        value = torch.log(total.clamp_min(1e-9)) + best
        if not self.training:
            listed = batch["listed"]
            top = torch.full((count,), -1e4, device=own.device).scatter_reduce(0, slot[~listed], own[~listed], "amax")
            many = own.new_zeros(count).index_add(0, slot[~listed], torch.ones_like(own[~listed]))
            cast = torch.full((count,), -1e4, device=own.device).scatter_reduce(0, slot[listed], own[listed], "amax")
            return torch.stack([value, top, many, cast], 1)
        return value

    def continuations(self, batch):
        return self.text(self.vectors(batch)[batch["first"]].float())[:, 0]


def packed(body, ids, places, ends, longest):
    """What body says, for texts one after the other without padding; ends: where each ends, after a 0"""
    x = body.norm(body.words(ids) + body.positions(places) + body.kinds.weight[0])
    drop = lambda y: F.dropout(y, body.drop, body.training)
    for layer in body.layers:
        heads = [part(x).view(len(x), layer.heads, -1) for part in (layer.query, layer.key, layer.value)]
        y = attention(*heads, ends, ends, longest, longest)
        x = layer.after_attention(x + drop(layer.out(y.flatten(1))))
        x = layer.after_inner(x + drop(layer.down(F.gelu(layer.up(x)))))
    return x


# ---- data


class Chapter:
    def __init__(self, row, tokenizer):
        self.work, self.kind = row["work"], row["kind"]
        self.texts = row["segments"]
        encoded = tokenizer.encode_batch(row["segments"], add_special_tokens=False)
        self.segments = [np.array(e.ids, np.int32) for e in encoded]
        self.ends = [np.array([b for _, b in e.offsets], np.int32) for e in encoded]
        self.spans = row["mentions"]
        self.mentions = [[(first_token(ends, a), who) for a, _, who in own] for ends, own in zip(self.ends, row["mentions"])]
        ids = lambda texts, most=10**9: [np.array(e.ids[:most], np.int32) for e in tokenizer.encode_batch(texts, add_special_tokens=False)]
        self.title = ids([row["work"]])[0][:16]
        self.names = names_of(row)
        self.name_ids = dict(zip(self.names, ids(list(self.names.values()), 8)))
        asked = [x for x in row["questions"] if x["answer"] in x["entities"] or x["draw"] == 0]
        self.questions = [dict(x, ids=own) for x, own in zip(asked, ids([x["text"] for x in asked], 72))]
        options = sorted({o for x in row["items"] for o in x["options"]})
        known = dict(zip(options, ids(options, 64)))
        self.items = [dict(answer=x["answer"], passages=x["passages"], prefix=own, options=[known[o] for o in x["options"]])
                      for x, own in zip(row["items"], ids([x["prefix"] for x in row["items"]]))]

    def passage(self, span, room, without=None):
        """tokens of some segments and the mentions in them; without = (segment, from, to): some of its tokens left out"""
        ids, found, at = [], [], 0
        for k in range(span[0], span[1]):
            own, mentions = self.segments[k], self.mentions[k]
            if without is not None and without[0] == k:
                _, a, b = without
                own = np.concatenate([own[:a], own[b:]])
                mentions = [(t if t < a else t - b + a, who) for t, who in mentions if not a <= t < b]
            found += [(at + t, who) for t, who in mentions if at + t < room]
            ids.append(own)
            at += len(own)
        return (np.concatenate(ids)[:room] if ids else np.zeros(0, np.int32)), found

    def cast(self, candidates):
        """title and candidates as one text, and where each is"""
        ids, found, at = [self.title, [SEP]], [], len(self.title) + 1
        for who in candidates:
            found.append((at, who))
            ids += [self.name_ids[who], [COMMA]]
            at += len(self.name_ids[who]) + 1
        return np.concatenate(ids), found


def names_of(row):
    """what candidates are called: as the questions say, others as the chapter does most often"""
    counts = {}
    for text, spans in zip(row["segments"], row["mentions"]):
        for a, b, who in spans:
            own = counts.setdefault(who, {})
            own[text[a:b]] = own.get(text[a:b], 0) + 1
    names = {who: max(own, key=own.get) for who, own in counts.items()}
    for x in row["questions"]:
        names.update(zip(x["entities"], x["names"]))
    return names


def first_token(ends, character):
    return min(int(np.searchsorted(ends, character, side="right")), max(0, len(ends) - 1))


def parsed(lines):
    return [Chapter(json.loads(line), tokenizer) for line in lines]


def parsed_stories(lines):
    return [Chapter(dict(json.loads(line), questions=[], items=[]), tokenizer) for line in lines]


def load(pool, path, most, read=parsed):
    with open(path, encoding="utf8") as file:
        lines = [line for line in file][:most]
    rows = [c for some in pool.imap(read, [lines[k : k + 12] for k in range(0, len(lines), 12)]) for c in some]
    print(f"{path}: {len(rows)} chapters, {sum(len(c.questions) for c in rows)} questions, {sum(len(c.items) for c in rows)} items, "
          f"{clock():.0f} s", flush=True)
    return rows


def stacked(lists):
    """Texts one after the other, and where each begins"""
    lengths = np.array([len(x) for x in lists], np.int64)
    ends = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
    places = np.concatenate([np.arange(n, dtype=np.int16) for n in lengths])
    ids = np.concatenate(lists).astype(np.int16)
    return dict(ids=ids, places=places, ends=ends, longest=int(lengths.max()), first=ends[:-1].astype(np.int64)), ends[:-1].astype(np.int64)


def cloze_batch(asked, drop, seed):
    """[(chapter, question)] -> arrays for Reader.candidates, and the candidates of each question with the right one's place"""
    rng = random.Random(seed)
    lists, found, gaps, first = [], [], [], [0]

    def put(q, ids, mentions, slot, listed):
        at = len(q["ids"]) + 2
        lists.append(np.concatenate([[CLS], q["ids"], [SEP], ids, [SEP]])[:LENGTH])
        found.extend((len(lists) - 1, at + t, slot[who], listed) for t, who in mentions if who in slot and at + t < LENGTH)
        gaps.extend((len(lists) - 1, 1 + k) for k in np.flatnonzero(q["ids"] == GAP))

    for chapter, q in asked:
        slot = {who: first[-1] + k for k, who in enumerate(q["entities"])}
        for k, span in enumerate(q["passages"]):
            if k > 0 and rng.random() < drop:
                continue
            put(q, *chapter.passage(span, LENGTH - len(q["ids"]) - 3, q.get("without")), slot, False)
        candidates = sorted(q["entities"], key=lambda who: chapter.names[who])
        if drop > 0:
            rng.shuffle(candidates)
        put(q, *chapter.cast(candidates), slot, True)
        first.append(first[-1] + len(q["entities"]))
    texts, starts = stacked(lists)
    found, gaps = np.array(found, np.int64).reshape(-1, 4), np.array(gaps, np.int64).reshape(-1, 2)
    sizes = np.diff(first)
    grid = np.full((len(asked), sizes.max()), first[-1], np.int64)
    for k, size in enumerate(sizes):
        grid[k, :size] = np.arange(first[k], first[k + 1])
    answers = np.array([q["entities"].index(q["answer"]) if q["answer"] in q["entities"] else 0 for _, q in asked], np.int64)
    return dict(texts, gap=starts[gaps[:, 0]] + gaps[:, 1], gap_of=gaps[:, 0], token=starts[found[:, 0]] + found[:, 1],
                text_of=found[:, 0], slot=found[:, 2], listed=found[:, 3].astype(bool), slots=first[-1], grid=grid, answers=answers)


def fewer(item, most, rng):
    """the right option and some of the others"""
    if len(item["options"]) <= most:
        return item
    wrong = [k for k in range(len(item["options"])) if k != item["answer"]]
    kept = [item["answer"], *rng.sample(wrong, most - 1)]
    return dict(item, options=[item["options"][k] for k in kept], passages=[item["passages"][k] for k in kept], answer=0)


def item_lists(chapter, item, with_passage):
    for option, span in zip(item["options"], item["passages"]):
        begun = np.concatenate([[CLS], item["prefix"], [SEP], option, [SEP]])
        if with_passage:
            ids, _ = chapter.passage(span, min(160, LENGTH - len(begun) - 1))
            begun = np.concatenate([begun, ids, [SEP]])
        yield begun[:LENGTH]


def item_batch(items, with_passage, most, seed):
    rng = random.Random(seed)
    items = [(c, fewer(i, most, rng)) for c, i in items]
    texts, _ = stacked([line for chapter, item in items for line in item_lists(chapter, item, with_passage)])
    sizes = [len(i["options"]) for _, i in items]
    grid, at = np.full((len(items), max(sizes)), sum(sizes), np.int64), 0
    for k, size in enumerate(sizes):
        grid[k, :size] = np.arange(at, at + size)
        at += size
    return dict(texts, grid=grid, answers=np.array([i["answer"] for _, i in items], np.int64))


def sentence_items(chapters, tokenizer, most, rng):
    """Sentences of stories cut after five tokens, ten of a chapter together"""
    items = []
    for c in rng.sample(chapters, len(chapters)):
        if c.kind == "play" or len(items) >= most:
            continue
        found = []
        for text in c.texts:
            for s in re.split(r"(?<=[.!?])[”’\"']?\s+", text):
                words = list(re.finditer(r"\w+(?:[’']\w+)?|[^\w\s]", s))
                if 50 < len(s) < 300 and len(words) > 8:
                    cut = words[5].start()
                    found.append((s[: words[4].end()], s[cut:]))
        rng.shuffle(found)
        found = found[:40]
        if len(found) < 10:
            continue
        p = tokenizer.encode_batch([a for a, _ in found], add_special_tokens=False)
        o = tokenizer.encode_batch([b for _, b in found], add_special_tokens=False)
        p, o = [np.array(e.ids, np.int32) for e in p], [np.array(e.ids[:64], np.int32) for e in o]
        for k in range(0, len(found) - 9, 10):
            for n in range(10):
                items.append((c, dict(prefix=p[k + n], options=o[k : k + 10], passages=[[0, 0]] * 10, answer=n)))
    rng.shuffle(items)
    return items[:most]


def hidden_names(task):
    """Sentences of a chapter in which somebody is hidden whom the text around it names, with that text and another passage"""
    c, each, seed = task
    rng = random.Random(seed)
    found = []
    for k in rng.sample(range(len(c.texts)), min(len(c.texts), 4 * each)):
        if len(found) >= each:
            break
        question = name_question(c, k, rng)
        if question is not None:
            found.append(question)
    encoded = tokenizer.encode_batch([q["text"] for q in found], add_special_tokens=False)
    return [dict(q, ids=np.array(e.ids[:72], np.int32)) for q, e in zip(found, encoded)]


def name_question(c, k, rng):
    text, spans = c.texts[k], c.spans[k]
    if not spans:
        return None
    start, _, who = rng.choice(spans)
    ends = [m.end() for m in re.finditer(r"[.!?;][”’\"']?\s+", text)]
    a = max([0, *[e for e in ends if e <= start]])
    b = min([e for e in ends if e > start], default=len(text))
    if b - a < 40 or b - a > 320:
        return None
    hidden, at, parts = sorted((x, y) for x, y, z in spans if z == who and a <= x and y <= b), a, []
    for x, y in hidden:
        parts += [text[at:x], "[MASK]"]
        at = y
    low, high, words = k, k + 1, len(text.split())
    while words < 180 and (low > 0 or high < len(c.texts)):
        if low > 0 and (high == len(c.texts) or rng.random() < 0.65):
            low -= 1
            words += len(c.texts[low].split())
        else:
            words += len(c.texts[high].split())
            high += 1
    first, last = first_token(c.ends[k], a), first_token(c.ends[k], b) if b < len(text) else len(c.ends[k])
    without = (k, first, last)
    near = {z for n in range(low, high) for t, z in c.mentions[n] if not (n == k and first <= t < last)}
    named = {z for x, y, z in spans if a <= x and y <= b} - {who}
    if who not in near or len(near - named) < 2:
        return None
    far = rng.randrange(len(c.texts))
    others = [[far, min(len(c.texts), far + 3)]] if not low - 3 < far < high else []
    elsewhere = sorted(set(c.names) - near - named)
    entities = sorted(near - named)[:20]
    entities = [*(entities if who in entities else [who, *entities]), *rng.sample(elsewhere, min(4, len(elsewhere)))]
    return dict(text="".join(parts) + text[at:b], answer=who, entities=entities, without=without, passages=[[low, high], *others])


# ---- lessons: (kind, some, options), made into arrays by other processes


lessons = []


def made(number):
    kind, some, seed = lessons[number]
    if kind in ("cloze", "names"):
        return kind, cloze_batch(some, 0.25, seed)
    if kind == "ask":
        return kind, cloze_batch(some, 0, seed)
    most = 100 if kind.startswith("ask") else 6
    return kind, item_batch(some, kind.endswith("with passage"), most, seed)


def batches(kind, some, size, rng):
    some = list(some)
    rng.shuffle(some)
    return [(kind, some[k : k + size], rng.random()) for k in range(0, len(some), size)]


def plan(own):
    """adds lessons; their numbers"""
    lessons.extend(own)
    return range(len(lessons) - len(own), len(lessons))


def hidden_in(chapters, pool, each, rng):
    """Names hidden in the stories of some chapters; nothing of their summaries is read"""
    found = pool.imap(hidden_names, [(c, each, rng.random()) for c in chapters])
    names = [(c, q) for c, some in zip(chapters, found) for q in some]
    rng.shuffle(names)
    print(f"{len(names)} hidden names of {len(chapters)} chapters, {clock():.0f} s", flush=True)
    return names


def stories(chapters, names, args, rng):
    sentences = sentence_items(chapters, tokenizer, args.sentences, rng)
    print(f"{len(sentences)} sentences, {len(names)} hidden names, {clock():.0f} s", flush=True)
    own = batches("sentences", sentences, 64, rng) + batches("names", names, 96, rng)
    rng.shuffle(own)
    return plan(own)


def questions(chapters, passes, args, rng, names=()):
    """passes over the questions and items of some chapters, hidden names dealt out among them"""
    asked = [(c, q) for c in chapters for q in c.questions if q["answer"] in q["entities"] and len(q["entities"]) > 1]
    begun = [(c, i) for c in chapters for i in c.items if len(i["options"]) > 1]
    own = []
    for k in range(passes):
        now = batches("cloze", asked, args.batch, rng)
        now += batches("completion with passage", begun[k % 4 :: 4], 32, rng)
        now += batches("completion", begun[(k + 2) % 4 :: 4], 64, rng)
        now += batches("names", names[k::passes], 96, rng)
        rng.shuffle(now)
        own += now
    print(f"{len(asked)} questions, {len(begun)} items, {len(own)} steps, {clock():.0f} s", flush=True)
    return plan(own)


def asking(chapters):
    """lessons that are asked, in the order of the chapters"""
    asked = [(c, q) for c in chapters for q in c.questions if q["draw"] == 0]
    begun = [(c, i) for c in chapters for i in c.items]
    return dict(
        cloze=plan([("ask", asked[k : k + 128], 0) for k in range(0, len(asked), 128)]),
        read=plan([("ask with passage", begun[k : k + 64], 0) for k in range(0, len(begun), 64)]),
        alone=plan([("ask alone", begun[k : k + 64], 0) for k in range(0, len(begun), 64)]),
    )


def arrays(pool, numbers):
    """What the lessons become, a few blocks ahead"""
    blocks = [numbers[k : k + 64] for k in range(0, len(numbers), 64)]
    running = [pool.imap(made, block) for block in blocks[:4]]
    for k in range(len(blocks)):
        yield from running[k]
        if k + 4 < len(blocks):
            running.append(pool.imap(made, blocks[k + 4]))
        running[k] = None


def put(batch):
    def there(array):
        tensor = torch.from_numpy(np.ascontiguousarray(array))
        return tensor.pin_memory().to(device, non_blocking=True) if device == "cuda" else tensor

    return {k: there(v) if isinstance(v, np.ndarray) else v for k, v in batch.items()}


# ---- training and scoring


def loss_of(model, kind, batch):
    scores = model.candidates(batch) if kind in ("cloze", "names") else model.continuations(batch)
    padded = torch.cat([scores, scores.new_full((1,), -1e9)])
    return F.cross_entropy(padded[batch["grid"]], batch["answers"])


def fit(model, pool, numbers, rate, name, seconds, warm=60):
    """Linear decay over the lessons or the time, whichever is over first; the weights that learn are a float32 copy"""
    params = list(model.parameters())
    master = torch.cat([p.detach().float().flatten() for p in params])
    master.grad = torch.zeros_like(master)
    split = lambda flat: [part.view_as(p) for part, p in zip(flat.split([p.numel() for p in params]), params)]
    weights, slopes = split(master), split(master.grad)
    optimizer = torch.optim.AdamW([master], lr=rate, weight_decay=0.01, betas=(0.9, 0.98), fused=device == "cuda")
    model.train()
    seen, t, tokens, spoilt = {}, time.time(), 0, torch.zeros((), device=device)
    for step, (kind, raw) in enumerate(arrays(pool, numbers)):
        done = max(step / len(numbers), (time.time() - t) / max(1, seconds))
        if done >= 1:
            print(f"{name}: stopped for time after {step} of {len(numbers)} steps", flush=True)
            break
        for group in optimizer.param_groups:
            group["lr"] = rate * min(1, (step + 1) / warm) * max(0.02, 1 - done)
        loss = loss_of(model, kind, put(raw))
        loss.backward()
        with torch.no_grad():
            master.grad.zero_()
            given = [(slope, p.grad) for slope, p in zip(slopes, params) if p.grad is not None]
            torch._foreach_copy_([slope for slope, _ in given], [grad for _, grad in given])
            norm = master.grad.norm()
            fine = torch.isfinite(norm)
            spoilt += ~fine
            master.grad.nan_to_num_(0, 0, 0).mul_(torch.where(fine, 1 / norm.clamp_min(1), torch.zeros_like(norm)))
            optimizer.step()
            torch._foreach_copy_(params, weights)
        for p in params:
            p.grad = None
        tokens += len(raw["ids"])
        seen.setdefault(kind, []).append(loss.detach())
        if (step + 1) % 200 == 0 or step == 20:
            means = ", ".join(f"{kind} {torch.stack(own[-200:]).nanmean().item():.4f}" for kind, own in seen.items())
            print(f"{name}: step {step + 1} of {len(numbers)}, {means}, {tokens / (time.time() - t) / 1e6:.2f} M tokens/s, "
                  f"{int(spoilt)} left out, {clock():.0f} s", flush=True)
    print(f"{name}: {len(numbers)} steps planned, {clock():.0f} s", flush=True)
    return dict(zip((n for n, _ in model.named_parameters()), weights))


def scored(model, pool, asked):
    model.eval()
    found = {}
    with torch.no_grad():
        for name, numbers in asked.items():
            score = model.candidates if name == "cloze" else model.continuations
            own = [score(put(raw)) for _, raw in arrays(pool, numbers)]
            found[name] = torch.cat(own).float().cpu().numpy() if own else np.zeros(0, np.float32)
    return dict(cloze=found["cloze"], completion=np.stack([found["read"], found["alone"]], -1))


def say(name, chapters, found):
    line, right, at = [], dict(story=[], hard=[]), 0
    for c in chapters:
        for q in c.questions:
            if q["draw"] != 0:
                continue
            own = dict(zip(q["entities"], found["cloze"][at : at + len(q["entities"]), 0]))
            at += len(q["entities"])
            for kind in right:
                free = [who for who in q[kind] if who in own]
                right[kind].append(bool(free) and max(free, key=lambda who: own[who]) == q["answer"])
    line += [f"cloze {kind} {np.mean(own):.4f}" for kind, own in right.items()]
    hits, at = [[], []], 0
    for c in chapters:
        for i in c.items:
            for k in (0, 1):
                own = found["completion"][at : at + len(i["options"]), k]
                hits[k].append(int(own.argmax()) == i["answer"])
            at += len(i["options"])
    if hits[0]:
        line += [f"completion {np.mean(hits[0]):.4f}, without passage {np.mean(hits[1]):.4f}"]
    print(f"{name}: {', '.join(line)} of {len(right['hard'])} and {len(hits[0])}; {clock():.0f} s", flush=True)


def score_all(name, model, pool, sets, out):
    with tarfile.open(os.path.join(out, f"{name}.tar"), "w") as tar:
        for which, (chapters, asked) in sets.items():
            found = scored(model, pool, asked)
            say(f"{name}, {which}", chapters, found)
            for task, array in found.items():
                path = f"/tmp/{task}-{which}.f32"
                array.astype("<f4").tofile(path)
                tar.add(path, os.path.basename(path))


def save(model, learned, path):
    state = {**model.state_dict(), **learned}
    heads = {f"heads.{k}": v for k, v in state.items() if not k.startswith("body.")}
    body = {k[len("body."):]: v for k, v in state.items() if k.startswith("body.")}
    encoder.save({**body, **heads}, path, 14 << 20)


def reader_from(path, layers):
    body = encoder.load(path, layers)
    body.drop = 0.1
    model = Reader(body)
    heads = encoder.raw(path, "heads.")
    if heads:
        model.load_state_dict(heads, strict=False)
    return model


def choose_attention(model, pool, number):
    """Attention without padding, if that works here"""
    global attention
    if device != "cuda":
        return
    kind, raw = pool.apply(made, (number,))
    batch = put(raw)

    def speed(times=8):
        for k in range(times + 3):
            if k == 3:
                torch.cuda.synchronize()
                t = time.time()
            loss_of(model, kind, batch).backward()
            model.zero_grad(set_to_none=True)
        torch.cuda.synchronize()
        return (time.time() - t) / times

    def opinion():
        model.eval()
        with torch.no_grad():
            found = model.candidates(batch)[:, 0]
        model.train()
        return found

    plain, before = opinion(), speed()
    print(f"forth and back, {len(raw['ids'])} tokens: padded {1000 * before:.1f} ms, {clock():.0f} s", flush=True)
    try:
        from torch.nn.attention.varlen import varlen_attn

        attention = varlen_attn
        far, after = (opinion() - plain).abs().max().item(), speed()
        print(f"not padded {1000 * after:.1f} ms, farthest {far:.4f}, {clock():.0f} s", flush=True)
        if after > before or not far < 0.5:
            attention = None
    except Exception as error:
        attention = None
        print(f"padded, then: {type(error).__name__} {str(error)[:300]}", flush=True)


def main(args):
    global device, precision
    rng = random.Random(args.seed)
    os.makedirs(args.out, exist_ok=True)
    sets = {}
    with multiprocessing.get_context("fork").Pool(args.processes) as pool:
        for name in ("open", "validation", "train"):
            sets[name] = load(pool, os.path.join(args.data, f"{name}.jsonl"), args.most)
        opened = sets.pop("open")
        told = opened
        if args.all_stories:
            others = load(pool, os.path.join(args.data, "train.jsonl"), args.most, parsed_stories)
            told = opened + [c for c in others if c.kind != "play"]
        names = hidden_in(told, pool, args.each, rng)[: args.names + args.soup * args.mixed] if args.stories + args.mixed > 0 else []
    begin = stories(opened, names[: args.names], args, rng) if args.stories > 0 else None
    among = names[args.names :]
    runs = [questions(opened, args.passes, args, rng, among[k :: args.soup]) for k in range(args.soup)] if args.open > 0 else []
    asked = {which: (chapters, asking(chapters)) for which, chapters in sets.items()}
    with multiprocessing.get_context("fork").Pool(args.processes) as pool:
        device = "cuda" if torch.cuda.is_available() else "cpu"
        precision = torch.bfloat16 if device == "cuda" else torch.float32
        torch.manual_seed(args.seed)
        if hasattr(torch.backends.cuda, "enable_cudnn_sdp"):
            torch.backends.cuda.enable_cudnn_sdp(False)
        print(f"torch {torch.__version__} on {device}, {clock():.0f} s", flush=True)
        model = reader_from(args.weights, args.layers).to(device)
        model.body.to(precision)
        if not args.score:
            choose_attention(model, pool, next(n for n, (kind, _, _) in enumerate(lessons) if kind == "cloze"))
        learned = {}
        if begin is not None:
            learned = fit(model, pool, begin, args.rate, "stories", min(args.stories, args.seconds - clock() - args.scoring))
        if runs:
            start = {k: v.clone() for k, v in model.state_dict().items()}
            made_by = []
            for k, numbers in enumerate(runs):
                left = (args.seconds - clock() - args.scoring) / (len(runs) - k)
                model.load_state_dict(start)
                made_by.append(fit(model, pool, numbers, args.rate, f"open-{k}", min(args.open, left)))
                if len(runs) > 1:
                    score_all(f"open-{k}", model, pool, dict(validation=asked["validation"]), args.out)
            learned = {name: sum(own[name] for own in made_by) / len(made_by) for name in made_by[0]}
            model.load_state_dict({**start, **learned})
        if args.score:
            score_all("scores", model, pool, asked, args.out)
        if learned:
            save(model, learned, os.path.join(args.out, "reader"))
            score_all("scores", model, pool, asked, args.out)


if __name__ == "__main__":
    a = argparse.ArgumentParser()
    a.add_argument("data")
    a.add_argument("weights")
    a.add_argument("out")
    a.add_argument("--score", action="store_true", help="only scores, with the weights as they are (--stories 0 --open 0)")
    a.add_argument("--stories", type=float, default=100, help="seconds")
    a.add_argument("--open", type=float, default=300, help="seconds")
    a.add_argument("--scoring", type=float, default=60, help="seconds that scores take")
    a.add_argument("--passes", type=int, default=2)
    a.add_argument("--soup", type=int, default=1, help="readers of the open corpus, from one start in different orders, whose weights are averaged")
    a.add_argument("--mixed", type=int, default=0, help="hidden names among the questions of each of them, so that more passes do not learn these by heart")
    a.add_argument("--all-stories", action="store_true", help="names are hidden in the stories of the real corpus's training works too (public domain; their summaries are not read, nor plays, some of which may not be shared)")
    a.add_argument("--batch", type=int, default=48, help="questions of a step")
    a.add_argument("--sentences", type=int, default=20000)
    a.add_argument("--names", type=int, default=100000)
    a.add_argument("--each", type=int, default=60, help="hidden names of a chapter, at most")
    a.add_argument("--rate", type=float, default=1.2e-4)
    a.add_argument("--seconds", type=float, default=540, help="for everything")
    a.add_argument("--most", type=int, default=10**9, help="chapters of each file, for a trial")
    a.add_argument("--layers", type=int, help="only the first of the encoder, for a trial")
    a.add_argument("--processes", type=int, default=14)
    a.add_argument("--seed", type=int, default=1)
    args = a.parse_args()
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    torch.set_num_threads(2)
    tokenizer = encoder.tokenizer(args.weights)
    assert tokenizer.encode("a [MASK] b", add_special_tokens=False).ids[1] == GAP
    device = "cpu"
    main(args)
