"""train_readers.py DATA WEIGHTS OUT: fine-tunes an encoder to read questions next to passages; scores the real corpus with it.

DATA is what pack-readers.mjs wrote. One encoder, two heads:
  cloze       [CLS] the masked point [SEP] a passage [SEP]; every mention of a candidate has a score, a candidate's is the log of
              the sum of their exponentials over all passages; softmax over the candidates
  completion  [CLS] the first tokens [SEP] a continuation [SEP] the passage that speaks most for it [SEP]; softmax over the options
First on sentences of the open corpus's stories, cut like points, then on its questions and items. Nothing of the real corpus is
learned from. OUT/reader.*.npz: the weights; OUT/scores.tar: what the reader says of the real corpus, float32, chapter by chapter:
cloze-SET.f32 (for each candidate its score, its best mention's, how many mentions), completion-SET.f32 (with and without passage).
With --crossed also what readers say that then learned from the real corpus, each half of its training works read by one that
learned from the other half, validation by the mean of both: numbers, never weights.
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
CLS, SEP, LENGTH = 101, 102, 256
start = time.time()


class Reader(nn.Module):
    def __init__(self, body):
        super().__init__()
        width = body.words.weight.shape[1]
        self.body, self.token, self.passage, self.text = body, nn.Linear(width, 1), nn.Linear(width, 1), nn.Linear(width, 1)
        self.absent = nn.Parameter(torch.zeros(1))
        for head in (self.token, self.passage, self.text):
            nn.init.normal_(head.weight, std=0.02)
            nn.init.zeros_(head.bias)

    def forward(self, ids, mask):
        """scores of the tokens as mentions, and of the whole text as a continuation"""
        x, _ = self.body(ids, mask)
        return self.token(x)[..., 0] + self.passage(x[:, :1])[..., 0], self.text(x[:, 0])[:, 0]


# ---- data


class Chapter:
    def __init__(self, row, tokenizer):
        self.work, self.kind = row["work"], row["kind"]
        self.texts = row["segments"]
        encoded = tokenizer.encode_batch(row["segments"], add_special_tokens=False)
        self.segments = [np.array(e.ids, np.int32) for e in encoded]
        self.mentions = [[(first_token(e.offsets, a), who) for a, _, who in own] for e, own in zip(encoded, row["mentions"])]
        q = tokenizer.encode_batch([x["text"] for x in row["questions"]], add_special_tokens=False)
        self.questions = [dict(x, ids=np.array(e.ids[:72], np.int32)) for x, e in zip(row["questions"], q)]
        p = tokenizer.encode_batch([x["prefix"] for x in row["items"]], add_special_tokens=False)
        texts = sorted({o for x in row["items"] for o in x["options"]})
        known = dict(zip(texts, tokenizer.encode_batch(texts, add_special_tokens=False)))
        self.items = [dict(answer=x["answer"], passages=x["passages"], prefix=np.array(e.ids, np.int32),
                           options=[np.array(known[o].ids[:64], np.int32) for o in x["options"]]) for x, e in zip(row["items"], p)]

    def passage(self, span, room):
        ids, found = [], []
        for k in range(span[0], span[1]):
            at = sum(map(len, ids))
            found += [(at + t, who) for t, who in self.mentions[k] if at + t < room]
            ids.append(self.segments[k])
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
    width = min(LENGTH, -(-max(map(len, lists)) // 8) * 8)
    ids, mask = np.zeros((len(lists), width), np.int64), np.zeros((len(lists), width), bool)
    for k, each in enumerate(lists):
        each = each[:width]
        ids[k, : len(each)], mask[k, : len(each)] = each, True
    return torch.from_numpy(ids).to(device, non_blocking=True), torch.from_numpy(mask).to(device, non_blocking=True)


def cloze_batch(asked):
    """[(chapter, question)] -> sequences, mentions (sequence, token, slot), slots of each question"""
    lists, rows, tokens, slots, first = [], [], [], [], [0]
    for chapter, q in asked:
        slot = {who: first[-1] + k for k, who in enumerate(q["entities"])}
        for span in q["passages"]:
            room = LENGTH - len(q["ids"]) - 3
            ids, found = chapter.passage(span, room)
            for t, who in found:
                if who in slot:
                    rows.append(len(lists))
                    tokens.append(len(q["ids"]) + 2 + t)
                    slots.append(slot[who])
            lists.append(np.concatenate([[CLS], q["ids"], [SEP], ids, [SEP]]))
        first.append(first[-1] + len(q["entities"]))
    return lists, np.array(rows, np.int64), np.array(tokens, np.int64), np.array(slots, np.int64), first


def forward(model, lists, step=4096):
    """token scores and text scores; sorted by length so that little is padded when it is not a training step"""
    ids, mask = stacked(lists)
    with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
        tokens, texts = model(ids, mask)
    return tokens.float(), texts.float()


def cloze_scores(model, asked):
    """[slots, 3]: log of the sum, best, how many; and where each question's slots begin"""
    lists, rows, tokens, slots, first = cloze_batch(asked)
    scores, _ = forward(model, lists)
    count = first[-1]
    own = scores[torch.from_numpy(rows).to(device), torch.from_numpy(tokens).to(device)]
    at = torch.from_numpy(slots).to(device)
    best = torch.full((count,), -1e4, device=device).scatter_reduce(0, at, own.detach(), "amax")
    total = torch.zeros(count, device=device).index_add(0, at, torch.exp(own - best[at]))
    many = torch.zeros(count, device=device).index_add(0, at, torch.ones_like(own))
    there = many > 0
    value = torch.where(there, torch.log(total.clamp_min(1e-9)) + best, model.absent.expand(count))
    return value, torch.where(there, best, model.absent.detach().expand(count)), many, first


