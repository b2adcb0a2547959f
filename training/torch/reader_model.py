"""The paper's reader as plotline computes it (attentive-reader.ts, nn/layers), for several trainings at once: every weight has a
first axis of lanes. One graph for all of them; their losses, gradients, clipping and Adam are their own."""
import math

import torch

FEATURES = ("win", "bias", "whid", "wtok", "wpar", "wans", "bans")


class Loop:
    """The recurrence by plain operations, a step of all blocks at once: slower, sure, and what the kernels (lstm.py) are compared with."""

    name = "plain loop"

    @staticmethod
    def steps(b):
        """How many blocks have a step, for each step; and of all of these in one row, [rows, 2, 16]: the tokens in [tokens, 2],
        whether there is one, its projected word. Blocks are sorted, longest first."""
        programs, device = b["programs"].long(), b["programs"].device
        own, base, length = programs[:, 0], programs[:, 1], programs[:, 2]
        longest = int(length[0])
        alive = (length[None] > torch.arange(longest, device=device)[:, None]).sum(1).tolist()
        s = torch.repeat_interleave(torch.arange(longest, device=device), torch.tensor(alive, device=device))
        block = torch.cat([torch.arange(k, device=device) for k in alive])
        t = torch.stack([s, length[block] - 1 - s], 1)[:, :, None]
        both = torch.arange(2, device=device)[:, None]
        token = base[block, None, None] + 16 * t + torch.arange(16, device=device)
        present = t < b["rows"][programs[:, 3]][block][:, None]
        word = b["at"].view(-1)[token] + (own // 2 * b["words"].shape[1])[block, None, None]
        return alive, own, token * 2 + both, present[..., None], word * 4 + (own % 2 * 2)[block, None, None] + both

    def forward(self, P, whid, b):
        hidden, tokens = whid.shape[2], b["at"].numel()
        alive, own, token, present, word = b["loop"] = self.steps(b)
        W = whid.reshape(-1, 2, hidden, 4 * hidden)[own].flatten(0, 1)
        present, projected = present.to(P.dtype), P.view(-1, 4 * hidden)
        states, cells, gates, before, at = [], [], [], [], 0
        h = c = torch.zeros(2 * len(own), 16, hidden, device=P.device, dtype=P.dtype)
        for k in alive:
            z = projected[word[at : at + k].flatten()].view(2 * k, 16, -1)
            h, c = h[: 2 * k], c[: 2 * k]
            z = torch.baddbmm(z, h, W[: 2 * k])
            open_gates = z[..., : 3 * hidden].sigmoid() * present[at : at + k].flatten(0, 1)
            i, f, o = open_gates.split(hidden, 2)
            g = z[..., 3 * hidden :].tanh()
            before.append(h)
            c = torch.addcmul(i * g, f, c)
            h = o * c.tanh()
            states.append(h), cells.append(c), gates.append(torch.cat([open_gates, g], 2))
            at += k

        def placed(parts, *shape):
            to = torch.zeros(tokens * 2, parts[0].shape[-1], device=P.device, dtype=P.dtype)
            return to.index_copy_(0, token.flatten(), torch.cat(parts).flatten(0, 1)).view(tokens, 2, *shape)

        return placed(states, hidden), placed(before, hidden), placed(gates, 4, hidden), placed(cells, hidden)

    def backward(self, dH, whid, b, gates, cells, scale):
        hidden = whid.shape[2]
        alive, own, token, _, _ = b["loop"]
        W = whid.reshape(-1, 2, hidden, 4 * hidden)[own].flatten(0, 1).transpose(1, 2)
        laid = lambda x: x.reshape(-1, x[0, 0].numel())[token.flatten()].view(-1, 16, x[0, 0].numel())
        i, f, o, g = laid(gates).split(hidden, 2)
        upstream, cell = laid(dH), laid(cells)
        was, at = torch.zeros_like(cell), 2 * alive[0]
        for last, k in zip(alive, alive[1:]):
            was[at : at + 2 * k] = cell[at - 2 * last : at - 2 * last + 2 * k]
            at += 2 * k
        c = cell.tanh()
        through, to_o, to_i, to_f, to_g = o * (1 - c * c), c * o * (1 - o), g * i * (1 - i), was * f * (1 - f), i * (1 - g * g)
        z = torch.zeros(len(c), 16, 4 * hidden, device=dH.device, dtype=dH.dtype)
        dh = dc = torch.zeros(2 * alive[-1], 16, hidden, device=dH.device, dtype=dH.dtype)
        for k in reversed(alive):
            now = slice(at - 2 * k, at)
            if len(dh) < 2 * k:
                more = torch.zeros(2 * k - len(dh), 16, hidden, device=dH.device, dtype=dH.dtype)
                dh, dc = torch.cat([dh, more]), torch.cat([dc, more])
            dh = upstream[now] + dh
            dc = torch.addcmul(dc, dh, through[now])
            z[now] = torch.cat([dc * to_i[now], dc * to_f[now], dh * to_o[now], dc * to_g[now]], 2)
            dc, dh = dc * f[now], torch.bmm(z[now], W[: 2 * k])
            at -= 2 * k
        dz = torch.zeros(gates.shape[0] * 2, 4 * hidden, device=dH.device, dtype=dH.dtype)
        return dz.index_copy_(0, token.flatten(), z.flatten(0, 1)).view_as(gates)


class Recurrence(torch.autograd.Function):
    @staticmethod
    def forward(ctx, P, whid, b, engine):
        H, before, gates, cells = engine.forward(P, whid, b)
        ctx.save_for_backward(whid, before, gates, cells)
        ctx.b, ctx.engine, ctx.shape = b, engine, P.shape
        return H.view(len(H), -1)

    @staticmethod
    def backward(ctx, dH):
        whid, before, gates, cells = ctx.saved_tensors
        b, (lanes, width, columns) = ctx.b, ctx.shape
        hidden, document = whid.shape[2], b["split"]
        dH = dH.contiguous()
        most = dH.view(lanes, -1, 2 * hidden).abs()
        most = torch.stack([most[:, :document].amax((1, 2)), most[:, document:].amax((1, 2))], 1).clamp_min(1e-12)
        scale = torch.exp2(torch.floor(torch.log2(16 / most))).view(-1)
        dz = ctx.engine.backward(dH.view(-1, 2, hidden), whid, b, gates, cells, scale)
        dz, before = dz.view(lanes, -1, 2, 4 * hidden), before.view(lanes, -1, 2, hidden)
        dW = torch.empty_like(whid)
        for kind, part in enumerate((slice(0, document), slice(document, None))):
            for direction in (0, 1):
                dW[:, kind * 2 + direction] = before[:, part, direction].transpose(1, 2) @ dz[:, part, direction]
        dP = torch.zeros(lanes * width * 2, columns // 2, device=dH.device, dtype=dH.dtype)
        dP.index_add_(0, b["projected"], dz.reshape(-1, columns // 2))
        return dP.view(ctx.shape), dW, None, None


class Taken(torch.autograd.Function):
    """States of story tokens chapter by chapter, and of questions at their masks; backwards the first is a gather as well."""

    @staticmethod
    def forward(ctx, H, b):
        ctx.b, ctx.shape = b, H.shape
        return H.index_select(0, b["places"].view(-1)), H.index_select(0, b["qpos"].view(-1))

    @staticmethod
    def backward(ctx, dD, dQ):
        dH = dD.index_select(0, ctx.b["back"].view(-1))
        return dH.index_add_(0, ctx.b["qpos"].view(-1), dQ), None


def masked_softmax(x, mask):
    return torch.softmax(x + (mask - 1) * 1e9, -1) * mask


def per_paragraph(x, of, count):
    return torch.zeros(*x.shape[:2], count, device=x.device, dtype=x.dtype).scatter_add(2, of.expand_as(x), x)


def read_pages(q, D, w, b):
    """Two-level attention as `readPages` has it: [C, Q, W] by [C, N, W]."""
    lanes, seen, of = len(w["wtok"]), b["seen"].to(q.dtype), b["of"].long()[:, None]
    ask = lambda name: (q.reshape(lanes, -1, q.shape[2]) @ w[name]).view_as(q) @ D.transpose(1, 2)
    count = seen.shape[2]
    per_token = lambda x: x.gather(2, of.expand(-1, x.shape[1], -1))
    joint = masked_softmax(ask("wtok"), per_token(seen))
    alpha = joint / per_token(per_paragraph(joint, of, count) + 1e-30)
    beta = masked_softmax(per_paragraph(alpha * ask("wpar"), of, count), seen)
    return (alpha * per_token(beta)) @ D


def length(x):
    return (x.square().sum(-1) + 1e-12).sqrt()


def scores_of(w, E, b, engine):
    """The cosine of every option of every question: [lanes, slots * Q, 10]. E: the rows of the batch's words, [lanes, U, width]."""
    lanes, width = len(w["win"]), E.shape[2]
    P = torch.baddbmm(w["bias"][:, None], E, w["win"])
    D, q = Taken.apply(Recurrence.apply(P, w["whid"], b, engine), b)
    q = q.view(*b["qpos"].shape, -1)
    c = read_pages(q, D.view(*b["places"].shape, -1), w, b)
    answer = torch.baddbmm(w["bans"][:, None], (q + c).reshape(lanes, -1, q.shape[2]), w["wans"])
    options = E.reshape(-1, width).index_select(0, b["candidates"].view(-1)).view(lanes, answer.shape[1], -1, width)
    return (answer[:, :, None] * options).sum(-1) / (length(answer)[:, :, None] * length(options))


def losses_of(scores, b, margin=0.1):
    """Max-margin over the options that are offered, the mean over the questions of each lane."""
    offered = b["offered"].view(len(scores), -1)
    counted = torch.arange(1, scores.shape[2], device=scores.device) < offered[:, :, None]
    short = torch.relu(scores[:, :, 1:] - scores[:, :, :1] + margin) * counted
    return short.sum((1, 2)) / b["asked"].clamp_min(1)


def on_device(arrays, device):
    """A batch's arrays as tensors, and what follows from them."""
    b = {name: value if torch.is_tensor(value) else torch.from_numpy(value) for name, value in arrays.items()}
    b["split"] = int(b["document"][0])
    b = {name: value.to(device, non_blocking=True) if torch.is_tensor(value) else value for name, value in b.items()}
    lanes, tokens = b["at"].shape
    lane = torch.arange(lanes, device=device, dtype=torch.int32)[:, None]
    kind = (torch.arange(tokens, device=device, dtype=torch.int32) >= b["split"]).int()[None]
    b["projected"] = ((lane * b["words"].shape[1] + b["at"]) * 2 + kind).view(-1)
    return b


class Lanes:
    """The weights of several trainings, with their averages."""

    def __init__(self, about, count, device, dtype=torch.float32):
        e, h, self.vocabulary = about["embedding"], about["hidden"], about["vocabulary"]
        self.shapes = dict(win=(e, 16 * h), bias=(16 * h,), whid=(4, h, 4 * h), wtok=(2 * h, 2 * h), wpar=(2 * h, 2 * h), wans=(2 * h, e), bans=(e,))
        total = sum(math.prod(shape) for shape in self.shapes.values())
        make = lambda *shape: torch.zeros(count, *shape, device=device, dtype=dtype)
        self.flat, self.first, self.second = make(total), make(total), make(total)
        # One row more: the padding of batches.
        self.table, self.table_first, self.table_second = (make(self.vocabulary + 1, e) for _ in range(3))
        self.count, self.embedding, self.hidden, self.device = count, e, h, device

    def parts(self):
        return self.flat, self.first, self.second, self.table, self.table_first, self.table_second

    def views(self, flat):
        at, found = 0, {}
        for name, shape in self.shapes.items():
            size = math.prod(shape)
            found[name] = flat[:, at : at + size].view(len(flat), *shape)
            at += size
        return found

    def start(self, lane, seed):
        """Drawn as nn draws first values: see parameters.ts and layers."""
        for part in self.parts():
            part[lane] = 0
        g = torch.Generator().manual_seed(seed)
        uniform = lambda shape, bound: (torch.rand(shape, generator=g) * 2 - 1) * bound
        glorot = lambda shape: math.sqrt(6 / sum(shape))
        own = self.views(self.flat)
        for name in ("win", "bias", "whid"):
            own[name][lane] = uniform(self.shapes[name], 1 / math.sqrt(self.hidden)).to(self.flat)
        for name in ("wtok", "wpar", "wans"):
            own[name][lane] = uniform(self.shapes[name], glorot(self.shapes[name])).to(self.flat)
        self.table[lane, : self.vocabulary] = (0.1 * torch.randn(self.vocabulary, self.embedding, generator=g)).to(self.flat)

    def kept(self, lane):
        """A lane's weights, to be saved or brought back."""
        return self.flat[lane].clone(), self.table[lane].clone()

    def rows(self, b):
        offset = torch.arange(self.count, device=self.device)[:, None] * (self.vocabulary + 1)
        return (b["words"].long() + offset).view(-1)

    def scores(self, b, engine):
        with torch.no_grad():
            E = self.table.view(-1, self.embedding).index_select(0, self.rows(b)).view(self.count, -1, self.embedding)
            return scores_of(self.views(self.flat), E, b, engine)

    @staticmethod
    def losses(w, E, b, engine):
        return losses_of(scores_of(w, E, b, engine), b)

    def differentiate(self, b, engine):
        """Losses of the lanes, gradients of the dense weights and of the words of the batch."""
        leaves = {name: view.detach().requires_grad_() for name, view in self.views(self.flat).items()}
        rows = self.rows(b)
        E = self.table.view(-1, self.embedding).index_select(0, rows).view(self.count, -1, self.embedding).requires_grad_()
        losses = self.losses(leaves, E, b, engine)
        losses.sum().backward()
        dense = torch.cat([leaf.grad.reshape(self.count, -1) for leaf in leaves.values()], 1)
        norms = (dense.square().sum(1) + E.grad.square().sum((1, 2))).sqrt()
        return losses.detach(), norms, dense, E.grad, rows

    def step(self, b, engine, clip=5.0):
        """One step of Adam. Coefficients: rate / (1 - beta1^t), 1 / sqrt(1 - beta2^t), and 1 where a lane takes part."""
        losses, norms, dense, words, rows = self.differentiate(b, engine)
        rate, correction, takes_part = (b["coefficients"][:, k, None] for k in range(3))
        scale = (clip / norms.clamp_min(clip))[:, None]
        new1, new2 = 0.1 * takes_part, 0.001 * takes_part
        dense *= scale
        self.first += new1 * (dense - self.first)
        self.second += new2 * (dense.square() - self.second)
        self.flat -= takes_part * rate * self.first / (self.second.sqrt() * correction + 1e-8)
        each = lambda x: x[:, :, None]
        words *= each(scale)
        flat = [part.view(-1, self.embedding) for part in (self.table, self.table_first, self.table_second)]
        table, first, second = (part.index_select(0, rows).view_as(words) for part in flat)
        first += 0.1 * (words - first)
        second += 0.001 * (words.square() - second)
        # PyTorch's SparseAdam adds epsilon before the second average is corrected; so does nn.
        table -= each(rate) * first / (second.sqrt() * each(correction) + 1e-8 * each(correction))
        for part, moved in zip(flat, (table, first, second)):
            part.index_copy_(0, rows, moved.view(-1, self.embedding))
        return losses, norms
