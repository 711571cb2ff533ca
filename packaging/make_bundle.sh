#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes tunedesk-VERSION-linux-x86_64.tar.zst of the folder that packaging/make_appdir.sh makes: to unpack anywhere and
# start with tunedesk-VERSION/tunedesk.
#
# usage: make_bundle.sh BUILD FOLDER
#   BUILD   a build folder, as build/release, with the window
#   FOLDER  where the file is made; the AppDir stays in FOLDER/TuneDesk.AppDir
# Needs what packaging/setup.sh --packages installs.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
[ $# = 2 ] || { sed -n '2,/^set/{/^set/!s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}" >&2; exit 2; }
build=$(cd "$1" && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
app=$out/TuneDesk.AppDir
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")

bash "$here/make_appdir.sh" "$build" "$app"
file=$out/tunedesk-$version-linux-x86_64.tar.zst
tar -C "$out" --transform "s|^TuneDesk.AppDir|tunedesk-$version|;" --owner=0 --group=0 --sort=name \
    -cf - TuneDesk.AppDir | zstd -q -T0 -9 -f -o "$file.new"
mv "$file.new" "$file"
printf '%8.1f MB  %s, %s MB unpacked\n' "$(stat -c %s "$file" | awk '{ print $1 / 1e6 }')" "$(basename "$file")" \
    "$(du -sm "$app" | cut -f 1)"
