"""The public names, and what importing the package loads."""

import json
import subprocess
import sys
from types import ModuleType

import firebrick_data as data

NAMES = """
ArgumentError BatchSampler ChainDataset ColumnBatch ConcatDataset DataLoader Dataset
DistributedSampler IterableDataset RandomSampler Sampler SequentialSampler
SharedDict SharedList StackDataset
Subset SubsetRandomSampler TensorDataset WeightedRandomSampler WorkerInfo collate default_collate
default_collate_fn_map default_convert get_worker_info random_split
sample_generator sample_rng
""".split()


def test_the_public_names():
    assert data.__all__ == NAMES
    # Submodules are there once something has imported them.
    names = [name for name, value in vars(data).items() if not isinstance(value, ModuleType)]
    assert sorted(name for name in names if not name.startswith("_")) == sorted(NAMES)


def test_import_loads_nothing_that_only_workers_need():
    code = """
import json, sys, firebrick_core
before = set(sys.modules)
import firebrick_data
list(firebrick_data.DataLoader([1, 2]))
print(json.dumps(sorted(set(sys.modules) - before)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = json.loads(done.stdout)
    roots = {name.split(".")[0] for name in loaded}
    assert not roots & {"multiprocessing", "socket", "selectors", "tempfile"}
    assert {r for r in roots if r.startswith("firebrick")} == {"firebrick_core", "firebrick_data"}
