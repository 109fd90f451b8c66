"""What a sparse tensor says of its gradient: what its stored values say, made sparse again."""

from __future__ import annotations

from typing import Any

from . import _layout, _operators as T


class GradientOfStored:
    """The methods of a tensor that autograd answers, asked of the stored values.

    The gradient has the places of the tensor: what is not stored takes none. PyTorch gives some
    operators' gradients (`mm`, `sum`) in all places; those at the stored ones are the same.
    """

    _layout: Any
    _index: tuple[Any, ...]
    _stored: Any
    _coalesced: bool
    _array: Any
    shape: Any
    _with: Any

    @property
    def requires_grad(self) -> bool:
        """Whether operators on the stored values are recorded for differentiation."""
        return self._stored.requires_grad

    @requires_grad.setter
    def requires_grad(self, flag: bool) -> None:
        self._stored.requires_grad_(flag)

    def requires_grad_(self, requires_grad: bool = True) -> Any:
        """Make a leaf record operators, or stop; returns the tensor itself."""
        self._stored.requires_grad_(requires_grad)
        return self

    def _gradient(self, grad: Any) -> Any:
        """The sparse gradient that a gradient of the stored values stands for.

        Of places stored several times all have the same gradient, which is that place's.
        """
        if grad is None or self._coalesced or self._layout is not _layout.sparse_coo:
            return None if grad is None else self._with(grad)
        from ._sparse_parts import distinct

        return distinct(self._with(grad))

    def _values_gradient(self, grad: Any) -> Any:
        """The gradient of the stored values that a gradient of the tensor stands for."""
        if grad is None:
            return None
        if grad._array.shape != self._array.shape:
            raise RuntimeError(
                f"Mismatch in shape: grad_output has a shape of {grad.shape} and output has a shape"
                f" of {self.shape}."
            )
        mask: Any = self
        masked: Any = T.sparse_mask(grad, mask)
        return masked._stored

    def _values_and_gradient(self, grad: Any) -> tuple[Any, Any]:
        """What `backward` starts from in place of this tensor and a gradient of it."""
        return self._stored, self._values_gradient(grad)

    @property
    def grad(self) -> Any:
        """The gradient that `backward` has accumulated, as a sparse tensor; None before."""
        grad = self._gradient(self._stored.grad)
        if grad is not None:
            grad._is_gradient = True
        return grad

    @grad.setter
    def grad(self, value: Any) -> None:
        self._stored.grad = self._values_gradient(value)

    @grad.deleter
    def grad(self) -> None:
        self._stored.grad = None

    @property
    def grad_fn(self) -> Any:
        """The node that recorded how the stored values were made, None for leaves."""
        return self._stored.grad_fn

    @property
    def output_nr(self) -> int:
        """Which output of its `grad_fn` the stored values are."""
        return self._stored.output_nr

    @property
    def is_leaf(self) -> bool:
        """Whether the tensor was made by the user rather than recorded."""
        return self._stored.is_leaf

    @property
    def retains_grad(self) -> bool:
        """Whether a tensor that is not a leaf keeps its gradient."""
        return self._stored.retains_grad

    def retain_grad(self) -> None:
        """Keep the gradient of a tensor that is not a leaf in `.grad`."""
        self._stored.retain_grad()

    def register_hook(self, hook: Any) -> Any:
        """Call `hook(grad)` when the gradient is there; a result replaces it."""

        def on_values(grad: Any) -> Any:
            return self._values_gradient(hook(self._gradient(grad)))

        return self._stored.register_hook(on_values)

    def register_post_accumulate_grad_hook(self, hook: Any) -> Any:
        """Call `hook(tensor)` after `.grad` of this leaf has been accumulated."""

        def on_leaf(stored: Any) -> None:
            hook(self)

        return self._stored.register_post_accumulate_grad_hook(on_leaf)

    def detach_(self) -> Any:
        """Forget how this tensor was made; returns the tensor itself."""
        self._stored = self._stored.detach()
        return self