def cloze_loss(model, asked):
    value, _, _, first = cloze_scores(model, asked)
    losses = []
    for k, (_, q) in enumerate(asked):
        own = value[first[k] : first[k + 1]]
        losses.append(F.cross_entropy(own[None], torch.tensor([q["entities"].index(q["answer"])], device=device)))
    return torch.stack(losses).mean()


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


# ---- training and scoring


def fit(model, jobs, rate, name, deadline):
    """jobs: lists of functions that give losses, in the order in which they are done; linear decay"""
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=0.01)
    model.train()
    seen, t = {}, time.time()
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
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        seen.setdefault(kind, []).append(loss.detach())
        if (step + 1) % 200 == 0:
            means = ", ".join(f"{kind} {torch.stack(own[-200:]).mean():.4f}" for kind, own in seen.items())
            print(f"{name}: step {step + 1} of {len(jobs)}, {means}, {time.time() - start:.0f} s", flush=True)


def batches(some, size, rng):
    some = list(some)
    rng.shuffle(some)
    return [some[k : k + size] for k in range(0, len(some), size)]


def lessons(model, chapters, passes, rng, questions=24, items=24):
    asked = [(c, q) for c in chapters for q in c.questions if q["answer"] in q["entities"] and len(q["entities"]) > 1]
    begun = [(c, i) for c in chapters for i in c.items if len(i["options"]) > 1]
    jobs = []
    for _ in range(passes):
        own = [("cloze", lambda b=b: cloze_loss(model, b)) for b in batches(asked, questions, rng)]
        own += [("completion", lambda b=b: item_loss(model, b, True)) for b in batches(begun, items, rng)]
        own += [("without passage", lambda b=b: item_loss(model, b, False)) for b in batches(begun[:: 2], 2 * items, rng)]
        rng.shuffle(own)
        jobs += own
    return jobs


def scored(model, chapters):
    model.eval()
    asked = [(c, q) for c in chapters for q in c.questions]
    begun = [(c, i) for c in chapters for i in c.items]
    cloze, completion = [], []
    with torch.no_grad():
        for k in range(0, len(asked), 64):
            value, best, many, _ = cloze_scores(model, asked[k : k + 64])
            cloze.append(torch.stack([value, best, many], 1).cpu().numpy())
        for k in range(0, len(begun), 64):
            both = [item_scores(model, begun[k : k + 64], there) for there in (True, False)]
            completion.append(torch.stack(both, 1).cpu().numpy())
    return np.concatenate(cloze).astype(np.float32), np.concatenate(completion).astype(np.float32)


def say(name, chapters, cloze, completion):
    right, at = dict(story=[], hard=[]), 0
    for c in chapters:
        for q in c.questions:
            own = dict(zip(q["entities"], cloze[at : at + len(q["entities"]), 0]))
            at += len(q["entities"])
            for kind in right:
                free = [who for who in q[kind] if who in own]
                right[kind].append(bool(free) and max(free, key=lambda who: own[who]) == q["answer"])
    hits, at = [[], []], 0
    for c in chapters:
        for i in c.items:
            for k in (0, 1):
                own = completion[at : at + len(i["options"]), k]
                hits[k].append(int(own.argmax()) == i["answer"])
            at += len(i["options"])
    print(f"{name}: cloze alone story {np.mean(right['story']):.4f}, hard {np.mean(right['hard']):.4f} of {len(right['hard'])}; completion alone "
          f"{np.mean(hits[0]):.4f}, without passage {np.mean(hits[1]):.4f} of {len(hits[0])}; {time.time() - start:.0f} s", flush=True)


