// The kernels by hand of this bench in CUDA C++, by the same designs, for nvcc: what ours are compared with.
// Each launcher takes the addresses of arguments and results, extents in the order of the arguments, and a stream.
#include <cub/cub.cuh>
#include <cuda_runtime.h>

#include <cstdint>

#define LAUNCHER extern "C" void

constexpr int THREADS = 128;

static int blocks(int64_t n, int64_t size) { return static_cast<int>((n + size - 1) / size); }

__global__ void __launch_bounds__(THREADS) copy(const float* __restrict__ x, float* __restrict__ y, int64_t n) {
    int64_t first = blockIdx.x * static_cast<int64_t>(THREADS) + threadIdx.x, step = static_cast<int64_t>(gridDim.x) * THREADS;
    for (int64_t i = first; i < n / 4; i += step) reinterpret_cast<float4*>(y)[i] = reinterpret_cast<const float4*>(x)[i];
    int64_t last = n / 4 * 4 + first;
    if (last < n) y[last] = x[last];
}

LAUNCHER launch_copy(const float* x, float* y, int64_t n, cudaStream_t stream) {
    copy<<<blocks(n, 16 * THREADS), THREADS, 0, stream>>>(x, y, n);
}

constexpr int OWN = 4, TILE = 256, PARTS = 16;

__global__ void __launch_bounds__(THREADS) nbody(const float4* __restrict__ x, float softening, float* sums, int n) {
    __shared__ float4 others[TILE];
    float3 at[OWN], total[OWN] = {};
    for (int q = 0; q < OWN; q++) {
        int i = blockIdx.x * OWN * THREADS + q * THREADS + threadIdx.x;
        float4 body = i < n ? x[i] : float4{};
        at[q] = make_float3(body.x, body.y, body.z);
    }
    int span = (n + PARTS * TILE - 1) / (PARTS * TILE) * TILE, end = min(static_cast<int>(blockIdx.y + 1) * span, n);
    for (int first = blockIdx.y * span; first < end; first += TILE) {
        for (int q = threadIdx.x; q < TILE; q += THREADS) others[q] = first + q < n ? x[first + q] : float4{};
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < TILE; j++) {
            float4 other = others[j];
            for (int q = 0; q < OWN; q++) {
                float dx = other.x - at[q].x, dy = other.y - at[q].y, dz = other.z - at[q].z, r;
                float r2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, softening)));
                asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(r2));
                float pull = other.w * (r * r * r);
                total[q].x = fmaf(dx, pull, total[q].x);
                total[q].y = fmaf(dy, pull, total[q].y);
                total[q].z = fmaf(dz, pull, total[q].z);
            }
        }
        __syncthreads();
    }
    for (int q = 0; q < OWN; q++) {
        int i = blockIdx.x * OWN * THREADS + q * THREADS + threadIdx.x;
        if (i >= n) continue;
        atomicAdd(sums + 3 * i, total[q].x);
        atomicAdd(sums + 3 * i + 1, total[q].y);
        atomicAdd(sums + 3 * i + 2, total[q].z);
    }
}

LAUNCHER launch_nbody(const float* x, float softening, float* sums, int64_t n, cudaStream_t stream) {
    cudaMemsetAsync(sums, 0, 12 * n, stream);
    dim3 grid(blocks(n, OWN * THREADS), PARTS);
    nbody<<<grid, THREADS, 0, stream>>>(reinterpret_cast<const float4*>(x), softening, sums, static_cast<int>(n));
}

constexpr int SIDE = 128, DEEP = 8, PITCH = SIDE + 4;

