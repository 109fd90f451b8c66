"""Forward-mode differentiation, under the names of torch.autograd.forward_ad."""

from firebrick_autograd.forward_ad import (
    UnpackedDualTensor as UnpackedDualTensor,
    dual_level as dual_level,
    enter_dual_level as enter_dual_level,
    exit_dual_level as exit_dual_level,
    make_dual as make_dual,
    unpack_dual as unpack_dual,
)
