"""Events of a profile, under the names of torch.autograd.profiler_util."""

from firebrick_autograd.profiler_util import (
    EventList as EventList,
    FunctionEvent as FunctionEvent,
    FunctionEventAvg as FunctionEventAvg,
    Interval as Interval,
)
