"""Errors of PyTorch's compiler, for `except` clauses: none is raised here."""


class TorchDynamoException(RuntimeError):
    """The base of them."""


class Unsupported(TorchDynamoException):
    """Code that the compiler does not take."""


class UserError(Unsupported):
    """A mistake that the compiler has found."""


class BackendCompilerFailed(TorchDynamoException):
    """A compiler has failed."""
