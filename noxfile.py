"""Every promise of this repository, as a session that checks it.

Plain `nox` runs all that needs no PyTorch; `nox -s parity` and `nox -s bench` install it.
CONTRIBUTING.md explains the sessions. Environments live in `.nox` and are used again; `nox -R`
skips their installation too.
"""

import os
import shutil
import sys
import tempfile
from pathlib import Path

import nox

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT / "tools"))

import interpreters  # noqa: E402  (found through the path above)

import packages  # noqa: E402

nox.needs_version = ">=2026.10"
nox.options.default_venv_backend = (
    "virtualenv"  # works where Debian leaves out ensurepip; pip sees the user's pip settings
)
nox.options.download_python = "never"
nox.options.reuse_venv = "yes"
nox.options.sessions = [
    "lint",
    "types",
    "imports",
    "versions",
    "build",
    "tests",
    "alone",
    "fast",
    "minimums",
    "together",
    "docs",
]

PACKAGES = packages.load()
NAMES = [package.name for package in PACKAGES]
DIST = ROOT / "dist"
INTEGRATION = ROOT / "integration_tests"
EXAMPLES = ROOT / "examples" / "requirements.txt"
SOURCES = os.pathsep.join(str(package.folder / "src") for package in PACKAGES)
# Bytes: a piece of deep learning should not be a 750 MB download.
WHEELS_LIMIT = 1_650_000  # the six together, under a hundredth of PyTorch's smallest wheel
CORE_LIMIT = 770_000  # of which the providers (oneDNN, numba, CUDA, cuDNN) are 100 kB

BUILD = ("hatchling>=1.26", "editables>=0.5")
SMALLER = "zopfli>=0.2.3"  # deflates core's wheel
DOCS = "pdoc==16.*"
IMPORTS = "import-linter==2.*"
LINT = "ruff==0.17.*"
PYTEST = "pytest==9.*"
TORCH = "torch==2.13.0"  # the version that Firebrick is compared with
ARRAY_API = "array-api-strict==2.*"  # the reference of the standard that array_api follows
BFLOAT16 = "ml_dtypes>=0.5"  # what the extra firebrick-core[bfloat16] asks for
TYPES = "mypy==2.*"
CUPY = "cupy-cuda13x==14.2.*"  # imports without a driver; the fake one has this version's names
NVRTC = "nvidia-cuda-nvrtc==13.*"
CUDNN = "nvidia-cudnn-frontend>=1.24,<1.29"  # what core[cudnn] asks for; validates without a GPU
EXTRAS = ("core[fast]", "optim[numba]")  # what firebrick[fast] installs
# Libraries that import torch, tried on Firebrick: without the PyTorch that they ask for ...
LIBRARIES = (
    "einops torchmetrics lightning-utilities torchinfo torchsummary torchdiffeq entmax timm"
    " torchvision x-transformers einx torch-einops-utils safetensors accelerate"
    " gpytorch linear_operator"
).split()
# ... and with what else they need.
LIBRARIES_NEED = (
    "frozendict huggingface_hub jaxtyping loguru packaging pillow psutil pyyaml sympy tensorboardX"
    " tqdm transformers typing_extensions"
).split()

OLDEST_PYTHON = interpreters.oldest()
OLDEST_NUMPY = "numpy==2.0.*"
on_oldest_python = ["--python", str(OLDEST_PYTHON or sys.executable)]
on_newest_python = ["--python", str(interpreters.newest())]


def install_sources(session: nox.Session) -> None:
    """The six packages, editable, with their dependencies."""
    session.install(*BUILD)
    folders = (part for package in PACKAGES for part in ("--editable", str(package.folder)))
    session.install("--no-build-isolation", *folders)


def install_wheels(session: nox.Session, needed: list[packages.Package], *others: str) -> None:
    """The wheels that `build` made, with the dependencies they declare, and `others`."""
    wheels = [str(package.wheel(DIST)) for package in needed]
    session.install(*others, *wheels)
    session.install(
        "--force-reinstall", "--no-deps", *wheels
    )  # pip keeps an older build of the same version


