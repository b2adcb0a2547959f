"""train_readers.py DATA WEIGHTS OUT: fine-tunes an encoder to read questions next to passages; scores the real corpus with it.

DATA is what pack-readers.mjs wrote. One encoder, two heads:
  cloze       [CLS] the masked point [SEP] a passage [SEP]; every mention of a candidate has a score: of its own vector, of that
              vector with the gap's, and of the passage; a candidate's is the log of the sum of their exponentials over all
              passages; softmax over the candidates
  completion  [CLS] the first tokens [SEP] a continuation [SEP] the passage that speaks most for it [SEP]; softmax over the options
First on sentences of the open corpus's stories, cut like points, or with somebody's name hidden, then on its questions and items.
Nothing of the real corpus is learned from. OUT/reader.*.npz: the weights; OUT/scores.tar: what the reader says of the real corpus,
float32, chapter by chapter: cloze-SET.f32 and paper-SET.f32 (for each candidate its score, its best mention's, how many
mentions), completion-SET.f32 (with and without passage). With --real also what a reader says that then learned from the real
corpus's training works: a number, never weights.
"""
import argparse
import json
import math
import os
import random
import re
import tarfile
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from tokenizers import Tokenizer

import encoder

device = "cuda" if torch.cuda.is_available() else "cpu"
CLS, SEP, GAP, LENGTH = 101, 102, 103, 320
start = time.time()


class Reader(nn.Module):
    def __init__(self, body):
        super().__init__()
        width = body.words.weight.shape[1]
        self.body, self.token, self.passage, self.text = body, nn.Linear(width, 1), nn.Linear(width, 1), nn.Linear(width, 1)
        self.gap = nn.Linear(width, width)
        self.absent = nn.Parameter(torch.zeros(1))
        for head in (self.token, self.passage, self.text, self.gap):
            nn.init.normal_(head.weight, std=0.02)
            nn.init.zeros_(head.bias)

    def forward(self, ids, mask):
        """scores of the tokens as mentions, and of the whole text as a continuation"""
        x, _ = self.body(ids, mask)
        gaps = (ids == GAP).to(x.dtype)[..., None]
        asked = (x * gaps).sum(1) / gaps.sum(1).clamp_min(1)
        together = (x * self.gap(asked)[:, None]).sum(2) / x.shape[2] ** 0.5
        return self.token(x)[..., 0] + together + self.passage(x[:, :1])[..., 0], self.text(x[:, 0])[:, 0]


# ---- data


class Chapter:
    def __init__(self, row, tokenizer):
        self.work, self.kind = row["work"], row["kind"]
        self.texts = row["segments"]
        encoded = tokenizer.encode_batch(row["segments"], add_special_tokens=False)
        self.segments = [np.array(e.ids, np.int32) for e in encoded]
        self.offsets = [e.offsets for e in encoded]
        self.spans = row["mentions"]
        self.mentions = [[(first_token(e.offsets, a), who) for a, _, who in own] for e, own in zip(encoded, row["mentions"])]
        q = tokenizer.encode_batch([x["text"] for x in row["questions"]], add_special_tokens=False)
        self.questions = [dict(x, ids=np.array(e.ids[:72], np.int32)) for x, e in zip(row["questions"], q)]
        p = tokenizer.encode_batch([x["prefix"] for x in row["items"]], add_special_tokens=False)
        texts = sorted({o for x in row["items"] for o in x["options"]})
        known = dict(zip(texts, tokenizer.encode_batch(texts, add_special_tokens=False)))
        self.items = [dict(answer=x["answer"], passages=x["passages"], prefix=np.array(e.ids, np.int32),
                           options=[np.array(known[o].ids[:64], np.int32) for o in x["options"]]) for x, e in zip(row["items"], p)]

    def passage(self, span, room, without=None):
        """tokens of some segments and the mentions in them; without = (segment, from, to): some of its tokens left out"""
        ids, found = [], []
        for k in range(span[0], span[1]):
            at = sum(map(len, ids))
            own, mentions = self.segments[k], self.mentions[k]
            if without is not None and without[0] == k:
                _, a, b = without
                own = np.concatenate([own[:a], own[b:]])
                mentions = [(t if t < a else t - b + a, who) for t, who in mentions if not a <= t < b]
            found += [(at + t, who) for t, who in mentions if at + t < room]
            ids.append(own)
        return (np.concatenate(ids)[:room] if ids else np.zeros(0, np.int32)), found


def first_token(offsets, character):
    for k, (a, b) in enumerate(offsets):
        if b > character:
            return k
    return max(0, len(offsets) - 1)


