// Steps of many parameters in one launch. `tensors` has, for each parameter, the addresses of the
// parameter, the gradient and its state (4 numbers) and its length; `blocks` has, for each block,
// the parameter that it works on and the piece of it.
#define PIECE 65536

struct Job { T *p; const T *g; T *first, *second; i64 begin, end; };

__device__ inline Job job(const i64* tensors, const i64* blocks) {
  const i64* t = tensors + 5 * blocks[2 * blockIdx.x];
  i64 begin = blocks[2 * blockIdx.x + 1] * PIECE;
  i64 end = begin + PIECE < t[4] ? begin + PIECE : t[4];
  return {(T*)t[0], (const T*)t[1], (T*)t[2], (T*)t[3], begin, end};
}

// Adam (Kingma and Ba 2015), with weight decay in the gradient (`decay`) or of the parameter
// (`shrink`, AdamW). `size` and `eps` have the bias corrections in them.
extern "C" __global__ void adam(
    const i64* tensors, const i64* blocks, double beta1, double beta2, double size, double eps,
    double decay, double shrink, double sign) {
  Job j = job(tensors, blocks);
  for (i64 i = j.begin + threadIdx.x; i < j.end; i += blockDim.x) {
    A p = up(j.p[i]), g = up(j.g[i]) * (A)sign;
    p -= p * (A)shrink;
    g += p * (A)decay;
    A m = up(j.first[i]), v = up(j.second[i]);
    m += (g - m) * (A)(1 - beta1);
    v = v * (A)beta2 + g * g * (A)(1 - beta2);
    j.first[i] = down<T>(m), j.second[i] = down<T>(v);
    j.p[i] = down<T>(p - (A)size * m / (sqrt(v) + (A)eps));
  }
}

// SGD with momentum: `first` is the buffer, 0 without momentum. In the first step it takes over the
// gradient.
extern "C" __global__ void sgd(
    const i64* tensors, const i64* blocks, double lr, double momentum, double dampening,
    double decay, double nesterov, double first_step, double sign) {
  Job j = job(tensors, blocks);
  for (i64 i = j.begin + threadIdx.x; i < j.end; i += blockDim.x) {
    A p = up(j.p[i]), g = up(j.g[i]) * (A)sign + p * (A)decay;
    if (j.first) {
      A b = first_step != 0 ? g : up(j.first[i]) * (A)momentum + g * (A)(1 - dampening);
      j.first[i] = down<T>(b);
      g = nesterov != 0 ? g + b * (A)momentum : b;
    }
    j.p[i] = down<T>(p - (A)lr * g);
  }
}
