#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What packaging/stage.sh lays out of the server's package and of the window's: programs that find their libraries from
# where they lie, no library of X among those of the server, a manual page of every command, completion that parses.
# usage: stage_test.sh SOURCE_DIR BUILD_DIR
set -euo pipefail
source=$1 build=$2
command -v patchelf >/dev/null || { echo "skipped: no patchelf (packaging/setup.sh --packages)"; exit 77; }
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }

for package in tunedesk-server tunedesk; do
    bash "$source/packaging/stage.sh" "$build" "$package" "$place/$package" || fail "staging of $package"
    [ -s "$place/$package/usr/share/doc/$package/copyright" ] || fail "$package has no copyright"
    while IFS= read -r -d '' binary; do
        paths=$(readelf -d "$binary" | sed -n 's/.*R\(UN\)\{0,1\}PATH.*\[\(.*\)\]/\2/p' | tr : '\n')
        ! grep -v '^\$ORIGIN' <<<"$paths" | grep -q . || fail "$binary looks for libraries in $paths"
        needed=$(readelf -d "$binary" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
        [ -n "$needed" ] || fail "$binary is linked to nothing"
        [ $package = tunedesk ] || ! grep -E '^lib(X|xcb|Qt6(Gui|Widgets)|qcustomplot|GL)' <<<"$needed" ||
            fail "$binary of the server needs a display"
    done < <(find "$place/$package/usr/bin" "$place/$package/usr/lib" -type f -print0 2>/dev/null)
done

share=$place/tunedesk-server/usr/share
"$build/bin/tunedesk" --help | awk '/^Subcommands:/ { on = 1; next } on && /^  [a-z]/ { print $1 }' >"$place/commands"
[ "$(wc -l <"$place/commands")" -gt 10 ] || fail "no commands in the help"
while read -r command; do
    grep -qF ".SS \"${command//-/\\-}\"" "$share/man/man1/tunedesk.1" || fail "no manual of tunedesk $command"
done <"$place/commands"
grep -q 'tunedesk\\-worker RUN' "$share/man/man1/tunedesk-worker.1" || fail "no manual of the worker"
[ -s "$place/tunedesk/usr/share/man/man1/tunedesk-gui.1" ] || fail "no manual of the window"
bash -n "$share/bash-completion/completions/tunedesk" || fail "completion for bash"
head -n 1 "$share/zsh/vendor-completions/_tunedesk" | grep -q '^#compdef tunedesk$' || fail "completion for zsh"
grep -q '^complete -c tunedesk' "$share/fish/vendor_completions.d/tunedesk.fish" || fail "completion for fish"
echo "passed"
