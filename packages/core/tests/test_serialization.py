"""`save` and `load`: what comes back is what was saved, whoever saved it."""

import base64
import collections
import io
import os
import pickle
import subprocess
import sys
import zipfile
import zlib

import numpy as np
import pytest
from checkpoints import BASE, assert_same, rewritten, round_trip, saved, tensor

import firebrick_core as fb
from firebrick_core import serialization
from firebrick_core.serialization import load, register_rebuild, save

# --- values ---------------------------------------------------------------------------------------

NUMBERS = [0, 1, -1, 255, 256, 65535, 65536, 2**31 - 1, 2**31, -(2**31), -(2**31) - 1, 2**63, 2**70]
NUMBERS += [-(2**70), 2**2040, -(2**3000), True, False, 0.5, -0.0, float("inf"), 1e-320, 1 - 2j]

VALUES = [
    None,
    NUMBERS,
    ["", "é", "\ud800", "a" * 300, "\x00"],
    [b"", b"\x00\xff", bytearray(b"ab"), bytearray()],
    [[], (), {}, set(), frozenset()],
    [(1,), (1, 2), (1, 2, 3), (1, 2, 3, 4), ((),)],
    {"a": {"b": [1, (2, {"c": None})]}},
    {1: 2, "1": 3, None: 4, (1, "x"): 5, 2.5: 6, frozenset([1]): 7},
    [{1, 2, 3}, frozenset([7])],  # whose order no hash seed changes
    {(1, "a")},
    [range(3), range(5, -5, -2), slice(1, 2), slice(None, None, -1)],
    collections.OrderedDict(b=1, a=2),
    collections.Counter("abracadabra"),
    collections.defaultdict(list, {"a": [1]}),
    collections.defaultdict(None, {"a": 1}),
    [fb.float32, fb.bfloat16, fb.uint64, fb.bool],
    [fb.zeros(2, 3).shape, fb.zeros(()).shape],
    [fb.zeros(1).device, fb._device.device("cuda", 1), fb._device.device("meta")],
    [np.float64(1.5), np.float16(1.5), np.int8(-3), np.uint64(2**63), np.bool_(True)],
    [np.complex64(1 - 2j), np.dtype("f4"), np.dtype("?"), np.float32("nan").dtype],
    [np.arange(6).reshape(2, 3), np.zeros((0, 2), np.uint8), np.float32(3).reshape(())],
    [np.arange(6).reshape(2, 3).T, np.array([True, False])],
    list(range(2500)),
    {str(n): n for n in range(2500)},
    [f"text {n}" for n in range(600)] * 2,
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: repr(value)[:50])
def test_plain_values(value):
    assert_same(round_trip(value), value)


@pytest.mark.parametrize("value", VALUES, ids=lambda value: repr(value)[:50])
def test_saving_again_gives_the_same_bytes(value):
    assert saved(round_trip(value)) == saved(value)


def test_the_same_object_is_one_object_again():
    shared, text = [1], "text"
    obj = round_trip({"a": shared, "b": [shared, (shared,)], "c": text, "d": text})
    assert obj["a"] is obj["b"][0] is obj["b"][1][0]
    assert obj["c"] is obj["d"]


def test_containers_that_hold_themselves():
    obj = {"list": []}
    obj["list"] += [obj, (obj["list"],)]
    back = round_trip(obj)
    assert back["list"][0] is back and back["list"][1][0] is back["list"]


def test_a_tuple_that_holds_itself():
    inner = []
    outer = (inner, 1)
    inner.append(outer)
    back = round_trip(outer)
    assert back[0][0] is back and back[1] == 1


def test_a_state_dict_keeps_its_metadata():
    state = collections.OrderedDict(w=fb.ones(2))
    state._metadata = collections.OrderedDict({"": {"version": 1}})
    back = round_trip(state)
    assert_same(back, state)
    assert_same(back._metadata, state._metadata)


# --- tensors --------------------------------------------------------------------------------------

DTYPES = ["bool", "uint8", "int8", "int16", "int32", "int64", "uint16", "uint32", "uint64"]
DTYPES += ["float16", "float32", "float64", "complex64", "complex128"]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(), (1,), (0,), (3, 0), (2, 3), (2, 1, 4)], ids=str)
def test_tensors(dtype, shape):
    t = tensor(np.arange(np.prod(shape)).reshape(shape).astype(dtype))
    assert_same(round_trip(t), t)