// A tile of 128 x 128 to a block, 8 x 8 of it in registers; the next tiles are read while those in shared memory are multiplied.
__global__ void __launch_bounds__(256)
product(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int m, int depth, int n) {
    __shared__ __align__(16) float lefts[2][DEEP][PITCH], rights[2][DEEP][PITCH];
    int t = threadIdx.x, top = blockIdx.y * SIDE, start = blockIdx.x * SIDE;
    int row = t / DEEP, column = t % DEEP, deeper = t / 32, across = t % 32, y = t / 16 * 4, x = t % 16 * 4;
    float left[4], right[4], total[8][8] = {};
    auto read = [&](int first) {
        for (int p = 0; p < 4; p++) {
            int i = top + row + 32 * p, j = start + across + 32 * p;
            left[p] = i < m && first + column < depth ? a[static_cast<int64_t>(i) * depth + first + column] : 0.0f;
            right[p] = first + deeper < depth && j < n ? b[static_cast<int64_t>(first + deeper) * n + j] : 0.0f;
        }
    };
    auto store = [&](int slot) {
        for (int p = 0; p < 4; p++) {
            lefts[slot][column][row + 32 * p] = left[p];
            rights[slot][deeper][across + 32 * p] = right[p];
        }
    };
    read(0);
    store(0);
    __syncthreads();
    for (int first = 0, slot = 0; first < depth; first += DEEP, slot ^= 1) {
        read(first + DEEP);
#pragma unroll
        for (int j = 0; j < DEEP; j++) {
            float rows[8], columns[8];
            *reinterpret_cast<float4*>(rows) = *reinterpret_cast<float4*>(&lefts[slot][j][y]);
            *reinterpret_cast<float4*>(rows + 4) = *reinterpret_cast<float4*>(&lefts[slot][j][y + SIDE / 2]);
            *reinterpret_cast<float4*>(columns) = *reinterpret_cast<float4*>(&rights[slot][j][x]);
            *reinterpret_cast<float4*>(columns + 4) = *reinterpret_cast<float4*>(&rights[slot][j][x + SIDE / 2]);
            for (int p = 0; p < 8; p++)
                for (int q = 0; q < 8; q++) total[p][q] = fmaf(rows[p], columns[q], total[p][q]);
        }
        store(slot ^ 1);
        __syncthreads();
    }
    for (int p = 0; p < 8; p++)
        for (int q = 0; q < 8; q += 4) {
            int i = top + y + p % 4 + p / 4 * (SIDE / 2), j = start + x + q / 4 * (SIDE / 2);
            float* to = c + static_cast<int64_t>(i) * n + j;
            if (i < m && j + 3 < n && n % 4 == 0) {
                *reinterpret_cast<float4*>(to) = make_float4(total[p][q], total[p][q + 1], total[p][q + 2], total[p][q + 3]);
                continue;
            }
            for (int e = 0; e < 4; e++)
                if (i < m && j + e < n) to[e] = total[p][q + e];
        }
}

LAUNCHER launch_product(const float* a, const float* b, float* c, int64_t m, int64_t depth, int64_t n, cudaStream_t stream) {
    product<<<dim3(blocks(n, SIDE), blocks(m, SIDE)), 256, 0, stream>>>(a, b, c, m, depth, n);
}

// Four means to a thread, one below the other, which share the sums of rows; a tile with a rim of one in shared memory.
__global__ void __launch_bounds__(256) blur(const float* __restrict__ x, float* __restrict__ y, int h, int w) {
    __shared__ float tile[34][34];
    int top = blockIdx.y * 32, left = blockIdx.x * 32, thread = threadIdx.y * 32 + threadIdx.x;
    for (int place = thread; place < 34 * 34; place += 256) {
        int row = min(max(top + place / 34 - 1, 0), h - 1), column = min(max(left + place % 34 - 1, 0), w - 1);
        tile[place / 34][place % 34] = x[static_cast<int64_t>(row) * w + column];
    }
    __syncthreads();
    int ty = threadIdx.y * 4, tx = threadIdx.x;
    float rows[6];
    for (int a = 0; a < 6; a++) rows[a] = tile[ty + a][tx] + tile[ty + a][tx + 1] + tile[ty + a][tx + 2];
    for (int a = 0; a < 4; a++) {
        int i = top + ty + a, j = left + tx;
        if (i < h && j < w) y[static_cast<int64_t>(i) * w + j] = (rows[a] + rows[a + 1] + rows[a + 2]) * (1.0f / 9.0f);
    }
}

LAUNCHER launch_blur(const float* x, float* y, int64_t h, int64_t w, cudaStream_t stream) {
    blur<<<dim3(blocks(w, 32), blocks(h, 32)), dim3(32, 8), 0, stream>>>(x, y, h, w);
}

constexpr int MOST = 32, WARPS = THREADS / 32;

