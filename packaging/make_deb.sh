#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes Debian packages of a build, for the release of Debian that it was built on:
#   tunedesk-server         the programs without a window, presets, documents; no X libraries
#   tunedesk                the window
#   tunedesk-libtorch       the libraries of LibTorch that the processors need
#   tunedesk-libtorch-cuda  those that NVIDIA GPUs need; made only of a build that has libtunedesk-cuda.so
# A package is written whole or not at all. The last lines are the packages with their sizes.
#
# usage: make_deb.sh [--fast] BUILD FOLDER [PACKAGE...]
#   --fast   compress little: for trials
#   BUILD    a build folder, as build/release; a build without the window makes no package tunedesk
# DEBFULLNAME and DEBEMAIL, as Debian's tools read them, name the maintainer. Needs what packaging/setup.sh --packages
# installs.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
fail() { echo "make_deb.sh: $*" >&2; exit 1; }
level=6
[ "${1:-}" != --fast ] || { level=1; shift; }
[ $# -ge 2 ] || { sed -n '2,/^set/{/^set/!s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}" >&2; exit 2; }
build=$(cd "$1" && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
shift 2

version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
torch=$(sed -n 's/^torch==\([^ ]*\).*/\1/p' "$here/requirements-torch.txt")
maintainer="${DEBFULLNAME:-TuneDesk developers} <${DEBEMAIL:-tunedesk@localhost}>"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

version_of() { case $1 in *libtorch*) echo "$torch" ;; *) echo "$version" ;; esac; }

# shared_library_depends PACKAGE ROOT: what dpkg-shlibdeps finds for the programs; LibTorch's own files are no package.
shared_library_depends() {
    local binaries
    mapfile -t binaries < <(find "$2/usr" -type f \( -path '*/bin/*' -o -name '*.so' -o -name '*.so.*' \) \
        ! -name libtunedesk-cuda.so)
    mkdir -p "$work/debian"
    printf 'Source: tunedesk\n\nPackage: %s\nArchitecture: any\n' "$1" >"$work/debian/control"
    (cd "$work" && dpkg-shlibdeps -O --ignore-missing-info -x"$1" -l"$work/tunedesk-libtorch/usr/lib/tunedesk/torch/lib" \
        -l"$work/tunedesk-libtorch/usr/lib/tunedesk/nvidia/cu13/lib" -l"$work/tunedesk-server/usr/lib/tunedesk" \
        -l"$work/tunedesk/usr/lib/tunedesk" "${binaries[@]}" 2>"$work/shlibdeps.log") |
        sed -n 's/^shlibs:Depends=//p' || { cat "$work/shlibdeps.log" >&2; return 1; }
}

# fields PACKAGE: what the package needs besides shared libraries, and how it is described.
fields() {
    case $1 in
        tunedesk-server)
            cat <<END
Depends: tunedesk-libtorch (>= $torch)@SHLIBS@
Suggests: tunedesk, tunedesk-libtorch-cuda, openssh-client
Section: science
Description: fine-tune pretrained models, without a window
 A preset names the data, the model and the settings; one command starts the
 run, survives faults, and leaves a model that Hugging Face libraries open, a
 report, and a folder that records what happened.
 .
 This package has the commands, the supervisor and the worker. It needs no
 display.
END
            ;;
        tunedesk)
            cat <<END
Depends: tunedesk-server (= $version)@SHLIBS@
Recommends: fonts-dejavu-core | fonts-noto-core, qt6-translations-l10n
Suggests: fonts-noto-cjk, qt6-gtk-platformtheme
Section: science
Description: fine-tune pretrained models, in a window
 The window edits presets, starts runs, shows their progress and reports, and
 compares them. A run goes on when the window closes.
END
            ;;
        tunedesk-libtorch)
            cat <<END
