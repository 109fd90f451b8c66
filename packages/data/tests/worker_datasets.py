"""Datasets for the tests, in a module of their own, as workers that are not forked import them."""

import collections
import faulthandler
import os
import random
import signal
import sys
import time

import numpy as np

import firebrick_core as fc
import firebrick_data as data

Pair = collections.namedtuple("Pair", "first second")


class Images(data.Dataset):
    """float32 "images", whose every element is their index, with a label and a name."""

    def __init__(self, n=20, shape=(3, 4)):
        self.n, self.shape = n, shape

    def __len__(self):
        return self.n

    def __getitem__(self, index):
        return {
            "image": np.full(self.shape, index, np.float32),
            "label": index,
            "pair": Pair(index * 0.5, f"sample {index}"),
        }


def compute():
    """Use the threads that kernels have: of NumPy's BLAS, of oneDNN (where there is one) and of
    core. A number that tells whether the results are right."""
    square = fc.ones(256, 256)
    products = float((square @ square).sum()) / 256**3
    images, weights = fc.ones(4, 8, 16, 16), fc.ones(8, 8, 1, 1)
    convolved = float(fc.functional.conv2d(images, weights).mean()) / 8
    return products + convolved + float(fc.exp(fc.zeros(1 << 20)).max())


class Computes(data.Dataset):
    """Each sample takes kernels with threads of their own."""

    def __len__(self):
        return 4

    def __getitem__(self, index):
        fc.set_num_threads(2)
        return index * compute()


class Together(data.Dataset):
    """A dataset that loads a whole batch at once."""

    def __len__(self):
        return 10

    def __getitem__(self, index):
        raise AssertionError("__getitems__ should have been called")

    def __getitems__(self, indices):
        if 7 in indices:
            raise ValueError("no sevens")
        return [index * 10 for index in indices]


class Numbers(data.IterableDataset):
    """A stream per worker: worker w yields 100 w, 100 w + 1, ...; `lengths[w]` of them."""

    def __init__(self, lengths=(5, 5)):
        self.lengths = lengths

    def __iter__(self):
        info = data.get_worker_info()
        worker = 0 if info is None else info.id
        return iter(range(100 * worker, 100 * worker + self.lengths[worker]))


class Counted(Numbers):
    """A stream that tells a length, perhaps a wrong one."""

    def __len__(self):
        return 3


class TwoArguments(Exception):
    """An exception that cannot be made from a message."""

    def __init__(self, first, second):
        super().__init__(first, second)
        self.first = first


class Failing(data.Dataset):
    """Eight samples, of which number 3 fails in a way of its own."""

    def __init__(self, how):
        self.how = how

    def __len__(self):
        return 8

    def __getitem__(self, index):
        if index == 3:
            getattr(self, self.how)()
        return index

    def value(self):
        raise ValueError("bad thing")

    def key(self):
        raise KeyError("missing")

    def file(self):
        open("/nonexistent/file")

    def unicode(self):
        b"\xff".decode()

    def two_arguments(self):
        raise TwoArguments(1, 2)

    def local_class(self):
        class Local(Exception):
            pass

        raise Local("from a local class")

    def stop(self):
        raise StopIteration

    def kill(self):
        os.kill(os.getpid(), signal.SIGKILL)

    def segfault(self):
        faulthandler.disable()  # pytest's, which would print where that is
        os.kill(os.getpid(), signal.SIGSEGV)

    def exit(self):
        os._exit(3)

    def system_exit(self):
        raise SystemExit(4)

    def hang(self):
        time.sleep(60)

    def hang_hard(self):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(60)


class FailingStream(data.IterableDataset):
    """A stream that fails at its third sample."""

    def __iter__(self):
        yield from (0, 1)
        raise ValueError("end of the pier")


class Slow(data.Dataset):
    """Samples that take their time."""

    def __init__(self, seconds, n=100):
        self.seconds, self.n = seconds, n

    def __len__(self):
        return self.n

    def __getitem__(self, index):
        time.sleep(self.seconds)
        return index


class BusyAfterTheFirst(data.Dataset):
    """From the third sample on, a worker is busy in Python, and does not look up."""

    def __len__(self):
        return 100

    def __getitem__(self, index):
        # Less patience than by default, so that the test is short.
        sys.modules["firebrick_data._worker"].GRACE_SECONDS = 0.2
        while index > 3:
            sum(range(1000))
        return index


class Seeds(data.Dataset):
    """What a worker knows and draws."""

    def __len__(self):
        return 8

    def __getitem__(self, index):
        info = data.get_worker_info()
        return {
            "id": info.id,
            "workers": info.num_workers,
            "seed": info.seed,
            "initial": fc.initial_seed(),
            "random": random.random(),
            "numpy": np.random.rand(),
            "core": fc.rand(1).item(),
        }


class Nested(data.Dataset):
    """A dataset whose samples come from a loader of their own."""

    def __len__(self):
        return 3

    def __getitem__(self, index):
        inner = data.DataLoader(Images(6), batch_size=2, num_workers=1)
        return [batch["label"].sum().item() + index for batch in inner]


class Holder:
    """An attribute that cannot be pickled, deep inside."""

    def __init__(self, inner):
        self.inner = inner


class Unpicklable(data.Dataset):
    def __init__(self, part):
        self.transforms = [len, Holder({"scale": part})]

    def __len__(self):
        return 4

    def __getitem__(self, index):
        return index


class ComesBackBroken(data.Dataset):
    """Can be pickled, but not unpickled."""

    def __len__(self):
        return 4

    def __getitem__(self, index):
        return index

    def __setstate__(self, state):
        raise RuntimeError("not here")

    def __getstate__(self):
        return {"some": "state"}


def fail_to_start(worker):
    raise ValueError(f"worker {worker} does not feel like it")


def remember(worker):
    random.seed(worker)


def keep_samples(samples):
    """A collate function that makes no tensor."""
    return samples


def unpicklable_batch(samples):
    return {"samples": samples, "function": lambda: 0}


class KeepsLast:
    """A collate function that holds on to the batch before, and returns a part of it."""

    def __init__(self):
        self.last = None

    def __call__(self, samples):
        batch = data.default_collate(samples)["image"]
        before, self.last = self.last, batch
        return batch, (batch if before is None else before)
