#!/bin/sh
# Installs a wheel into a fresh venv of every supported Python that is on the PATH (or of those that PYTHONS names), and
# runs the smoke test there.
set -eu
wheel=$1
here=$(dirname "$0")
tried=0
for python in ${PYTHONS:-python3.10 python3.11 python3.12 python3.13}; do
    # A version manager may have it without showing it.
    "$python" -c '' 2>/dev/null || python=$(pyenv prefix "${python#python}" 2>/dev/null)/bin/python
    if ! "$python" -c '' 2>/dev/null; then
        echo "wheel: no $python here"
        continue
    fi
    venv=$(mktemp -d)
    "$python" -m venv "$venv"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-index --no-deps "$wheel"
    "$venv/bin/python" -I "$here/smoke.py"
    rm -rf "$venv"
    tried=$((tried + 1))
done
[ "$tried" -gt 0 ]
