"""What lazy layers share, under the names of torch.nn.modules.lazy."""

from firebrick_nn._lazy import LazyModuleMixin as LazyModuleMixin
