// The recurrence of many LSTMs at once, 200 units each. A block of threads is one direction of 16 rows of texts, and loops over time;
// its weights, as fp16, stay in the registers and the shared memory of its multiprocessor. Sums, gates and cells are float32.
// Backwards the operand is scaled, so that fp16 can hold it. Gates i, f, o, g; a step without a token clears the state.
// Warp w has the hidden columns of tiles 2w and 2w+1 (of 25 with 8 columns): thread (g, tig) of it their rows g and g+8, columns
// 2 tig and 2 tig + 1, as the tensor cores have it.
#ifndef EMULATED
#define DEVICE static __device__ __forceinline__
#define KERNEL extern "C" __global__ void __launch_bounds__(416, 1)

DEVICE unsigned int packed(float low, float high) {
  unsigned int both;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(high), "f"(low));
  return both;
}

DEVICE void multiply(float* sum, const unsigned int* a, uint2 b) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};"
               : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b.x), "r"(b.y));
}

DEVICE void fragment(unsigned int* a, const void* at) {
  unsigned int place = (unsigned int)__cvta_generic_to_shared(at);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3},[%4];"
               : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3]) : "r"(place) : "memory");
}

DEVICE void soon(const void* at) { asm volatile("prefetch.global.L2 [%0];" ::"l"(at)); }
DEVICE float sigmoid(float x) { return __fdividef(1.0f, 1.0f + __expf(-x)); }
DEVICE float tangent(float x) { return 2.0f * sigmoid(2.0f * x) - 1.0f; }
#endif

#define HID 200
#define TILES 25
// Tiles of 16 along the sum: forwards over units, backwards over gates; so many of them in registers.
#define FORWARD 13
#define FORWARD_HELD 5
#define BACKWARD 50
#define BACKWARD_HELD 18

