"""torch.distributed, DataParallel and DistributedDataParallel with one process."""

import pytest

import firebrick as torch
from firebrick import distributed as dist, nn
from firebrick.nn.parallel import DistributedDataParallel, data_parallel
from firebrick.utils.data import DataLoader, DistributedSampler


@pytest.fixture
def group(monkeypatch):
    for name in ("WORLD_SIZE", "RANK", "LOCAL_RANK"):
        monkeypatch.delenv(name, raising=False)
    dist.init_process_group("gloo")
    yield
    if dist.is_initialized():
        dist.destroy_process_group()


def test_group(group):
    assert dist.is_available() and dist.is_initialized()
    assert (dist.get_rank(), dist.get_world_size(), dist.get_backend()) == (0, 1, "gloo")
    assert dist.group.WORLD.size() == 1 and dist.new_group([0]).rank() == 0
    assert dist.get_process_group_ranks() == [0]
    with pytest.raises(ValueError, match="twice"):
        dist.init_process_group("gloo")
    dist.destroy_process_group()
    assert not dist.is_initialized() and dist.group.WORLD is None


def fresh():
    return torch.tensor([1.0, 2.0])


COLLECTIVES = {
    "all_reduce": lambda x, y: dist.all_reduce(x, op=dist.ReduceOp.MAX),
    "reduce": lambda x, y: dist.reduce(x, dst=0),
    "broadcast": lambda x, y: dist.broadcast(x, src=0),
    "barrier": lambda x, y: dist.barrier(),
    "all_gather": lambda x, y: dist.all_gather([y], x),
    "all_gather_into_tensor": lambda x, y: dist.all_gather_into_tensor(y, x),
    "gather": lambda x, y: dist.gather(x, [y], dst=0),
    "scatter": lambda x, y: dist.scatter(y, [x], src=0),
    "reduce_scatter": lambda x, y: dist.reduce_scatter(y, [x]),
    "reduce_scatter_tensor": lambda x, y: dist.reduce_scatter_tensor(y, x),
    "all_to_all": lambda x, y: dist.all_to_all([y], [x]),
    "all_to_all_single": lambda x, y: dist.all_to_all_single(y, x),
}
IN_PLACE = ("all_reduce", "reduce", "broadcast", "barrier")


@pytest.mark.parametrize("name", COLLECTIVES)
def test_collective(group, name):
    x, y = fresh(), torch.zeros(2)
    assert COLLECTIVES[name](x, y) is None
    assert torch.equal(x, fresh())
    assert torch.equal(y, torch.zeros(2) if name in IN_PLACE else fresh())


@pytest.mark.parametrize("name", COLLECTIVES)
def test_collective_without_a_group(name):
    y = torch.zeros(2)
    with pytest.raises(ValueError, match="Default process group has not been initialized"):
        COLLECTIVES[name](fresh(), y)
    assert torch.equal(y, torch.zeros(2))


def test_work_is_done_at_once(group):
    work = dist.all_reduce(fresh(), async_op=True)
    assert work.wait() and work.is_completed()


def test_objects(group):
    everything = [None]
    dist.all_gather_object(everything, {"a": 1})
    assert everything == [{"a": 1}]
    dist.broadcast_object_list(everything, src=0)
    received = [None]
    dist.scatter_object_list(received, ["x"], src=0)
    assert received == ["x"]


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: dist.all_gather([], fresh()), ValueError, "expected a list of 1, one for each"),
        (lambda: dist.broadcast(fresh(), src=1), ValueError, "no process 1 in a world of 1"),
        (lambda: dist.send(fresh(), 1), RuntimeError, "no process to send to"),
        (lambda: dist.all_reduce([1.0]), TypeError, "Expected parameter `tensor`"),
        (lambda: dist.all_gather_into_tensor(fresh(), torch.ones(3)), ValueError, "does not fit"),
        (lambda: dist.new_group([0, 1]), ValueError, "no process 1"),
    ],
)
def test_refused(group, call, kind, message):
    with pytest.raises(kind, match=message):
        call()


