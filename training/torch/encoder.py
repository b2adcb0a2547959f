"""A BERT encoder in PyTorch, and what its token vectors say of a chapter: the planes of src/align/learned/meaning.ts.

Both sides of a chapter are read as streams of tokens, paragraphs separated by [SEP], in windows of 256: 192 tokens of its own
and margins that belong to its neighbours, so that a paragraph is read in its context.
"""
import json
import math
import os

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from tokenizers import Tokenizer

CLS, SEP, UNK = 101, 102, 100
LENGTH, CORE, PIECE = 256, 192, 64
MARGIN = (LENGTH - 2 - CORE) // 2


class Layer(nn.Module):
    def __init__(self, width, heads, inner):
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value, self.out = (nn.Linear(width, width) for _ in range(4))
        self.up, self.down = nn.Linear(width, inner), nn.Linear(inner, width)
        self.after_attention, self.after_inner = nn.LayerNorm(width, eps=1e-12), nn.LayerNorm(width, eps=1e-12)

    def forward(self, x, mask, drop):
        batch, tokens, width = x.shape
        split = lambda y: y.view(batch, tokens, self.heads, -1).transpose(1, 2)
        y = F.scaled_dot_product_attention(split(self.query(x)), split(self.key(x)), split(self.value(x)), attn_mask=mask)
        y = self.out(y.transpose(1, 2).reshape(batch, tokens, width))
        x = self.after_attention(x + F.dropout(y, drop, self.training))
        y = self.down(F.gelu(self.up(x)))
        return self.after_inner(x + F.dropout(y, drop, self.training))


class Encoder(nn.Module):
    """`importance` says how much a token counts; it starts at the same for all."""

    def __init__(self, width=384, layers=6, heads=12, inner=1536, vocabulary=30522, positions=512):
        super().__init__()
        self.words, self.positions, self.kinds = nn.Embedding(vocabulary, width), nn.Embedding(positions, width), nn.Embedding(2, width)
        self.norm = nn.LayerNorm(width, eps=1e-12)
        self.layers = nn.ModuleList(Layer(width, heads, inner) for _ in range(layers))
        self.importance = nn.Linear(width, 1)
        nn.init.zeros_(self.importance.weight)
        nn.init.zeros_(self.importance.bias)
        self.drop = 0.0

    def forward(self, ids, mask=None):
        """ids [windows, tokens], mask true where there is a token -> vectors and weights of the tokens"""
        x = self.words(ids) + self.positions.weight[: ids.shape[1]] + self.kinds.weight[0]
        x = self.norm(x)
        attention = None if mask is None else mask[:, None, None, :]
        for layer in self.layers:
            x = layer(x, attention, self.drop)
        return x, F.softplus(self.importance(x))[..., 0]


# ---- weights: Hugging Face's names <-> ours; int8 with a scale a row to travel

NAMES = [("query", "attention.self.query"), ("key", "attention.self.key"), ("value", "attention.self.value"),
         ("out", "attention.output.dense"), ("up", "intermediate.dense"), ("down", "output.dense"),
         ("after_attention", "attention.output.LayerNorm"), ("after_inner", "output.LayerNorm")]


def from_hugging_face(raw):
    """raw: name -> array, as model.safetensors of a BERT has them"""
    get = lambda name: torch.from_numpy(np.array(raw[name], np.float32))
    own = {"words.weight": get("embeddings.word_embeddings.weight"), "positions.weight": get("embeddings.position_embeddings.weight"),
           "kinds.weight": get("embeddings.token_type_embeddings.weight"),
           "norm.weight": get("embeddings.LayerNorm.weight"), "norm.bias": get("embeddings.LayerNorm.bias")}
    count = 1 + max(int(name.split(".")[2]) for name in raw if name.startswith("encoder.layer."))
    for k in range(count):
        for to, source in NAMES:
            for part in ("weight", "bias"):
                own[f"layers.{k}.{to}.{part}"] = get(f"encoder.layer.{k}.{source}.{part}")
    return own


def save(state, path, most=15 << 20):
    """int8 with a float16 scale a row, float16 for what is short; in parts PATH.0.npz, PATH.1.npz, none larger than `most`."""
    packed = {}
    for name, value in state.items():
        array = value.detach().float().cpu().numpy()
        if array.ndim == 2 and array.shape[0] > 2:
            scale = (np.abs(array).max(1, keepdims=True) / 127 + 1e-12).astype(np.float16).astype(np.float32)
            packed[name + ":q"] = np.clip(np.round(array / scale), -127, 127).astype(np.int8)
            packed[name + ":s"] = scale.astype(np.float16)
        else:
            packed[name] = array.astype(np.float32 if "importance" in name else np.float16)
    parts, size = [{}], 0
    for name, array in packed.items():
        if size + array.nbytes > most and parts[-1]:
            parts.append({})
            size = 0
        parts[-1][name] = array
        size += array.nbytes
    for k, part in enumerate(parts):
        np.savez_compressed(f"{path}.{k}.npz", **part)


