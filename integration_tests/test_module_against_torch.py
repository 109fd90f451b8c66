"""Module, containers and parameters against PyTorch, call by call: results, errors, warnings."""

from __future__ import annotations

import copy
import pickle
import re
import warnings

import numpy as np
import pytest

import firebrick as fb

torch = pytest.importorskip("torch")


class Tools:
    """What the expressions below are written with, for one library."""

    def __init__(self, library):
        self.torch, self.nn = library, library.nn
        self.copy = copy
        nn = library.nn

        class WithState(nn.Module):
            def __init__(self):
                super().__init__()
                self.lin = nn.Linear(2, 1)
                self.x = 3

            def get_extra_state(self):
                return {"x": self.x}

            def set_extra_state(self, state):
                self.x = state["x"]

        class OnlyGets(nn.Module):
            def get_extra_state(self):
                return {"x": 1}

        class OnlySets(nn.Module):
            def set_extra_state(self, state):
                self.x = state

        self.E, self.E2, self.E3 = WithState, OnlyGets, OnlySets

    def L(self, *sizes):
        return self.nn.Linear(*(sizes or (4, 3)))

    def S(self):
        nn = self.nn
        return nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3), nn.Sequential(nn.Linear(3, 1)))

    def tied(self):
        m = self.nn.Module()
        m.a, m.b = self.L(2, 2), self.L(2, 2)
        m.b.weight = m.a.weight
        m.c = m.a
        return m

    def ml(self, *modules):
        return self.nn.ModuleList(modules or [self.nn.ReLU(), self.nn.Tanh(), self.nn.GELU()])

    def sq(self, *modules):
        return self.nn.Sequential(*(modules or [self.nn.ReLU(), self.nn.Tanh(), self.nn.GELU()]))

    def md(self):
        return self.nn.ModuleDict({"b": self.nn.ReLU(), "a": self.nn.Tanh()})

    def pl(self):
        return self.nn.ParameterList([self.torch.ones(2), self.torch.zeros(1)])

    def pd(self):
        return self.nn.ParameterDict({"b": self.torch.ones(2), "a": self.torch.zeros(1)})

    def buf(self, persistent=True):
        m = self.nn.Module()
        m.register_buffer("q", self.torch.ones(2), persistent=persistent)
        return m

    def hookrun(self, m, register, hook, x=None, **options):
        handle = getattr(m, register)(hook, **options)
        try:
            return m(self.torch.ones(1, 4) if x is None else x)
        finally:
            handle.remove()


def do(module, method, *args, **kwargs):
    result = getattr(module, method)(*args, **kwargs)
    return module if result is None else result


def seta(module, name, value):
    setattr(module, name, value)
    return module


def dele(container, key):
    del container[key]
    return container


def seti(container, key, value):
    container[key] = value
    return container


def sd(module, **options):
    return {key: getattr(v, "shape", v) for key, v in module.state_dict(**options).items()}


