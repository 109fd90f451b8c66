"""Work that is recorded and launched again, under the names of torch.cuda.graphs."""

from firebrick_core.cuda import (
    CUDAGraph as CUDAGraph,
    graph as graph,
    graph_pool_handle as graph_pool_handle,
    is_current_stream_capturing as is_current_stream_capturing,
    make_graphed_callables as make_graphed_callables,
)
