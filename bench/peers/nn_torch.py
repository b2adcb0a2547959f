"""PyTorch next to `bench/nn.mjs`: the same models, the same sizes, the same threads. Prints one JSON line a job.

usage: nn_torch.py reader dense|packed ROUNDS      the hierarchical attentive reader, whole training steps
THREADS is the number of CPU threads; LENGTHS the lengths of the batch's questions and paragraphs, as JSON.
PyTorch's second bias a gate is frozen at zero.
"""
import json
import os
import resource
import sys
import time

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

torch.set_num_threads(int(os.environ.get("THREADS", "2")))
torch.manual_seed(1)
D, P, V, C, M = 200, 4, 10_000, 4, 5
H = D


def lstm():
    made = nn.LSTM(D, H, bidirectional=True)
    for name, weight in made.named_parameters():
        if name.startswith("bias_hh"):
            nn.init.zeros_(weight)
            weight.requires_grad_(False)
    return made


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(V, D, sparse=True)
        self.question, self.document = lstm(), lstm()
        self.tokens = nn.Parameter(torch.randn(2 * H, 2 * H) * 0.05)
        self.paragraphs = nn.Parameter(torch.randn(2 * H, 2 * H) * 0.05)
        self.answer = nn.Linear(4 * H, D)

    @staticmethod
    def run(made, vectors, lengths, packed):
        if not packed:
            states, (last, _) = made(vectors)
            return states, torch.cat([last[0], last[1]], -1)
        steps = pack_padded_sequence(vectors, lengths, enforce_sorted=False)
        states, (last, _) = made(steps)
        return pad_packed_sequence(states, total_length=vectors.shape[0])[0], torch.cat([last[0], last[1]], -1)

    def forward(self, batch, packed):
        _, question = self.run(self.question, self.words(batch["questions"]), batch["question_lengths"], packed)
        tokens, _ = self.run(self.document, self.words(batch["paragraphs"]), batch["paragraph_lengths"], packed)
        tokens = tokens.transpose(0, 1)
        queries = (question @ self.tokens).repeat_interleave(P, 0)
        scores = torch.bmm(tokens, queries.unsqueeze(2)).squeeze(2)
        seen = torch.arange(tokens.shape[1])[None, :] < batch["paragraph_lengths"][:, None]
        alpha = torch.softmax(scores.masked_fill(~seen, -1e9), 1)
        vectors = torch.bmm(alpha.unsqueeze(1), tokens).squeeze(1).view(-1, P, 2 * H)
        beta = torch.softmax(torch.bmm(vectors, (question @ self.paragraphs).unsqueeze(2)).squeeze(2), 1)
        read = torch.bmm(beta.unsqueeze(1), vectors).squeeze(1)
        answer = self.answer(torch.cat([read, question], 1))
        candidates = self.words(batch["candidates"]).mean(2)
        cosine = nn.functional.cosine_similarity(answer.unsqueeze(1), candidates, dim=2)
        return torch.clamp(0.5 - cosine[:, :1] + cosine[:, 1:], min=0).sum(1).mean()


def reader(kind, lengths, rounds):
    model = Reader()
    rest = [weight for name, weight in model.named_parameters() if name != "words.weight" and weight.requires_grad]
    optimizers = [torch.optim.SparseAdam([model.words.weight], lr=1e-4), torch.optim.Adam(rest, lr=1e-4)]
    question_lengths, paragraph_lengths = torch.tensor(lengths["questions"]), torch.tensor(lengths["paragraphs"])
    words = lambda *shape: torch.randint(0, V, shape)
    batch = {
        "question_lengths": question_lengths,
        "paragraph_lengths": paragraph_lengths,
        "questions": words(int(question_lengths.max()), len(question_lengths)),
        "paragraphs": words(int(paragraph_lengths.max()), len(paragraph_lengths)),
        "candidates": words(len(question_lengths), C, M),
    }
    tokens = int(question_lengths.sum() + paragraph_lengths.sum())

    def step():
        for each in optimizers:
            each.zero_grad(set_to_none=True)
        loss = model(batch, kind != "dense")
        loss.backward()
        for each in optimizers:
            each.step()
        return loss.item()

    report(f"reader {kind}", timed(step, rounds, 3), tokens)


def timed(step, rounds, warm):
    times = []
    for round in range(warm + rounds):
        started = time.perf_counter()
        step()
        if round >= warm:
            times.append(1000 * (time.perf_counter() - started))
    return times


def report(job, times, tokens):
    times.sort()
    median = times[len(times) // 2]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"job": job, "torch": torch.__version__, "medianMs": median, "times": times,
                      "tokens": tokens, "tokensPerSecond": 1000 * tokens / median, "peakMb": peak}), flush=True)


reader(sys.argv[2], json.loads(os.environ["LENGTHS"]), int(sys.argv[3]))
