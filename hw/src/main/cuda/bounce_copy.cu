// Gathers and scatters: many small copies in one launch, and the seals of a region.
//
// Layout of a region: 16 bytes seal, 16 bytes zero, payload from offset 32, and 16 bytes seal after the
// last payload byte, which may lie at any alignment.
//
// A launch gets its plan as entries in mapped host memory, each the work of one warp; the host cuts
// large pieces, so that no entry keeps one warp busy when the others are done. The last block to end
// writes one word to mapped host memory: sequence << 2 | outcome.

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

// The parameter of both kernels, 80 bytes. Addresses are of the device.
struct Launch {
    u64 region;
    u64 regionBytes;
    u64 sealLow;
    u64 sealHigh;
    u64 entries;
    u64 word;      // in mapped host memory
    u64 arrivals;  // a u32 that is 0 between launches
    u64 sequence;
    u32 entryCount;
    u32 sealed;  // 1 = the gather writes the seals, the scatter checks them; 0 = another launch does
    u64 reserved;
};

// `bytes` from `source` to offset 32 * `offset32` of the region.
struct __align__(16) GatherEntry {
    u64 source;
    u32 offset32;
    u32 bytes;
};

// `count` pieces from the region, each at its stride.
struct __align__(16) ScatterEntry {
    u64 destination;
    u64 regionOffset;
    u32 bytes;
    u32 count;
    u32 destinationStride;
    u32 regionStride;
};

constexpr u32 DONE = 1;
constexpr u32 SEAL_BROKEN = 2;
constexpr u64 SEAL_BYTES = 16;
constexpr u64 OVERHEAD_BYTES = 48;
constexpr u32 LANES = 32;
constexpr u32 ROUNDS = 8;  // vectors that a lane has in flight