Depends: @SHLIBS@
Section: libs
Description: LibTorch for TuneDesk: processors
 The libraries of LibTorch $torch that TuneDesk trains with on processors, below
 /usr/lib/tunedesk, where no other program finds them.
END
            ;;
        tunedesk-libtorch-cuda)
            cat <<END
Depends: tunedesk-libtorch (= $torch)@SHLIBS@
Section: non-free/libs
Description: LibTorch for TuneDesk: NVIDIA GPUs
 The libraries of LibTorch $torch, and NVIDIA's that these need, with which
 TuneDesk trains on NVIDIA GPUs. The driver is not among them.
END
            ;;
    esac
}

# control PACKAGE ROOT: the package's control file.
control() {
    local package=$1 root=$2 depends
    case $package in
        tunedesk-libtorch) depends=$(shared_library_depends "$package" "$root") ;;
        # The driver's library is asked for too, which is no package that all have; the others are tunedesk-libtorch's.
        tunedesk-libtorch-cuda) depends=", zlib1g" ;;
        *)
            depends=$(shared_library_depends "$package" "$root")
            depends=${depends:+, $depends}
            ;;
    esac
    printf 'Package: %s\nSource: tunedesk (%s)\nVersion: %s\n' "$package" "$version" "$(version_of "$package")"
    printf 'Architecture: amd64\nMaintainer: %s\nPriority: optional\n' "$maintainer"
    printf 'Installed-Size: %s\n' "$(du -k -s --apparent-size "$root/usr" | cut -f 1)"
    fields "$package" | sed "s/@SHLIBS@/$depends/"
}

# finish PACKAGE ROOT: the changelog that Debian asks for, compressed manual pages, and checksums.
finish() {
    local package=$1 root=$2 documents=$2/usr/share/doc/$1
    mkdir -p "$documents" "$root/DEBIAN"
    {
        printf 'tunedesk (%s) unstable; urgency=medium\n\n' "$(version_of "$package")"
        printf '  * Packaged by packaging/make_deb.sh; CHANGELOG.md says what changed.\n\n'
        printf ' -- %s  %s\n' "$maintainer" "$(date -R -u -r "$build/CMakeCache.txt")"
    } | gzip -9n >"$documents/changelog.gz"
    find "$root/usr/share/man" -type f -name '*.1' -exec gzip -9n {} + 2>/dev/null || true
    (cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
}

has_cuda=no
[ ! -e "$build/bin/libtunedesk-cuda.so" ] || has_cuda=yes
if [ $# = 0 ]; then
    set -- tunedesk-libtorch tunedesk-server
    [ ! -x "$build/bin/tunedesk-gui" ] || set -- "$@" tunedesk
    if [ $has_cuda = yes ]; then set -- "$@" tunedesk-libtorch-cuda
    else echo "make_deb.sh: this build has no libtunedesk-cuda.so: no package tunedesk-libtorch-cuda"; fi
fi
for package in tunedesk-libtorch tunedesk-server "$@"; do # dependencies of others are looked up in the first two
    [ -d "$work/$package" ] || bash "$here/stage.sh" "$build" "$package" "$work/$package"
done
made=()
for package in "$@"; do
    root=$work/$package
    file=$out/${package}_$(version_of "$package")_amd64.deb
    control "$package" "$root" >"$work/control"
    finish "$package" "$root"
    mv "$work/control" "$root/DEBIAN/control"
    dpkg-deb --root-owner-group -Zxz -z$level --build "$root" "$work/$package.deb" >/dev/null ||
        fail "$package could not be made"
    mv "$work/$package.deb" "$file"
    made+=("$file")
done
for file in "${made[@]}"; do
    printf '%8.1f MB  %s, %s MB installed\n' "$(stat -c %s "$file" | awk '{ print $1 / 1e6 }')" "$(basename "$file")" \
        "$(dpkg-deb -f "$file" Installed-Size | awk '{ printf "%.0f", $1 * 1024 / 1e6 }')"
done