def test_bfloat16():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    t = tensor(np.array([1.5, -2, np.inf], ml_dtypes.bfloat16))
    back = round_trip(t)
    assert back.dtype is fb.bfloat16
    assert_same(back, t)


def test_bfloat16_without_ml_dtypes_says_what_to_install(monkeypatch):
    pytest.importorskip("ml_dtypes")
    import ml_dtypes

    content = saved(tensor(np.ones(2, ml_dtypes.bfloat16)))
    monkeypatch.setattr(fb.bfloat16, "_numpy", None)
    monkeypatch.setitem(sys.modules, "ml_dtypes", None)
    with pytest.raises(ImportError, match="pip install"):
        load(io.BytesIO(content))


VIEWS = [
    BASE[1:],
    BASE[:, ::2],
    BASE[2:, 3],
    BASE.T,
    BASE[1:3, 1:3].T,
    BASE[3, 5],
    BASE[:0],
    BASE[4:],
    np.broadcast_to(BASE[0], (3, 6)),
    np.asfortranarray(BASE),
]


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: f"{view.shape}{view.strides}")
def test_views_keep_their_strides(view):
    assert_same(round_trip(tensor(view)), tensor(view))


def test_negative_steps_are_packed():
    t = tensor(BASE[::-1, ::2])
    back = round_trip(t)
    assert back.stride() == (3, 1)
    assert back._array.tolist() == t._array.tolist()


def test_columns_of_a_table_are_packed():
    table = np.zeros(3, [("a", "u1"), ("x", "f4")])
    table["x"] = [1, 2, 3]
    assert round_trip(tensor(table["x"]))._array.tolist() == [1, 2, 3]


def test_meta_tensors():
    t = fb.zeros(2, 3, device="meta", dtype=fb.float64)
    assert_same(round_trip([t, t.t()]), [t, t.t()])


def test_a_tensor_that_occurs_twice_is_one_tensor():
    t = fb.ones(3)
    back = round_trip([t, {"again": t}])
    assert back[0] is back[1]["again"]


def test_tensors_over_one_storage_share_it_again():
    base = tensor(BASE.copy())
    row, column, whole = base[1], base.t()[2], base.view(24)
    content = saved([row, base, column, whole, base.detach()])
    names = zipfile.ZipFile(io.BytesIO(content)).namelist()
    assert [name for name in names if "/data/" in name] == ["archive/data/0"]
    row, base, column, whole, detached = load(io.BytesIO(content))
    base._array[1, 2] = 100
    assert row._array[2] == column._array[1] == whole._array[8] == detached._array[1, 2] == 100
    storages = {id(t.untyped_storage()) for t in (row, base, column, whole, detached)}
    assert len(storages) == 1
    assert [t.storage_offset() for t in (row, base, column, whole)] == [6, 0, 2, 0]
    before = base._version
    row._bump_version()
    assert [t._version for t in (row, base, column, whole)] == [before + 1] * 4


def test_arrays_of_one_owner_share_it_again():
    array = BASE.copy()
    one, other = round_trip([tensor(array[1:]), tensor(array[:, 2])])
    one._array[0, 2] = 100
    assert other._array[1] == 100


def test_equal_tensors_stay_apart():
    one, other = round_trip([fb.ones(3), fb.ones(3)])
    one._array[0] = 5
    assert other._array[0] == 1


def test_empty_tensors_stay_apart():
    one, other = round_trip([fb.zeros(0), fb.zeros(0, dtype=fb.int64)])
    assert one.untyped_storage() is not other.untyped_storage()
    assert (one.dtype, other.dtype) == (fb.float32, fb.int64)


def test_loaded_tensors_can_be_written_to_also_if_the_saved_could_not():
    array = BASE.copy()
    array.flags.writeable = False
    back = round_trip(tensor(array))
    back._array[0, 0] = 7
    assert back._array[0, 0] == 7


