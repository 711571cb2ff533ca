#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the Debian packages of packaging/make_deb.sh for another release of Debian than this machine's: in a chroot of
# that release it installs what the build needs, builds the programs, and packs them. A second call goes on where the
# first was interrupted. Needs root, what packaging/setup.sh --packages installs, and LibTorch in .deps.
#
# usage: make_deb_for.sh RELEASE FOLDER [MAKE_DEB_OPTIONS...]
#   RELEASE  bookworm, trixie, ...: what debootstrap knows
#   FOLDER   where the Debian and the build are made (up to 4 GB) and where the packages are left, in FOLDER/packages
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
[ $# -ge 2 ] || { sed -n '2,/^set/{/^set/!s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}" >&2; exit 2; }
# The mounts below are this process's own, and end with it.
[ -n "${TUNEDESK_TRIAL:-}" ] || TUNEDESK_TRIAL=1 exec unshare --mount --propagation private "$0" "$@"
release=$1
mkdir -p "$2"
folder=$(realpath "$2") root=$(realpath "$2")/root
shift 2
. "$here/bare_debian.sh"

install_packages() {
    make_bare_debian "$release" "$folder"
    inside apt-get -q update
    # shellcheck disable=SC2046 # one word a package
    inside apt-get -q install -y --no-install-recommends dpkg-dev patchelf binutils \
        $(awk '/^[^#]/ && $2 == "build" { print $1 }' "$here/packages.txt")
    touch "$root/packages-installed"
}

if [ -e "$root/packages-installed" ]; then
    mount -t proc proc "$root/proc"
    mount --bind /dev "$root/dev"
else
    install_packages >"$folder/install.log" 2>&1 || { tail -n 20 "$folder/install.log" >&2; exit 1; }
fi
mkdir -p "$root/source" "$root/build"
mount --rbind -o ro "$here/.." "$root/source"
inside cmake -S /source -B /build -G Ninja -DCMAKE_BUILD_TYPE=Release -DTUNEDESK_TESTS=OFF >"$folder/configure.log" 2>&1 ||
    { tail -n 20 "$folder/configure.log" >&2; exit 1; }
inside cmake --build /build --target tunedesk tunedesk-worker tunedesk-gui >"$folder/build.log" 2>&1 ||
    { grep -A 20 -m 3 -E 'error:|FAILED' "$folder/build.log" >&2; exit 1; }
inside bash /source/packaging/make_deb.sh "$@" /build /packages
mkdir -p "$folder/packages"
cp "$root"/packages/*.deb "$folder/packages/"
