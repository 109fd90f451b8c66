"""Checkpoints by address, under the names of torch.utils.model_zoo; see `firebrick.hub`."""

from ..hub import load_state_dict_from_url as load_state_dict_from_url

load_url = load_state_dict_from_url
