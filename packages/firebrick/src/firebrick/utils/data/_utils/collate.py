"""Batches from samples, under the names of torch.utils.data._utils.collate."""

from firebrick_data import default_collate as default_collate, default_convert as default_convert