CASES = r"""
nn.Module(3)
nn.Module(a=3)
nn.Module()(1)
nn.Module().foo
seta(L(),'weight',torch.ones(3,4))
seta(L(),'weight',3)
seta(L(),'weight',None).weight
seta(sq(),'0',3)
seta(sq(),'0',None)[0]
seta(nn.BatchNorm1d(2),'running_mean',3)
seta(nn.BatchNorm1d(2),'running_mean',torch.ones(3)).running_mean
seta(nn.BatchNorm1d(2),'running_mean',nn.Parameter(torch.ones(3))).state_dict().keys()
L().register_parameter('a.b',None)
L().register_parameter('',None)
L().register_parameter(3,None)
L().register_parameter('weight',nn.Parameter(torch.ones(1)))
L().register_parameter('bias2',torch.ones(1))
L().register_parameter('training',None)
L().register_parameter('x',nn.Parameter(torch.ones(1))*2)
L().register_buffer('a.b',None)
L().register_buffer('weight',None)
L().register_buffer('x',3)
L().register_buffer(3,None)
L().add_module('a.b',None)
L().add_module('',None)
L().add_module('weight',nn.ReLU())
L().add_module('x',3)
L().add_module(3,nn.ReLU())
L().register_module('x',None)
sd(buf(False)), sd(buf())
do(buf(False),'register_buffer','q',torch.ones(3)).state_dict().keys()
S().get_submodule('2.0')
S().get_submodule('2.1')
S().get_submodule('0.weight')
S().get_submodule('')
S().get_parameter('2.0.weight').shape
S().get_parameter('2.0')
S().get_parameter('2.0.foo')
S().get_parameter('1.running_mean')
S().get_buffer('1.running_mean').shape
S().get_buffer('1.weight')
S().get_buffer('1.foo')
do(S(),'set_submodule','2.0',nn.ReLU())
do(S(),'set_submodule','2.0',3)
do(S(),'set_submodule','',nn.ReLU())
do(S(),'set_submodule','2.5',nn.ReLU(),strict=True)
do(S(),'set_submodule','2.5',nn.ReLU())
do(S(),'set_submodule','9.5',nn.ReLU())
do(S(),'set_submodule','0.weight',nn.ReLU())
do(S(),'set_submodule','0.weight.x',nn.ReLU())
S().to(torch.int32)
S().to(torch.float64)[1].num_batches_tracked.dtype
S().to(torch.ones(1).double())[0].weight.dtype
S().to(dtype=torch.float16,device='cpu')[0].weight.dtype
S().to('cpu',torch.float16,True)[0].weight.dtype
S().to(torch.float16,'cpu')
S().to('meta')[0].weight.device
S().to(memory_format=torch.channels_last)[0].weight.stride()
S().to()[0].weight.dtype
S().half()[1].running_mean.dtype, S().bfloat16()[0].weight.dtype, S().double()[1].num_batches_tracked.dtype
S().type(torch.float64)[1].num_batches_tracked.dtype
S().type('torch.DoubleTensor')[0].weight.dtype
S().to_empty(device='meta')[0].weight.device
S().to('meta').to('cpu')
S().share_memory()[0].weight.is_shared(), S().share_memory()[1].running_mean.is_shared()
S().train('x')
S().train(1)
S().eval()[1].training
S().requires_grad_(False)[0].weight.requires_grad
S().load_state_dict({})
S().load_state_dict(3)
S().load_state_dict({'0.weight':torch.ones(2,2),'foo':1,'1.bar':torch.ones(1)})
S().load_state_dict({'0.weight':torch.ones(2,2),'foo':1,'1.bar':torch.ones(1)},strict=False)
S().load_state_dict({'0.weight':torch.ones(3,2),'foo':1,'1.bar':torch.ones(1)},strict=False)
S().load_state_dict({'0.weight':[1,2],'foo':1},strict=False)
S().load_state_dict({**S().state_dict(),'2.0.bias':torch.ones(())})
S().load_state_dict({**S().state_dict(),'2.0.bias':torch.ones(1).double()})
S().load_state_dict({**S().state_dict(),'1.num_batches_tracked':torch.ones(1).long()})
S().load_state_dict(S().state_dict(),assign=True)
S().load_state_dict({**S().state_dict(),'2.0.bias':torch.ones(1).double()},assign=True)
S().to('meta').load_state_dict(S().state_dict())
S().to('meta').load_state_dict(S().state_dict(),assign=True)
S().load_state_dict(S().to('meta').state_dict())
S().load_state_dict(S().to('meta').state_dict(),assign=True)
S().load_state_dict({'0.weight.x':torch.ones(1),'2.0':torch.ones(1),'2.1.weight':torch.ones(1),**S().state_dict()})
L().load_state_dict({'weight':torch.ones(3,4),'bias':torch.ones(3),3:4})
E().state_dict()['_extra_state'], sd(nn.Sequential(E()))
E().load_state_dict({'lin.weight':torch.ones(1,2),'lin.bias':torch.ones(1)})
do(E(),'load_state_dict',{**E().state_dict(),'_extra_state':{'x':9}})
E2().load_state_dict({'_extra_state':1})
E2().load_state_dict({})
E3().load_state_dict({})
E3().load_state_dict({'_extra_state':1})
sd(S(),prefix='p.'), sd(S(),keep_vars=True)
S().state_dict({},'p.',True).keys()
L().state_dict(destination={})
S().state_dict()._metadata
[n for n,_ in tied().named_parameters()],[n for n,_ in tied().named_parameters(remove_duplicate=False)],sd(tied()).keys()
[n for n,_ in tied().named_modules()],[n for n,_ in tied().named_modules(remove_duplicate=False)],[n for n,_ in tied().named_children()]
[n for n,_ in copy.deepcopy(tied()).named_parameters()]
[n for n,_ in S().named_buffers(prefix='x',recurse=True,remove_duplicate=False)]
[n for n,_ in S().named_parameters(prefix='x',recurse=False)]
[n for n,_ in S().named_modules(prefix='r')]
S().extra_repr(), S()._get_name(), S()._version, nn.Module.dump_patches, nn.BatchNorm1d(2)._version
delattr(L(),'weight')
delattr(L(),'foo')
[do(m,'__delattr__','bias') for m in [L()]][0].state_dict().keys()
S().bias
hookrun(L(),'register_forward_pre_hook',lambda m,a,k:(a,k,1),with_kwargs=True)
hookrun(L(),'register_forward_pre_hook',lambda m,a,k:3,with_kwargs=True)
hookrun(L(),'register_forward_pre_hook',lambda m,a:torch.ones(2,4)).shape
hookrun(L(),'register_forward_hook',lambda m,a,o:o*0)
hookrun(L(),'register_forward_hook',lambda m,a,k,o:k,with_kwargs=True)
hookrun(L(),'register_forward_hook',lambda m,a,o:None,torch.ones(2,2))
hookrun(L(),'register_forward_hook',3)
hookrun(L(),'register_full_backward_hook',lambda m,i,o:(1,2),torch.ones(1,4,requires_grad=True)).sum().backward()
hookrun(L(),'register_full_backward_pre_hook',lambda m,o:(1,2),torch.ones(1,4,requires_grad=True)).sum().backward()
[m.register_state_dict_post_hook(lambda *a:3) and m.state_dict() for m in [L()]]
[m.register_load_state_dict_post_hook(lambda *a:3) and m.load_state_dict(m.state_dict()) for m in [L()]]
[m._register_state_dict_hook(lambda m,sd,p,l:{'a':1}) and m.state_dict() for m in [L()]]
[m.register_load_state_dict_post_hook(lambda m,k:(k.missing_keys.clear())) and m.load_state_dict({}) for m in [L()]]
ml()[1:], ml()[-1], len(ml()), list(ml()), ml()+ml(nn.Sigmoid())
ml()[3]
ml()['a']
ml()[1.0]
ml().append(3)
ml().append(None)
ml().extend(3)
ml().extend([nn.ReLU()])
do(ml(),'insert',1,nn.Sigmoid())
do(ml(),'insert',10,nn.Sigmoid())
do(ml(),'insert',1,3)
ml().pop(1), ml().pop(),
ml().pop(-1), ml().pop(slice(0,2))
dele(ml(),0), dele(ml(),slice(0,2))
dele(ml(),5)
seti(ml(),0,nn.Sigmoid()), seti(ml(),-1,nn.Sigmoid())
seti(ml(),5,nn.Sigmoid())
seti(ml(),0,3)
nn.ModuleList([L(2,2),L(2,2),L(2,3)])
'0' in ml(), ml()+[nn.Sigmoid()]
sq()[1:], sq()[-1], sq()['a']
dele(sq(),0), dele(sq(),slice(0,1)), seti(sq(),1,nn.Sigmoid())
seti(sq(),3,nn.Sigmoid())
sq().append(nn.Sigmoid()), sq().extend(sq()), sq()+sq(), sq()*2, 2*sq()
sq().insert(1,3)
sq().insert(7,nn.ReLU())
sq().insert(-1,nn.Sigmoid())
sq()*0
sq()*1.5
sq()+3
sq().pop(0)
nn.Sequential(3)
nn.Sequential({'a':nn.ReLU()})
nn.Sequential()(3), nn.Sequential()
sq().append(3)
md()['a'], list(md()), md().keys(), md().items(), list(md().values()), len(md()), 'a' in md()
md()['x']
md().pop('x')
md().pop('a'), do(md(),'clear'), do(md(),'update',{'c':nn.GELU()}), do(md(),'update',[('c',nn.GELU())]), do(md(),'update',md())
md().update(3)
md().update([3])
md().update([(1,2,3)])
md().update([('a',3)])
seti(md(),'a.b',nn.ReLU())
seti(md(),'keys',nn.ReLU())
seti(md(),3,nn.ReLU())
dele(md(),'a')
dele(md(),'x')
md()(3)
nn.ModuleDict(3)
nn.ModuleDict([('q',nn.ReLU())])
md().get('a')
pl(), pl()[0], len(pl()), pl()[-1:], list(pl())
pl()[2]
pl().append(torch.ones(1)), pl().append(3), pl().extend([torch.ones(3)])
pl().extend(torch.ones(2))
pl().extend(3)
seti(pl(),0,torch.zeros(3)), seti(pl(),1,3), seti(pl(),-1,torch.zeros(3))
seti(pl(),7,torch.zeros(3))
pl()+[torch.ones(1)]
pl().__iadd__([torch.ones(1)])
pl()(3)
dele(pl(),0)
pd(), pd()['a'], len(pd()), list(pd()), list(pd().items()), list(pd().values()), pd().keys(), list(reversed(pd()))
pd()['x']
pd().get('x'), pd().get('a'), pd().get('x',3)
pd().setdefault('a',3), pd().setdefault('q',torch.ones(1)), pd().pop('a'), pd().popitem(), pd().copy()
pd().pop('x')
pd().fromkeys(['a','c']), pd().fromkeys(['a','c'],torch.ones(2)), pd() | pd(), pd() | {'z':torch.ones(1)}
pd().__ior__({'z':torch.ones(1)}), do(pd(),'clear'), do(pd(),'update',{'z':torch.ones(1)}), do(pd(),'update',[('z',3)])
{'z':torch.ones(1)} | pd()
pd() | 3
pd().update(3)
pd().update([3])
pd().update([(1,2,3)])
seti(pd(),'a',None), seti(pd(),'a.b',torch.ones(1))
seti(pd(),'keys',torch.ones(1))
dele(pd(),'a'), dele(pd(),'x')
pd()(3)
nn.ParameterDict(3)
nn.ParameterDict(nn.ParameterDict({'a':torch.ones(1)})), nn.ParameterDict({'n':pd(),'m':nn.Linear(1,1)})
nn.Parameter(torch.ones(2).long())
nn.Parameter(torch.ones(2).long(),False)
nn.Parameter(), nn.Parameter(torch.ones(1),requires_grad=False)
nn.Buffer(torch.ones(2)), nn.Buffer(torch.ones(2)).persistent, isinstance(nn.Buffer(torch.ones(1)),nn.Buffer), isinstance(nn.Parameter(),torch.Tensor)
seta(nn.Module(),'b',nn.Buffer(torch.ones(1),persistent=False)).state_dict(), seta(nn.Module(),'b',nn.Buffer(torch.ones(1))).state_dict()
""".strip().split("\n")  # noqa: E501  # one case a line


