"""torch.onnx.symbolic_opset11: operators of an export, of which there is none."""

from .._missing import attributes_missing as _attributes_missing

__getattr__ = _attributes_missing(__name__)
