"""Makes packages/nn/src/fixtures/*.json: whole models in PyTorch, small, with the loss, every gradient, and the weights after
ten optimizer steps. Run once: python3 bench/peers/nn_fixtures.py (needs torch; the tests do not).

One bias a gate: PyTorch keeps two, so the second is held at zero and never moves.
Weights are written in plotline's layout: [in, out], gates in the order i, f, o, g (PyTorch: i, f, g, o).
"""
import json
import os

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

HERE = os.path.dirname(os.path.abspath(__file__))
OUT = os.path.join(HERE, "..", "..", "packages", "nn", "src", "fixtures")
torch.manual_seed(7)
torch.set_num_threads(1)


def lstm(width, hidden, bidirectional):
    made = nn.LSTM(width, hidden, bidirectional=bidirectional)
    for name, weight in made.named_parameters():
        if name.startswith("bias_hh"):
            nn.init.zeros_(weight)
            weight.requires_grad_(False)
    return made


def run(made, vectors, lengths):
    steps = pack_padded_sequence(vectors, lengths, enforce_sorted=False)
    states, (last, _) = made(steps)
    return pad_packed_sequence(states, total_length=vectors.shape[0])[0], last


class Reader(nn.Module):
    """The hierarchical attentive reader: BiLSTMs, attention over tokens, then over paragraphs, cosine, max margin."""

    def __init__(self, words, width, hidden):
        super().__init__()
        self.words = nn.Embedding(words, width, sparse=True)
        self.question = lstm(width, hidden, True)
        self.document = lstm(width, hidden, True)
        self.tokens = nn.Parameter(torch.randn(2 * hidden, 2 * hidden) * 0.3)
        self.paragraphs = nn.Parameter(torch.randn(2 * hidden, 2 * hidden) * 0.3)
        self.answer = nn.Linear(4 * hidden, width)

    def forward(self, batch):
        _, last = run(self.question, self.words(pad(batch["questions"])), lengths(batch["questions"]))
        question = torch.cat([last[0], last[1]], -1)
        tokens, _ = run(self.document, self.words(pad(batch["paragraphs"])), lengths(batch["paragraphs"]))
        tokens = tokens.transpose(0, 1)
        of = torch.tensor(batch["of"])
        scores = (tokens * (question @ self.tokens)[of].unsqueeze(1)).sum(2)
        seen = torch.arange(tokens.shape[1])[None, :] < lengths(batch["paragraphs"])[:, None]
        alpha = torch.softmax(scores.masked_fill(~seen, -1e9), 1)
        vectors = (tokens * alpha.unsqueeze(2)).sum(1)
        own = torch.arange(len(batch["questions"]))[:, None] == of[None, :]
        beta = torch.softmax(((question @ self.paragraphs) @ vectors.T).masked_fill(~own, -1e9), 1)
        read = self.answer(torch.cat([beta @ vectors, question], 1))
        candidates = self.words(torch.tensor(batch["candidates"])).mean(2)
        cosine = nn.functional.cosine_similarity(read.unsqueeze(1), candidates, dim=2, eps=1e-12)
        return torch.clamp(0.5 - cosine[:, :1] + cosine[:, 1:], min=0).sum(1).mean()


class Decoder(nn.Module):
    """An LSTM language model with cross-entropy over the whole vocabulary."""

    def __init__(self, words, width, hidden):
        super().__init__()
        self.words = nn.Embedding(words, width, sparse=True)
        self.decoder = lstm(width, hidden, False)
        self.guess = nn.Linear(hidden, words)

    def forward(self, batch):
        texts = batch["texts"]
        states, _ = run(self.decoder, self.words(pad([text[:-1] for text in texts])), lengths(texts) - 1)
        scores, targets = self.guess(states), pad([text[1:] for text in texts], empty=-100)
        return nn.functional.cross_entropy(scores.flatten(0, 1), targets.flatten())


def pad(lists, empty=0):
    longest = max(map(len, lists))
    return torch.tensor([each + [empty] * (longest - len(each)) for each in lists]).T


def lengths(lists):
    return torch.tensor([len(each) for each in lists])


def ours(model):
    """Every parameter under plotline's name, in plotline's layout."""
    found = {}
    for name, weight in model.named_parameters():
        if not weight.requires_grad:
            continue
        module, _, part = name.rpartition(".")
        if part.startswith(("weight_", "bias_")):
            direction = ".backwards" if part.endswith("_reverse") else ".forwards"
            direction = direction if getattr(model, module).bidirectional else ""
            kind = {"weight_ih": "input", "weight_hh": "hidden", "bias_ih": "bias"}[part.split("_l0")[0]]
            found[f"{module}{direction}.{kind}"] = (weight, GATES)
        elif name == "words.weight":
            found["words"] = (weight, False)
        elif part == "weight":
            found[name] = (weight, True)
        elif module == "":
            found[f"read.{name}"] = (weight, False)
        else:
            found[name] = (weight, False)
    return found


GATES = "gates"


def numbers(tensor, layout):
    """Plotline's layout: matrices of layers transposed, and the last two gates of an LSTM exchanged."""
    tensor = (tensor.to_dense() if tensor.is_sparse else tensor).detach()
    if layout == GATES:
        i, f, g, o = tensor.chunk(4)
        tensor = torch.cat([i, f, o, g])
    tensor = tensor.T if layout and tensor.dim() == 2 else tensor
    return {"shape": list(tensor.shape), "data": [float(f"{x:.9g}") for x in tensor.contiguous().flatten().tolist()]}


def record(name, model, batch):
    start = {key: numbers(weight, layout) for key, (weight, layout) in ours(model).items()}
    sparse = [torch.optim.SparseAdam([model.words.weight], lr=1e-2)]
    rest = [weight for key, weight in model.named_parameters() if key != "words.weight" and weight.requires_grad]
    optimizers = sparse + [torch.optim.Adam(rest, lr=1e-2)]
    losses, gradients = [], None
    for _ in range(10):
        for each in optimizers:
            each.zero_grad()
        loss = model(batch)
        loss.backward()
        if gradients is None:
            gradients = {key: numbers(weight.grad, layout) for key, (weight, layout) in ours(model).items()}
        for each in optimizers:
            each.step()
        losses.append(loss.item())
    end = {key: numbers(weight, layout) for key, (weight, layout) in ours(model).items()}
    fixture = {"torch": torch.__version__, "batch": batch, "losses": losses, "start": start, "gradients": gradients, "end": end}
    os.makedirs(OUT, exist_ok=True)
    with open(os.path.join(OUT, f"{name}.json"), "w") as file:
        json.dump(fixture, file, separators=(",", ":"))
    print(name, losses[0], losses[-1], os.path.getsize(os.path.join(OUT, f"{name}.json")))


def ids(count):
    return torch.randint(0, WORDS, (count,)).tolist()


WORDS, WIDTH, HIDDEN = 20, 5, 4
record(
    "reader",
    Reader(WORDS, WIDTH, HIDDEN),
    {
        "questions": [ids(n) for n in (4, 6, 2)],
        "paragraphs": [ids(n) for n in (7, 3, 1, 5, 5, 2, 9)],
        "of": [0, 0, 1, 1, 1, 2, 2],
        "candidates": torch.randint(0, WORDS, (3, 4, 2)).tolist(),
    },
)
record("decoder", Decoder(WORDS, WIDTH, HIDDEN), {"texts": [ids(n) for n in (5, 9, 2, 7)]})