def run_pytest(
    session: nox.Session, *arguments: str, folder: Path = ROOT, path: Path | None = None
) -> bool:
    """Run pytest with the repository's settings, in `folder`. Tells whether it succeeded."""
    settings = ("-c", str(ROOT / "pyproject.toml"), "--rootdir", str(folder))
    environment = {"PYTHONPATH": str(path)} if path else {}
    try:
        with session.chdir(folder):
            session.run("python", "-m", "pytest", *settings, *arguments, env=environment)
    except nox.command.CommandFailed:
        return False
    return True


def test_packages(session: nox.Session, chosen: list[packages.Package], *options: str) -> None:
    """Run each package's tests and documented examples, in a process and a folder of its own."""
    failed = []
    for package in chosen:
        if not (package.folder / "tests").is_dir():
            session.error(f"{package.folder / 'tests'} is missing: every package has tests")
        with tempfile.TemporaryDirectory(prefix=f"firebrick-{package.name}-") as folder:
            tests = Path(folder, "tests")
            shutil.copytree(
                package.folder / "tests", tests, ignore=shutil.ignore_patterns("__pycache__")
            )
            selection = ["--doctest-modules", "--pyargs", package.module, str(tests)]
            if (tests / "conftest.py").is_file():
                # As a plugin, it holds for the package's documented examples too, not only for the
                # files beside it.
                selection += ["--noconftest", "-p", "conftest"]
            if not run_pytest(session, *selection, *options, folder=Path(folder), path=tests):
                failed.append(package.name)
    if failed:
        session.error(f"failed: {', '.join(failed)}")


def split_arguments(arguments: list[str]) -> tuple[list[packages.Package], list[str]]:
    """`["core", "-k", "add"]` to the packages that it names (none: all) and options of pytest."""
    chosen = [package for package in PACKAGES if package.name in arguments] or PACKAGES
    return chosen, [argument for argument in arguments if argument not in NAMES]


@nox.session
def lint(session: nox.Session) -> None:
    """Style and likely mistakes, with ruff."""
    session.install(LINT)
    session.run("ruff", "check", *session.posargs)


@nox.session
def types(session: nox.Session) -> None:
    """Types agree within the packages, and in a program that uses the public names."""
    session.install(TYPES, "numpy")
    named = [part for package in PACKAGES for part in ("-p", package.module)]
    session.run("mypy", *named, env={"MYPYPATH": SOURCES})
    user = ("--strict", "--follow-imports", "silent", str(INTEGRATION / "typed_use.py"))
    session.run("mypy", *user, env={"MYPYPATH": SOURCES})


@nox.session
def imports(session: nox.Session) -> None:
    """No package imports one above it, one that it does not declare, or PyTorch."""
    session.install(IMPORTS)
    contract = Path(session.create_tmp(), "contract.ini")
    text = session.run("python", "tools/import_contract.py", silent=True, log=False)
    contract.write_text(str(text))
    session.run("lint-imports", str(contract), "--no-cache", env={"PYTHONPATH": SOURCES})


@nox.session(python=False)
def versions(session: nox.Session) -> None:
    """Versions, ranges between the packages, changelogs and licences agree."""
    session.run(sys.executable, "tools/check_versions.py")


@nox.session
def build(session: nox.Session) -> None:
    """Wheels and source distributions into dist/; core's wheel stays under 770 kB."""
    session.install(*BUILD, SMALLER, "numpy")
    session.run("python", "tools/generate_operators.py", "--check")
    shutil.rmtree(DIST, ignore_errors=True)
    for package in PACKAGES:
        with session.chdir(package.folder):
            session.run("python", "-m", "hatchling", "build", "-d", str(DIST), silent=True)
    sizes = {package.name: package.wheel(DIST).stat().st_size for package in PACKAGES}
    total = sum(sizes.values())
    session.log("  ".join(f"{name} {size / 1e3:.0f} kB" for name, size in sizes.items()))
    if total >= WHEELS_LIMIT or sizes["core"] >= CORE_LIMIT:
        session.error(
            f"the wheels are {total} bytes together and core's {sizes['core']}; the limits are "
            f"{WHEELS_LIMIT} and {CORE_LIMIT}"
        )


@nox.session(venv_params=on_newest_python)
def tests(session: nox.Session) -> None:
    """Each package's tests, from source, on the newest Python at hand."""
    chosen, options = split_arguments(session.posargs)
    install_sources(session)
    session.install(PYTEST, BFLOAT16)
    test_packages(session, chosen, *options)


