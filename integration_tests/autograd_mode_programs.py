"""The programs of test_autograd_against_torch.py for the modes of autograd: hooks on what is saved,
anomaly mode, inference mode."""

SAVED = {}
for _name, _text in {
    "mul": "x * w",
    "exp": "x.exp()",
    "add": "x + w",
    "div": "x / w",
    "sub, exp": "(x - w).exp()",
    "square": "x * x",
    "tanh of mul": "(x * w).tanh()",
    "matmul": "x.view(2, 1) @ w.view(1, 2)",
    "view": "x.view(2, 1)",
    "a constant": "x * T.tensor([5.0, 6.0])",
    "in place": "(x * 1).mul_(w)",
    "in place, a result": "(x + 0).exp_()",
    "softmax": "x.softmax(0)",
    "relu": "x.relu()",
    "sigmoid": "x.sigmoid()",
    "cumsum": "x.cumsum(0)",
    "where": "T.where(T.tensor([True, False]), x, w)",
    "sort": "x.sort()[0]",
    "index": "x[T.tensor([0, 0])]",
    "cat": "T.cat([x, w])",
    "stack": "T.stack([x, w])",
    "several results": "x.max(0)[0]",
    "mean": "x.mean()",
}.items():
    SAVED[f"packs, {_name}"] = (
        f"with graph.saved_tensors_hooks(pack, unpack): y = {_text}"
        " ; y.sum().backward() ; log, x.grad, w.grad"
    )
