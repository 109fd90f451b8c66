// The mean cross-entropy of rows of logits with class indices; `wrong` is set where a target is no
// class. Each row's logarithm of the sum of exponentials is kept for nobody: the derivative finds
// it again, which is one more read and no memory.
__device__ inline A log_sum(const T* x, i64 n, Relative* shared) {
  Relative all = row_sum(x, n, shared);
  return all.top + log(all.sum);
}

extern "C" __global__ void cross_entropy_rows(
    const T* x, const i64* target, A* losses, bool* wrong, i64 classes, i64 ignored) {
  SHARED(Relative, shared);
  i64 row = blockIdx.x, t = target[row];
  A total = log_sum(x + row * classes, classes, shared);
  if (threadIdx.x) return;
  bool counts = t != ignored, inside = t >= 0 && t < classes;
  if (counts && !inside) *wrong = true;
  losses[row] = counts && inside ? total - up(x[row * classes + t]) : (A)0;
}

// One block: the mean of the losses that count, and how many these are.
extern "C" __global__ void mean_of_counted(
    const A* losses, const i64* target, T* mean, A* count, i64 rows, i64 ignored) {
  SHARED(A, shared);
  A sum = 0, n = 0;
  for (i64 i = threadIdx.x; i < rows; i += blockDim.x) {
    if (losses) sum += losses[i];
    n += target[i] != ignored;
  }
  sum = block_reduce(sum, Sum(), shared);
  n = block_reduce(n, Sum(), shared);
  if (threadIdx.x == 0) {
    if (mean) *mean = down<T>(sum / n);
    *count = n;
  }
}

extern "C" __global__ void cross_entropy_backward(
    const T* g, const T* x, const i64* target, const A* count, T* out, i64 classes, i64 ignored) {
  SHARED(Relative, shared);
  i64 row = blockIdx.x, t = target[row];
  x += row * classes, out += row * classes;
  A total = log_sum(x, classes, shared);
  A scale = t == ignored ? (A)0 : up(*g) / *count;
  for (i64 i = threadIdx.x; i < classes; i += blockDim.x)
    out[i] = t == ignored ? down<T>(0) : down<T>((exp(up(x[i]) - total) - (A)(i == t)) * scale);
}