__global__ void __launch_bounds__(THREADS)
kmeans(const float* __restrict__ x, const float* __restrict__ centres, float* sums, int* counts, int n, int c) {
    __shared__ float own[WARPS][MOST][3];
    __shared__ int own_counts[WARPS][MOST];
    __shared__ float4 near[MOST];
    int thread = threadIdx.x, warp = thread / 32;
    for (int i = thread; i < WARPS * MOST * 3; i += THREADS) (&own[0][0][0])[i] = 0;
    for (int i = thread; i < WARPS * MOST; i += THREADS) (&own_counts[0][0])[i] = 0;
    if (thread < c) near[thread] = make_float4(centres[3 * thread], centres[3 * thread + 1], centres[3 * thread + 2], 0);
    __syncthreads();
    for (int first = blockIdx.x * 2 * THREADS; first < n; first += gridDim.x * 2 * THREADS) {
        float3 at[2];
        float best[2] = {INFINITY, INFINITY};
        int nearest[2] = {};
        for (int p = 0; p < 2; p++) {
            int i = first + thread + p * THREADS;
            at[p] = i < n ? make_float3(x[3 * i], x[3 * i + 1], x[3 * i + 2]) : float3{};
        }
        for (int j = 0; j < c; j++) {
            float4 to = near[j];
            for (int p = 0; p < 2; p++) {
                float dx = at[p].x - to.x, dy = at[p].y - to.y, dz = at[p].z - to.z;
                float far = fmaf(dx, dx, fmaf(dy, dy, dz * dz));
                if (far < best[p]) best[p] = far, nearest[p] = j;
            }
        }
        for (int p = 0; p < 2; p++) {
            if (first + thread + p * THREADS >= n) continue;
            atomicAdd(&own[warp][nearest[p]][0], at[p].x);
            atomicAdd(&own[warp][nearest[p]][1], at[p].y);
            atomicAdd(&own[warp][nearest[p]][2], at[p].z);
            atomicAdd(&own_counts[warp][nearest[p]], 1);
        }
    }
    __syncthreads();
    if (thread >= c) return;
    for (int axis = 0; axis < 3; axis++) {
        float total = 0;
        for (int other = 0; other < WARPS; other++) total += own[other][thread][axis];
        atomicAdd(sums + 3 * thread + axis, total);
    }
    int total = 0;
    for (int other = 0; other < WARPS; other++) total += own_counts[other][thread];
    atomicAdd(counts + thread, total);
}

LAUNCHER launch_kmeans(const float* x, const float* centres, float* sums, int* counts, int64_t n, int64_t c, cudaStream_t stream) {
    cudaMemsetAsync(sums, 0, MOST * 12, stream);
    cudaMemsetAsync(counts, 0, MOST * 4, stream);
    kmeans<<<min(blocks(n, 2 * THREADS), 1024), THREADS, 0, stream>>>(x, centres, sums, counts, n, c);
}

// Rounded after each operation, so that counts are those of every device.
__global__ void __launch_bounds__(256)
mandelbrot(const float* __restrict__ xs, const float* __restrict__ ys, int limit, int* __restrict__ counts, int w, int h) {
    int j = blockIdx.x * 32 + threadIdx.x, i = blockIdx.y * 8 + threadIdx.y;
    if (i >= h || j >= w) return;
    float a = xs[j], b = ys[i], x = 0, y = 0, x2 = 0, y2 = 0;
    int count = 0;
    while (__fadd_rn(x2, y2) <= 4 && count < limit) {
        y = __fadd_rn(__fmul_rn(__fmul_rn(2, x), y), b);
        x = __fadd_rn(__fsub_rn(x2, y2), a);
        x2 = __fmul_rn(x, x);
        y2 = __fmul_rn(y, y);
        count++;
    }
    counts[static_cast<int64_t>(i) * w + j] = count;
}

LAUNCHER launch_mandelbrot(const float* xs, const float* ys, int limit, int* counts, int64_t w, int64_t h, cudaStream_t stream) {
    mandelbrot<<<dim3(blocks(w, 32), blocks(h, 8)), dim3(32, 8), 0, stream>>>(xs, ys, limit, counts, w, h);
}

// CUB's, by decoupled look-back: the scratch memory is allocated once.
LAUNCHER launch_scan(const float* x, float* y, int64_t n, cudaStream_t stream) {
    static void* scratch = nullptr;
    static size_t held = 0;
    size_t needed = 0;
    cub::DeviceScan::InclusiveSum(nullptr, needed, x, y, static_cast<int>(n), stream);
    if (needed > held) {
        cudaFree(scratch);
        cudaMalloc(&scratch, needed);
        held = needed;
    }
    cub::DeviceScan::InclusiveSum(scratch, needed, x, y, static_cast<int>(n), stream);
}

// CUB's radix sort, the same way.
LAUNCHER launch_sort(const int* x, int* y, int64_t n, cudaStream_t stream) {
    static void* scratch = nullptr;
    static size_t held = 0;
    size_t needed = 0;
    cub::DeviceRadixSort::SortKeys(nullptr, needed, x, y, static_cast<int>(n), 0, 32, stream);
    if (needed > held) {
        cudaFree(scratch);
        cudaMalloc(&scratch, needed);
        held = needed;
    }
    cub::DeviceRadixSort::SortKeys(scratch, needed, x, y, static_cast<int>(n), 0, 32, stream);
}