def test_attributes_of_tensors_are_kept():
    t = fb.ones(2)
    t.scale, t.note = fb.zeros(1), {"by": "hand"}
    assert_same(round_trip(t).note, {"by": "hand"})
    assert_same(round_trip(t).scale, fb.zeros(1))


def test_storages():
    t = fb.ones(3)
    storage, back = round_trip([t.untyped_storage(), t.view(3)][:1])[0], None
    assert storage.array_bytes().view(np.float32).tolist() == [1, 1, 1]
    back = round_trip(storage)
    assert back.array_bytes().tolist() == storage.array_bytes().tolist()


def test_one_buffer_of_two_dtypes_is_refused():
    array = np.zeros(4, np.float32)
    with pytest.raises(RuntimeError, match="view the same data as different types: torch.float32"):
        save([tensor(array), tensor(array.view(np.int32))], io.BytesIO())


# --- what cannot be saved -------------------------------------------------------------------------

Point = collections.namedtuple("Point", "x y")


class Mine(fb.Tensor):
    pass


def a_function():
    pass


UNSAVABLE = [
    (a_function, "cannot save obj, an object of type builtins.function"),
    ({"model": {"hooks": [1, a_function]}}, r"cannot save obj\['model'\]\['hooks'\]\[1\], an obj"),
    ([(1, Point(1, 2))], r"cannot save obj\[0\]\[1\], an object of type .*Point.*named tuple"),
    ({Point(1, 2): 1}, r"cannot save obj.keys\(\), an object of type .*Point"),
    (io.BytesIO(), "an object of type _io.BytesIO"),
    (int, "an object of type builtins.type"),
    (os, "an object of type builtins.module"),
    (Ellipsis, "an object of type builtins.ellipsis"),
    (Mine._wrap(np.zeros(1)), "cannot save a Mine"),
    (collections.defaultdict(a_function), "defaultdict whose missing values are made by"),
    (np.array(["text"]), "dtype <U4: only bools and numbers"),
    (np.array([None]), "dtype object"),
    (np.datetime64("2020"), "dtype datetime64"),
    (slice("a"), "slices of whole numbers"),
    ({tuple(range(10_001)): 1}, "more than 10000 values"),
]


@pytest.mark.parametrize(("obj", "message"), UNSAVABLE, ids=[message for _, message in UNSAVABLE])
def test_what_cannot_be_loaded_is_not_saved(obj, message, tmp_path):
    with pytest.raises(pickle.PicklingError, match=message):
        save(obj, tmp_path / "file.pt")
    assert os.listdir(tmp_path) == []


# --- classes of other packages --------------------------------------------------------------------


class Celsius(float):
    pass


@pytest.fixture
def registry(monkeypatch):
    """The registered classes, as they were after the test."""
    monkeypatch.setattr(serialization, "_reduce_functions", {})
    monkeypatch.setattr(serialization, "_rebuild_functions", {})


def reduce_celsius(value):
    return (float(value), [fb.ones(2)])


def rebuild_celsius(value, extra):
    assert extra[0].tolist() == [1, 1]
    return Celsius(value)


def test_registered_classes(registry):
    register_rebuild("units Celsius", Celsius, reduce_celsius, rebuild_celsius)
    back = round_trip({"warm": Celsius(25.5)})["warm"]
    assert type(back) is Celsius and back == 25.5


def test_a_later_registration_has_the_first_turn(registry):
    def reduce_hot(value):
        return (float(value) - 100,) if value > 100 else None

    def rebuild_hot(value):
        return Celsius(value + 100)

    register_rebuild("units Celsius", Celsius, reduce_celsius, rebuild_celsius)
    register_rebuild("units hot", Celsius, reduce_hot, rebuild_hot)
    assert round_trip([Celsius(1), Celsius(300)]) == [1, 300]
    assert b"units\nhot\n" in saved(Celsius(300)) and b"units\nhot\n" not in saved(Celsius(1))


def test_registered_tensor_classes(registry):
    def reduce_mine(t):
        return (fb.Tensor._wrap(t._array),)

    def rebuild_mine(data):
        return Mine._wrap(data._array)

    register_rebuild("tests Mine", Mine, reduce_mine, rebuild_mine)
    assert_same(round_trip([Mine._wrap(BASE)]), [Mine._wrap(BASE)])