SAVED |= {
    "packs, a view written": (
        "y = x * 1 ; with graph.saved_tensors_hooks(pack, unpack): y[0:1].mul_(w[:1])"
        " ; y.sum().backward() ; log, x.grad, w.grad"
    ),
    "packs, assigned": (
        "y = x * 1 ; with graph.saved_tensors_hooks(pack, unpack): y[0:1] = s * s"
        " ; y.sum().backward() ; log, x.grad, s.grad"
    ),
    "packs, a function's": (
        "def forward(ctx, x):\n    y = x.exp()\n    ctx.save_for_backward(x, y, None)\n    return y"
        " ; f = made(lambda ctx, g: g * ctx.saved_tensors[1], forward)"
        " ; with graph.saved_tensors_hooks(pack, unpack): y = f(x)"
        " ; y.sum().backward() ; log, x.grad"
    ),
    "twice differentiated": (
        "with graph.saved_tensors_hooks(pack, unpack): y = (x * x).exp().sum()"
        " ; g, = grad(y, x, create_graph=True) ; h, = grad(g.sum(), x) ; g, h"
    ),
    "twice differentiated, all packed": (
        "with graph.saved_tensors_hooks(pack, unpack):\n    y = (x * x).exp().sum()\n"
        "    g, = grad(y, x, create_graph=True)\n    h, = grad(g.sum(), x)"
        " ; g, h"
    ),
    "twice differentiated, a function's result": (
        "def forward(ctx, x):\n    y = x.exp()\n    ctx.save_for_backward(y)\n    return y"
        " ; f = made(lambda ctx, g: g * ctx.saved_tensors[0], forward)"
        " ; with graph.saved_tensors_hooks(pack, unpack): y = f(x).sum()"
        " ; g, = grad(y, x, create_graph=True) ; h, = grad(g.sum(), x) ; g, h"
    ),
    "mode of unpacking": (
        "with graph.saved_tensors_hooks(pack, unpack): y = (x * x).sum()"
        " ; grad(y, x, create_graph=True) ; log[2:]"
    ),
    "freed": (
        "with graph.saved_tensors_hooks(pack, unpack): y = (x * x).sum()"
        " ; y.backward() ; y.backward()"
    ),
    "kept": (
        "with graph.saved_tensors_hooks(pack, unpack): y = (x * x).sum()"
        " ; y.backward(retain_graph=True) ; y.backward() ; log, x.grad"
    ),
    "as attributes": (
        "with graph.saved_tensors_hooks(pack, unpack): y = x * w"
        " ; y.grad_fn._saved_self, y.grad_fn._saved_self is x, log"
    ),
    "through NumPy": (
        "with graph.saved_tensors_hooks(lambda t: t.detach().numpy(), T.from_numpy):"
        " y = (x * x).tanh().sum()"
        " ; y.backward() ; x.grad"
    ),
    "changed by packing": (
        "with graph.saved_tensors_hooks(lambda t: t.detach() * 10, unpack): y = (x * x).sum()"
        " ; y.backward() ; x.grad"
    ),
    "unpacked to no tensor": (
        "with graph.saved_tensors_hooks(pack, lambda t: 3): y = (x * x).sum() ; y.backward()"
    ),
    "unpacked to another shape": (
        "with graph.saved_tensors_hooks(pack, lambda t: T.ones(5)): y = (x * x).sum()"
        " ; y.backward()"
    ),
    "packing writes": (
        "with graph.saved_tensors_hooks(lambda t: t.mul_(2), unpack): y = x * x ; 0"
    ),
    "packing raises": "with graph.saved_tensors_hooks(raises, unpack): y = x * x ; 0",
    "unpacking raises": (
        "with graph.saved_tensors_hooks(pack, raises): y = (x * x).sum() ; y.backward()"
    ),
    "written after packing": (
        "h = x * 1"
        " ; with graph.saved_tensors_hooks(lambda t: t.detach().clone(), unpack): y = h * h"
        " ; h.add_(5) ; y.sum().backward() ; x.grad"
    ),
    "inside each other": (
        "with graph.saved_tensors_hooks(pack, unpack):\n"
        "    with graph.saved_tensors_hooks(lambda t: t.detach(), unpack): y = x * x\n"
        "    z = x.tanh()"
        " ; len(log)"
    ),
    "off after an error": (
        "try:\n    with graph.saved_tensors_hooks(pack, unpack): raise KeyError\n"
        "except KeyError: y = x * x"
        " ; log"
    ),
    "other threads": (
        "with graph.saved_tensors_hooks(pack, unpack): threads(1, lambda i: x * x) ; log"
    ),
    "not callable": "with graph.saved_tensors_hooks(1, 2): pass\n ; 0",
    "refused": (
        "with graph.disable_saved_tensors_hooks('off!'):\n"
        "    with graph.saved_tensors_hooks(pack, unpack): pass"
        " ; 0"
    ),
    "refused inside": (
        "with graph.saved_tensors_hooks(pack, unpack):\n"
        "    with graph.disable_saved_tensors_hooks('off!'): pass"
        " ; 0"
    ),
    "refused, twice": (
        "with graph.disable_saved_tensors_hooks('off!'):\n"
        "    with graph.disable_saved_tensors_hooks('more'): pass\n"
        "    with graph.save_on_cpu(): pass"
        " ; 0"
    ),
    "refused, then not": (
        "with graph.disable_saved_tensors_hooks('off!'): pass"
        " ; with graph.saved_tensors_hooks(pack, unpack): x * x"
        " ; len(log)"
    ),
    "on the CPU": (
        "h = x * 2 ; with graph.save_on_cpu(): y = h * w ; (y * y).sum().backward()"
        " ; x.grad, w.grad"
    ),
    "on the CPU, pinned": (
        "h = x * 2 ; with graph.save_on_cpu(pin_memory=True): y = h * w"
        " ; (y * y).sum().backward() ; x.grad, w.grad"
    ),
    # Writing to what is saved.
    "written, sin_": (
        "with graph.allow_mutation_on_saved_tensors():\n    b = x.clone()\n"
        "    out = (b**2).sum()\n    b.sin_()\n    out.backward()"
        " ; x.grad"
    ),
    "written, counted": (
        "with graph.allow_mutation_on_saved_tensors() as c:\n    b = x * 1\n    o = (b * b).sum()\n"
        "    b.mul_(2)\n    b.mul_(2)\n    n = len(c.cloned)\n    o.backward()"
        " ; n, len(c.cloned), x.grad"
    ),
    "written, a result": (
        "with graph.allow_mutation_on_saved_tensors():\n    b = x.tanh()\n    out = b.sum()\n"
        "    b.mul_(3)\n    (out + b.sum()).backward()"
        " ; x.grad"
    ),
    "written, a view": (
        "with graph.allow_mutation_on_saved_tensors():\n    b = x * 1\n    out = (b * b).sum()\n"
        "    b[0].zero_()\n    (out + b.sum()).backward()"
        " ; x.grad"
    ),
    "written, without recording": (
        "with graph.allow_mutation_on_saved_tensors():\n    out = (x * x).sum()\n"
        "    with T.no_grad(): x.mul_(10)\n    out.backward()"
        " ; x.grad"
    ),
    "written, again and again": (
        "with graph.allow_mutation_on_saved_tensors() as c:\n    b, o = x * 1, 0\n"
        "    for _ in range(4):\n        o = o + (b * b).sum()\n        b.mul_(2)\n"
        "    n = len(c.cloned)\n    o.backward()"
        " ; n, x.grad"
    ),
    "written, assigned": (
        "with graph.allow_mutation_on_saved_tensors():\n    b = x * 1\n    o = (b * b).sum()\n"
        "    b[1] = 7.0\n    o.backward()"
        " ; x.grad"
    ),
    "written, twice differentiated": (
        "with graph.allow_mutation_on_saved_tensors():\n    b = x * 1\n    o = (b**3).sum()\n"
        "    b.mul_(2)\n    g, = grad(o, x, create_graph=True)\n    h, = grad(g.sum(), x)"
        " ; g, h"
    ),
    "written, backward outside": (
        "with graph.allow_mutation_on_saved_tensors():\n    b = x * 1\n    o = (b * b).sum()\n"
        "    b.mul_(2)"
        " ; o.backward()"
    ),
    "written, inside each other": (
        "with graph.allow_mutation_on_saved_tensors():\n"
        "    with graph.allow_mutation_on_saved_tensors(): pass"
        " ; 0"
    ),
    "written, not saved": (
        "with graph.allow_mutation_on_saved_tensors() as c:\n    b = x + 1\n    b.mul_(2)\n"
        "    n = len(c.cloned)"
        " ; n"
    ),
    "written, saved before": (
        "b = x * 1 ; o = (b * b).sum()"
        " ; with graph.allow_mutation_on_saved_tensors(): b.mul_(2)"
        " ; o.backward()"
    ),
}

