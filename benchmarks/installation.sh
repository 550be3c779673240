#!/bin/sh
# Measures what a newcomer waits for, on a quiet machine, in one go and with all caches of the interpreter empty:
# the first command of README.md in a fresh clone, until the window is on the screen. Needs Debian's packages xvfb and
# xdotool. Prints seconds of wall time and of processor time (user, system).
#
#     benchmarks/installation.sh [COMMAND …]
#
# Each COMMAND, one word for the shell such as 'pip install -q ".[test]"', is then measured as well, in the clone and
# with its environment's Python first in PATH; the first that fails ends the script.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

measured() { # a name, and a command
    name=$1
    shift
    /usr/bin/env python3 - "$name" "$@" <<'PYTHON'
import resource, subprocess, sys, time
start = time.monotonic()
done = subprocess.run(sys.argv[2:], check=False)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"{sys.argv[1]}: {time.monotonic() - start:.1f} s (processor {used.ru_utime:.1f} + {used.ru_stime:.1f})", flush=True)
sys.exit(done.returncode)
PYTHON
}

measured clone git clone --quiet --no-local "$root" "$place/xiangqi"
cd "$place/xiangqi"
export XIANGQI_HOME="$place/home" PIP_DISABLE_PIP_VERSION_CHECK=1
measured environment python3 -m venv .venv
measured "pip install ." .venv/bin/python -m pip install --quiet .
measured "window" xvfb-run -a sh -c \
    '.venv/bin/xiangqi & xdotool search --sync --onlyvisible --class xiangqi >/dev/null; kill $!; wait $! || true'
PATH="$PWD/.venv/bin:$PATH"
for command; do
    measured "$command" sh -c "$command"
done
