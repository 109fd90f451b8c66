"""The programs of test_autograd_against_torch.py: one line for each, by name. Here those of the
engine, hooks and the graph, and what differs."""

from autograd_mode_programs import ANOMALY, INFERENCE, SAVED

ENGINE = {
    # What is freed.
    "twice, nothing saved": "y = (x + 1).sum() ; y.backward() ; y.backward() ; x.grad",
    "twice, saved": "y = (x * x).sum() ; y.backward() ; y.backward()",
    "twice, views": "y = x.view(2, 1).t()[0].sum() ; y.backward() ; y.backward() ; x.grad",
    "twice, cat": "y = T.cat([x, x]).sum() ; y.backward() ; y.backward() ; x.grad",
    "twice, a number": "y = (x * 2).sum() ; y.backward() ; y.backward()",
    "twice, mean": "y = x.mean() ; y.backward() ; y.backward() ; x.grad",
    "twice, written view": (
        "y = x.clone() ; y[0].add_(1) ; z = y.sum() ; z.backward() ; z.backward()"
    ),
    "twice, function": (
        "y = made(lambda ctx, g: g)(x).sum() ; y.backward() ; y.backward() ; x.grad"
    ),
    "twice, function with saved": (
        "f = made(lambda ctx, g: g * ctx.saved_tensors[0],"
        " lambda ctx, x: ctx.save_for_backward(x) or x * 2)"
        " ; y = f(x).sum() ; y.backward() ; y.backward()"
    ),
    "in two parts": "y = x * x ; z = y * 2 ; g, = grad(z.sum(), y) ; y.backward(g) ; x.grad",
    # Inputs.
    "inputs, not a leaf": "y = x * 2 ; (y * y).sum().backward(inputs=[y]) ; y.grad, x.grad",
    "inputs, both": "y = x * 2 ; (y * y).sum().backward(inputs=[y, x]) ; y.grad, x.grad",
    "inputs, twice": "y = x * 2 ; (y * y).sum().backward(inputs=[y, y, x, x]) ; y.grad, x.grad",
    "inputs, a tensor": "(x * w).sum().backward(inputs=x) ; x.grad, w.grad",
    "inputs, none": "(x * w).sum().backward(inputs=[])",
    "inputs, a number": "(x * w).sum().backward(inputs=[3])",
    "inputs, no part": "(x * x).sum().backward(inputs=[w]) ; x.grad, w.grad",
    "inputs, retained": (
        "y = x * 2 ; y.retain_grad() ; (y * y).sum().backward(inputs=[y]) ; y.grad"
    ),
    "inputs, retains": "y = x * 2 ; (y * y).sum().backward(inputs=[y]) ; y.retains_grad",
    "inputs, adds": (
        "y = x * 2 ; z = (y * y).sum() ; z.backward(inputs=[y], retain_graph=True)"
        " ; z.backward(inputs=[y]) ; y.grad"
    ),
    "inputs, the root": "z = (x * x).sum() ; z.backward(inputs=[z]) ; z.grad",
    "inputs, hook": (
        "y = x * 2 ; y.register_hook(times(10)) ; (y * y).sum().backward(inputs=[y, x])"
        " ; y.grad, x.grad"
    ),
    # grad.
    "grad, the root": "z = (x * x).sum() ; grad(z, z)",
    "grad, a leaf of itself": "grad(s, s)",
    "grad, unused": "grad(x.sum(), [x, w])",
    "grad, unused allowed": "grad(x.sum(), [x, w], allow_unused=True)",
    "grad, unused as zeros": "grad(x.sum(), [x, w], materialize_grads=True)",
    "grad, contradiction": "grad(x.sum(), [x], allow_unused=False, materialize_grads=True)",
    "grad, not recorded": "grad(x.sum(), [ones])",
    "grad, of nothing": "grad(x.sum(), [])",
    "grad, output not recorded": "grad(ones.sum(), [x])",
    "grad, no outputs": "grad([], [x])",
    "grad, not a tensor": "grad(x.sum(), 3)",
    "grad, leaves .grad alone": "grad(x.sum(), x), x.grad",
    "grad, hook of a leaf": "x.register_hook(times(10)) ; grad((x * x).sum(), x)",
    "grad, hook of another": (
        "y = x * 2 ; y.register_hook(times(10)) ; grad((y * y).sum(), [y, x])"
    ),
    "grad, prehook of a leaf's node": (
        "z = (x * x).sum() ; edge(x).node.register_prehook(lambda g: (g[0] * 10,)) ; grad(z, x)"
    ),
    "grad, hooks of the node do not run": (
        "y = x * 2 ; y.grad_fn.register_prehook(seen('pre'))"
        " ; y.register_hook(seen('tensor', False))"
        " ; y.grad_fn.register_hook(seen('post')) ; grad((y * y).sum(), y) ; log"
    ),
    "grad, other leaves' hooks do not run": (
        "w.register_hook(seen('w')) ; x.register_hook(seen('x')) ; grad((x * w).sum(), x) ; log"
    ),
    # Where backward starts.
    "start, a leaf": "s.backward() ; s.grad",
    "start, given": "g = T.ones(2) ; x.backward(g) ; x.grad, x.grad is g",
    "start, shape": "grad(x * 2, [x], grad_outputs=T.ones(3))",
    "start, shape broadcasts": "grad(x * 2, [x], grad_outputs=T.ones(1))",
    "start, two": "grad([x * 2, x * 3], [x], grad_outputs=[ones, ones])",
    "start, none for one": "grad([s * 2, s * 3], [s], grad_outputs=[None, T.ones(1)])",
    "start, count": "grad([x * 2, x * 3], [x], grad_outputs=[ones])",
    "start, type": "grad([x * 2], [x], grad_outputs=[3])",
    "start, dtype": "grad([x * 2], [x], grad_outputs=[ones.double()])",
    "start, complex for real": "grad([x * 2], [x], grad_outputs=[ones.to(T.complex64)])",
    "start, real for complex": (
        "c = T.ones(2, dtype=T.complex64, requires_grad=True) ; grad([c * 2], [c], [ones])"
    ),
    "start, implicit complex": "T.ones(1, dtype=T.complex64, requires_grad=True).backward()",
    "start, implicit, several elements": "x.backward()",
    "start, implicit, none": "T.ones(0, requires_grad=True).backward()",
    "start, implicit, two dimensions": (
        "c = T.ones(1, 1, requires_grad=True) ; c.backward() ; c.grad"
    ),
    "start, nothing": "autograd.backward([])",
    "start, twice the same": "y = x.sum() ; autograd.backward([y, y]) ; x.grad",
    "start, along a chain": "y = s * 2 ; z = y * y ; autograd.backward([y, z]) ; s.grad",
    "start, by the old name": "autograd.backward([x * 2], grad_variables=[ones]) ; x.grad",
    # Accumulation.
    "adds in place": "x.sum().backward() ; g = x.grad ; x.sum().backward() ; g is x.grad, g",
    "adds apart for a graph": (
        "(x * x).sum().backward() ; g = x.grad ; (x * x).sum().backward(create_graph=True)"
        " ; g is x.grad, g"
    ),
    "adds to a graph's": (
        "y = s * s ; y.backward(create_graph=True) ; y.backward() ; s.grad, s.grad.requires_grad"
    ),
    "adds to one that records": (
        "s.grad = leaf(5.0) * 1 ; (s * s).backward() ; s.grad, s.grad.requires_grad"
    ),
    "buffers are not shared": (
        "g = T.ones(2) ; (x + w).backward(g) ; x.grad is g, x.grad is w.grad,"
        " x.grad.data_ptr() == w.grad.data_ptr()"
    ),
    "strides of an expanded gradient": "x.sum().backward() ; x.grad.stride()",
    "strides of the leaf": (
        "t = T.ones(2, 3).t().requires_grad_() ; (t * 2).sum().backward() ; t.grad.stride()"
    ),
    "strides of a leaf with gaps": (
        "t = T.ones(4, 6)[:, ::2].detach().requires_grad_()"
        " ; (t.t() * T.ones(3, 4)).sum().backward()"
        " ; t.grad.stride()"
    ),
    "strides of a turned gradient": (
        "t = T.ones(2, 3, requires_grad=True) ; (t.t() * T.arange(6.0).view(3, 2)).sum().backward()"
        " ; t.grad, t.grad.stride()"
    ),
    "deleted": "x.sum().backward() ; del x.grad ; x.grad",
    "assigned size": "x.grad = T.ones(3) ; 0",
    "assigned type": "x.grad = 3 ; 0",
    "assigned dtype": "x.grad = ones.double() ; 0",
    "assigned to no leaf": "y = x * 2 ; y.grad = ones ; y.grad",
    "grad of no leaf": "y = x * 2 ; y.grad",
    "create_graph": "(s * s).backward(create_graph=True) ; s.grad.requires_grad",
    # Wrong gradients.
    "wrong shape": "made(lambda ctx, g: T.ones(5))(x).sum().backward()",
    "smaller shape": "made(lambda ctx, g: T.ones(1))(x).sum().backward()",
    "broadcast shape": "made(lambda ctx, g: T.ones(3, 2))(x).sum().backward() ; x.grad",
    "other dtype": "made(lambda ctx, g: ones.double())(x).sum().backward() ; x.grad",
    "integers": "made(lambda ctx, g: ones.long())(x).sum().backward() ; x.grad",
    "complex for real": "made(lambda ctx, g: ones.to(T.complex64))(x).sum().backward()",
    "an error": "made(raises)(x).sum().backward()",
    # Inside each other, and in threads.
    "inside a function": (
        "def work(ctx, g):\n    with T.enable_grad():\n        z = g.detach().requires_grad_()\n"
        "        (z * z).sum().backward()\n    return z.grad"
        " ; made(work)(x).sum().backward() ; x.grad"
    ),
    "deep inside": (
        "def work(ctx, g):\n    if not ctx.rest[0]: return g, None\n    with T.enable_grad():\n"
        "        z = g.detach().requires_grad_()\n"
        "        f(z, ctx.rest[0] - 1).sum().backward()\n    return z.grad, None"
        " ; f = made(work) ; f(x, 120).sum().backward() ; x.grad"
    ),
    "an error deep inside": (
        "def work(ctx, g):\n    if not ctx.rest[0]: raise KeyError('deep')\n"
        "    with T.enable_grad():\n        z = g.detach().requires_grad_()\n"
        "        f(z, ctx.rest[0] - 1).sum().backward()\n    return z.grad, None"
        " ; f = made(work) ; f(x, 120).sum().backward()"
    ),
    "inside a hook, without enable_grad": (
        "x.register_hook(lambda g: (w * w).sum().backward()) ; (x * x).sum().backward()"
    ),
    "inside a hook, another graph": (
        "z = (w * w).sum() ; x.register_hook(lambda g: z.backward()) ; (x * x).sum().backward()"
        " ; x.grad, w.grad"
    ),
    "inside a hook, the same graph": (
        "u = s * 3 ; y = u * u ; z = y * 2"
        " ; z.register_hook(lambda g: y.backward(T.ones(1), retain_graph=True))"
        " ; z.backward() ; s.grad"
    ),
    "an error inside a hook": (
        "z = w.sum() ; z.register_hook(raises) ; x.register_hook(lambda g: z.backward())"
        " ; x.sum().backward()"
    ),
    "threads over a shared part": (
        "h = x * x ; threads(8, lambda i: (h * i).sum().backward(retain_graph=True)) ; x.grad"
    ),
    "deep": "y = s ; exec('for _ in range(20000): y = y + 1', globals()) ; y.backward() ; s.grad",
}