def main():
    a = argparse.ArgumentParser()
    a.add_argument("data")
    a.add_argument("weights")
    a.add_argument("out")
    a.add_argument("--passes", type=int, default=3)
    a.add_argument("--sentences", type=int, default=60000)
    a.add_argument("--rate", type=float, default=1e-4)
    a.add_argument("--seconds", type=float, default=520, help="for everything")
    a.add_argument("--crossed", action="store_true")
    a.add_argument("--most", type=int, default=10**9, help="chapters of each file, for a trial")
    a.add_argument("--seed", type=int, default=1)
    args = a.parse_args()
    torch.manual_seed(args.seed)
    rng = random.Random(args.seed)
    os.makedirs(args.out, exist_ok=True)
    tokenizer = Tokenizer.from_file(os.path.join(os.path.dirname(args.weights), "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    assert tokenizer.encode("a [MASK] b", add_special_tokens=False).ids[1] == 103
    opened = load(os.path.join(args.data, "open.jsonl"), tokenizer, args.most)
    trained = load(os.path.join(args.data, "train.jsonl"), tokenizer, args.most)
    validation = load(os.path.join(args.data, "validation.jsonl"), tokenizer, args.most)
    body = encoder.load(args.weights)
    body.drop = 0.1
    model = Reader(body).to(device)
    share = 0.6 if args.crossed else 0.85
    sentences = sentence_items(opened, tokenizer, args.sentences, rng)
    print(f"{len(sentences)} sentences, {time.time() - start:.0f} s", flush=True)
    fit(model, [("sentences", lambda b=b: item_loss(model, b, False)) for b in batches(sentences, 48, rng)], args.rate, "stories",
        start + 0.25 * args.seconds)
    fit(model, lessons(model, opened, args.passes, rng), args.rate, "open", start + share * args.seconds)
    heads = {f"heads.{k}": v for k, v in model.state_dict().items() if not k.startswith("body.")}
    encoder.save({**model.body.state_dict(), **{k: v.float() for k, v in heads.items()}}, os.path.join(args.out, "reader"), 14 << 20)
    files = {}
    for name, chapters in (("validation", validation), ("train", trained)):
        files[name] = scored(model, chapters)
        say(f"open reader, {name}", chapters, *files[name])
    write(args.out, "scores", files)
    if args.crossed:
        crossed(model, trained, validation, args, rng)


def crossed(model, trained, validation, args, rng):
    titles = sorted({c.work for c in trained})
    halves = [[c for c in trained if titles.index(c.work) % 2 == k] for k in (0, 1)]
    state = {k: v.clone() for k, v in model.state_dict().items()}
    found, ends = [], [start + part * args.seconds for part in (0.78, 0.95)]
    for k in (0, 1):
        model.load_state_dict(state)
        fit(model, lessons(model, halves[k], 2, rng), args.rate / 2, f"real, half {k}", ends[k] - 0.04 * args.seconds)
        found.append((scored(model, halves[1 - k]), scored(model, validation)))
        say(f"real half {k}, the other half", halves[1 - k], *found[-1][0])
        say(f"real half {k}, validation", validation, *found[-1][1])
    mean = tuple((a + b) / 2 for a, b in zip(found[0][1], found[1][1]))
    say("real, both", validation, *mean)
    files = dict(validation=mean)
    for part in (0, 1):
        by_half = [iter_chapters(halves[1 - k], found[k][0], part) for k in (0, 1)]
        files.setdefault("parts", []).append({id(c): rows for own in by_half for c, rows in own})
    train = tuple(np.concatenate([files["parts"][part][id(c)] for c in trained]) for part in (0, 1))
    write(args.out, "crossed", dict(validation=mean, train=train))


def iter_chapters(chapters, arrays, part):
    at = 0
    for c in chapters:
        size = sum(len(q["entities"]) for q in c.questions) if part == 0 else sum(len(i["options"]) for i in c.items)
        yield c, arrays[part][at : at + size]
        at += size


def write(out, name, files):
    folder = os.path.join(out, name)
    os.makedirs("/tmp/scores", exist_ok=True)
    with tarfile.open(f"{folder}.tar", "w") as tar:
        for which, (cloze, completion) in files.items():
            for task, array in (("cloze", cloze), ("completion", completion)):
                path = f"/tmp/scores/{task}-{which}.f32"
                array.astype("<f4").tofile(path)
                tar.add(path, os.path.basename(path))


main()
