// Random numbers by Philox4x32-10 (Salmon et al. 2011): four words for each number of a counter, so
// that element i of a tensor has words of its own and any number of threads gives the same ones.
struct Words { u32 w[4]; };

__device__ inline Words philox(u64 seed, u64 counter, u64 stream) {
  u32 k0 = (u32)seed, k1 = (u32)(seed >> 32);
  u32 c0 = (u32)counter, c1 = (u32)(counter >> 32), c2 = (u32)stream, c3 = (u32)(stream >> 32);
  for (int round = 0; round < 10; round++) {
    u64 a = (u64)0xD2511F53u * c0, b = (u64)0xCD9E8D57u * c2;
    c0 = (u32)(b >> 32) ^ c1 ^ k0;
    c2 = (u32)(a >> 32) ^ c3 ^ k1;
    c1 = (u32)b, c3 = (u32)a;
    k0 += 0x9E3779B9u, k1 += 0xBB67AE85u;
  }
  return {{c0, c1, c2, c3}};
}

// [0, 1) in 24 bits, or in 53 from two words.
__device__ inline A unit(const Words& w, int i) {
  if (sizeof(A) == 4) return (A)(w.w[i] >> 8) * (A)5.9604644775390625e-8;
  u64 both = ((u64)w.w[2 * (i & 1)] << 32) | w.w[2 * (i & 1) + 1];
  return (A)(both >> 11) * (A)1.1102230246251565e-16;
}

#define PER (sizeof(A) == 4 ? 4 : 2)
#define FOR_EACH_FOUR                                                      \
  if (start) seed = start[0], offset += start[1]; /* of a graph's replay */ \
  i64 step = (i64)gridDim.x * blockDim.x;                                  \
  for (i64 q = (i64)blockIdx.x * blockDim.x + threadIdx.x; q * PER < n; q += step)

extern "C" __global__ void uniform(
    T* out, i64 n, u64 seed, u64 offset, const u64* start, double low, double high) {
  FOR_EACH_FOUR {
    Words w = philox(seed, offset + q, 0);
    for (int j = 0; j < PER && q * PER + j < n; j++)
      out[q * PER + j] = down<T>(unit(w, j) * (A)(high - low) + (A)low);
  }
}

// Pairs by Box and Muller's transform.
extern "C" __global__ void normal(
    T* out, i64 n, u64 seed, u64 offset, const u64* start, double mean, double std) {
  FOR_EACH_FOUR {
    Words w = philox(seed, offset + q, 0);
    for (int j = 0; j < PER && q * PER + j < n; j += 2) {
      A radius = sqrt(-2 * log(1 - unit(w, j))), angle = (A)6.283185307179586 * unit(w, j + 1);
      out[q * PER + j] = down<T>(radius * cos(angle) * (A)std + (A)mean);
      if (q * PER + j + 1 < n) out[q * PER + j + 1] = down<T>(radius * sin(angle) * (A)std + (A)mean);
    }
  }
}

// `scale` with probability `p`, else 0: dropout's noise, and Bernoulli's numbers.
extern "C" __global__ void bernoulli(
    T* out, i64 n, u64 seed, u64 offset, const u64* start, double p, double scale) {
  FOR_EACH_FOUR {
    Words w = philox(seed, offset + q, 0);
    for (int j = 0; j < PER && q * PER + j < n; j++)
      out[q * PER + j] = down<T>(unit(w, j) < (A)p ? (A)scale : (A)0);
  }
}