def plain(value):
    """A value in a form that both libraries share; what else there is by its printed form."""
    if isinstance(value, (fb.Tensor, torch.Tensor)):
        meta = value.is_meta
        array = None if meta else value.detach().float().numpy()
        kind = type(value).__name__, str(value.dtype), tuple(value.shape)
        return *kind, value.requires_grad, array
    if isinstance(value, dict):
        return {key: plain(v) for key, v in value.items()}
    if isinstance(value, (tuple, list)) and not hasattr(value, "_fields"):
        return [plain(v) for v in value]
    if isinstance(value, (fb.nn.Module, torch.nn.Module)):
        return repr(value), {k: plain(v) for k, v in value.state_dict().items()}
    return repr(value)


def evaluate(library, expression):
    """The result or error of an expression, and the categories of its warnings."""
    tools = Tools(library)
    scope = {name: getattr(tools, name) for name in dir(tools) if not name.startswith("_")}
    scope |= {"do": do, "seta": seta, "dele": dele, "seti": seti, "sd": sd}
    library.manual_seed(0)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            result = "value", plain(eval(expression, scope))
        except Exception as error:
            result = type(error).__name__, str(error)
    return *result, sorted(w.category.__name__ for w in caught)


def assert_same(mine, theirs, what):
    if isinstance(theirs, np.ndarray):
        np.testing.assert_allclose(mine, theirs, rtol=1e-5, atol=1e-6, err_msg=what)
    elif isinstance(theirs, dict):
        assert list(mine) == list(theirs), what
        for key in theirs:
            assert_same(mine[key], theirs[key], what)
    elif isinstance(theirs, (list, tuple)):
        assert len(mine) == len(theirs), what
        for a, b in zip(mine, theirs, strict=True):
            assert_same(a, b, what)
    else:
        assert mine == theirs, what


