#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes a folder, an AppDir, that runs on any x86-64 Linux with at least this machine's glibc, without root: the
# programs, Qt, the X libraries, LibTorch for processors, presets and documents. packaging/make_bundle.sh and
# packaging/make_appimage.sh make files of it. Left to the system: glibc, libstdc++, fonts and their configuration.
#
# usage: make_appdir.sh BUILD FOLDER
#   BUILD   a build folder, as build/release, with the window
#   FOLDER  what is made; replaced where it is there
# Needs what packaging/setup.sh --packages installs.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
[ $# = 2 ] || { sed -n '2,/^set/{/^set/!s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}" >&2; exit 2; }
build=$(cd "$1" && pwd)
[ -x "$build/bin/tunedesk-gui" ] || { echo "make_appdir.sh: $build has no bin/tunedesk-gui" >&2; exit 1; }
mkdir -p "$2"
app=$(cd "$2" && pwd)
[ -z "$(ls -A "$app")" ] || [ -L "$app/AppRun" ] ||
    { echo "make_appdir.sh: $app has other files" >&2; exit 1; }
qt=$(qtpaths6 --query QT_INSTALL_PLUGINS)
translations=$(qtpaths6 --query QT_INSTALL_TRANSLATIONS)

rm -rf "$app"
mkdir -p "$app"
# Links suffice: a program finds its libraries from where its own file is.
ln -s usr/bin/tunedesk "$app/AppRun"
ln -s usr/bin/tunedesk "$app/tunedesk"
for package in tunedesk-libtorch tunedesk-server tunedesk; do bash "$here/stage.sh" "$build" "$package" "$app"; done
install -Dm644 "$here/../LICENSE" "$app/usr/share/doc/tunedesk/LICENSE"

# What Qt loads by name. Without the integrations of OpenGL: the window draws without it, and drivers are the system's.
plugins=$app/usr/plugins
mkdir -p "$plugins"
for plugin in platforms/libqxcb.so platforms/libqoffscreen.so platforms/libqminimal.so iconengines/libqsvgicon.so \
    imageformats/libqsvg.so imageformats/libqjpeg.so imageformats/libqgif.so printsupport/libcupsprintersupport.so \
    platforminputcontexts/libcomposeplatforminputcontextplugin.so \
    platforminputcontexts/libibusplatforminputcontextplugin.so tls/libqopensslbackend.so; do
    [ ! -e "$qt/$plugin" ] || install -Dm644 "$qt/$plugin" "$plugins/$plugin"
done
mkdir -p "$app/usr/translations"
cp "$translations"/qtbase_*.qm "$app/usr/translations/" 2>/dev/null || true
printf '[Paths]\nPrefix = ..\nPlugins = plugins\nTranslations = translations\n' >"$app/usr/bin/qt.conf"

# The libraries of the programs and of the plugins, but those that belong to the system's kernel, compiler and drivers.
of_system='^(ld-linux-x86-64|libc|libm|libdl|libpthread|librt|libutil|libresolv|libnss_.*|libanl|libstdc\+\+|libgcc_s)\.so'
mapfile -t binaries < <(find "$app/usr/bin" "$plugins" "$app/usr/lib/tunedesk" -type f \( -perm -u+x -o -name '*.so*' \) \
    ! -name libtunedesk-cuda.so)
mkdir -p "$app/usr/lib"
ldd "${binaries[@]}" 2>/dev/null | awk '$2 == "=>" && $3 ~ /^\// { print $1, $3 }' | sort -u |
    while read -r name path; do
        if [[ $path == "$app"/* || $name =~ $of_system ]]; then continue; fi
        cp -L "$path" "$app/usr/lib/$name"
    done
rm -f "$app/usr/lib/tunedesk/libtunedesk-cuda.so" # the bundle is for processors

# A program's RPATH, unlike a RUNPATH, holds for the libraries of its libraries too, which stay as Debian made them.
for program in tunedesk tunedesk-worker tunedesk-gui; do
    own=$(patchelf --print-rpath "$app/usr/bin/$program")
    patchelf --force-rpath --set-rpath "${own:+$own:}\$ORIGIN/../lib" "$app/usr/bin/$program"
done
for library in "$app"/usr/lib/tunedesk/*.so; do
    [ ! -e "$library" ] || patchelf --force-rpath --set-rpath '$ORIGIN:$ORIGIN/torch/lib:$ORIGIN/..' "$library"
done
# Licences of what is carried along, as Debian has them.
for library in "$app"/usr/lib/*.so*; do
    owner=$(dpkg-query -S "*/$(basename "$library")" 2>/dev/null | head -n 1 | cut -d : -f 1)
    [ -z "$owner" ] || [ ! -e "/usr/share/doc/$owner/copyright" ] ||
        install -Dm644 "/usr/share/doc/$owner/copyright" "$app/usr/share/doc/$owner/copyright"
done

cp "$app/usr/share/applications/tunedesk.desktop" "$app/usr/share/icons/hicolor/scalable/apps/tunedesk.svg" "$app/"
ln -sf tunedesk.svg "$app/.DirIcon"

# What the programs would still take from this machine, as they find it with nothing but the bundle and the system.
missing=$(ldd "$app"/usr/bin/tunedesk* "$app"/usr/plugins/*/*.so | awk '/not found/' | sort -u)
[ -z "$missing" ] || { printf 'make_appdir.sh: not found:\n%s\n' "$missing" >&2; exit 1; }
