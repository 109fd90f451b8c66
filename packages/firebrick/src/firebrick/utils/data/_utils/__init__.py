"""What programs import from inside of PyTorch's loader: torch.utils.data._utils."""

from . import collate as collate
