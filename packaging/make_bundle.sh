#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes a folder that runs on any x86-64 Linux with at least this machine's glibc, without root: the programs, Qt, the
# X libraries, LibTorch for processors, presets and documents. It is laid out as an AppDir, so that appimagetool makes
# an AppImage of it; the file made here is tunedesk-VERSION-linux-x86_64.tar.zst, to unpack anywhere and start with
# tunedesk-VERSION/tunedesk. Left to the system: glibc, libstdc++, fonts and their configuration.
#
# usage: make_bundle.sh BUILD FOLDER [APPIMAGETOOL]
#   BUILD         a build folder, as build/release, with the window
#   FOLDER        where the file is made; the AppDir stays in FOLDER/TuneDesk.AppDir
#   APPIMAGETOOL  a program that makes TuneDesk-VERSION-x86_64.AppImage of the AppDir as well; no package brings one
# Needs what packaging/setup.sh --packages installs.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
[ $# = 2 ] || [ $# = 3 ] || { sed -n '2,/^set/{/^set/!s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}" >&2; exit 2; }
build=$(cd "$1" && pwd) tool=${3:-}
[ -x "$build/bin/tunedesk-gui" ] || { echo "make_bundle.sh: $build has no bin/tunedesk-gui" >&2; exit 1; }
mkdir -p "$2"
out=$(cd "$2" && pwd)
app=$out/TuneDesk.AppDir
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
qt=$(qtpaths6 --query QT_INSTALL_PLUGINS)
translations=$(qtpaths6 --query QT_INSTALL_TRANSLATIONS)

rm -rf "$app"
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
cat >"$app/tunedesk" <<'END'
#!/bin/sh
# Starts TuneDesk from where it was unpacked; also by a link from a folder of PATH.
exec "$(dirname "$(readlink -f "$0")")/usr/bin/tunedesk" "$@"
END
chmod 755 "$app/tunedesk"
ln -sf tunedesk "$app/AppRun"

# What the programs would still take from this machine, as they find it with nothing but the bundle and the system.
missing=$(ldd "$app"/usr/bin/tunedesk* "$app"/usr/plugins/*/*.so | awk '/not found/' | sort -u)
[ -z "$missing" ] || { printf 'make_bundle.sh: not found:\n%s\n' "$missing" >&2; exit 1; }

file=$out/tunedesk-$version-linux-x86_64.tar.zst
tar -C "$out" --transform "s|^TuneDesk.AppDir|tunedesk-$version|;" --owner=0 --group=0 --sort=name \
    -cf - TuneDesk.AppDir | zstd -q -T0 -9 -f -o "$file.new"
mv "$file.new" "$file"
printf '%8.1f MB  %s, %s MB unpacked\n' "$(stat -c %s "$file" | awk '{ print $1 / 1e6 }')" "$(basename "$file")" \
    "$(du -sm "$app" | cut -f 1)"
if [ -n "$tool" ]; then
    ARCH=x86_64 "$tool" "$app" "$out/TuneDesk-$version-x86_64.AppImage"
else
    echo "no AppImage: no appimagetool was given; $(basename "$app") is ready for it"
fi