ANOMALY = {
    "nan": "with autograd.detect_anomaly(): (leaf(0.0).sqrt() * 0).backward()\n ; 0",
    "nan of the second input": (
        "f = made(lambda ctx, g: (g, g * nan))"
        " ; with autograd.set_detect_anomaly(True): f(s, leaf(1.0)).backward()"
        " ; 0"
    ),
    "nan among others": (
        "with autograd.set_detect_anomaly(True): (leaf(0.0, 1.0).sqrt() * 0).sum().backward() ; 0"
    ),
    "nan, not asked for": (
        "z = leaf(0.0) ; with autograd.detect_anomaly(check_nan=False): (z.sqrt() * 0).backward()"
        " ; str(z.grad)"
    ),
    "nan, forward before": (
        "y = leaf(0.0).sqrt() * 0 ; with autograd.set_detect_anomaly(True): y.backward() ; 0"
    ),
    "inf": "z = leaf(0.0) ; with autograd.set_detect_anomaly(True): z.sqrt().backward() ; z.grad",
    "an error": "with autograd.set_detect_anomaly(True): made(raises)(s).backward() ; 0",
    "an error, forward before": (
        "y = made(raises)(s) ; with autograd.set_detect_anomaly(True): y.backward() ; 0"
    ),
    "modes": (
        "def now(): log.append((T.is_anomaly_enabled(), T.is_anomaly_check_nan_enabled()))"
        " ; now() ; with autograd.set_detect_anomaly(True, False): now()\n"
        " ; now() ; autograd.set_detect_anomaly(True) ; now()"
        " ; with autograd.set_detect_anomaly(False): now()\n"
        " ; now() ; autograd.set_detect_anomaly(False) ; now()"
        " ; with autograd.detect_anomaly(): now()\n"
        " ; log"
    ),
    "the stack is kept": (
        "with autograd.set_detect_anomaly(True): y = x * 2"
        " ; m = y.grad_fn.metadata ; sorted(m), type(m['traceback_']), 'test_program' in str(m)"
    ),
    "a backward recorded by a backward": (
        "z = leaf(0.0)"
        " ; with autograd.set_detect_anomaly(True):\n"
        "    g, = grad(z**1.5 * 1, z, create_graph=True)\n    grad(g * 0, z)"
        " ; 0"
    ),
    "complex": (
        "c = T.ones(1, dtype=T.complex64, requires_grad=True)"
        " ; with autograd.set_detect_anomaly(True): (c * nan).real.sum().backward()"
        " ; 0"
    ),
    "nan by a hook": (
        "y = s * 2 ; y.register_hook(times(nan))"
        " ; with autograd.set_detect_anomaly(True): y.backward()"
        " ; 0"
    ),
    "nan by a node's hook": (
        "y = s * 2 ; y.grad_fn.register_hook(lambda i, o: (i[0] * nan, None))"
        " ; with autograd.set_detect_anomaly(True): y.backward()"
        " ; 0"
    ),
    "a view written": (
        "with autograd.set_detect_anomaly(True):\n    y = leaf(0.0, 1.0) * 1\n    y[0].sqrt_()\n"
        "    (y * 0).sum().backward()"
        " ; 0"
    ),
}

