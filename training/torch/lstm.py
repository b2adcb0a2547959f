"""The recurrence of many LSTMs at once by lstm.cu, an engine of reader_model.py: 200 units, an NVIDIA H100 or H200."""
import os

import numpy as np
import torch

import reader_model as model

FORWARD, BACKWARD, THREADS = 100 * 8 * 256 + 2 * 16 * 216 * 2, 25 * 32 * 256 + 16 * 808 * 2, 416


def fragments(weights):
    """Matrices [.., K, N] as the tensor cores take them, fp16: tiles of 16 by 8, four numbers for each of 32 threads."""
    count, rows, columns = weights.shape
    weights = torch.nn.functional.pad(weights, (0, 0, 0, -rows % 16)).to(torch.float16)
    return weights.view(count, -1, 2, 4, 2, columns // 8, 8).permute(0, 5, 1, 6, 3, 2, 4).contiguous()


class Stationary:
    name = "weights that stay on the chip"

    def __init__(self):
        import cupy

        with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "lstm.cu")) as file:
            code = cupy.RawModule(code=file.read(), options=("-arch=sm_90",))
        self.kernels = {}
        for name, size in (("forward", FORWARD), ("backward", BACKWARD)):
            self.kernels[name] = code.get_function(name)
            self.kernels[name].max_dynamic_shared_size_bytes = size

    def launch(self, name, blocks, size, *arguments):
        import cupy

        given = [each.data_ptr() if torch.is_tensor(each) else np.int32(each) for each in arguments]
        with cupy.cuda.ExternalStream(torch.cuda.current_stream().cuda_stream):
            self.kernels[name]((blocks,), (THREADS,), tuple(given), shared_mem=size)

    def forward(self, P, whid, b):
        tokens, device, count = b["at"].numel(), P.device, len(b["programs"])
        H, before = (torch.zeros(tokens, 2, 200, device=device) for _ in range(2))
        gates = torch.empty(tokens // 16, 2, 13, 2, 4, 32, 4, device=device)
        cells = torch.empty(tokens // 16, 2, 13, 2, 32, 4, device=device)
        W = fragments(whid.view(-1, 200, 800))
        if count:
            self.launch("forward", 2 * count, FORWARD, P, b["at"], W, b["programs"], b["rows"], H, before, gates, cells, P.shape[1])
        return H, before, gates, cells

    def backward(self, dH, whid, b, gates, cells, scale):
        dz = torch.zeros(b["at"].numel(), 2, 4, 200, device=dH.device)
        W = fragments(whid.transpose(2, 3).reshape(-1, 800, 200))
        if len(b["programs"]):
            self.launch("backward", 2 * len(b["programs"]), BACKWARD, dH, W, scale, b["programs"], gates, cells, dz)
        return dz


def chosen(b, exact, quick, log):
    """The kernel, if with it `quick` agrees on a batch with what `exact` has in double precision by plain operations; these, if it
    does not or cannot run here."""
    plain = model.Loop()
    wanted = exact.differentiate(b, plain)
    try:
        kernel = Stationary()
        found = quick.differentiate(b, kernel)
        error = max(float((x.double() - y).norm() / y.norm()) for x, y in zip(found[:4], wanted[:4]))
        engine = kernel if error < 5e-3 else plain
        log(f"{kernel.name} differs by {error:.1e}: {engine.name}")
        return engine
    except Exception as error:
        log(f"{type(error).__name__}: {str(error)[:300]}: {plain.name}")
        return plain
