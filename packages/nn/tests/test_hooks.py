"""Hooks of every kind: what they get, what they may change, and that they can be removed."""

import copy
import gc

import pytest

import firebrick_core as torch
import firebrick_nn as nn
from firebrick_nn import hooks


class Add(nn.Module):
    """x + y, with a keyword."""

    def forward(self, x, y=0.0):
        return x + y


def ones(requires_grad=False):
    return torch.ones(2, requires_grad=requires_grad)


def test_pre_hooks_change_arguments():
    module = Add()
    module.register_forward_pre_hook(lambda m, args: None)
    module.register_forward_pre_hook(lambda m, args: args[0] * 2)
    module.register_forward_pre_hook(lambda m, args: (args[0], torch.full((2,), 10.0)))
    assert module(ones()).tolist() == [12, 12]


def test_pre_hooks_with_keywords():
    module = Add()

    def more(m, args, kwargs):
        return args, {"y": kwargs["y"] + 1}

    module.register_forward_pre_hook(more, with_kwargs=True)
    assert module(ones(), y=1.0).tolist() == [3, 3]


def test_a_pre_hook_with_keywords_returns_both():
    module = Add()
    module.register_forward_pre_hook(lambda m, args, kwargs: 3, with_kwargs=True)
    with pytest.raises(RuntimeError, match="must return None or a tuple of .new_args, new_kwargs."):
        module(ones())


def test_forward_hooks_change_outputs_in_order():
    module = Add()
    module.register_forward_hook(lambda m, args, output: output + 1)
    module.register_forward_hook(lambda m, args, output: None)
    module.register_forward_hook(lambda m, args, output: output * 10, prepend=True)
    assert module(ones()).tolist() == [11, 11]


def test_forward_hooks_get_keywords():
    module, seen = Add(), []
    module.register_forward_hook(
        lambda m, args, kwargs, output: seen.append(kwargs), with_kwargs=True
    )
    module(ones(), y=2.0)
    assert seen == [{"y": 2.0}]


def test_prepended_pre_hooks_come_first():
    module, seen = Add(), []
    module.register_forward_pre_hook(lambda m, args: seen.append("second"))
    module.register_forward_pre_hook(lambda m, args: seen.append("first"), prepend=True)
    module(ones())
    assert seen == ["first", "second"]


@pytest.mark.parametrize("always", [True, False])
def test_always_called_hooks_run_after_an_error(always):
    module, seen = Add(), []
    module.register_forward_hook(lambda m, args, output: seen.append(output), always_call=always)
    with pytest.raises(TypeError):
        module()
    assert seen == ([None] if always else [])


def test_errors_of_always_called_hooks_do_not_hide_the_first():
    module = Add()
    module.register_forward_hook(lambda m, args, output: 1 / 0, always_call=True)
    with pytest.warns(UserWarning, match="another error was raised in forward: division by zero"):
        with pytest.raises(TypeError, match="missing 1 required positional argument: 'x'"):
            module()


def test_handles_remove():
    module = Add()
    handle = module.register_forward_hook(lambda m, args, output: output + 1)
    with module.register_forward_hook(lambda m, args, output: output + 1):
        assert module(ones()).tolist() == [3, 3]
    assert module(ones()).tolist() == [2, 2]
    handle.remove()
    handle.remove()
    assert module(ones()).tolist() == [1, 1]


def test_a_handle_does_not_keep_its_module():
    module = Add()
    handle = module.register_forward_hook(lambda m, args, output: None)
    del module
    gc.collect()
    handle.remove()


def test_tables_may_be_used_directly():
    module = Add()
    module._forward_hooks[0] = lambda m, args, output: output + 1
    assert module(ones()).tolist() == [2, 2]
    module._forward_hooks.clear()
    assert module(ones()).tolist() == [1, 1]
    module._forward_pre_hooks = {0: lambda m, args: args[0] * 3}
    assert module(ones()).tolist() == [3, 3]


def test_copies_keep_hooks_of_their_own():
    module = Add()
    handle = module.register_forward_hook(plus_one)
    other = copy.deepcopy(module)
    handle.remove()
    assert module(ones()).tolist() == [1, 1] and other(ones()).tolist() == [2, 2]


def plus_one(module, args, output):
    return output + 1


def test_full_backward_hooks_see_and_change_gradients():
    module, seen = Add(), []

    def hook(m, grad_input, grad_output):
        seen.append((m, grad_input, grad_output))
        return (grad_input[0] * 5, None)

    module.register_full_backward_hook(hook)
    x = ones(requires_grad=True)
    module(x, torch.zeros(2)).sum().backward()
    assert x.grad.tolist() == [5, 5]
    (owner, grad_input, grad_output), = seen
    assert owner is module
    assert grad_input[0].tolist() == [1, 1] and grad_input[1] is None
    assert [g.tolist() for g in grad_output] == [[1, 1]]