@nox.session(requires=["build"])
@nox.parametrize("package", PACKAGES, ids=NAMES)
def alone(session: nox.Session, package: packages.Package) -> None:
    """Each package's tests from built wheels, with nothing installed but what it declares."""
    install_wheels(session, package.closure(), PYTEST)
    test_packages(session, [package], *session.posargs)


@nox.session(venv_params=on_oldest_python)
def fast(session: nox.Session) -> None:
    """The tests of what has faster kernels, with the libraries that the extra `fast` brings."""
    install_sources(session)
    session.install(PYTEST, BFLOAT16)
    session.install("--no-build-isolation", *(f"--editable=packages/{e}" for e in EXTRAS))
    test_packages(session, [p for p in PACKAGES if p.name in ("core", "optim")], *session.posargs)


@nox.session(requires=["build"], venv_params=on_oldest_python)
def minimums(session: nox.Session) -> None:
    """Each package's tests from built wheels, with the oldest Python and NumPy that we claim."""
    if OLDEST_PYTHON is None:
        message = "no interpreter of the oldest Python that we claim is at hand"
        session.error(message) if "CI" in os.environ else session.skip(message)
    chosen, options = split_arguments(session.posargs)
    install_wheels(session, PACKAGES, PYTEST, OLDEST_NUMPY)
    test_packages(session, chosen, *options)


@nox.session(requires=["build"])
def together(session: nox.Session) -> None:
    """Tests across packages, the README's code, the examples, and libraries that import torch, with
    everything but PyTorch."""
    others = (PYTEST, ARRAY_API, BFLOAT16, "scipy", *LIBRARIES_NEED)
    install_wheels(session, PACKAGES, *others, "-r", str(EXAMPLES))
    session.install("--no-deps", *LIBRARIES)
    if not run_pytest(session, str(INTEGRATION), *session.posargs):
        session.error("failed")


@nox.session
def docs(session: nox.Session) -> None:
    """The reference of all public names, as pages in site/; docs/coverage.md is up to date, and no
    operator can do less than it says."""
    install_sources(session)
    session.run("python", "tools/generate_coverage.py", "--check")
    session.run("python", "tools/generate_compatibility.py", "--check")
    session.install(DOCS)
    session.run("python", "docs/build.py", str(ROOT / "site"))


@nox.session
def gpu(session: nox.Session) -> None:
    """What serves GPUs, without one: on a fake CuPy whose kernels run later, with the names of the
    real one; every CUDA source compiled for three generations; every cuDNN graph validated."""
    session.install(PYTEST, BFLOAT16, CUPY, NVRTC, CUDNN)
    install_sources(session)
    core = next(p for p in PACKAGES if p.name == "core").folder / "tests"
    tests = [str(path) for path in sorted(core.glob("test_cuda_*.py"))]
    tests += [str(path) for path in sorted(INTEGRATION.glob("test_cuda_*.py"))]
    tests.append(str(INTEGRATION / "test_gpu_check.py"))
    if not run_pytest(session, *tests, *session.posargs):
        session.error("failed")


@nox.session(venv_params=on_oldest_python)
def parity(session: nox.Session) -> None:
    """The comparisons with PyTorch: same values, gradients, random numbers, errors."""
    session.install(TORCH, PYTEST, BFLOAT16)
    install_sources(session)
    if not run_pytest(session, str(INTEGRATION), "-m", "not without_torch", *session.posargs):
        session.error("failed")


@nox.session(venv_params=on_oldest_python)
def bench(session: nox.Session) -> None:
    """What calls, steps, kernels and models cost: Firebrick against PyTorch, in turns in one run.

    A first argument names one of the scripts in benchmarks/; without it all run, and
    docs/performance.md is written.
    """
    session.install(TORCH, BFLOAT16)
    install_sources(session)
    session.install("--no-build-isolation", *(f"--editable=packages/{e}" for e in EXTRAS))
    options = list(session.posargs)
    named = bool(options) and not options[0].startswith("-")
    scripts = [options.pop(0)] if named else ["overhead", "optimizers", "loading", "performance"]
    for script in scripts:
        session.run("python", f"benchmarks/{script}.py", *options)