// What a copy leaves in the L2 cache is to go first, on both sides: nobody reads it again soon. Writes of
// the copy engine out of a device whose L2 is full of such lines run at 3/4 of their speed (H200); with
// the hint on one side only they do, too.
__device__ __forceinline__ u64 passing() {
    u64 policy;
    asm("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
    return policy;
}

__device__ __forceinline__ uint4 load(const uint4* const from, const u64 policy) {
    uint4 value;
    asm volatile("ld.global.L2::cache_hint.v4.u32 {%0, %1, %2, %3}, [%4], %5;"
                 : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
                 : "l"(from), "l"(policy)
                 : "memory");
    return value;
}

__device__ __forceinline__ void store(uint4* const to, const uint4 value, const u64 policy) {
    asm volatile("st.global.L2::cache_hint.v4.u32 [%0], {%1, %2, %3, %4}, %5;" ::"l"(to),
                 "r"(value.x), "r"(value.y), "r"(value.z), "r"(value.w), "l"(policy)
                 : "memory");
}

// 16 bytes at 4 * Q + bits / 8 after the first of two vectors that follow each other.
template <u32 Q>
__device__ __forceinline__ uint4 shifted(const uint4 a, const uint4 b, const u32 bits) {
    const u32 w[8] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
    return make_uint4(
        __funnelshift_r(w[Q], w[Q + 1], bits), __funnelshift_r(w[Q + 1], w[Q + 2], bits),
        __funnelshift_r(w[Q + 2], w[Q + 3], bits),
        __funnelshift_r(w[Q + 3], w[Q + 4], bits));
}

__device__ __forceinline__ void copyVectors(
    uint4* const to, const uint4* const from, const u64 vectors, const u64 policy,
    const u32 lane) {
    for (u64 at = lane; at < vectors; at += ROUNDS * LANES) {
        uint4 held[ROUNDS];
#pragma unroll
        for (u32 round = 0; round < ROUNDS; round++) {
            if (at + round * LANES < vectors) {
                held[round] = load(from + at + round * LANES, policy);
            }
        }
#pragma unroll
        for (u32 round = 0; round < ROUNDS; round++) {
            if (at + round * LANES < vectors) {
                store(to + at + round * LANES, held[round], policy);
            }
        }
    }
}

// As above, where the source lies 4 * Q + bits / 8 bytes, which are not 0, after `from`. Every vector
// that is read holds a byte of the source, so that no page is touched that the source does not touch.
template <u32 Q>
__device__ __forceinline__ void copyShifted(
    uint4* const to, const uint4* const from, const u64 vectors, const u32 bits, const u64 policy,
    const u32 lane) {
    const u32 rounds = ROUNDS / 2;
    for (u64 at = lane; at < vectors; at += rounds * LANES) {
        uint4 held[rounds];
#pragma unroll
        for (u32 round = 0; round < rounds; round++) {
            const u64 vector = at + round * LANES;
            if (vector < vectors) {
                held[round] = shifted<Q>(
                    load(from + vector, policy), load(from + vector + 1, policy), bits);
            }
        }
#pragma unroll
        for (u32 round = 0; round < rounds; round++) {
            if (at + round * LANES < vectors) {
                store(to + at + round * LANES, held[round], policy);
            }
        }
    }
}

// Copies by one warp, from and to any alignment.
__device__ __forceinline__ void copyPiece(
    u64 to, u64 from, u64 bytes, const u64 policy, const u32 lane) {
    u64 head = (16 - (to & 15)) & 15;
    head = head < bytes ? head : bytes;
    const u64 vectors = (bytes - head) >> 4;
    const u64 tail = (bytes - head) & 15;
    const u64 end = head + (vectors << 4);
    if (lane < head) {
        ((u8*)to)[lane] = ((const u8*)from)[lane];
    }
    if (lane < tail) {
        ((u8*)to)[end + lane] = ((const u8*)from)[end + lane];
    }
    to += head;
    from += head;
    const u32 shift = (u32)(from & 15);
    const uint4* const source = (const uint4*)(from - shift);
    uint4* const target = (uint4*)to;
    if (shift == 0) {
        copyVectors(target, source, vectors, policy, lane);
        return;
    }
    const u32 bits = (shift & 3) * 8;
    switch (shift >> 2) {
        case 0:
            copyShifted<0>(target, source, vectors, bits, policy, lane);
            break;
        case 1:
            copyShifted<1>(target, source, vectors, bits, policy, lane);
            break;
        case 2:
            copyShifted<2>(target, source, vectors, bits, policy, lane);
            break;
        default:
            copyShifted<3>(target, source, vectors, bits, policy, lane);
            break;
    }
}

// The bytes of a seal, little-endian, one lane a byte.
__device__ __forceinline__ u8 sealByte(const Launch& launch, const u32 lane) {
    return (u8)((lane < 8 ? launch.sealLow : launch.sealHigh) >> (8 * (lane & 7)));
}

// By one warp.
__device__ __forceinline__ void writeSeals(const Launch& launch, const u32 lane) {
    u8* const head = (u8*)launch.region;
    u8* const tail = head + launch.regionBytes - SEAL_BYTES;
    if (lane < SEAL_BYTES) {
        head[lane] = sealByte(launch, lane);
        head[SEAL_BYTES + lane] = 0;
        tail[lane] = sealByte(launch, lane);
    }
}

// By one thread: whether both seals are right.
__device__ __forceinline__ bool sealsMatch(const Launch& launch) {
    if (launch.regionBytes < OVERHEAD_BYTES) {
        return false;
    }
    const u8* const head = (const u8*)launch.region;
    const u8* const tail = head + launch.regionBytes - SEAL_BYTES;
    u32 wrong = 0;
#pragma unroll
    for (u32 at = 0; at < SEAL_BYTES; at++) {
        wrong |= head[at] ^ sealByte(launch, at);
        wrong |= tail[at] ^ sealByte(launch, at);
    }
    return wrong == 0;
}

// By every thread of a block that has done its part. Whoever reads the word sees all bytes that any
// block wrote: each block releases its own to the device, the last one acquires them and releases
// everything to the system.
__device__ __forceinline__ void finish(const Launch& launch, const u32 outcome) {
    __syncthreads();
    if (threadIdx.x != 0) {
        return;
    }
    u32* const arrivals = (u32*)launch.arrivals;
    __threadfence();
    if (atomicAdd(arrivals, 1u) != gridDim.x - 1) {
        return;
    }
    *(volatile u32*)arrivals = 0;
    __threadfence_system();
    asm volatile("st.release.sys.global.u64 [%0], %1;" ::"l"(launch.word),
                 "l"(launch.sequence << 2 | outcome)
                 : "memory");
}

// The entry of a warp in the round that begins at entry `first`; beyond the last one if it has none.
// Warps of a block take entries that follow each other, whose reads from the host join. In a round
// with fewer entries than warps, warps of one number in all blocks come first, so that all blocks
// share the entries.
__device__ __forceinline__ u32 entryOf(const u32 first, const u32 entryCount) {
    const u32 warp = threadIdx.x / LANES;
    const u32 blockWarps = blockDim.x / LANES;
    const bool full = entryCount - first >= gridDim.x * blockWarps;
    return first + (full ? blockIdx.x * blockWarps + warp : warp * gridDim.x + blockIdx.x);
}

extern "C" __global__ void __launch_bounds__(512) bounce_gather(const Launch launch) {
    const u32 lane = threadIdx.x % LANES;
    const u32 warps = gridDim.x * (blockDim.x / LANES);
    if (blockIdx.x == 0 && threadIdx.x < LANES && launch.sealed) {
        writeSeals(launch, lane);
    }
    u32 first = 0;
    u32 at = entryOf(first, launch.entryCount);
    const GatherEntry* const entries = (const GatherEntry*)launch.entries;
    const u64 policy = passing();
    GatherEntry next = {0, 0, 0};
    if (at < launch.entryCount) {
        next = entries[at];
    }
    while (at < launch.entryCount) {
        const GatherEntry entry = next;
        first += warps;
        at = entryOf(first, launch.entryCount);
        if (at < launch.entryCount) {
            next = entries[at];  // comes from the host while this one is copied
        }
        copyPiece(launch.region + 32ull * entry.offset32, entry.source, entry.bytes, policy,
                  lane);
    }
    finish(launch, DONE);
}

extern "C" __global__ void __launch_bounds__(512) bounce_scatter(const Launch launch) {
    __shared__ u32 broken;
    const u32 lane = threadIdx.x % LANES;
    const u32 warps = gridDim.x * (blockDim.x / LANES);
    u32 first = 0;
    u32 at = entryOf(first, launch.entryCount);
    const ScatterEntry* const entries = (const ScatterEntry*)launch.entries;
    const u64 policy = passing();
    ScatterEntry next = {0, 0, 0, 0, 0, 0};
    if (at < launch.entryCount) {
        next = entries[at];
    }
    if (threadIdx.x == 0) {
        broken = launch.sealed && !sealsMatch(launch);
    }
    __syncthreads();
    if (broken) {
        finish(launch, SEAL_BROKEN);
        return;
    }
    while (at < launch.entryCount) {
        const ScatterEntry entry = next;
        first += warps;
        at = entryOf(first, launch.entryCount);
        if (at < launch.entryCount) {
            next = entries[at];
        }
        for (u32 piece = 0; piece < entry.count; piece++) {
            copyPiece(entry.destination + (u64)piece * entry.destinationStride,
                      launch.region + entry.regionOffset + (u64)piece * entry.regionStride,
                      entry.bytes, policy, lane);
        }
    }
    finish(launch, DONE);
}

// Keeps the device busy until the clock has gone on by so many cycles, then copies words. A compute
// stream of the self-test: it writes late what a gather reads.
extern "C" __global__ void bounce_late_copy(
    u32* const to, const u32* const from, const u64 words, const u64 cycles) {
    const long long start = clock64();
    while ((u64)(clock64() - start) < cycles) {
    }
    for (u64 at = blockIdx.x * (u64)blockDim.x + threadIdx.x; at < words;
         at += (u64)gridDim.x * blockDim.x) {
        to[at] = from[at];
    }
}

// A compute stream of the self-test: multiplies and adds, four chains a thread, and writes what comes
// of it, so that nothing is left out.
extern "C" __global__ void __launch_bounds__(256) bounce_busy(float* const out, const u64 rounds) {
    const float by = 1.0f + 1.0f / (float)(threadIdx.x + 2);
    float chains[4] = {1.0f, 2.0f, 3.0f, 4.0f};
    for (u64 round = 0; round < rounds; round++) {
#pragma unroll
        for (u32 chain = 0; chain < 4; chain++) {
            chains[chain] = fmaf(chains[chain], by, -1.0f);
        }
    }
    out[threadIdx.x] = chains[0] + chains[1] + chains[2] + chains[3];
}
