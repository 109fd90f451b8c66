// Adding and multiplying where several elements go to one place: with atomic operations, in no
// particular order.
template <class U> __device__ inline void atomic_add(U* place, A x) { atomicAdd(place, (U)x); }

// Elements of 16 bits through the word of 32 that they are in.
template <class U> __device__ inline void add_narrow(U* place, A x) {
  u32* word = (u32*)((size_t)place & ~(size_t)3);
  bool upper = (size_t)place & 2;
  u32 seen = *word, expected;
  do {
    expected = seen;
    U own = {(unsigned short)(upper ? expected >> 16 : expected & 0xffff)};
    u32 sum = down<U>(up(own) + x).bits;
    seen = atomicCAS(word, expected,
                     upper ? (expected & 0xffff) | sum << 16 : (expected & 0xffff0000u) | sum);
  } while (seen != expected);
}
template <> __device__ inline void atomic_add<bf16>(bf16* place, A x) { add_narrow(place, x); }
template <> __device__ inline void atomic_add<fp16>(fp16* place, A x) { add_narrow(place, x); }

// out[index[r]] += rows[r] * scale[index[r]], but for the row `skipped`; rows from outside are left.
extern "C" __global__ void add_rows(
    T* out, const T* rows, const i64* index, const A* scale, i64 n, i64 width, i64 limit,
    i64 skipped) {
  i64 step = (i64)gridDim.x * blockDim.x;
  for (i64 i = (i64)blockIdx.x * blockDim.x + threadIdx.x; i < n * width; i += step) {
    i64 to = index[i / width];
    if (to < 0 || to >= limit || to == skipped) continue;
    A x = up(rows[i]);
    atomic_add(out + to * width + i % width, scale ? x * scale[to] : x);
  }
}

extern "C" __global__ void count_rows(A* counts, const i64* index, i64 n, i64 limit) {
  i64 step = (i64)gridDim.x * blockDim.x;
  for (i64 i = (i64)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
    if (index[i] >= 0 && index[i] < limit) atomicAdd(counts + index[i], (A)1);
}
