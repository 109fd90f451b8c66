"""Derivatives of moves between devices, of writing tensors, of parts of complex numbers."""

from __future__ import annotations

from firebrick_core import _operators as T, zeros_like

from .._rule import derivative


@derivative("to_device")
class ToDevice:
    def input(grad, source):
        return T.to_device(grad, source, grad.device)


@derivative("copy_tensor_")
class Copy:
    def input(grad):
        return zeros_like(grad)

    def src(grad):
        return grad


@derivative("fill_number_", "zero_")
class Fill:
    def input(grad):
        return zeros_like(grad)


@derivative("fill_tensor_")
class FillTensor:
    def input(grad):
        return zeros_like(grad)

    def value(grad):
        return grad.sum()


@derivative("real_part")
class Real:
    def input(grad):
        return grad.to(grad.dtype.to_complex())


@derivative("imaginary_part")
class Imag:
    def input(grad):
        return grad.to(grad.dtype.to_complex()) * 1j


@derivative("view_as_real")
class ViewAsReal:
    def input(grad):
        return T.view_as_complex(T.contiguous(grad))


@derivative("view_as_complex")
class ViewAsComplex:
    def input(grad):
        return T.view_as_real(grad)