def test_a_name_to_read_only(registry):
    register_rebuild("units Celsius", Celsius, reduce_celsius, rebuild_celsius)
    content = saved(Celsius(1)).replace(b"Celsius", b"Kelvins")
    content = rewritten(content)
    with pytest.raises(pickle.UnpicklingError, match="units.Kelvins is not in the closed list"):
        load(io.BytesIO(content))
    register_rebuild("units Kelvins", None, None, rebuild_celsius)
    assert load(io.BytesIO(content)) == 1


def test_names_have_two_parts():
    with pytest.raises(ValueError, match="module and a name with a space between"):
        register_rebuild("units.Celsius", Celsius, reduce_celsius, rebuild_celsius)


# --- other writers --------------------------------------------------------------------------------


def test_zip_files_that_were_packed_again():
    old, buffer = zipfile.ZipFile(io.BytesIO(saved([tensor(BASE), "text"]))), io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in old.namelist():
            archive.writestr(name.replace("archive", "other name"), old.read(name))
    buffer.seek(0)
    assert_same(load(buffer), [tensor(BASE), "text"])


@pytest.mark.parametrize("dtype", ["int16", "float32", "complex64", "uint8", "bool"])
def test_files_of_the_other_byte_order(dtype):
    array = np.arange(5).astype(dtype)
    other = "big" if sys.byteorder == "little" else "little"
    swapped = {"byteorder": other.encode(), "data/0": array.byteswap().tobytes()}
    assert_same(load(io.BytesIO(rewritten(saved(tensor(array)), **swapped))), tensor(array))


def test_other_byte_order_of_types_without_a_storage_class():
    other = "big" if sys.byteorder == "little" else "little"
    content = rewritten(saved(tensor(np.uint32([1]))), byteorder=other.encode())
    with pytest.raises(RuntimeError, match="another byte order"):
        load(io.BytesIO(content))


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
def test_every_pickle_protocol(protocol):
    obj = [*VALUES[:12], list(range(300)), {"key": [1] * 3}]
    content = rewritten(saved(1), **{"data.pkl": pickle.dumps(obj, protocol)})
    assert_same(load(io.BytesIO(content)), obj)


