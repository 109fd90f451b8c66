"""Print import-linter's configuration, made from the list of packages and their dependencies.

    python tools/import_contract.py > contract.ini && lint-imports contract.ini

Three kinds of contract: no package imports one listed after it; none imports one that it does not
declare; none imports PyTorch, which only `integration_tests/` and `benchmarks/` may. An import
inside a function counts too.
"""

from packages import Package, load

HEAD = """[importlinter]
root_packages ={roots}
include_external_packages = True
"""

LAYERS = """
[importlinter:contract:layers]
name = A package imports only packages listed before it in packages.toml
type = layers
layers ={layers}
"""

DECLARED = """
[importlinter:contract:declared-{name}]
name = {distribution} imports only what it declares
type = forbidden
source_modules ={source}
forbidden_modules ={forbidden}
allow_indirect_imports = True
"""

ORACLE = """
[importlinter:contract:oracle]
name = No package imports PyTorch
type = forbidden
source_modules ={roots}
forbidden_modules =
    torch
"""


def indented(names) -> str:
    """A multi-line value of an INI file."""
    return "".join(f"\n    {name}" for name in names)


def declared(package: Package, packages: list[Package]) -> str:
    """The contract that `package` stays within its declared dependencies."""
    closure = package.closure()
    forbidden = [other.module for other in packages if other not in closure]
    if not forbidden:
        return ""
    return DECLARED.format(
        name=package.name,
        distribution=package.distribution,
        source=indented([package.module]),
        forbidden=indented(forbidden),
    )


def configuration() -> str:
    packages = load()
    modules = [package.module for package in packages]
    parts = [
        HEAD.format(roots=indented(modules)),
        LAYERS.format(layers=indented(reversed(modules))),
        *(declared(package, packages) for package in packages),
        ORACLE.format(roots=indented(modules)),
    ]
    return "".join(parts)


if __name__ == "__main__":
    print(configuration())