# Each line is run in inference mode, then the value is looked at outside.
INFERENCE = {}
for _name, _text in {
    "an operator": "ones + 1",
    "of what records": "x * 2",
    "in place": "ones.add_(1)",
    "made": "T.ones(2)",
    "made of data": "T.tensor([1.0])",
    "random": "T.rand(2)",
    "a range": "T.arange(3)",
    "like another": "T.empty_like(ones)",
    "new_": "ones.new_tensor([1.0])",
    "of NumPy": "T.from_numpy(ones.numpy())",
    "as_tensor": "T.as_tensor([1.0])",
    "a view": "ones[0]",
    "a view of an operator's": "(ones + 1)[0]",
    "views": "ones.unbind()[0]",
    "views of an operator's": "(ones + 1).unbind()[0]",
    "one of several": "ones.sort()[0]",
    "contiguous": "ones.contiguous()",
    "float": "ones.float()",
    "double": "ones.double()",
    "detached": "ones.detach()",
    "clone": "ones.clone()",
    "that requires grad": "T.ones(2, requires_grad=True)",
    "with enable_grad": "T.enable_grad()(lambda: x * 2)()",
    "in ordinary mode inside": "T.inference_mode(False)(lambda: x * 2)()",
    "a module's": "T.nn.Linear(2, 2)(T.ones(1, 2))",
}.items():
    INFERENCE[f"made, {_name}"] = (
        f"with T.inference_mode(): t = {_text} ; t.is_inference(), t.requires_grad"
    )
for _name, _text in {
    "an operator": "(t + 1).is_inference()",
    "views": "t[0].is_inference(), t.view(2, 1).is_inference(), t.detach().is_inference()",
    "copies": "t.clone().is_inference(), t.to(T.float64).is_inference()",
    "itself": "t.contiguous().is_inference(), t.float().is_inference(), t.data.is_inference()",
    "in place": "t.add_(1)",
    "in place without recording": "T.no_grad()(lambda: t.add_(1))()",
    "in place, a view": "t[0].add_(1)",
    "assigned": "t.__setitem__(0, 5)",
    "out": "T.add(ones, 1, out=t)",
    "in place, of what records": "t.add_(x)",
    "saved": "x * t",
    "saved by linear": "F.linear(t.view(1, 2), T.ones(3, 2, requires_grad=True))",
    "saved in place": "(x * 1).mul_(t)",
    "saved by a function": ("made(None, lambda ctx, x: ctx.save_for_backward(t) or x * 2)(x)"),
    "not saved": "(x + t).is_inference(), x + t",
    "not saved, in place": "(x * 1).add_(t)",
    "a clone saved": "x * t.clone()",
    "copied into another": "ones.copy_(t), ones.is_inference()",
    "requires_grad": "t.requires_grad_()",
    "requires_grad, False": "t.requires_grad_(False).requires_grad",
    "version": "t._version",
    "version raised": "graph.increment_version(t)",
    "deepcopy": "__import__('copy').deepcopy(t).is_inference()",
    "data of another": "[setattr(ones, 'data', t), ones.is_inference()][1]",
    "backward": "t.sum().backward()",
}.items():
    INFERENCE[f"used, {_name}"] = f"with T.inference_mode(): t = T.ones(2) ; {_text}"
INFERENCE |= {
    "modes": (
        "def now(): log.append((T.is_grad_enabled(), T.is_inference_mode_enabled()))"
        " ; now() ; with T.inference_mode():\n    now()\n    with T.enable_grad(): now()\n"
        "    with T.inference_mode(False): now()\n    now()\n"
        " ; now() ; with T.no_grad():\n    with T.inference_mode(False): now()\n    now()\n"
        " ; with T.inference_mode(mode=False): now()\n ; log"
    ),
    "as decorators": (
        "f = T.inference_mode()(lambda: x * 2) ; g = T.inference_mode(lambda: x * 2)"
        " ; f().is_inference(), g().is_inference(), T.is_inference_mode_enabled()"
    ),
    "of a generator": (
        "@T.inference_mode()\ndef f():\n    yield T.is_inference_mode_enabled()\n"
        "    yield T.is_inference_mode_enabled()"
        " ; [(v, T.is_inference_mode_enabled()) for v in f()]"
    ),
    "after an error": (
        "try:\n    with T.inference_mode(): raise KeyError\nexcept KeyError: pass\n"
        " ; T.is_inference_mode_enabled(), T.is_grad_enabled()"
    ),
    "other threads": (
        "with T.inference_mode(): threads(1, lambda i: log.append(T.is_inference_mode_enabled()))"
        " ; log"
    ),
    "backward inside": (
        "y = s * s ; with T.inference_mode(): y.backward() ; s.grad, s.grad.is_inference()"
    ),
    "backward inside, again outside": (
        "y = s * s ; with T.inference_mode(): y.backward() ; (s * s).backward()"
    ),
    "inside, versions": (
        "with T.inference_mode(): ones.add_(1), x.add_(1) ; ones._version, x._version"
    ),
    "a view of what records, written": "with T.inference_mode(): v = (x * 1)[0]\n ; v.add_(1)",
    "a view of other, written": (
        "with T.inference_mode(): v = ones[0] ; v.add_(1) ; ones, v.is_inference()"
    ),
}
