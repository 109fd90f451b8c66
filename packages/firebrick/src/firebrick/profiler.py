"""Where the time goes, under the names of torch.profiler."""

from firebrick_autograd.profiling import (
    ProfilerAction as ProfilerAction,
    ProfilerActivity as ProfilerActivity,
    profile as profile,
    record_function as record_function,
    schedule as schedule,
    supported_activities as supported_activities,
    tensorboard_trace_handler as tensorboard_trace_handler,
)