def load(path, tokenizer, most=10**9):
    rows = []
    with open(path, encoding="utf8") as file:
        for line in file:
            rows.append(Chapter(json.loads(line), tokenizer))
            if len(rows) >= most:
                break
    print(f"{path}: {len(rows)} chapters, {sum(len(c.questions) for c in rows)} questions, {sum(len(c.items) for c in rows)} items, "
          f"{time.time() - start:.0f} s", flush=True)
    return rows


def stacked(lists):
    width = min(LENGTH, -(-max(map(len, lists)) // 64) * 64)
    ids, mask = np.zeros((len(lists), width), np.int64), np.zeros((len(lists), width), bool)
    for k, each in enumerate(lists):
        each = each[:width]
        ids[k, : len(each)], mask[k, : len(each)] = each, True
    return torch.from_numpy(ids).to(device, non_blocking=True), torch.from_numpy(mask).to(device, non_blocking=True)


def cloze_batch(asked, passages, drop=0.0, rng=None):
    """[(chapter, question)] -> sequences, mentions (sequence, token, slot), where each question's slots begin"""
    lists, found_at, first = [], [], [0]
    for chapter, q in asked:
        slot = {who: first[-1] + k for k, who in enumerate(q["entities"])}
        for k, span in enumerate(q[passages]):
            if k > 0 and drop > 0 and rng.random() < drop:
                continue
            room = LENGTH - len(q["ids"]) - 3
            ids, found = chapter.passage(span, room, q.get("without"))
            found_at += [(len(lists), len(q["ids"]) + 2 + t, slot[who]) for t, who in found if who in slot]
            lists.append(np.concatenate([[CLS], q["ids"], [SEP], ids, [SEP]]))
        first.append(first[-1] + len(q["entities"]))
    return lists, np.array(found_at, np.int64).reshape(-1, 3), first


def forward(model, lists):
    """token scores and text scores"""
    ids, mask = stacked(lists)
    with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
        tokens, texts = model(ids, mask)
    return tokens.float(), texts.float()


def cloze_scores(model, asked, passages="passages", drop=0.0, rng=None):
    """for each candidate the log of the sum, the best, how many; and where each question's slots begin"""
    lists, found, first = cloze_batch(asked, passages, drop, rng)
    scores, _ = forward(model, lists)
    count = first[-1]
    row, token, at = torch.from_numpy(found.T.copy()).to(device)
    own = scores[row, token]
    best = torch.full((count,), -1e4, device=device).scatter_reduce(0, at, own.detach(), "amax")
    total = torch.zeros(count, device=device).index_add(0, at, torch.exp(own - best[at]))
    many = torch.zeros(count, device=device).index_add(0, at, torch.ones_like(own))
    there = many > 0
    value = torch.where(there, torch.log(total.clamp_min(1e-9)) + best, model.absent.expand(count))
    return value, torch.where(there, best, model.absent.detach().expand(count)), many, first


def cloze_loss(model, asked, rng):
    value, _, _, first = cloze_scores(model, asked, "passages", 0.25, rng)
    sizes = np.diff(first)
    grid = np.full((len(asked), sizes.max()), first[-1], np.int64)
    for k, size in enumerate(sizes):
        grid[k, :size] = np.arange(first[k], first[k + 1])
    padded = torch.cat([value, value.new_full((1,), -1e9)])
    answers = torch.tensor([q["entities"].index(q["answer"]) for _, q in asked], device=device)
    return F.cross_entropy(padded[torch.from_numpy(grid).to(device)], answers)


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
        yield begun


def item_scores(model, items, with_passage):
    lists = [line for chapter, item in items for line in item_lists(chapter, item, with_passage)]
    return forward(model, lists)[1]


def item_loss(model, items, with_passage):
    scores = item_scores(model, items, with_passage)
    losses, at = [], 0
    for _, item in items:
        size = len(item["options"])
        losses.append(F.cross_entropy(scores[at : at + size][None], torch.tensor([item["answer"]], device=device)))
        at += size
    return torch.stack(losses).mean()


def sentence_items(chapters, tokenizer, most, rng):
    """Sentences of stories cut after five tokens, ten of a chapter together"""
    items = []
    for c in chapters:
        if c.kind == "play":
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


def name_questions(chapters, tokenizer, most, rng, each=24):
    """Sentences of stories in which somebody is hidden whom the text around it names, with that text and another passage"""
    asked = []
    for c in chapters:
        found = []
        for k in rng.sample(range(len(c.texts)), min(len(c.texts), 4 * each)):
            if len(found) >= each:
                break
            question = name_question(c, k, rng)
            if question is not None:
                found.append(question)
        asked += [(c, q) for q in found]
    rng.shuffle(asked)
    asked = asked[:most]
    encoded = tokenizer.encode_batch([q["text"] for _, q in asked], add_special_tokens=False)
    return [(c, dict(q, ids=np.array(e.ids[:72], np.int32))) for (c, q), e in zip(asked, encoded)]


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
    offsets = c.offsets[k]
    first, last = first_token(offsets, a), first_token(offsets, b) if b < len(text) else len(offsets)
    without = (k, first, last)
    near = {z for n in range(low, high) for t, z in c.mentions[n] if not (n == k and first <= t < last)}
    named = {z for x, y, z in spans if a <= x and y <= b} - {who}
    if who not in near or len(near - named) < 2:
        return None
    far = rng.randrange(len(c.texts))
    others = [[far, min(len(c.texts), far + 3)]] if not low - 3 < far < high else []
    return dict(text="".join(parts) + text[at:b], answer=who, entities=sorted(near - named), without=without, passages=[[low, high], *others])


# ---- training and scoring


def fit(model, jobs, rate, name, deadline):
    """jobs: lists of functions that give losses, in the order in which they are done; linear decay"""
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=0.01)
    model.train()
    seen, t, skipped, in_a_row, safe_step = {}, time.time(), 0, 0, 0
    safe = {k: v.clone() for k, v in model.state_dict().items()}
    for step, (kind, job) in enumerate(jobs):
        done = max(step / len(jobs), (time.time() - t) / max(1, deadline - t))
        if done >= 1:
            print(f"{name}: stopped for time after {step} of {len(jobs)} steps", flush=True)
            break
        for group in optimizer.param_groups:
            group["lr"] = rate * min(1, (step + 1) / 60) * max(0.02, 1 - done)
        loss = job()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        norm = nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        if not math.isfinite(norm.item()):
            skipped, in_a_row = skipped + 1, in_a_row + 1
            spoilt(name, kind, step, skipped, loss, model)
            if in_a_row % 8 == 0:
                model.load_state_dict(safe)
                optimizer = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=0.01)
                print(f"{name}: back to the weights of step {safe_step}", flush=True)
            continue
        if in_a_row == 0 and step % 100 == 0:
            safe, safe_step = {k: v.clone() for k, v in model.state_dict().items()}, step
        in_a_row = 0
        optimizer.step()
        seen.setdefault(kind, []).append(loss.detach())
        if (step + 1) % 200 == 0:
            means = ", ".join(f"{kind} {torch.stack(own[-200:]).mean():.4f}" for kind, own in seen.items())
            print(f"{name}: step {step + 1} of {len(jobs)}, {means}, {time.time() - start:.0f} s", flush=True)


