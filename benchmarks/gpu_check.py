"""Everything that only a GPU can prove, in one command of at most eight minutes.

    python benchmarks/gpu_check.py [--out gpu_check] [--parts operators,models] [--minutes 8]
    python benchmarks/gpu_check.py --device fake     # the same lines on a fake device

The packages need not be installed. Parts, in order: `smoke` (one feature after another: what fails
here explains the rest), `suite` (training steps of an MLP, a ResNet-50 and a GPT against PyTorch,
in float32 and bfloat16, and a profile of ours), `kernels` (each fused kernel's time), `cudnn` (its
results against those of the plain kernels, and times against both), `pictures` (host and device
rows of a step; driver calls by step), and, side by side, `operators` and
`gradients` (every operator against the CPU) and `models` (the programs of integration_tests/models
train to the same losses). Times are those of device events, medians of interleaved runs; a ratio
below 1 means that Firebrick is faster.

Each part is a process of its own with a share of the time, and writes what it finds as it goes: one
that hangs is ended, and one whose device is lost goes on in a new process, with the next name. What
does not fit into the time is named as left out. Writes gpu_check.json with everything, tracebacks
too, and prints a table; the exit status is 1 where something is wrong, or where a limit on the
ratios is passed.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
# Seconds, of eight minutes.
ALONE = {"smoke": 70, "suite": 165, "kernels": 45, "cudnn": 45, "pictures": 50}
TOGETHER = ("operators", "gradients", "models")  # correctness: as many processes as cores allow
LIMIT = 1.0  # geometric mean of the suite's ratios
DEVICE_LOST = 17  # `gpu_parts.py` says so by its exit status
MOST_STARTS = 8  # of one process whose device is lost, again and again
AFTER = 10.0  # seconds beyond its time after which a process is ended
LINES = 60  # of failures that are printed; the file has all


class Process:
    """A part, or a shard of it: started, and again where it lost its device."""

    def __init__(self, given: Any, folder: Path, part: str, shard: str, deadline: float):
        self.given, self.part, self.shard, self.deadline = given, part, shard, deadline
        self.file = folder / f"{part}-{shard.replace('/', '-of-')}.json"
        self.output = self.file.with_suffix(".txt")
        self.starts, self.status = 0, ""
        self.process: Any = None
        self.start()

    def start(self) -> None:
        """Begin, or go on."""
        self.starts += 1
        left = self.deadline - time.monotonic()
        command = [
            sys.executable, str(HERE / "gpu_parts.py"), "--part", self.part, "--file",
            str(self.file), "--device", self.given.device, "--seconds", f"{left:.1f}", "--shard",
            self.shard, "--filter", self.given.filter,
        ]  # fmt: skip
        with self.output.open("ab") as output:
            self.process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)

    def is_over(self) -> bool:
        """Whether it has ended, or has been ended."""
        code = self.process.poll()
        if code is None:
            if time.monotonic() < self.deadline + AFTER:
                return False
            self.process.kill()
            self.process.wait()
            self.status = "ended: it took too long"
            return True
        lost = code == DEVICE_LOST or code < 0
        if lost and self.starts < MOST_STARTS and time.monotonic() + 10 < self.deadline:
            self.start()
            return False
        self.status = f"exit status {code}" if code else ""
        return True

    def findings(self) -> dict[str, Any]:
        """What it wrote; how it ended where that is not how it should."""
        empty = {"result": {}, "failures": {}, "traces": {}, "left_out": [], "done": []}
        found = json.loads(self.file.read_text()) if self.file.exists() else empty
        if self.status:
            name = f"{self.part} {self.shard}"
            last = f" (at {found['done'][-1]})" if found["done"] else ""
            found["failures"][name] = self.status + last
            found["traces"][name] = self.output.read_text(errors="replace")[-3000:]
        return found


def run_all(given: Any, folder: Path) -> dict[str, Any]:
    """Run the parts; returns all that they found."""
    started, share = time.monotonic(), given.minutes / 8
    end = started + 60 * given.minutes - min(AFTER, 10 * given.minutes)
    result: dict[str, Any] = {"device": given.device, "failures": {}, "traces": {}, "left_out": []}
    wanted = given.parts.split(",")
    for part in wanted:
        if part in ALONE:
            limit = min(end, time.monotonic() + ALONE[part] * share)
            wait_for([Process(given, folder, part, "0/1", limit)], result)
            show(result, part)
    cores = os.cpu_count() or 1
    shards = {"operators": max(1, cores * 3 // 8), "gradients": max(1, cores * 3 // 8), "models": 1}
    processes = [
        Process(given, folder, part, f"{i}/{shards[part]}", end)
        for part in TOGETHER if part in wanted for i in range(shards[part])
    ]  # fmt: skip
    wait_for(processes, result)
    result["seconds"] = time.monotonic() - started
    return result


def wait_for(processes: list[Process], result: dict[str, Any]) -> None:
    """Wait, and join what they found."""
    running = list(processes)
    while running:
        running = [p for p in running if not p.is_over()]
        time.sleep(0.05)
    for p in processes:
        found = p.findings()
        for name in ("failures", "traces"):
            result[name].update(found[name])
        result["left_out"] += found["left_out"]
        mine = result.setdefault(p.part, {})
        for name, value in found["result"].items():
            mine[name] = mine.get(name, 0) + value if name == "samples" else value


def show(result: dict[str, Any], part: str) -> None:
    """Print a part's lines as soon as it is over: a later one may be cut off."""
    print("\n".join(lines_of(result, part)), flush=True)