HOOKS = {
    "order of all": (
        "y = s * s ; z = y * 3 ; y.grad_fn.register_prehook(seen('node pre'))"
        " ; y.grad_fn.register_hook(seen('node post')) ; y.retain_grad()"
        " ; y.register_hook(seen('first')) ; y.register_hook(times(2))"
        " ; y.register_hook(seen('second')) ; s.register_hook(seen('leaf'))"
        " ; s.register_post_accumulate_grad_hook(lambda p: log.append(p.grad.item()))"
        " ; z.backward() ; log, y.grad, s.grad"
    ),
    "leaves as soon as they are done": (
        "a, b, c = leaf(1.0), leaf(2.0), leaf(3.0)"
        " ; for n, t in zip('abc', (a, b, c)): t.register_hook(seen(n)),"
        " t.register_post_accumulate_grad_hook(seen(n + '+', False))"
        " ; p = a * 2 ; q = p * b ; r = q * c"
        " ; for n, t in zip('pqr', (p, q, r)): t.register_hook(seen(n))"
        " ; r.backward() ; log"
    ),
    "leaves used twice": (
        "a, b, c = leaf(1.0), leaf(2.0), leaf(3.0)"
        " ; for n, t in zip('abc', (a, b, c)): t.register_post_accumulate_grad_hook(seen(n))"
        " ; p = a * b ; q = p * b ; r = q * c"
        " ; for n, t in zip('pqr', (p, q, r)): t.register_hook(seen(n))"
        " ; r.backward() ; log"
    ),
    "leaves among inputs": (
        "a, b, c = leaf(1.0), leaf(2.0), leaf(3.0)"
        " ; for n, t in zip('abc', (a, b, c)): t.register_post_accumulate_grad_hook(seen(n))"
        " ; p = a * b ; q = p * b ; r = q * c"
        " ; for n, t in zip('pqr', (p, q, r)): t.register_hook(seen(n))"
        " ; r.backward(inputs=[c, b]) ; log"
    ),
    "leaves of grad": (
        "a, b, c = leaf(1.0), leaf(2.0), leaf(3.0)"
        " ; for n, t in zip('abc', (a, b, c)): t.register_post_accumulate_grad_hook(seen(n)),"
        " t.register_hook(seen(n)) ; p = a * b ; q = p * b ; r = q * c"
        " ; for n, t in zip('pqr', (p, q, r)): t.register_hook(seen(n))"
        " ; grad(r, [c, b]) ; log"
    ),
    "a step inside backward": (
        "a, b = leaf(1.0), leaf(2.0)"
        " ; def step(p):\n    with T.no_grad(): p.sub_(p.grad)\n    p.grad = None"
        " ; for p in (a, b): p.register_post_accumulate_grad_hook(step)"
        " ; ((a + 1) * b).backward() ; a, b, a.grad, b.grad"
    ),
    "post accumulate, no leaf": "(x * 2).register_post_accumulate_grad_hook(print)",
    "post accumulate, not recorded": "ones.register_post_accumulate_grad_hook(print)",
    "post accumulate, returns": (
        "s.register_post_accumulate_grad_hook(lambda p: p) ; s.backward()"
    ),
    "not recorded": "ones.register_hook(print)",
    "wrong type": "s.register_hook(lambda g: 3) ; s.backward()",
    "wrong shape": "s.register_hook(lambda g: ones) ; s.backward()",
    "wrong dtype": "s.register_hook(lambda g: g.double()) ; s.backward()",
    "not callable": "s.register_hook(3)",
    "raises": "s.register_hook(raises) ; s.backward()",
    "removes itself": (
        "def hook(g): log.append(g), h.remove()"
        " ; h = s.register_hook(hook) ; s.backward() ; s.backward() ; len(log)"
    ),
    "adds another": (
        "s.register_hook(lambda g: (log.append('a'), s.register_hook(seen('b', False)))[:0] or None"
        ")"
        " ; s.backward() ; n = len(log) ; s.backward() ; n, log"
    ),
    "removes a later one": (
        "s.register_hook(lambda g: h.remove()) ; h = s.register_hook(seen('late'))"
        " ; s.backward() ; log"
    ),
    "one after another": (
        "s.register_hook(lambda g: g + 1) ; s.register_hook(times(10)) ; s.register_hook(seen('g'))"
        " ; s.backward() ; s.grad, log"
    ),
    "in place": "s.register_hook(lambda g: g.mul_(10)) ; (s * 2).backward() ; s.grad",
    "modes": (
        "y = s * s ; y.register_hook(lambda g: log.append((T.is_grad_enabled(), g.requires_grad)))"
        " ; grad(y, s, retain_graph=True) ; grad(y, s, create_graph=True) ; log"
    ),
    "several results": (
        "a, b = x.unbind() ; a.register_hook(seen('a')) ; b.register_hook(seen('b'))"
        " ; (a * 2).backward() ; log, x.grad"
    ),
    "several results, none replaced": (
        "a, b = x.unbind() ; b.register_hook(lambda g: T.ones(())) ; (a * 2).backward()"
    ),
    "node, several results": (
        "a, b = x.unbind() ; a.grad_fn.register_prehook(seen('pre')) ; (a * 2).backward() ; log"
    ),
    "node, pre": (
        "y = s * 2 ; y.grad_fn.register_prehook(lambda g: (g[0] * 10,)) ; y.backward() ; s.grad"
    ),
    "node, pre, a tensor": (
        "y = s * 2 ; y.grad_fn.register_prehook(lambda g: g[0] * 10) ; y.backward()"
    ),
    "node, pre, count": (
        "y = s * 2 ; y.grad_fn.register_prehook(lambda g: (g[0], g[0])) ; y.backward()"
    ),
    "node, pre, type": "y = s * 2 ; y.grad_fn.register_prehook(lambda g: (3,)) ; y.backward()",
    "node, post": (
        "y = s * w[:1] ; y.grad_fn.register_hook(lambda i, o: (i[0] * 10, None)) ; y.backward()"
        " ; s.grad, w.grad"
    ),
    "node, post, arguments": "y = s * 2 ; y.grad_fn.register_hook(seen('p')) ; y.backward() ; log",
    "node, post, no need": (
        "y = T.ones(1) * s ; y.grad_fn.register_hook(seen('p')) ; y.backward() ; log"
    ),
    "node, post, sees inputs' shapes": (
        "y = s * w ; y.grad_fn.register_hook(lambda i, o: log.append([t.shape for t in i]))"
        " ; y.sum().backward() ; [list(n) for n in log[0]]"
    ),
    "node, post, count": (
        "y = s * 2 ; y.grad_fn.register_hook(lambda i, o: (i[0], i[0], i[0])) ; y.backward()"
    ),
    "node, post, fewer": (
        "y = s * w ; y.grad_fn.register_hook(lambda i, o: (i[0],)) ; y.sum().backward()"
    ),
    "node, post, a tensor": (
        "y = s.exp() ; y.grad_fn.register_hook(lambda i, o: i[0]) ; y.backward()"
    ),
    "node, post, type": "y = s.exp() ; y.grad_fn.register_hook(lambda i, o: (3,)) ; y.backward()",
    "node, post, dtype": (
        "y = s.exp() ; y.grad_fn.register_hook(lambda i, o: (i[0].double(),)) ; y.backward()"
    ),
    "node, post, none replaced": (
        "y = s * 2 ; y.grad_fn.register_hook(lambda i, o: (i[0], T.ones(1))) ; y.backward()"
    ),
    "node, removed": (
        "y = s * 2 ; y.grad_fn.register_hook(seen('p')).remove() ; y.backward() ; log"
    ),
    "leaf's node, pre": (
        "y = s * 2 ; edge(s).node.register_prehook(lambda g: (g[0] * 10,)) ; y.backward() ; s.grad"
    ),
    "leaf's node, post": (
        "y = s * 2 ; edge(s).node.register_hook(seen('p')) ; y.backward() ; s.grad, log"
    ),
    # Tensors that are written in place.
    "retained, written": (
        "y = x * 2 ; y.retain_grad() ; y.mul_(3) ; (y * y).sum().backward() ; y.grad, x.grad"
    ),
    "retained, a view written": (
        "y = x * 2 ; v = y[0] ; v.retain_grad() ; y.retain_grad() ; v.mul_(3)"
        " ; (y * y).sum().backward() ; y.grad, v.grad, x.grad"
    ),
    "retained, the base written": (
        "y = x * 2 ; v = y[0] ; v.retain_grad() ; y.mul_(3) ; (v * v).sum().backward()"
        " ; v.grad, x.grad"
    ),
    "hook, written": (
        "y = x * 2 ; y.register_hook(seen('y')) ; y.mul_(3) ; (y * y).sum().backward()"
        " ; log, x.grad"
    ),
    "hook, written, hook": (
        "y = x * 2 ; y.register_hook(seen('1')) ; y.mul_(3) ; y.register_hook(seen('2'))"
        " ; (y * y).sum().backward() ; log, x.grad"
    ),
    "hook, the base written": (
        "y = x * 2 ; v = y[0] ; v.register_hook(seen('v')) ; y.mul_(3)"
        " ; (v * v).sum().backward() ; log, x.grad"
    ),
    "view written, hook": (
        "y = x * 2 ; v = y[0] ; v.mul_(3) ; v.register_hook(seen('v')) ; y.register_hook(seen('y'))"
        " ; (y * y).sum().backward() ; log, x.grad"
    ),
    "view written, hook, used": (
        "y = x * 2 ; v = y[0] ; v.mul_(3) ; v.register_hook(seen('v'))"
        " ; (y * y).sum().backward(retain_graph=True) ; (v * v).sum().backward() ; log, x.grad"
    ),
    "retain, a leaf": "x.retain_grad() ; x.retains_grad",
    "retain, not recorded": "ones.retain_grad()",
    "retain, twice": "y = s * 2 ; y.retain_grad() ; y.retain_grad() ; y.backward() ; y.grad",
    "retain, adds": (
        "y = s * 2 ; y.retain_grad() ; z = y * 3 ; z.backward(retain_graph=True) ; z.backward()"
        " ; y.grad"
    ),
    "retain, create_graph": (
        "y = s * 2 ; y.retain_grad() ; (y * y).backward(create_graph=True)"
        " ; y.grad.requires_grad, s.grad.requires_grad"
    ),
    # Several gradients.
    "all of several": (
        "c = x * w ; d = x * w ; graph.register_multi_grad_hook((x, w, c, d), seen('all'))"
        " ; c.sum().backward(retain_graph=True) ; c.sum().backward(inputs=(x,), retain_graph=True)"
        " ; log"
    ),
    "any of several": (
        "c = x * w ; d = x * w"
        " ; graph.register_multi_grad_hook((x, w, c, d), seen('any'), mode='any')"
        " ; c.sum().backward(retain_graph=True) ; d.sum().backward(inputs=(x,), retain_graph=True)"
        " ; log"
    ),
    "several, removed": (
        "graph.register_multi_grad_hook((x,), seen('all')).remove() ; x.sum().backward() ; log"
    ),
    "several, in a block": (
        "with graph.register_multi_grad_hook((x,), seen('all')): x.sum().backward()"
        " ; x.sum().backward() ; log"
    ),
    "several, mode": "graph.register_multi_grad_hook((x,), print, mode='some')",
    "several, not recorded": "graph.register_multi_grad_hook((ones,), print)",
    "several, of grad": (
        "b = x * 2 ; graph.register_multi_grad_hook((x, b), seen('all'))"
        " ; grad(b.sum(), x, retain_graph=True) ; log"
    ),
}