def raw(path, prefix=""):
    """The tensors whose names begin with `prefix`, without it, from the parts that `save` wrote"""
    found, k = {}, 0
    while os.path.exists(f"{path}.{k}.npz"):
        with np.load(f"{path}.{k}.npz") as part:
            found.update({name[len(prefix):]: part[name] for name in part.files if name.startswith(prefix)})
        k += 1
    state = {}
    for name, value in found.items():
        if name.endswith(":q"):
            state[name[:-2]] = torch.from_numpy(value.astype(np.float32) * found[name[:-2] + ":s"].astype(np.float32))
        elif not name.endswith(":s"):
            state[name] = torch.from_numpy(value.astype(np.float32))
    return state


def tokenizer(path):
    """The one next to the parts that `save` wrote; texts are neither cut nor padded"""
    made = Tokenizer.from_file(os.path.join(os.path.dirname(path), "tokenizer.json"))
    made.no_truncation()
    made.no_padding()
    return made


def load(path, layers=None):
    """An encoder from the parts that `save` wrote; its first `layers` only, if given"""
    state = raw(path)
    count = 1 + max(int(name.split(".")[1]) for name in state if name.startswith("layers."))
    vocabulary, width = state["words.weight"].shape
    inner = state["layers.0.up.weight"].shape[0]
    kept = count if layers is None else min(layers, count)
    model = Encoder(width, kept, width // 32, inner, vocabulary, len(state["positions.weight"]))
    state = {name: value for name, value in state.items() if not name.startswith("layers.") or int(name.split(".")[1]) < kept}
    missing = model.load_state_dict(state, strict=False).missing_keys
    assert all(name.startswith("importance") for name in missing), missing
    return model


# ---- chapters


def windows(paragraphs):
    """Token lists -> ids [windows, 256], how many tokens each has, and the place of every token, paragraph by paragraph."""
    stream = np.concatenate([np.array([*ids, SEP], np.int64) for ids in paragraphs])
    sizes = np.array([len(ids) for ids in paragraphs])
    count = math.ceil(len(stream) / CORE)
    ids, lengths = np.zeros((count, LENGTH), np.int64), np.zeros(count, np.int64)
    for w in range(count):
        line = stream[max(0, w * CORE - MARGIN) : (w + 1) * CORE + MARGIN]
        ids[w, : len(line) + 2] = [CLS, *line, SEP]
        lengths[w] = len(line) + 2
    t = np.arange(len(stream))
    w = t // CORE
    places = w * LENGTH + 1 + t - np.maximum(0, w * CORE - MARGIN)
    ends = np.cumsum(sizes + 1)
    return ids, lengths, [places[end - size - 1 : end - 1] for end, size in zip(ends, sizes)]


def padded(lists):
    at, there = np.zeros((len(lists), max(map(len, lists))), np.int64), np.zeros((len(lists), max(map(len, lists))), bool)
    for k, each in enumerate(lists):
        at[k, : len(each)], there[k, : len(each)] = each, True
    return at, there


class Chapter:
    """A chapter's tokens on the GPU. Paragraphs of the story are cut into pieces of 64 tokens, so that little is padded."""

    def __init__(self, row, tokenizer, device):
        self.set, self.work, self.number = row["set"], row["work"], row["number"]
        ids = [e.ids or [UNK] for e in tokenizer.encode_batch([*row["summary"], *row["story"]], add_special_tokens=False)]
        bullets, story = ids[: len(row["summary"])], ids[len(row["summary"]) :]
        self.rows, self.columns = len(bullets), len(story)
        b_ids, b_lengths, b_places = windows(bullets)
        s_ids, s_lengths, s_places = windows(story)
        put = lambda array: torch.from_numpy(np.ascontiguousarray(array)).to(device)
        self.ids, self.lengths = put(np.concatenate([b_ids, s_ids])), np.concatenate([b_lengths, s_lengths])
        pieces, owner, of = [], [], [[] for _ in s_places]
        for k, places in enumerate(s_places):
            for at in range(0, len(places), PIECE):
                of[k].append(len(pieces))
                pieces.append(places[at : at + PIECE] + len(b_ids) * LENGTH)
                owner.append(k)
        self.bullets, self.in_bullet = map(put, padded(b_places))
        self.pieces, self.in_piece = map(put, padded(pieces))
        self.of, self.in_of = map(put, padded(of))
        self.owner = put(np.array(owner))


def read_windows(model, chapters, dtype):
    """Vectors [tokens, width] and weights of each chapter's windows, full ones without a mask."""
    ids = torch.cat([c.ids for c in chapters])
    lengths = np.concatenate([c.lengths for c in chapters])
    full, rest = np.flatnonzero(lengths == LENGTH), np.flatnonzero(lengths < LENGTH)
    vectors, weights = None, None
    with torch.autocast(ids.device.type, dtype, enabled=dtype != torch.float32):
        for part in (full, rest):
            if len(part) == 0:
                continue
            width = LENGTH if part is full else int(-(-lengths[part].max() // 8) * 8)
            mask = None if part is full else torch.arange(width, device=ids.device) < torch.from_numpy(lengths[part]).to(ids.device)[:, None]
            at = torch.from_numpy(part).to(ids.device)
            x, w = model(ids[at][:, :width], mask)
            x, w = F.pad(x.float(), (0, 0, 0, LENGTH - width)), F.pad(w.float(), (0, LENGTH - width))
            if vectors is None:
                vectors, weights = x.new_zeros((len(ids), LENGTH, x.shape[2])), w.new_zeros((len(ids), LENGTH))
            vectors, weights = vectors.index_copy(0, at, x), weights.index_copy(0, at, w)
    out, first = [], 0
    for c in chapters:
        out.append((vectors[first : first + len(c.ids)].flatten(0, 1), weights[first : first + len(c.ids)].flatten()))
        first += len(c.ids)
    return out


def planes(c, vectors, weights, dtype):
    """pooled cosine, late interaction from the bullet and from the paragraph: [3, rows, columns]"""
    b, p = vectors[c.bullets], vectors[c.pieces]
    wb, wp = weights[c.bullets] * c.in_bullet, weights[c.pieces] * c.in_piece
    pooled_b = (b * wb[..., None]).sum(1)
    pooled_p = vectors.new_zeros((c.columns, vectors.shape[1])).index_add(0, c.owner, (p * wp[..., None]).sum(1))
    total = weights.new_zeros(c.columns).index_add(0, c.owner, wp.sum(1))
    b, p = F.normalize(b, dim=-1).to(dtype), F.normalize(p, dim=-1).to(dtype)
    width, longest = b.shape[2], b.shape[1]
    forth, back = [], []
    step = max(1, int(3e8 / (longest * p.shape[0] * p.shape[1])))
    for at in range(0, c.rows, step):
        own = slice(at, at + step)
        likeness = (b[own].reshape(-1, width) @ p.reshape(-1, width).T).view(-1, longest, *p.shape[:2])
        best = likeness.masked_fill(~c.in_piece, -1).amax(3)
        best = best[..., c.of].masked_fill(~c.in_of, -1).amax(3).float()
        forth.append((best * wb[own, :, None]).sum(1) / wb[own].sum(1)[:, None])
        found = likeness.masked_fill(~c.in_bullet[own, :, None, None], -1).amax(1).float()
        sums = vectors.new_zeros((len(found), c.columns)).index_add(1, c.owner, (found * wp).sum(2))
        back.append(sums / total)
    cosine = F.normalize(pooled_b, dim=-1) @ F.normalize(pooled_p, dim=-1).T
    return torch.stack([cosine, torch.cat(forth), torch.cat(back)])


def texts(folder):
    """What features.mjs wrote next to the features, in the order of the chapters"""
    names = sorted(name for name in os.listdir(folder) if name.startswith("texts-"))
    rows = [json.loads(line) for name in names for line in open(os.path.join(folder, name), encoding="utf8")]
    return sorted(rows, key=lambda row: row["place"])


def write_planes(folder, name, chapters, model, dtype, weight=None):
    """NAME.json and NAME.f32 for train_grid.py. weight: by token id, in place of the model's own importance"""
    model.eval()
    rows, offset = [], 0
    with torch.no_grad(), open(os.path.join(folder, f"{name}.f32"), "wb") as file:
        for c in chapters:
            vectors, weights = read_windows(model, [c], dtype)[0]
            weights = weights if weight is None else weight[c.ids.flatten()]
            values = planes(c, vectors, weights, dtype).float().cpu().numpy()
            file.write(values.tobytes())
            rows.append(dict(set=c.set, work=c.work, number=c.number, offset=offset))
            offset += values.size
    with open(os.path.join(folder, f"{name}.json"), "w") as file:
        json.dump(rows, file)