def lines_of(result: dict[str, Any], part: str) -> list[str]:
    """A part's figures as text."""
    found = result.get(part, {})
    if part == "smoke":
        lines = [f"{n}: {v['told']}, {v['seconds']} s" for n, v in found.items() if v["told"]]
    elif part in ("suite", "kernels", "cudnn"):
        rows = {name: timed for name, timed in found.items() if name != "declined"}
        lines = [line for name, timed in rows.items() for line in timing(name, timed)]
        for what, why in found.get("declined", {}).items():
            lines.append(f"declined by cuDNN: {what}: {why.strip().splitlines()[0][:150]}")
        ratios = [t["ratio"] for t in rows.values() if "ratio" in t]
        if ratios:
            result[f"{part} mean"] = math.exp(statistics.fmean(map(math.log, ratios)))
            lines.append(f"{part + ': geometric mean':<54}{result[f'{part} mean']:8.2f}")
    elif part == "models":
        lines = [f"losses of {name:<18}differ by {d:.1e}" for name, d in found.items()]
    elif part == "pictures":
        steps = found.get("steps", [])
        lines = [f"driver calls by step: {[s['driver'] for s in steps]}, {found.get('files')}"]
    else:
        lines = [f"{part:<28}{found.get('samples', 0)} samples"]
    return lines


def timing(name: str, timed: dict[str, Any]) -> list[str]:
    """PyTorch's milliseconds, ours, the ratio; and where ours go, if there is a profile."""
    columns = [timed.get("torch"), timed.get("firebrick")]
    text = "".join(" " * 13 if t is None else f"{t:10.3f} ms" for t in columns)
    plain = f"  plain {timed['plain']:.3f} ms" if "plain" in timed else ""
    lines = [f"{name:<28}{text}" + (f"{timed['ratio']:8.2f}" if "ratio" in timed else "") + plain]
    profile = timed.get("profile")
    if profile:
        top = ", ".join(f"{n} {v[0]:.0f}x {v[1]:.2f}" for n, v in profile["operators"].items())
        lines.append(
            f"    {profile['calls']:.0f} calls; host {profile['host_ms']:.1f} ms, device "
            f"{profile['device_ms']:.1f} ms: {top}"
        )
    return lines


def failure_lines(failures: dict[str, str]) -> list[str]:
    """Failures, those with the same words together."""
    alike: dict[str, list[str]] = defaultdict(list)
    for what, text in failures.items():
        alike[text.replace(what.split(" ", 1)[-1], "*")[:160]].append(what)
    lines = []
    for names in sorted(alike.values(), key=len, reverse=True):
        more = f" and {len(names) - 1} like it: {', '.join(names[1:12])}" if names[1:] else ""
        lines.append(f"FAILED {names[0]}: {failures[names[0]][:300]}{more}")
    return lines


def machine() -> dict[str, str]:
    """What this ran on."""
    try:
        query = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
        gpu = subprocess.run(query, capture_output=True, text=True, timeout=20).stdout.strip()
    except (OSError, subprocess.TimeoutExpired) as error:
        gpu = str(error)
    return {"gpu": gpu, "python": platform.python_version(), "cores": str(os.cpu_count())}


def main(arguments: list[str] | None = None) -> int:
    """Run the parts; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", choices=("cuda", "fake"), default="cuda")
    parser.add_argument("--out", type=Path, default=Path("gpu_check"))
    parser.add_argument("--parts", default=",".join((*ALONE, *TOGETHER)))
    parser.add_argument("--minutes", type=float, default=8.0)
    parser.add_argument("--filter", default="", help="only names that contain this")
    given = parser.parse_args(arguments)
    unknown = set(given.parts.split(",")) - {*ALONE, *TOGETHER}
    if unknown:
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    given.out.mkdir(parents=True, exist_ok=True)
    told = machine()
    print(told, flush=True)
    with tempfile.TemporaryDirectory(prefix="gpu_check_") as folder:
        result = run_all(given, Path(folder)) | {"machine": told}
        for file in Path(folder).glob("gpu_*"):
            shutil.copy(file, given.out)
    for part in TOGETHER:
        if part in result:
            show(result, part)
    (given.out / "gpu_check.json").write_text(json.dumps(result, indent=1))
    lines = [f"left out for time: {what}" for what in result["left_out"]]
    failed = failure_lines(result["failures"])
    lines += failed[:LINES] + [f"... {len(failed) - LINES} more kinds"] * (len(failed) > LINES)
    lines.append(f"{result['seconds']:.0f} s, {len(result['failures'])} failures")
    print("\n".join(lines))
    return int(bool(result["failures"]) or result.get("suite mean", 0.0) > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
