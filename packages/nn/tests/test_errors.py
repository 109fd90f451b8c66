"""Errors inside a model say which layer they come from; type and message stay as they are."""

import gc
import pickle
import weakref

import pytest

import firebrick_core as torch
import firebrick_nn as nn


class Fails(nn.Module):
    def __init__(self, error):
        super().__init__()
        self.error = error

    def forward(self, *args, **kwargs):
        raise self.error


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 2)

    def forward(self, x):
        return self.fc(x)


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(Block() for _ in range(4))

    def forward(self, x):
        return self.layers[3](x)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = Encoder()
        self.heads = nn.ModuleDict({"a": nn.Sequential(nn.ReLU(), nn.Linear(2, 1))})

    def forward(self, x):
        return self.heads["a"](self.encoder(x))


def notes(module, *args, **kwargs):
    with pytest.raises(Exception) as caught:
        module(*args, **kwargs)
    return caught.value, getattr(caught.value, "__notes__", [])


def test_the_note_names_the_path_the_layer_and_the_call():
    error, (note,) = notes(Net(), torch.ones(4, 5))
    assert type(error) is RuntimeError and "4x5 and 8x2" in str(error)
    assert note == (
        "in Net.encoder.layers[3].fc: Linear(in_features=8, out_features=2, bias=True)\n"
        "    called with (float32[4, 5])\n"
        "    expected input of (*, 8), since in_features=8, but got (4, 5); set in_features=5"
    )


PATHS = [
    (lambda m: m, "Fails: Fails()"),
    (lambda m: nn.Sequential(nn.Identity(), m), "Sequential[1]: Fails()"),
    (lambda m: nn.Sequential(nn.Sequential(m)), "Sequential[0][0]: Fails()"),
]


@pytest.mark.parametrize("wrap, path", PATHS)
@pytest.mark.parametrize("kind", [ValueError, IndexError, ZeroDivisionError])
def test_every_error_keeps_its_type(wrap, path, kind):
    error = kind("bad")
    raised, (note,) = notes(wrap(Fails(error)), torch.ones(1))
    assert raised is error and note.splitlines()[0] == f"in {path}"


def test_errors_are_described_with_their_arguments():
    many = (1, 2.5, None, "text", [torch.ones(2)], {"a": 1})
    _, (note,) = notes(Fails(ValueError()), *many, mask=torch.ones(2).bool())
    assert note.endswith("called with (1, 2.5, None, 'text', [float32[2]], dict, mask=bool[2])")


def test_long_descriptions_are_cut():
    _, (note,) = notes(Fails(ValueError()), "x" * 1000)
    assert note.endswith("...)") and len(note) < 300


def test_a_shared_layer_is_found_on_the_way_it_was_called():
    class Twice(nn.Module):
        def __init__(self):
            super().__init__()
            self.a = nn.Sequential(Fails(ValueError()))
            self.b = nn.Sequential(self.a[0])

        def forward(self, x):
            return self.b(x)

    assert notes(Twice(), 1)[1][0].startswith("in Twice.b[0]: ")


def test_a_layer_that_is_no_submodule_has_a_note_of_its_own():
    inner = Fails(ValueError())

    class Outer(nn.Module):
        def forward(self, x):
            return inner(x)

    first, second = notes(nn.Sequential(Outer()), 1)[1]
    assert first.startswith("in Fails: ") and second.startswith("in Sequential[0]: Outer()")


def test_an_error_that_is_raised_again_has_one_note_for_each_place():
    error = ValueError()
    places = [nn.Sequential(Fails(error)), nn.Sequential(nn.Identity(), Fails(error))]
    for _ in range(3):
        for place in places:
            found = notes(place, 1)[1]
    assert [note.splitlines()[0] for note in found] == [
        "in Sequential[0]: Fails()", "in Sequential[1]: Fails()",
    ]  # fmt: skip


def test_a_module_that_calls_itself_is_named_once():
    class Recursive(nn.Module):
        def forward(self, n):
            return self(n - 1) if n else 1 / 0

    (note,) = notes(Recursive(), 3)[1]
    assert note.endswith("called with (0)")


def test_errors_can_be_sent_to_another_process():
    error, found = notes(Net(), torch.ones(4, 5))
    assert pickle.loads(pickle.dumps(error)).__notes__ == found


def test_errors_do_not_keep_modules():
    net = nn.Sequential(Fails(ValueError()))
    error, _ = notes(net, 1)
    alive = weakref.ref(net)
    del net
    error.__traceback__ = None
    gc.collect()
    assert alive() is None


def test_caught_errors_leave_nothing_behind():
    class Tries(nn.Module):
        def __init__(self):
            super().__init__()
            self.first = Fails(ValueError())

        def forward(self, x):
            try:
                return self.first(x)
            except ValueError:
                return x

    assert Tries()(3) == 3


def test_notes_are_written_with_hooks_too():
    net = Net()
    for module in net.modules():
        module.register_forward_hook(lambda m, args, output: None)
    assert notes(net, torch.ones(4, 5))[1][0].startswith("in Net.encoder.layers[3].fc: ")


def test_other_notes_stay():
    error = ValueError()
    error.add_note("mine")
    assert notes(nn.Sequential(Fails(error)), 1)[1][0] == "mine"


def test_a_module_that_was_never_initialised_still_reports_its_error():
    class Forgot(nn.Module):
        def __init__(self):
            pass

    error, _ = notes(Forgot(), 1)
    assert type(error) is NotImplementedError
