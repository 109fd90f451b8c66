"""Names of TorchScript's types, under the names of torch.jit.annotations: Python's own."""

from __future__ import annotations

from typing import Dict as Dict, List as List, Optional as Optional, Tuple as Tuple  # noqa: UP035

from .._missing import attributes_missing as _attributes_missing

BroadcastingList1 = BroadcastingList2 = BroadcastingList3 = List  # noqa: UP006
__getattr__ = _attributes_missing(__name__)