def words(text):
    return set(re.findall(r"[A-Za-z_]{4,}", text))


@pytest.mark.parametrize("expression", CASES)
def test_case(expression):
    """Values are equal; errors have PyTorch's type and most of its words, and may say more."""
    mine, theirs = evaluate(fb, expression), evaluate(torch, expression)
    assert mine[0] == theirs[0], (mine, theirs)
    if theirs[0] == "value":
        assert_same(mine[1], theirs[1], expression)
    else:
        assert len(words(mine[1]) & words(theirs[1])) >= 0.6 * len(words(theirs[1])), (mine, theirs)
    assert mine[2] == theirs[2], (mine, theirs)


@pytest.mark.parametrize("library", [fb, torch], ids=["firebrick", "torch"])
def test_copies_and_pickles(library):
    tools = Tools(library)
    for twin in (copy.deepcopy(tools.tied()), pickle.loads(pickle.dumps(tools.tied()))):
        assert twin.a.weight is twin.b.weight and twin.c is twin.a
    twin = copy.copy(tools.S())
    assert list(twin.state_dict()) == list(tools.S().state_dict())


def run_hooks(library):
    """The order in which hooks of every kind are called, with what."""
    seen = []
    module = library.nn.hooks if library is fb else library.nn.modules.module

    def note(kind):
        def hook(*args, **kwargs):
            seen.append((kind, len(args), sorted(kwargs)))

        return hook

    net = library.nn.Sequential(library.nn.Linear(2, 2), library.nn.ReLU())
    handles = [
        module.register_module_forward_pre_hook(note("global pre")),
        module.register_module_forward_hook(note("global")),
        module.register_module_full_backward_pre_hook(note("global backward pre")),
        module.register_module_full_backward_hook(note("global backward")),
        net[0].register_forward_pre_hook(note("pre")),
        net[0].register_forward_pre_hook(note("first pre"), prepend=True),
        net[0].register_forward_pre_hook(note("pre with"), with_kwargs=True),
        net[0].register_forward_hook(note("forward")),
        net[0].register_forward_hook(note("forward with"), with_kwargs=True, always_call=True),
        net.register_full_backward_hook(note("backward")),
        net.register_full_backward_hook(note("first backward"), prepend=True),
        net.register_full_backward_pre_hook(note("backward pre")),
        net.register_state_dict_pre_hook(note("state pre")),
        net.register_state_dict_post_hook(note("state post")),
        net.register_load_state_dict_pre_hook(note("load pre")),
        net.register_load_state_dict_post_hook(note("load post")),
        module.register_module_buffer_registration_hook(note("buffer")),
        module.register_module_module_registration_hook(note("module")),
        module.register_module_parameter_registration_hook(note("parameter")),
    ]
    try:
        net(library.ones(1, 2, requires_grad=True)).sum().backward()
        net.load_state_dict(net.state_dict())
        library.nn.Sequential(library.nn.BatchNorm1d(2))
        with pytest.raises(RuntimeError):
            net(library.ones(1, 3))
    finally:
        for handle in handles:
            handle.remove()
    count = len(seen)
    net(library.ones(1, 2))
    assert len(seen) == count
    return seen


