// What all families share. The loader puts `#define T` (elements) and `#define A` (what they are
// computed in) before this. Every kernel runs with any number of threads in a block that is a
// multiple of WARP; the tests run them on the host with blocks and warps of one thread.
typedef long long i64;
typedef unsigned long long u64;
typedef unsigned int u32;

#ifdef __CUDACC_RTC__  // which has no <cmath>
#define INFINITY __int_as_float(0x7f800000)
#define NAN __int_as_float(0x7fffffff)
__device__ inline float half_to_float(unsigned short bits) {
  float y;
  asm("cvt.f32.f16 %0, %1;" : "=f"(y) : "h"(bits));
  return y;
}
__device__ inline unsigned short float_to_half(float x) {
  unsigned short bits;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(x));
  return bits;
}
#endif

#ifndef WARP
#define WARP 32
#endif

struct bf16 { unsigned short bits; };
struct fp16 { unsigned short bits; };

__device__ inline float up(float x) { return x; }
__device__ inline double up(double x) { return x; }
__device__ inline float up(bf16 x) {
  u32 bits = (u32)x.bits << 16;
  float y;
  memcpy(&y, &bits, 4);
  return y;
}
__device__ inline float up(fp16 x) { return half_to_float(x.bits); }

template <class U> __device__ inline U down(A x) { return (U)x; }
template <> __device__ inline bf16 down<bf16>(A x) {
  float wide = (float)x;
  u32 bits;
  memcpy(&bits, &wide, 4);
  if ((bits & 0x7fffffff) > 0x7f800000) return {0x7fc0};  // NaN
  return {(unsigned short)((bits + 0x7fff + ((bits >> 16) & 1)) >> 16)};
}
template <> __device__ inline fp16 down<fp16>(A x) { return {float_to_half((float)x)}; }

// ---------------------------------------------------------------- reductions of a block
__device__ inline A shuffled(A x, int step) { return __shfl_xor_sync(0xffffffffu, x, step); }

struct Sum {
  __device__ A operator()(A a, A b) const { return a + b; }
};

// All threads get the result. `shared` holds a value a warp, and is free again afterwards.
template <class V, class Op> __device__ V block_reduce(V v, Op op, V* shared) {
  for (int step = WARP / 2; step > 0; step >>= 1) v = op(v, shuffled(v, step));
  int warps = blockDim.x / WARP;
  if (warps == 1) return v;
  if (threadIdx.x % WARP == 0) shared[threadIdx.x / WARP] = v;
  __syncthreads();
  v = shared[0];
  for (int i = 1; i < warps; i++) v = op(v, shared[i]);
  __syncthreads();
  return v;
}
#define SHARED(V, name) __shared__ V name[1024 / WARP]

// The maximum of a row, and the sum of exponentials relative to it, in one pass (Milakov and
// Gimelshein 2018).
struct Relative { A top, sum; };

__device__ inline Relative shuffled(Relative x, int step) {
  return {shuffled(x.top, step), shuffled(x.sum, step)};
}

struct Join {
  __device__ Relative operator()(Relative a, Relative b) const {
    A top = (a.top > b.top || isnan(a.top)) ? a.top : b.top;
    A left = a.top == top ? a.sum : a.sum * exp(a.top - top);
    A right = b.top == top ? b.sum : b.sum * exp(b.top - top);
    return {top, left + right};
  }
};

__device__ inline Relative row_sum(const T* x, i64 n, Relative* shared) {
  Relative own = {(A)-INFINITY, 0};
  for (i64 i = threadIdx.x; i < n; i += blockDim.x) own = Join()(own, {up(x[i]), 1});
  own = block_reduce(own, Join(), shared);
  if (own.top == (A)INFINITY) own.sum = NAN;  // infinity less itself
  return own;
}
