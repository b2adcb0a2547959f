"""The recurrence of many LSTMs at once in Triton: a program is one direction of a block of 16 rows, and loops over time inside.
Gates i, f, o, g; a step without a token clears the state. Operands of the products are fp16 (backwards scaled, so that it has
the precision of tf32) or float32 as tf32; sums, gates and cells are float32."""
import triton
import triton.language as tl


@triton.jit
def _tanh(x):
    return 2 * tl.sigmoid(2 * x) - 1


@triton.jit
def _within(x):
    """What fp16 can hold."""
    return tl.minimum(tl.maximum(x, -60000.0), 60000.0)


@triton.jit
def forward(P, at, W, programs, lengths, H, before, gates, cells, width, columns,
            HID: tl.constexpr, HP: tl.constexpr, KP: tl.constexpr, BK: tl.constexpr, STAGES: tl.constexpr):
    """P: projected words, [lanes * width, columns]; H: states [tokens, 2 HID]; before: the state before each step, in the layout of
    cells, [tokens, 2, HID]; gates [tokens, 2, 4, HID]."""
    pid = tl.program_id(0)
    direction = pid % 2
    own = tl.load(programs + (pid // 2) * 4)
    base = tl.load(programs + (pid // 2) * 4 + 1).to(tl.int64)
    steps = tl.load(programs + (pid // 2) * 4 + 2)
    block = tl.load(programs + (pid // 2) * 4 + 3)
    lane = own // 2
    kind = own % 2
    r = tl.arange(0, 16)
    n = tl.arange(0, HP)
    kk = tl.arange(0, BK)
    inside = (n < HID)[None, :]
    length = tl.load(lengths + block * 16 + r)
    Wp = W + (own * 2 + direction).to(tl.int64) * KP * 4 * HID
    Pp = P + lane.to(tl.int64) * width * columns + (kind * 2 + direction) * 4 * HID
    h = tl.zeros([16, HP], dtype=tl.float32)
    c = tl.zeros([16, HP], dtype=tl.float32)
    for s in range(steps):
        t = s + direction * (steps - 1 - 2 * s)
        token = base + t * 16 + r
        last = token + (2 * direction - 1) * 16
        word = tl.load(at + token).to(tl.int64)
        p = Pp + word[:, None] * columns + n[None, :]
        zi = tl.load(p, mask=inside, other=0.0)
        zf = tl.load(p + HID, mask=inside, other=0.0)
        zo = tl.load(p + 2 * HID, mask=inside, other=0.0)
        zg = tl.load(p + 3 * HID, mask=inside, other=0.0)
        if s > 0:
            for k in tl.range(0, KP // BK, num_stages=STAGES):
                at_k = k * BK + kk
                a = tl.load(H + (last[:, None] * 2 + direction) * HID + at_k[None, :], mask=(at_k < HID)[None, :], other=0.0)
                a = a.to(W.dtype.element_ty)
                w = Wp + at_k[:, None] * (4 * HID) + n[None, :]
                zi = tl.dot(a, tl.load(w, mask=inside, other=0.0), zi, input_precision="tf32")
                zf = tl.dot(a, tl.load(w + HID, mask=inside, other=0.0), zf, input_precision="tf32")
                zo = tl.dot(a, tl.load(w + 2 * HID, mask=inside, other=0.0), zo, input_precision="tf32")
                zg = tl.dot(a, tl.load(w + 3 * HID, mask=inside, other=0.0), zg, input_precision="tf32")
        present = tl.where((t < length)[:, None] & inside, 1.0, 0.0)
        i = tl.sigmoid(zi) * present
        f = tl.sigmoid(zf) * present
        o = tl.sigmoid(zo) * present
        g = _tanh(zg)
        place = (token[:, None] * 2 + direction) * HID + n[None, :]
        tl.store(before + place, h, mask=inside)
        c = f * c + i * g
        h = o * _tanh(c)
        tl.store(cells + place, c, mask=inside)
        tl.store(H + place, h, mask=inside)
        gate = gates + (token[:, None] * 2 + direction) * (4 * HID) + n[None, :]
        tl.store(gate, i, mask=inside)
        tl.store(gate + HID, f, mask=inside)
        tl.store(gate + 2 * HID, o, mask=inside)
        tl.store(gate + 3 * HID, g, mask=inside)
        tl.debug_barrier()


@triton.jit
def backward(dH, W, scale, programs, gates, cells, dz,
             HID: tl.constexpr, HP: tl.constexpr, GP: tl.constexpr, BK: tl.constexpr, STAGES: tl.constexpr):
    """dH [tokens, 2 HID] → dz [tokens, 2, 4 HID]. W: the transposed weights, [.., GP, HID]."""
    pid = tl.program_id(0)
    direction = pid % 2
    own = tl.load(programs + (pid // 2) * 4)
    base = tl.load(programs + (pid // 2) * 4 + 1).to(tl.int64)
    steps = tl.load(programs + (pid // 2) * 4 + 2)
    s_in = tl.load(scale + own)
    r = tl.arange(0, 16)
    n = tl.arange(0, HP)
    kk = tl.arange(0, BK)
    inside = (n < HID)[None, :]
    Wp = W + (own * 2 + direction).to(tl.int64) * GP * HID
    dc = tl.zeros([16, HP], dtype=tl.float32)
    for s in range(steps):
        t = (steps - 1 - s) + direction * (2 * s - steps + 1)
        token = base + t * 16 + r
        place = (token[:, None] * 2 + direction) * HID + n[None, :]
        gate = gates + (token[:, None] * 2 + direction) * (4 * HID) + n[None, :]
        dh = tl.load(dH + place, mask=inside, other=0.0)
        i = tl.load(gate, mask=inside, other=0.0)
        f = tl.load(gate + HID, mask=inside, other=0.0)
        o = tl.load(gate + 2 * HID, mask=inside, other=0.0)
        g = tl.load(gate + 3 * HID, mask=inside, other=0.0)
        c = _tanh(tl.load(cells + place, mask=inside, other=0.0))
        was = tl.load(cells + place + (2 * direction - 1) * (32 * HID), mask=inside & (s < steps - 1), other=0.0)
        if s > 0:
            rec = tl.zeros([16, HP], dtype=tl.float32)
            last = dz + ((token[:, None] + (1 - 2 * direction) * 16) * 2 + direction) * (4 * HID)
            for k in tl.range(0, GP // BK, num_stages=STAGES):
                at_k = k * BK + kk
                a = tl.load(last + at_k[None, :], mask=(at_k < 4 * HID)[None, :], other=0.0)
                a = _within(a * s_in).to(W.dtype.element_ty)
                w = tl.load(Wp + at_k[:, None] * HID + n[None, :], mask=inside, other=0.0)
                rec = tl.dot(a, w, rec, input_precision="tf32")
            dh += rec / s_in
        dc += dh * o * (1 - c * c)
        zo = dh * c * o * (1 - o)
        zi = dc * g * i * (1 - i)
        zf = dc * was * f * (1 - f)
        zg = dc * i * (1 - g * g)
        dc = dc * f
        out = dz + (token[:, None] * 2 + direction) * (4 * HID) + n[None, :]
        tl.store(out, zi, mask=inside)
        tl.store(out + HID, zf, mask=inside)
        tl.store(out + 2 * HID, zo, mask=inside)
        tl.store(out + 3 * HID, zg, mask=inside)
        tl.debug_barrier()
