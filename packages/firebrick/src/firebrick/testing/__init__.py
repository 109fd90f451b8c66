"""Comparing and making tensors in tests, under the names of torch.testing; and the kit that checks
operators, backends and providers, `firebrick_core.testing`."""

from firebrick_core.testing import (
    check_backend as check_backend,
    check_operator as check_operator,
    check_provider as check_provider,
)

from .._missing import attributes_missing as _attributes_missing
from ._comparison import assert_allclose as assert_allclose, assert_close as assert_close
from ._creation import make_tensor as make_tensor

__getattr__ = _attributes_missing(__name__)
