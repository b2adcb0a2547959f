"""The recurrence of many LSTMs at once by Triton (reader_kernels.py), an engine of reader_model.py, and when it is taken."""
import torch

import reader_model as model

WARPS, STAGES, BLOCK = 8, 3, (32, 64)


def up(size, of):
    return -(-size // of) * of


class Kernels:
    """What is multiplied is fp16."""

    name = "Triton"

    def __init__(self):
        import triton

        import reader_kernels

        self.padded = lambda hidden: max(16, triton.next_power_of_2(hidden))
        self.by = reader_kernels

    def forward(self, P, whid, b):
        hidden = whid.shape[2]
        kp = up(hidden, BLOCK[0])
        tokens, device = b["at"].numel(), P.device
        W = torch.nn.functional.pad(whid, (0, 0, 0, kp - hidden)).to(torch.float16).contiguous()
        H = torch.zeros(tokens, 2, hidden, device=device)
        before = torch.zeros(tokens, 2, hidden, device=device)
        gates = torch.empty(tokens, 2, 4, hidden, device=device)
        cells = torch.empty(tokens, 2, hidden, device=device)
        count = len(b["programs"])
        if count:
            self.by.forward[(2 * count,)](
                P, b["at"], W, b["programs"], b["rows"], H, before, gates, cells, P.shape[1], P.shape[2],
                HID=hidden, HP=self.padded(hidden), KP=kp, BK=BLOCK[0], STAGES=STAGES, num_warps=WARPS)
        return H, before, gates, cells

    def backward(self, dH, whid, b, gates, cells, scale):
        hidden = whid.shape[2]
        gp = up(4 * hidden, BLOCK[1])
        tokens, count = b["at"].numel(), len(b["programs"])
        W = torch.nn.functional.pad(whid.transpose(2, 3), (0, 0, 0, gp - 4 * hidden)).to(torch.float16).contiguous()
        dz = torch.zeros(tokens, 2, 4, hidden, device=dH.device)
        if count:
            self.by.backward[(2 * count,)](
                dH, W, scale, b["programs"], gates, cells, dz,
                HID=hidden, HP=self.padded(hidden), GP=gp, BK=BLOCK[1], STAGES=STAGES, num_warps=WARPS)
        return dz


def chosen(b, exact, quick, log):
    """The kernels, if with them `quick` agrees on a batch with what `exact` has in double precision by plain operations; these, if they do
    not or cannot run here."""
    plain = model.Loop()
    wanted = exact.differentiate(b, plain)
    try:
        kernel = Kernels()
        found = quick.differentiate(b, kernel)
        error = max(float((x.double() - y).norm() / y.norm()) for x, y in zip(found[:4], wanted[:4]))
        engine = kernel if error < 5e-3 else plain
        log(f"{kernel.name} differs by {error:.1e}: {engine.name}")
        return engine
    except Exception as error:
        log(f"{type(error).__name__}: {str(error)[:300]}: {plain.name}")
        return plain
