"""How likely a staircase through a chapter passes each cell, and how that moves when the scores move: forward-backward.

`marginals(scores)` takes [count, rows, columns] and is differentiable. A staircase starts in the first cell, ends in the last,
and steps down, right or both; it is drawn with probability proportional to exp(sum of its scores). The marginals are the
gradient of ln Z, so their Jacobian is symmetric, and the gradient of v . p is how p moves when the scores move along v.
"""
import numpy as np
import torch

KERNEL = r"""
extern "C" __global__ void sweep(const float* g, const float* v, int rows, int columns, float* sums, float* moves,
                                 float* p, float* dp, int moving) {
  const long long cells = (long long)rows * columns;
  g += blockIdx.x * cells; v += blockIdx.x * cells; p += blockIdx.x * cells; dp += blockIdx.x * cells;
  sums += 2 * blockIdx.x * cells; moves += 2 * blockIdx.x * cells;
  for (int diagonal = 0; diagonal < rows + columns - 1; diagonal++) {
    int low = max(0, diagonal - columns + 1), high = min(diagonal, rows - 1);
    // Both directions at once: the upper half of the threads walks from the end.
    int half = blockDim.x / 2, backwards = threadIdx.x >= half;
    float* s = sums + (backwards ? cells : 0);
    float* m = moves + (backwards ? cells : 0);
    int step = backwards ? -1 : 1;
    for (int i = low + threadIdx.x % half; i <= high; i += half) {
      int j = diagonal - i;
      long long at = (long long)i * columns + j;
      if (backwards) at = cells - 1 - at;
      float up = i > 0 ? s[at - step * columns] : -1e30f;
      float left = j > 0 ? s[at - step] : -1e30f;
      float both = i > 0 && j > 0 ? s[at - step * columns - step] : -1e30f;
      float top = fmaxf(up, fmaxf(left, both)), all = 1.f, moved = 0.f;
      if (diagonal == 0) top = 0.f;
      else {
        float a = expf(up - top), b = expf(left - top), c = expf(both - top);
        all = a + b + c;
        if (moving) {
          if (i > 0) moved += a * m[at - step * columns];
          if (j > 0) moved += b * m[at - step];
          if (i > 0 && j > 0) moved += c * m[at - step * columns - step];
          moved /= all;
        }
      }
      s[at] = g[at] + top + logf(all);
      if (moving) m[at] = v[at] + moved;
    }
    __syncthreads();
  }
  float total = sums[cells - 1], shift = moving ? moves[cells - 1] : 0.f;
  for (long long at = threadIdx.x; at < cells; at += blockDim.x) {
    float likely = expf(fminf(0.f, sums[at] + sums[cells + at] - g[at] - total));
    p[at] = likely;
    if (moving) dp[at] = likely * (moves[at] + moves[cells + at] - v[at] - shift);
  }
}
"""
compiled = None


def on_gpu(g, v):
    global compiled
    import cupy

    compiled = compiled or cupy.RawKernel(KERNEL, "sweep")
    count, rows, columns = g.shape
    scratch = torch.empty((2, count, 2, rows, columns), device=g.device)
    p, dp = torch.empty_like(g), torch.empty_like(g)
    along = g if v is None else v
    threads = 2 * min(256, max(32, -(-min(rows, columns) // 32) * 32))
    with cupy.cuda.ExternalStream(torch.cuda.current_stream().cuda_stream):
        pointers = [t.data_ptr() for t in (scratch[0], scratch[1], p, dp)]
        args = (g.data_ptr(), along.data_ptr(), np.int32(rows), np.int32(columns), *pointers, np.int32(v is not None))
        compiled((count,), (threads,), args)
    return p, dp


def on_cpu(g, v):
    """The same in numpy, diagonal by diagonal; for tests."""
    scores = g.detach().numpy().astype(np.float64)
    along = np.zeros_like(scores) if v is None else v.detach().numpy().astype(np.float64)
    count, rows, columns = scores.shape

    def walk(s, u):
        a, d = np.full((count, rows + 1, columns + 1), -1e30), np.zeros((count, rows + 1, columns + 1))
        for k in range(rows + columns - 1):
            i = np.arange(max(0, k - columns + 1), min(k, rows - 1) + 1)
            j = k - i
            before = np.stack([a[:, i, j + 1], a[:, i + 1, j], a[:, i, j]])
            if k == 0:
                before[2] = 0
            top = before.max(0)
            shares = np.exp(before - top)
            moved = (shares * np.stack([d[:, i, j + 1], d[:, i + 1, j], d[:, i, j]])).sum(0) / shares.sum(0)
            a[:, i + 1, j + 1] = s[:, i, j] + top + np.log(shares.sum(0))
            d[:, i + 1, j + 1] = u[:, i, j] + moved
        return a[:, 1:, 1:], d[:, 1:, 1:]

    a, da = walk(scores, along)
    b, db = (x[:, ::-1, ::-1] for x in walk(scores[:, ::-1, ::-1], along[:, ::-1, ::-1]))
    p = np.exp(np.minimum(0, a + b - scores - a[:, -1:, -1:]))
    dp = p * (da + db - along - da[:, -1:, -1:])
    return torch.from_numpy(p).to(g), torch.from_numpy(np.ascontiguousarray(dp)).to(g)


def sweep(g, v=None):
    g = g.contiguous().float()
    return (on_gpu if g.is_cuda else on_cpu)(g, None if v is None else v.contiguous().float())


class Marginals(torch.autograd.Function):
    @staticmethod
    def forward(ctx, scores):
        ctx.save_for_backward(scores)
        return sweep(scores)[0]

    @staticmethod
    def backward(ctx, v):
        return sweep(ctx.saved_tensors[0], v)[1]


marginals = Marginals.apply


def check():
    """The GPU and the processor agree; said at the start of a run, since no test reaches a GPU."""
    g, v = torch.randn(3, 7, 19), torch.randn(3, 7, 19)
    here, there = on_cpu(g, v), on_gpu(g.cuda(), v.cuda())
    apart = max(float((a - b.cpu()).abs().max()) for a, b in zip(here, there))
    assert apart < 1e-4, f"paths.py: the GPU's marginals are {apart} away from the processor's"
    return apart