def test_hooks_are_called_alike():
    assert run_hooks(fb) == run_hooks(torch)


def test_every_public_method_exists():
    for name in ("Module", "Sequential", "ModuleList", "ModuleDict", "ParameterList"):
        mine, theirs = getattr(fb.nn, name), getattr(torch.nn, name)
        missing = {n for n in dir(theirs) if not n.startswith("_") and not hasattr(mine, n)}
        assert missing <= {"T_destination"}, name
    assert not {n for n in torch.nn.utils.__all__ if not hasattr(fb.nn.utils, n)}


COUNTED = [
    ("Linear(4, 3)", [(2, 5, 4)]), ("Conv2d(4, 6, 3, groups=2, stride=2)", [(2, 4, 9, 9)]),
    ("ConvTranspose2d(4, 6, 3, groups=2, stride=2)", [(2, 4, 9, 9)]),
    ("Conv1d(4, 6, 3, padding='same', dilation=2)", [(2, 4, 9)]),
    ("Conv3d(1, 2, 2)", [(1, 3, 3, 3)]),
    ("GRU(3, 4, 2, bidirectional=True)", [(5, 2, 3)]), ("RNN(3, 4)", [(5, 2, 3)]),
    ("MultiheadAttention(8, 2)", [(5, 2, 8), (6, 2, 8), (6, 2, 8)]),
    ("TransformerEncoderLayer(8, 2, 16)", [(5, 2, 8)]),
    ("Transformer(8, 2, 1, 1, 16)", [(5, 2, 8), (4, 2, 8)]),
]  # fmt: skip


@pytest.mark.filterwarnings("ignore:enable_nested_tensor is True:UserWarning")
@pytest.mark.parametrize("constructor, shapes", COUNTED)
def test_operations_are_those_of_the_flop_counter(constructor, shapes):
    flop_counter = pytest.importorskip("torch.utils.flop_counter")
    mine = fb.nn.summary(eval(f"fb.nn.{constructor}"), tuple(shapes)).flops
    with flop_counter.FlopCounterMode(display=False) as counter:
        eval(f"torch.nn.{constructor}")(*(torch.ones(shape) for shape in shapes))
    assert mine == counter.get_total_flops()
