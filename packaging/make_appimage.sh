#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes TuneDesk-VERSION-x86_64.AppImage, one file to start by a click, of the folder that packaging/make_appdir.sh
# makes: a runtime of packaging/appimage, and the folder as a SquashFS image after it. It is written whole or not at
# all. The last line is the file with its sizes.
#
# usage: make_appimage.sh BUILD FOLDER      BUILD: a build folder, as build/release, with the window
#        make_appimage.sh --of APPDIR FILE  an AppImage of any folder that has an AppRun
# Needs what packaging/setup.sh --packages installs. TUNEDESK_SQUASHFS names other options of mksquashfs.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
usage() { sed -n '2,/^set/{/^set/!s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Linked to nothing that a system may lack, or have in another version; the licences of its parts are in the AppDir.
make_runtime() {
    # libfuse loads modules by dlopen, which a static program cannot and this one does not: no warning of the linker's.
    g++ -std=c++20 -O2 -s -Wall -Wextra -Wshadow -Werror -static -Wl,--no-warnings -o "$work/runtime" "$here"/appimage/*.cpp \
        -lsquashfuse_ll -lsquashfuse -lfuse3 -lzstd -lz -llzma -llz4 -llzo2 -lpthread
}

# make_file APPDIR FILE
make_file() {
    local app=$1 file=$2
    # shellcheck disable=SC2086 # one word an option
    mksquashfs "$app" "$work/image" -root-owned -noappend -no-xattrs -no-progress -quiet \
        ${TUNEDESK_SQUASHFS:--comp zstd -Xcompression-level 15} \
        >"$work/mksquashfs.log" 2>&1 || { cat "$work/mksquashfs.log" >&2; return 1; }
    xxh128sum -q "$work/image" | cut -c -32 | tr -d '\n' >"$work/digest"
    objcopy --update-section .image_digest="$work/digest" "$work/runtime"
    printf 'AI\002' | dd of="$work/runtime" bs=1 seek=8 conv=notrunc status=none
    cat "$work/runtime" "$work/image" >"$file.new"
    chmod 755 "$file.new"
    mv "$file.new" "$file"
}

[ $# -ge 2 ] || usage
if [ "$1" = --of ]; then
    [ $# = 3 ] || usage
    app=$(cd "$2" && pwd) file=$3
    [ -x "$app/AppRun" ] || { echo "make_appimage.sh: $app has no program AppRun" >&2; exit 1; }
else
    [ $# = 2 ] || usage
    build=$(cd "$1" && pwd)
    mkdir -p "$2"
    app=$(cd "$2" && pwd)/TuneDesk.AppDir
    version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
    file=$(cd "$2" && pwd)/TuneDesk-$version-x86_64.AppImage
    bash "$here/make_appdir.sh" "$build" "$app"
    # Of the runtime's libraries.
    for library in libsquashfuse-dev libfuse3-dev libzstd-dev zlib1g-dev liblzma-dev liblz4-dev liblzo2-dev libc6-dev; do
        install -Dm644 "/usr/share/doc/$library/copyright" "$app/usr/share/doc/$library/copyright"
    done
fi
make_runtime
make_file "$app" "$file"
printf '%8.1f MB  %s, %s MB unpacked, of them %s KB the runtime\n' "$(stat -c %s "$file" | awk '{ print $1 / 1e6 }')" \
    "$(basename "$file")" "$(du -sm "$app" | cut -f 1)" "$(($(stat -c %s "$work/runtime") / 1000))"
