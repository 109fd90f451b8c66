// Chains of pointwise operations in one pass over the memory.
#define EACH(i)                           \
  i64 step = (i64)gridDim.x * blockDim.x; \
  for (i64 i = (i64)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)

__device__ inline A sigmoid(A x) { return 1 / (1 + exp(-x)); }

extern "C" __global__ void silu(const T* x, T* y, i64 n) {
  EACH(i) y[i] = down<T>(up(x[i]) * sigmoid(up(x[i])));
}
extern "C" __global__ void silu_backward(const T* g, const T* x, T* out, i64 n) {
  EACH(i) {
    A s = sigmoid(up(x[i]));
    out[i] = down<T>(up(g[i]) * s * (1 + up(x[i]) * (1 - s)));
  }
}

// 1 / sqrt(2), 1 / sqrt(2 pi), sqrt(2 / pi), and the cubic term of the approximation.
#define ROOT_HALF ((A)0.70710678118654752)
#define DENSITY ((A)0.39894228040143268)
#define ROOT ((A)0.79788456080286536)
#define CUBIC ((A)0.044715)

extern "C" __global__ void gelu(const T* x, T* y, i64 n) {
  EACH(i) y[i] = down<T>(up(x[i]) * (A)0.5 * (1 + erf(up(x[i]) * ROOT_HALF)));
}
extern "C" __global__ void gelu_backward(const T* g, const T* x, T* out, i64 n) {
  EACH(i) {
    A v = up(x[i]), cdf = (A)0.5 * (1 + erf(v * ROOT_HALF));
    out[i] = down<T>(up(g[i]) * (cdf + v * exp((A)-0.5 * v * v) * DENSITY));
  }
}
extern "C" __global__ void gelu_tanh(const T* x, T* y, i64 n) {
  EACH(i) {
    A v = up(x[i]);
    y[i] = down<T>((A)0.5 * v * (1 + tanh(ROOT * (v + CUBIC * v * v * v))));
  }
}
extern "C" __global__ void gelu_tanh_backward(const T* g, const T* x, T* out, i64 n) {
  EACH(i) {
    A v = up(x[i]), t = tanh(ROOT * (v + CUBIC * v * v * v));
    A slope = (1 - t * t) * ROOT * (1 + 3 * CUBIC * v * v);
    out[i] = down<T>(up(g[i]) * (A)0.5 * (1 + t + v * slope));
  }
}