// Words P[lanes * width, 3200] are projected; W: fragments [lane, kind, direction][100][13][32].
KERNEL forward(const float* P, const int* at, const uint2* W, const int* programs, const int* lengths, float* H, float* before,
               float4* gates, float4* cells, int width) {
  extern __shared__ char shared[];
  const int stride = 216, kept = FORWARD - FORWARD_HELD;
  uint2* weights = (uint2*)shared;
  unsigned short* states = (unsigned short*)(shared + 100 * kept * 256);
  const int thread = threadIdx.x, lane = thread & 31, warp = thread >> 5, g = lane >> 2, tig = lane & 3;
  const int direction = blockIdx.x & 1, *program = programs + 4 * (blockIdx.x >> 1);
  const int own = program[0], base = program[1], steps = program[2], block = program[3];
  const int length[2] = {lengths[block * 16 + g], lengths[block * 16 + g + 8]};
  const int tile[2] = {2 * warp, 2 * warp + 1 < TILES ? 2 * warp + 1 : TILES - 1};
  W += (long long)(own * 2 + direction) * 100 * FORWARD * 32;
  for (int k = thread; k < 100 * kept * 32; k += 416) {
    const int n = k / (kept * 32), rest = k % (kept * 32);
    weights[k] = W[(n * FORWARD + FORWARD_HELD) * 32 + rest];
  }
  for (int k = thread; k < 2 * 16 * stride; k += 416) states[k] = 0;
  uint2 held[2][4][FORWARD_HELD];
#pragma unroll
  for (int j = 0; j < 2; j++)
#pragma unroll
    for (int gate = 0; gate < 4; gate++)
#pragma unroll
      for (int k = 0; k < FORWARD_HELD; k++) held[j][gate][k] = W[((gate * TILES + tile[j]) * FORWARD + k) * 32 + lane];
  const float* words = P + (long long)(own >> 1) * width * 16 * HID + ((own & 1) * 2 + direction) * 4 * HID + 2 * tig;
  float sums[2][4][4], cell[2][4];
  int word[2];
  const int way = 1 - 2 * direction, first = direction ? steps - 1 : 0;
#pragma unroll
  for (int j = 0; j < 2; j++)
#pragma unroll
    for (int e = 0; e < 4; e++) cell[j][e] = 0;
#pragma unroll
  for (int r = 0; r < 2; r++) word[r] = at[base + first * 16 + g + 8 * r];
  __syncthreads();
  for (int s = 0; s < steps; s++) {
    const int t = first + way * s;
#pragma unroll
    for (int r = 0; r < 2; r++) {
      const float* row = words + (long long)word[r] * 16 * HID;
#pragma unroll
      for (int j = 0; j < 2; j++)
#pragma unroll
        for (int gate = 0; gate < 4; gate++) {
          const float2 two = *(const float2*)(row + gate * HID + tile[j] * 8);
          sums[j][gate][2 * r] = two.x;
          sums[j][gate][2 * r + 1] = two.y;
        }
      if (s + 1 < steps) word[r] = at[base + (t + way) * 16 + g + 8 * r];
    }
    const unsigned short* last = states + (s & 1) * 16 * stride;
    const unsigned short* corner = last + ((lane & 7) + (lane & 8)) * stride + (lane >> 4) * 8;
    if (s > 0) {
#pragma unroll
      for (int k = 0; k < FORWARD; k++) {
        unsigned int a[4];
        fragment(a, corner + 16 * k);
#pragma unroll
        for (int j = 0; j < 2; j++)
#pragma unroll
          for (int gate = 0; gate < 4; gate++) {
            const int n = gate * TILES + tile[j];
            multiply(sums[j][gate], a, k < FORWARD_HELD ? held[j][gate][k < FORWARD_HELD ? k : 0] : weights[(n * kept + k - FORWARD_HELD) * 32 + lane]);
          }
      }
    }
    unsigned short* next = states + ((s + 1) & 1) * 16 * stride;
    const long long step = base / 16 + t;
#pragma unroll
    for (int j = 0; j < 2; j++) {
      float h[4];
#pragma unroll
      for (int e = 0; e < 4; e++) {
        const float present = t < length[e >> 1] ? 1.0f : 0.0f;
        const float i = sigmoid(sums[j][0][e]) * present, f = sigmoid(sums[j][1][e]) * present;
        const float o = sigmoid(sums[j][2][e]) * present, u = tangent(sums[j][3][e]);
        cell[j][e] = f * cell[j][e] + i * u;
        h[e] = o * tangent(cell[j][e]);
        sums[j][0][e] = i, sums[j][1][e] = f, sums[j][2][e] = o, sums[j][3][e] = u;
      }
      const long long place = ((step * 2 + direction) * 13 + warp) * 2 + j;
#pragma unroll
      for (int gate = 0; gate < 4; gate++)
        gates[(place * 4 + gate) * 32 + lane] = make_float4(sums[j][gate][0], sums[j][gate][1], sums[j][gate][2], sums[j][gate][3]);
      cells[place * 32 + lane] = make_float4(cell[j][0], cell[j][1], cell[j][2], cell[j][3]);
#pragma unroll
      for (int r = 0; r < 2; r++) {
        const long long token = base + (long long)t * 16 + g + 8 * r;
        const int column = tile[j] * 8 + 2 * tig;
        const float2 two = make_float2(h[2 * r], h[2 * r + 1]);
        *(float2*)(H + (token * 2 + direction) * HID + column) = two;
        if (s + 1 < steps) *(float2*)(before + ((token + 16 * way) * 2 + direction) * HID + column) = two;
        *(unsigned int*)(next + (g + 8 * r) * stride + column) = packed(two.x, two.y);
      }
    }
    __syncthreads();
  }
}

DEVICE float within(float x) { return fminf(fmaxf(x, -60000.0f), 60000.0f); }