def test_full_backward_pre_hooks_change_the_output_gradient():
    module, seen = Add(), []
    module.register_full_backward_pre_hook(lambda m, grad: (grad[0] * 2,))
    module.register_full_backward_pre_hook(lambda m, grad: (grad[0] + 1,), prepend=True)
    module.register_full_backward_hook(lambda m, gi, go: seen.append(go[0].tolist()))
    x = ones(requires_grad=True)
    module(x).sum().backward()
    assert x.grad.tolist() == [4, 4] and seen == [[4, 4]]


def test_full_backward_hooks_without_input_gradients():
    module, seen = nn.Linear(2, 1), []
    module.register_full_backward_hook(lambda m, gi, go: seen.append((gi, go[0].tolist())))
    with pytest.warns(UserWarning, match="no inputs require gradients"):
        module(ones()).sum().backward()
    assert seen == [((None,), [1.0])]
    assert module.weight.grad.tolist() == [[1, 1]]


def test_backward_hooks_of_several_outputs():
    class Split(nn.Module):
        def forward(self, x):
            return x * 2, x * 3

    module, seen = Split(), []
    module.register_full_backward_hook(lambda m, gi, go: seen.append((gi, go)))
    x = ones(requires_grad=True)
    module(x)[1].sum().backward()
    ((grad_input,), grad_output), = seen
    assert grad_input.tolist() == [3, 3]
    assert grad_output[0] is None and grad_output[1].tolist() == [1, 1]


def test_backward_hooks_without_recording_do_nothing():
    module = Add()
    module.register_full_backward_hook(lambda m, gi, go: 1 / 0)
    with torch.no_grad():
        assert module(ones(requires_grad=True)).tolist() == [1, 1]


BAD_BACKWARD_HOOKS = [
    ("register_full_backward_hook", lambda m, gi, go: (None, None), "number of grad_input, got 2"),
    ("register_full_backward_pre_hook", lambda m, go: (None, None), "number of grad_output, got 2"),
]


@pytest.mark.parametrize("method, hook, message", BAD_BACKWARD_HOOKS)
def test_backward_hooks_return_as_many_gradients(method, hook, message):
    module = Add()
    getattr(module, method)(hook)
    output = module(ones(requires_grad=True)).sum()
    with pytest.raises(RuntimeError, match=message):
        output.backward()


def test_kinds_of_backward_hooks_do_not_mix():
    module = Add()
    module.register_full_backward_hook(lambda m, gi, go: None)
    with pytest.raises(RuntimeError, match="Cannot use both regular backward hooks and full"):
        module.register_backward_hook(lambda m, gi, go: None)


def test_old_backward_hooks_are_those_of_the_last_operator():
    module, seen = Add(), []
    module.register_backward_hook(lambda m, gi, go: seen.append((len(gi), go[0].tolist())))
    module(ones(requires_grad=True), ones()).sum().backward()
    assert seen == [(2, [1, 1])]


def test_hooks_on_all_modules():
    net, seen = nn.Sequential(Add(), nn.ReLU()), []
    with hooks.register_module_forward_pre_hook(lambda m, args: seen.append(type(m).__name__)):
        with hooks.register_module_forward_hook(lambda m, args, output: seen.append("done")):
            net(ones())
    assert seen == ["Sequential", "Add", "done", "ReLU", "done", "done"]
    net(ones())
    assert len(seen) == 6
    assert nn.Module._hooked is False, "the short way is back"


def test_backward_hooks_on_all_modules():
    net, seen = nn.Sequential(nn.ReLU()), []
    x = ones(requires_grad=True)
    with hooks.register_module_full_backward_hook(lambda m, gi, go: seen.append(type(m).__name__)):
        with hooks.register_module_full_backward_pre_hook(lambda m, go: (go[0] * 2,)):
            net(x).sum().backward()
    assert seen == ["ReLU", "Sequential"]
    assert x.grad.tolist() == [4, 4]


REGISTRATIONS = [
    ("register_module_parameter_registration_hook", "w", nn.Parameter(torch.zeros(1))),
    ("register_module_buffer_registration_hook", "w", nn.Buffer(torch.zeros(1))),
    ("register_module_module_registration_hook", "w", nn.ReLU()),
]


@pytest.mark.parametrize("register, name, value", REGISTRATIONS)
def test_registration_hooks_see_and_replace(register, name, value):
    module, seen, other = nn.Module(), [], copy.deepcopy(value)

    def hook(m, name, given):
        seen.append((m, name, given))
        return other

    with getattr(hooks, register)(hook):
        setattr(module, name, value)
    assert seen == [(module, name, value)]
    assert getattr(module, name) is other
    setattr(module, name, value)
    assert len(seen) == 1


def test_modules_without_hooks_take_the_short_way():
    layer = nn.Linear(1, 1)
    layer(torch.ones(1))
    layer.state_dict()
    assert "_forward_hooks" not in vars(layer) and not layer._hooked
