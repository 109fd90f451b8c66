// Softmax and its logarithm over the last dimension, a block a row, and their derivatives.
extern "C" __global__ void softmax(const T* x, T* y, i64 n) {
  SHARED(Relative, shared);
  x += blockIdx.x * n, y += blockIdx.x * n;
  Relative all = row_sum(x, n, shared);
  A scale = 1 / all.sum;
  for (i64 i = threadIdx.x; i < n; i += blockDim.x)
    y[i] = down<T>(exp(up(x[i]) - all.top) * scale);
}

extern "C" __global__ void log_softmax(const T* x, T* y, i64 n) {
  SHARED(Relative, shared);
  x += blockIdx.x * n, y += blockIdx.x * n;
  Relative all = row_sum(x, n, shared);
  A shift = log(all.sum);
  for (i64 i = threadIdx.x; i < n; i += blockDim.x)
    y[i] = down<T>(up(x[i]) - all.top - shift);
}

extern "C" __global__ void softmax_backward(const T* g, const T* y, T* out, i64 n) {
  SHARED(A, shared);
  i64 row = blockIdx.x * n;
  A dot = 0;
  for (i64 i = threadIdx.x; i < n; i += blockDim.x) dot += up(g[row + i]) * up(y[row + i]);
  dot = block_reduce(dot, Sum(), shared);
  for (i64 i = threadIdx.x; i < n; i += blockDim.x)
    out[row + i] = down<T>(up(y[row + i]) * (up(g[row + i]) - dot));
}

extern "C" __global__ void log_softmax_backward(const T* g, const T* y, T* out, i64 n) {
  SHARED(A, shared);
  i64 row = blockIdx.x * n;
  A sum = 0;
  for (i64 i = threadIdx.x; i < n; i += blockDim.x) sum += up(g[row + i]);
  sum = block_reduce(sum, Sum(), shared);
  for (i64 i = threadIdx.x; i < n; i += blockDim.x)
    out[row + i] = down<T>(up(g[row + i]) - exp(up(y[row + i])) * sum);
}