# A file that PyTorch 2.13 has written; its pieces are checked below.
BY_TORCH = zlib.decompress(
    base64.b85decode(
        "c-o~_+i%-c7(cl*O-<L^O1l*pg8@rnOPg!ct?R{%bl|bJE`?Ai#&u2;Gbhd$pLFY_N|m4y;|U?25wGJFA>N>3e*rIu"
        "2ZWG#K)e7FFCc`*IkuD9?j@pid*sA9zsvXe`#yVK2m}!dhtZy+2lXMjsub0AJd&4*9If2cvV0d>b{$*(O+b-c8wHf~"
        "Jl4RcD7vO$g{XSj;O44%T*djTszNyM4~r0p<U(}sEvy!b1cD0DsYFz&5mhrdsft%?s+N}sE*pAPT90$k7K!BADZ-#T"
        "<pPF~1>v%qE|W#;A_wg`AKfzw;aq^8l}ZgdgiZq7f)Et^g1-(Au@80Vyjx^0P7vr4p*u%IN2{uAKu?kC6hp=KVz_7`"
        "dlv*G1h=72@NL6M3)N5HVG#yun=qK`ph&5NiOf<1r#9hqjwKC-HsKM|?>ep;GzIXe;4=(k)s!*_uE1lKlpV%(y<BKU"
        "amI`y29Hw@J_2W{hv8vM`w0S1ig3=PDazU!JmsRfMlUsKo;GRX@C>E#6FAR8@oz(fg<{h^OW-*XE|}S>#nN!G#f?aC"
        "5Z#rF+Bbt+DwB;0&Nr1uOyvZOQsp3ln5`UV$_Yz3X*;f|WfDtskRp&4VayC{O_K|daRtWfy4Iv0H|djb$qMYUO+Uft"
        "uUPbx1g1oow$iQM!7yVJEz&O>@IpWc*5UbWxGKU6X4&Rh2#~e6t+BF7Cpnlk>okwoRRzN}`&a8L2QQlZN-ZzLOM<Ts"
        "f(X~mOROT`<pYw*er#m4tV@j~!i|ViJVA?ojuvg84)fG4WnZ{UKonuow2Mm>vH`C&>eb9h3YKU_5P?@&Mi49X*C+#p"
        "=B%u|PGDJtH%x+xCaYz5a|KptLCo$1t!}^Ze$G!%_wT`5f{zhMiX<`HL@i4aXJFdDZ?AwX1mta46+uxXh4#B*aJbAq"
        "aF92P3Elr1u$ekdrqCFy)uA9l@q>=WT$y$eD|)G-;oBUjvyBb2Q-4?=>hO*TH*qaGFSLjM{rmeNOwF=2f8fv>L<7yC"
        "6<yP-C7DQeCuaFR&+KAHjB$VY`w#E3JhF8#_YfM}<+g90Bx`D+T*76N<rDkRw>;8GW?<?T{L0erKh!`knra$Y-5^+J"
        "!!^raK8kMR&{RS+%sgyg`S~=vZ=pjybfHPtQ(<H@%U?Q%0gH8OiWLU^r)!I@PwCpB>nFO<41E^Sb(XHt8Rqo%=Gx>a"
        "8}}`o_Pd?NvV6}Tr|tG`##{OB7o8D>TkuY}dE;3=bL0%54BBDZ@7>FN$XYSjLVMb+oyhVN$GQE>KJ?%L)31N_<M|`#"
        "Cy%es)W16SP0n5aXkT^St)9yAlgCnDUOqV1ZgjG#)*K<-UbzIv{D1pNVX1Zho<Z^50b&MV;HpX|$Q_xzElFxV%SZob"
        "Jh6B>lS+>z#?#~JB>ju0W3kcrSR#{1$CI(KcxpVA%49O;lsWO++~*PMBVxMrF|$pd&hgr_$GP`C(2I5s&_NgSiy%5^"
        "AbUxiLvYAF_}b7Rlh@1R9Av#No{t<n%>n9#JEu#R3qBA+p4sQcIwy!5yW_>iyjbT1aAQxkd$4gY*4e#o?8jbg!i#nG"
        "o*UaA_F$6@?Ec;9O0^f8^6EN!rrS-`fxMmP1v^Xmj0-C|!237ZybuaqXtZSDViVcvIsapYivH?oJR(Bo)8bEigY~x1"
        "7P2s%=6-AMe^h}QIs"
    )
)


@pytest.mark.parametrize("weights_only", [True, False])
def test_a_file_by_pytorch(weights_only):
    obj = load(io.BytesIO(BY_TORCH), weights_only=weights_only)
    model = obj["model"]
    assert type(model) is collections.OrderedDict and model._metadata == {"": {"version": 1}}
    assert model["weight"]._array.tolist() == [[4, 6], [8, 10]]
    assert model["weight"].stride() == (4, 2)
    assert model["bias"]._array.tolist() == [0, 1, 2, 3]
    assert model["weight"].untyped_storage() is model["bias"].untyped_storage()
    assert_same(obj["step"], tensor(np.int64(7)))
    assert_same(obj["half"], tensor(np.float16([0.5, -2])))
    assert_same(obj["u16"], tensor(np.uint16([1, 65535])))
    assert_same(obj["flag"], tensor([True, False]))
    assert_same(obj["size"], fb.zeros(3, 4).shape)
    assert obj["dtype"] is fb.float64
    assert obj["device"] == fb._device.device("cuda", 1)
    assert_same(obj["meta"], fb.zeros(2, 3, device="meta"))
    assert_same(obj["empty"], fb.zeros(0, 2))
    assert_same(obj["plain"], [1, -2.5, None, True, "é", (1, 2), {3}, b"\x00\xff", 2**70, 1j])


def test_importing_costs_nothing():
    code = (
        "import sys, firebrick_core; loaded = sorted(sys.modules); "
        "print([m for m in ('zipfile', 'tempfile') if m in loaded], "
        "[m for m in loaded if m.endswith(('_archive', '_saver', '_loader', '_unpickler'))])"
    )
    output = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert output.stdout == "[] []\n"