@pytest.mark.parametrize(
    ("options", "environment", "kind", "message"),
    [
        ({"world_size": 2, "rank": 0}, {}, RuntimeError, "world_size is 2. Firebrick runs one"),
        ({}, {"WORLD_SIZE": "4"}, RuntimeError, "world_size is 4"),
        ({"world_size": 1, "rank": 1}, {}, RuntimeError, "rank is 1 in a world of 1"),
        ({}, {"WORLD_SIZE": "many"}, ValueError, "WORLD_SIZE='many', no number"),
    ],
)
def test_more_processes_are_refused(monkeypatch, options, environment, kind, message):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(kind, match=message):
        dist.init_process_group("nccl", **options)
    assert not dist.is_initialized()


def test_distributed_data_parallel(group):
    torch.manual_seed(0)
    plain = nn.Linear(2, 3)
    model = DistributedDataParallel(plain)
    x = torch.ones(4, 2)
    assert torch.equal(model(x), plain(x)) and model.module is plain
    assert list(model.state_dict()) == ["module.weight", "module.bias"]
    with model.no_sync():
        model(x).sum().backward()
    assert plain.weight.grad is not None and model.require_backward_grad_sync


def test_distributed_data_parallel_refuses():
    with pytest.raises(ValueError, match="has not been initialized"):
        DistributedDataParallel(nn.Linear(2, 3))
    dist.init_process_group()
    try:
        with pytest.raises(RuntimeError, match="doesn't have any parameter that requires"):
            DistributedDataParallel(nn.ReLU())
    finally:
        dist.destroy_process_group()


def test_distributed_sampler(group):
    sampler = DistributedSampler(range(6), shuffle=False)
    assert [batch.tolist() for batch in DataLoader(range(6), 3, sampler=sampler)] == [
        [0, 1, 2],
        [3, 4, 5],
    ]


def test_distributed_sampler_without_a_group():
    with pytest.raises(ValueError, match="has not been initialized"):
        DistributedSampler(range(6))


def test_meshes_of_one_process(group):
    mesh = dist.init_device_mesh("cpu", (1, 1), mesh_dim_names=("data", "model"))
    assert (mesh.shape, mesh.size(), mesh.get_rank()) == ((1, 1), 1, 0)
    assert mesh["data"].ndim == 1 and mesh["data"].get_group().size() == 1
    with pytest.raises(KeyError, match="not 'other'"):
        mesh["other"]
    with pytest.raises(RuntimeError, match=r"\(2,\) processes. Firebrick runs one process"):
        dist.init_device_mesh("cpu", (2,))


def test_nothing_is_spread(tmp_path):
    from firebrick.distributed import checkpoint, fsdp, tensor

    assert not isinstance(torch.ones(1), tensor.DTensor)
    assert tensor.Shard(0).is_shard(0) and not tensor.Replicate().is_shard()
    model = nn.Linear(2, 2)
    for call in (
        lambda: tensor.distribute_tensor(torch.ones(1), None, [tensor.Shard(0)]),
        lambda: fsdp.FullyShardedDataParallel(model),
        lambda: fsdp.fully_shard(model),
    ):
        with pytest.raises(RuntimeError, match="Firebrick runs one process"):
            call()
    with pytest.raises(RuntimeError, match="use torch.save and torch.load"):
        checkpoint.save({}, storage_writer=None)


def test_states_of_models_and_optimizers():
    from firebrick.distributed.checkpoint import state_dict

    model = nn.Linear(2, 2)
    optimizer = torch.optim.Adam(model.parameters())
    state = state_dict.get_model_state_dict(model)
    assert not state_dict.set_model_state_dict(model, state).missing_keys
    kept = state_dict.get_optimizer_state_dict(model, optimizer)
    state_dict.set_optimizer_state_dict(model, optimizer, kept)


def test_functional_collectives(group):
    from firebrick.distributed import _functional_collectives as functional

    x = fresh()
    for result in (
        functional.all_reduce(x, "sum", None),
        functional.all_gather_tensor(x, 0, None),
        functional.reduce_scatter_tensor(x, "sum", 0, None),
    ):
        assert torch.equal(functional.wait_tensor(result), fresh())


def test_data_parallel():
    model = nn.Linear(2, 3)
    assert torch.equal(data_parallel(model, torch.ones(1, 2)), model(torch.ones(1, 2)))
