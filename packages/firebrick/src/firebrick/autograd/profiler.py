"""Where the time goes, under the names of torch.autograd.profiler."""

from firebrick_autograd.profiler import (
    EventList as EventList,
    FunctionEvent as FunctionEvent,
    profile as profile,
    record_function as record_function,
)