GRAPH = {
    "edges, grad": "y = s * s ; z = y * 2 ; grad(edge(z), [edge(y), edge(s)], [T.ones(1)])",
    "edges, implicit": "y = s * s ; grad(edge(y * 2), [edge(y), edge(s)])",
    "edges, implicit, several elements": "grad(edge(x * x), [x])",
    "edges, backward": "autograd.backward(edge(x * 2), ones, inputs=[edge(x)]) ; x.grad",
    "edges, backward to no leaf": (
        "y = x * x ; autograd.backward((y * 2).sum(), inputs=[edge(y)]) ; x.grad"
    ),
    "edges, zeros": "grad(x.sum(), [x, edge(w)], materialize_grads=True)",
    "edges, in a tuple": "grad((edge(x * 2),), (x,), ones)",
    "edges, of several results": (
        "e = edge(x.unbind()[1]) ; type(e).__name__, e.node.name(), e.output_nr, e._fields"
    ),
    "edges, gradient of several results": "a, b = x.unbind() ; grad(a * b, [edge(b), edge(a)])",
    "edges, from several results": "a, b = x.unbind() ; grad([edge(b)], [x])",
    "edges, not recorded": "edge(ones)",
    "nodes are Nodes": (
        "[isinstance(n, graph.Node) for n in ((x * 2).grad_fn, edge(x).node, 3)],"
        " issubclass(type((x * 2).grad_fn), graph.Node)"
    ),
    "names": (
        "y = x.view(2, 1) ; z = x.clone() ; z[0].mul_(2)"
        " ; [n.name() for n in (y.grad_fn, z.grad_fn, edge(x).node)],"
        " [type(n).__name__ for n in (y.grad_fn, z.grad_fn, edge(x).node)]"
    ),
    "next functions": (
        "[[(n and n.name(), i) for n, i in f.next_functions] for f in"
        " ((ones * x).grad_fn, (x + 2).grad_fn, (x.unbind()[1] * 2).grad_fn, edge(x).node)]"
    ),
    "leaf": "edge(x).node.variable is x, edge(x).output_nr, edge(x).node is edge(x).node",
    "metadata": (
        "y = x * 2 ; y.grad_fn.metadata['a'] = 3 ; y.grad_fn.metadata, edge(x).node.metadata"
    ),
    "version": (
        "graph.increment_version(ones) ; graph.increment_version([ones, ones]) ; ones._version"
    ),
    "version, stale": "y = x * 2 ; z = y * y ; graph.increment_version(y) ; z.sum().backward()",
    # What is saved.
    "saved": "f = (x * w).grad_fn ; f._saved_self, f._saved_other, f._saved_self is x",
    "saved, not needed": "f = (x * ones).grad_fn ; f._saved_self, f._saved_other",
    "saved, a result": (
        "y = x.exp() ; r = y.grad_fn._saved_result ; r, r.grad_fn is y.grad_fn, r is y"
    ),
    "saved, freed": "y = (x * x).sum() ; f = (y * y).grad_fn ; (y * y).backward() ; f._saved_self",
    "saved, freed by its backward": ("y = s * s ; f = y.grad_fn ; y.backward() ; f._saved_self"),
    "saved, stale": "h = x * 1 ; y = h * h ; h.add_(1) ; y.grad_fn._saved_self",
    "saved, unknown": "x.exp().grad_fn._saved_foo",
    "saved, values": "x.softmax(0).grad_fn._saved_dim, x.pow(2).grad_fn._saved_exponent",
    "saved, listed": "[n for n in dir((x * w).grad_fn) if '_saved' in n]",
    "raw, hooks": (
        "y = s * s ; y.grad_fn._raw_saved_self.register_hooks(lambda t: 2, lambda t: T.ones(1) * 5)"
        " ; y.backward() ; s.grad"
    ),
    "raw, twice": (
        "f = (s * s).grad_fn ; for _ in range(2): f._raw_saved_self.register_hooks(pack, unpack)"
        " ; 0"
    ),
    "raw, freed": (
        "y = s * s ; r = y.grad_fn._raw_saved_self ; y.backward() ; r.register_hooks(pack, unpack)"
    ),
    "raw, None": "(s * T.ones(1)).grad_fn._raw_saved_self.register_hooks(pack, unpack)",
    "raw, a result": (
        "y = s.exp() ; y.grad_fn._raw_saved_result.register_hooks(pack, lambda t: T.ones(1) * 5)"
        " ; y.backward() ; s.grad"
    ),
    "raw, not callable": "s.exp().grad_fn._raw_saved_result.register_hooks(1, 2)",
    # Views and modes.
    "view without recording, written": "with T.no_grad(): v = (x * 1)[0]\n ; v.mul_(2)",
    "view of a leaf without recording, written": "with T.no_grad(): v = x[0] ; v.mul_(2)",
    "view of a view without recording, written": (
        "y = x * 1 ; with T.no_grad(): v = y.view(2, 1)[0] ; v.mul_(2)"
    ),
    "several views without recording, written": (
        "y = x * 1 ; with T.no_grad(): v = y.unbind()[0] ; v.mul_(2)"
    ),
    "view without recording, written so": (
        "y = x * 1 ; v = None ; with T.no_grad(): v = y[0] ; with T.no_grad(): v.mul_(2) ; y, v"
    ),
    "view without recording, read": "with T.no_grad(): v = x[0] ; (v * 2).requires_grad, v * 2",
    "leaf's view written without recording": "with T.no_grad(): x[0].mul_(5) ; x",
    "detach_ of a view": "(x * 1)[0].detach_()",
    "requires_grad of no leaf": "y = x * 2 ; y.requires_grad = False ; 0",
}

PROGRAMS = {
    f"{group}: {name}": text
    for group, texts in {
        "engine": ENGINE,
        "hooks": HOOKS,
        "graph": GRAPH,
        "saved": SAVED,
        "anomaly": ANOMALY,
        "inference": INFERENCE,
    }.items()
    for name, text in texts.items()
}

# Where Firebrick means to differ, and why.
DIFFERENT = {
    "engine: grad, hook of another": (
        "a hook's result is the gradient, also where it is wanted and used further"
    ),
    "engine: assigned dtype": "there is no grad_dtype",
    "engine: complex for real": "the real part is taken, as for the built-in rules",
    "hooks: post accumulate, returns": "a tensor is refused as well",
    "hooks: not callable": "refused when it is registered, not when it is called",
    "hooks: several, not recorded": "RuntimeError: users' errors are no assertions",
    "hooks: several, of grad": "leaves are served, too",
    "graph: raw, not callable": "says which argument",
    "graph: view without recording, written so": "such views do not require grad",
    "graph: view without recording, read": "such views do not require grad",
    "saved: not callable": "says which argument",
    "saved: written, assigned": "PyTorch's gradient is that of the new value",
    "saved: written, backward outside": "RuntimeError: users' errors are no assertions",
}