def spoilt(name, kind, step, skipped, loss, model):
    """A step whose gradient is not finite is left out; after three attention is computed step by step, without fused kernels"""
    if skipped <= 12:
        bad = [n for n, p in model.named_parameters() if p.grad is not None and not torch.isfinite(p.grad).all()]
        print(f"{name}: step {step}, {kind}, loss {loss.item():.4f}, no finite gradient in {len(bad)} tensors: {bad[:4]} ... {bad[-2:]}", flush=True)
    if skipped == 3 and device == "cuda":
        torch.backends.cuda.enable_mem_efficient_sdp(False)
        torch.backends.cuda.enable_flash_sdp(False)
        print("attention without fused kernels from here on", flush=True)


def batches(some, size, rng):
    some = list(some)
    rng.shuffle(some)
    return [some[k : k + size] for k in range(0, len(some), size)]


def lessons(model, chapters, passes, rng, questions=32, items=24):
    asked = [(c, q) for c in chapters for q in c.questions if q["answer"] in q["entities"] and len(q["entities"]) > 1]
    begun = [(c, i) for c in chapters for i in c.items if len(i["options"]) > 1]
    jobs = []
    for k in range(passes):
        own = [("cloze", lambda b=b: cloze_loss(model, b, rng)) for b in batches(asked, questions, rng)]
        own += [("completion", lambda b=b: item_loss(model, few(b), True)) for b in batches(begun[k % 2 :: 2], items, rng)]
        own += [("without passage", lambda b=b: item_loss(model, few(b), False)) for b in batches(begun[(k + 1) % 2 :: 2], 2 * items, rng)]
        rng.shuffle(own)
        jobs += own
    few = lambda some: [(c, fewer(i, 6, rng)) for c, i in some]
    return jobs


def scored(model, chapters):
    """what the reader says: by name, float32"""
    model.eval()
    asked = [(c, q) for c in chapters for q in c.questions]
    begun = [(c, i) for c in chapters for i in c.items]
    found = dict(cloze=[], paper=[], completion=[])
    with torch.no_grad():
        for k in range(0, len(asked), 96):
            for name, passages in (("cloze", "passages"), ("paper", "paper")):
                value, best, many, _ = cloze_scores(model, asked[k : k + 96], passages)
                found[name].append(torch.stack([value, best, many], 1).cpu().numpy())
        for k in range(0, len(begun), 64):
            both = [item_scores(model, begun[k : k + 64], there) for there in (True, False)]
            found["completion"].append(torch.stack(both, 1).cpu().numpy())
    return {name: np.concatenate(own).astype(np.float32) for name, own in found.items()}


