// Standardizing over part of the dimensions: an array (outer, kept, inner), row-major, of which a
// block takes one of the `kept` and goes over all `outer` and `inner`. Layer norm has outer = 1 and
// inner = n (one row a block: outer is then the stride, see `at`); batch norm has outer = the batch.
__device__ inline i64 at(i64 i, i64 inner, i64 kept) {
  return (i / inner * kept + blockIdx.x) * inner + i % inner;
}

extern "C" __global__ void standardize(
    const T* x, T* y, A* mean, A* var, i64 outer, i64 kept, i64 inner, double eps) {
  SHARED(A, shared);
  i64 n = outer * inner;
  A sum = 0;
  for (i64 i = threadIdx.x; i < n; i += blockDim.x) sum += up(x[at(i, inner, kept)]);
  A middle = block_reduce(sum, Sum(), shared) / n;
  A square = 0;
  for (i64 i = threadIdx.x; i < n; i += blockDim.x) {
    A d = up(x[at(i, inner, kept)]) - middle;
    square += d * d;
  }
  A spread = block_reduce(square, Sum(), shared) / n;
  A scale = 1 / sqrt(spread + (A)eps);
  for (i64 i = threadIdx.x; i < n; i += blockDim.x) {
    i64 place = at(i, inner, kept);
    y[place] = down<T>((up(x[place]) - middle) * scale);
  }
  if (threadIdx.x == 0) mean[blockIdx.x] = middle, var[blockIdx.x] = spread;
}

extern "C" __global__ void standardize_backward(
    const T* g, const T* y, const A* rstd, T* out, i64 outer, i64 kept, i64 inner) {
  SHARED(A, shared);
  i64 n = outer * inner;
  A sum = 0, along = 0;
  for (i64 i = threadIdx.x; i < n; i += blockDim.x) {
    i64 place = at(i, inner, kept);
    sum += up(g[place]);
    along += up(g[place]) * up(y[place]);
  }
  sum = block_reduce(sum, Sum(), shared) / n;
  along = block_reduce(along, Sum(), shared) / n;
  A scale = rstd[blockIdx.x];
  for (i64 i = threadIdx.x; i < n; i += blockDim.x) {
    i64 place = at(i, inner, kept);
    out[place] = down<T>((up(g[place]) - sum - up(y[place]) * along) * scale);
  }
}
