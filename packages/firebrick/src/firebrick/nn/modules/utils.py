"""Helpers, under the names of torch.nn.modules.utils."""

from firebrick_nn._ntuple import (  # noqa: F401  # programs import them
    consume_prefix_in_state_dict_if_present as consume_prefix_in_state_dict_if_present,
    list_with_default as _list_with_default,
    pair as _pair,
    quadruple as _quadruple,
    reverse_repeat_tuple as _reverse_repeat_tuple,
    single as _single,
    to_ntuple as _ntuple,
    triple as _triple,
)