def say(name, chapters, found):
    line = []
    for protocol in ("cloze", "paper"):
        right, at = dict(story=[], hard=[]), 0
        for c in chapters:
            for q in c.questions:
                own = dict(zip(q["entities"], found[protocol][at : at + len(q["entities"]), 0]))
                at += len(q["entities"])
                for kind in right:
                    free = [who for who in q[kind] if who in own]
                    right[kind].append(bool(free) and max(free, key=lambda who: own[who]) == q["answer"])
        line += [f"{protocol} {kind} {np.mean(own):.4f}" for kind, own in right.items()]
    hits, at = [[], []], 0
    for c in chapters:
        for i in c.items:
            for k in (0, 1):
                own = found["completion"][at : at + len(i["options"]), k]
                hits[k].append(int(own.argmax()) == i["answer"])
            at += len(i["options"])
    line += [f"completion {np.mean(hits[0]):.4f}, without passage {np.mean(hits[1]):.4f}"]
    print(f"{name}: {', '.join(line)} of {len(right['hard'])} and {len(hits[0])}; {time.time() - start:.0f} s", flush=True)


def main():
    a = argparse.ArgumentParser()
    a.add_argument("data")
    a.add_argument("weights")
    a.add_argument("out")
    a.add_argument("--passes", type=int, default=3)
    a.add_argument("--sentences", type=int, default=30000)
    a.add_argument("--names", type=int, default=30000)
    a.add_argument("--rate", type=float, default=1e-4)
    a.add_argument("--seconds", type=float, default=520, help="for everything")
    a.add_argument("--real", action="store_true")
    a.add_argument("--most", type=int, default=10**9, help="chapters of each file, for a trial")
    a.add_argument("--layers", type=int, help="only the first of the encoder, for a trial")
    a.add_argument("--seed", type=int, default=1)
    args = a.parse_args()
    torch.manual_seed(args.seed)
    if hasattr(torch.backends.cuda, "enable_cudnn_sdp"):
        torch.backends.cuda.enable_cudnn_sdp(False)
    rng = random.Random(args.seed)
    os.makedirs(args.out, exist_ok=True)
    tokenizer = Tokenizer.from_file(os.path.join(os.path.dirname(args.weights), "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    assert tokenizer.encode("a [MASK] b", add_special_tokens=False).ids[1] == GAP
    opened, trained, validation = (load(os.path.join(args.data, f"{name}.jsonl"), tokenizer, args.most) for name in ("open", "train", "validation"))
    body = encoder.load(args.weights, args.layers)
    body.drop = 0.1
    model = Reader(body).to(device)
    ends = (0.25, 0.68) if args.real else (0.25, 0.85)
    fit(model, stories(model, opened, tokenizer, args, rng), args.rate, "stories", start + ends[0] * args.seconds)
    fit(model, lessons(model, opened, args.passes, rng), args.rate, "open", start + ends[1] * args.seconds)
    heads = {f"heads.{k}": v for k, v in model.state_dict().items() if not k.startswith("body.")}
    encoder.save({**model.body.state_dict(), **{k: v.float() for k, v in heads.items()}}, os.path.join(args.out, "reader"), 14 << 20)
    score_all("scores", "open reader", model, trained, validation, args)
    if args.real:
        fit(model, lessons(model, trained, 2, rng), args.rate / 2, "real", start + 0.93 * args.seconds)
        say("real reader, validation", validation, scored(model, validation))


def stories(model, chapters, tokenizer, args, rng):
    sentences = sentence_items(chapters, tokenizer, args.sentences, rng)
    names = name_questions(chapters, tokenizer, args.names, rng)
    print(f"{len(sentences)} sentences, {len(names)} hidden names, {time.time() - start:.0f} s", flush=True)
    jobs = [("sentences", lambda b=b: item_loss(model, b, False)) for b in batches(sentences, 48, rng)]
    jobs += [("names", lambda b=b: cloze_loss(model, b, rng)) for b in batches(names, 64, rng)]
    rng.shuffle(jobs)
    return jobs


def score_all(name, who, model, trained, validation, args):
    with tarfile.open(os.path.join(args.out, f"{name}.tar"), "w") as tar:
        for which, chapters in (("validation", validation), ("train", trained)):
            found = scored(model, chapters)
            say(f"{who}, {which}", chapters, found)
            for task, array in found.items():
                path = f"/tmp/{task}-{which}.f32"
                array.astype("<f4").tofile(path)
                tar.add(path, os.path.basename(path))


main()
