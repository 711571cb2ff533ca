#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Lays out the files of one package below a folder, as they are below / where it is installed: stripped programs that
# find their libraries from where they lie, manual pages and shell completion, or LibTorch's libraries with their
# licences. packaging/make_deb.sh and packaging/make_bundle.sh call it.
#
# usage: stage.sh BUILD PACKAGE FOLDER
#   BUILD    a build folder, as build/release, whose programs are built
#   PACKAGE  tunedesk-server | tunedesk | tunedesk-libtorch | tunedesk-libtorch-cuda
set -euo pipefail
shopt -s nullglob
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
[ $# = 3 ] || { sed -n '2,/^set/{/^set/!s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}" >&2; exit 2; }
build=$(cd "$1" && pwd) package=$2 folder=$3
python=$(sed -n 's/^TUNEDESK_DEPS:PATH=//p' "$build/CMakeCache.txt")/python

# Libraries and programs are found from $ORIGIN alone: never from the folder that they were built in.
keep_relative_paths() {
    local file kept
    for file in "$@"; do
        kept=$(patchelf --print-rpath "$file" | tr : '\n' | grep '^\$ORIGIN' | paste -sd : -) || true
        if [ -n "$kept" ]; then patchelf --set-rpath "$kept" "$file"; else patchelf --remove-rpath "$file"; fi
    done
}

stage_programs() {
    DESTDIR=$folder cmake --install "$build" --prefix /usr --component "$package" >/dev/null
    local libraries=("$folder"/usr/lib/tunedesk/*.so)
    local binaries=("$folder"/usr/bin/* "${libraries[@]}")
    strip --strip-unneeded "${binaries[@]}"
    keep_relative_paths "${binaries[@]}"
    [ ${#libraries[@]} = 0 ] || chmod 644 "${libraries[@]}"
    rm -f "$folder/usr/share/doc/tunedesk/LICENSE" # /usr/share/common-licenses has it
    install -Dm644 "$here/copyright" "$folder/usr/share/doc/$package/copyright"
}

# What the program says about itself, from the build: the staged one may lack its libraries here.
stage_help() {
    local program=$build/bin/tunedesk share=$folder/usr/share
    PYTHONDONTWRITEBYTECODE=1 python3 "$here/make_man.py" "$program" "$share/man/man1"
    mkdir -p "$share/bash-completion/completions" "$share/zsh/vendor-completions" "$share/fish/vendor_completions.d"
    "$program" completion bash >"$share/bash-completion/completions/tunedesk"
    "$program" completion zsh >"$share/zsh/vendor-completions/_tunedesk"
    "$program" completion fish >"$share/fish/vendor_completions.d/tunedesk.fish"
}

stage_window_help() {
    mkdir -p "$folder/usr/share/man/man1"
    cat >"$folder/usr/share/man/man1/tunedesk-gui.1" <<'END'
.TH TUNEDESK-GUI 1 "" "TuneDesk" "User Commands"
.SH NAME
tunedesk-gui \- the window of TuneDesk
.SH SYNOPSIS
.B tunedesk-gui [\-\-read\-only] [PATH]
.SH DESCRIPTION
.B tunedesk
starts it. PATH is a preset, a run's folder or a bundle (.tunedesk) to open.
.TP
.B \-\-read\-only
A window that can write no file: for runs and presets of strangers.
.SH SEE ALSO
.BR tunedesk (1)
END
}

# copy_libraries FROM: the libraries of standard input, one name a line, with their place below LibTorch's folder.
copy_libraries() {
    local name
    while read -r name; do
        install -Dm644 "$python/$name" "$folder/usr/lib/tunedesk/$name"
    done
}

# licence NAME: those of a wheel, as one of this package's documents.
licence() {
    local found
    for found in "$python"/"$1"-*.dist-info/licenses/* "$python"/"$1"-*.dist-info/{License,LICENSE}*; do
        install -Dm644 "$found" "$folder/usr/share/doc/$package/$1.$(basename "${found%.txt}").txt"
    done
}

# The libraries that the worker is linked to; of CUDA's those two that the host's half of LibTorch asks for.
cpu_libraries() {
    printf 'torch/lib/%s\n' libc10.so libtorch_cpu.so libgomp.so.1
    printf 'nvidia/cu13/lib/%s\n' libcudart.so.13 libcupti.so.13
}

# Without those of the host's half, of Python, of NVIDIA's tools, and of NVSHMEM's ways over a network, which ask for
# libraries of MPI and InfiniBand: between machines TuneDesk uses NCCL.
cuda_libraries() {
    cd "$python"
    ls torch/lib/lib{c10_cuda,caffe2_nvrtc,torch_cuda,torch_cuda_linalg,torch_nvshmem}.so nvidia/*/lib/*.so.* |
        grep -vxF -f <(cpu_libraries) | grep -vE '/(lib(nvblas|cufftw|cufile_rdma|cusolverMg|nvtx3interop|.*\.alt\.so)|nvshmem_)' || true
}

licences_of() { # licences_of PATTERN: the wheels whose name matches it
    (cd "$python" && ls -d ./*.dist-info) | sed 's|^\./||; s|-[^-]*\.dist-info$||' | grep -E "$1" || true
}

stage_libtorch() {
    copy_libraries < <("$1")
    local name
    while read -r name; do licence "$name"; done < <(licences_of "$2")
    install -Dm644 "$here/copyright-libtorch" "$folder/usr/share/doc/$package/copyright"
}

mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
case $package in
    tunedesk-server) stage_programs; stage_help ;;
    tunedesk) stage_programs; stage_window_help ;;
    tunedesk-libtorch) stage_libtorch cpu_libraries '^(torch|nvidia_cuda_(runtime|cupti))$' ;;
    tunedesk-libtorch-cuda) stage_libtorch cuda_libraries '^(torch|nvidia_.*)$' ;;
    *) echo "stage.sh: no package $package" >&2; exit 2 ;;
esac
find "$folder" -type d -exec chmod 755 {} +