// dH [tokens, 2, 200] → dz [tokens, 2, 800]. W: fragments of the transposed weights, [lane, kind, direction][25][50][32].
KERNEL backward(const float* dH, const uint2* W, const float* scales, const int* programs, const float4* gates, const float4* cells, float* dz) {
  extern __shared__ char shared[];
  const int stride = 808, kept = BACKWARD - BACKWARD_HELD;
  uint2* weights = (uint2*)shared;
  unsigned short* last = (unsigned short*)(shared + TILES * kept * 256);
  const int thread = threadIdx.x, lane = thread & 31, warp = thread >> 5, g = lane >> 2, tig = lane & 3;
  const int direction = blockIdx.x & 1, *program = programs + 4 * (blockIdx.x >> 1);
  const int own = program[0], base = program[1], steps = program[2];
  const float scale = scales[own], back = 1.0f / scale;
  const int tile[2] = {2 * warp, 2 * warp + 1 < TILES ? 2 * warp + 1 : TILES - 1};
  W += (long long)(own * 2 + direction) * TILES * BACKWARD * 32;
  for (int k = thread; k < TILES * kept * 32; k += 416) {
    const int n = k / (kept * 32), rest = k % (kept * 32);
    weights[k] = W[(n * BACKWARD + BACKWARD_HELD) * 32 + rest];
  }
  uint2 held[2][BACKWARD_HELD];
#pragma unroll
  for (int j = 0; j < 2; j++)
#pragma unroll
    for (int k = 0; k < BACKWARD_HELD; k++) held[j][k] = W[(tile[j] * BACKWARD + k) * 32 + lane];
  const unsigned short* corner = last + ((lane & 7) + (lane & 8)) * stride + (lane >> 4) * 8;
  const int way = 2 * direction - 1, first = direction ? 0 : steps - 1;
  float4 cell[2];
  float carried[2][4];
#pragma unroll
  for (int j = 0; j < 2; j++) {
    cell[j] = cells[((((long long)(base / 16 + first) * 2 + direction) * 13 + warp) * 2 + j) * 32 + lane];
#pragma unroll
    for (int e = 0; e < 4; e++) carried[j][e] = 0;
  }
  __syncthreads();
  for (int s = 0; s < steps; s++) {
    const int t = first + way * s;
    const long long step = base / 16 + t, ahead = step + way;
    if (s + 1 < steps) {
#pragma unroll
      for (int j = 0; j < 2; j++) {
#pragma unroll
        for (int gate = 0; gate < 4; gate++)
          if ((lane & 7) == 0) soon(gates + ((((ahead * 2 + direction) * 13 + warp) * 2 + j) * 4 + gate) * 32 + lane);
        if (s + 2 < steps && (lane & 7) == 0) soon(cells + ((((ahead + way) * 2 + direction) * 13 + warp) * 2 + j) * 32 + lane);
      }
      if (tig == 0)
#pragma unroll
        for (int r = 0; r < 2; r++) soon(dH + ((ahead * 16 + g + 8 * r) * 2 + direction) * HID + tile[0] * 8);
    }
    float sums[2][2][4];
#pragma unroll
    for (int k = 0; k < 16; k++) sums[k >> 3][(k >> 2) & 1][k & 3] = 0;
    if (s > 0) {
#pragma unroll
      for (int k = 0; k < BACKWARD; k++) {
        unsigned int a[4];
        fragment(a, corner + 16 * k);
#pragma unroll
        for (int j = 0; j < 2; j++)
          multiply(sums[j][k & 1], a, k < BACKWARD_HELD ? held[j][k < BACKWARD_HELD ? k : 0] : weights[(tile[j] * kept + k - BACKWARD_HELD) * 32 + lane]);
      }
      __syncthreads();
    }
#pragma unroll
    for (int j = 0; j < 2; j++) {
      const long long place = ((step * 2 + direction) * 13 + warp) * 2 + j;
      const float4 is = gates[place * 4 * 32 + lane], fs = gates[(place * 4 + 1) * 32 + lane];
      const float4 os = gates[(place * 4 + 2) * 32 + lane], us = gates[(place * 4 + 3) * 32 + lane];
      float4 was = make_float4(0, 0, 0, 0);
      if (s + 1 < steps) was = cells[((((ahead * 2) + direction) * 13 + warp) * 2 + j) * 32 + lane];
      const float i4[4] = {is.x, is.y, is.z, is.w}, f4[4] = {fs.x, fs.y, fs.z, fs.w}, o4[4] = {os.x, os.y, os.z, os.w};
      const float u4[4] = {us.x, us.y, us.z, us.w}, w4[4] = {was.x, was.y, was.z, was.w};
      const float c4[4] = {cell[j].x, cell[j].y, cell[j].z, cell[j].w};
      cell[j] = was;
#pragma unroll
      for (int r = 0; r < 2; r++) {
        const long long token = step * 16 + g + 8 * r;
        const int column = tile[j] * 8 + 2 * tig;
        const float2 upstream = *(const float2*)(dH + (token * 2 + direction) * HID + column);
        float found[4][2];
#pragma unroll
        for (int x = 0; x < 2; x++) {
          const int e = 2 * r + x;
          const float i = i4[e], f = f4[e], o = o4[e], u = u4[e], c = tangent(c4[e]);
          const float dh = (x ? upstream.y : upstream.x) + (sums[j][0][e] + sums[j][1][e]) * back;
          const float dc = carried[j][e] + dh * o * (1 - c * c);
          found[0][x] = dc * u * i * (1 - i);
          found[1][x] = dc * w4[e] * f * (1 - f);
          found[2][x] = dh * c * o * (1 - o);
          found[3][x] = dc * i * (1 - u * u);
          carried[j][e] = dc * f;
        }
#pragma unroll
        for (int gate = 0; gate < 4; gate++) {
          *(float2*)(dz + (token * 2 + direction) * 4 * HID + gate * HID + column) = make_float2(found[gate][0], found[gate][1]);
          *(unsigned int*)(last + (g + 8 * r) * stride + gate * HID + column) = packed(within(found[gate][0] * scale), within(found[gate][1] * scale));
        }
      }
    }
    __syncthreads();
  }
}
