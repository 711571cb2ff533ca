#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# An AppImage of a small folder, made by packaging/make_appimage.sh: what its runtime says and unpacks, runs mounted and
# unpacked, for whom a mount stays, and what it refuses: truncated and damaged files, a disk without room, folders of
# other users.
# usage: appimage_test.sh SOURCE_DIR
set -euo pipefail
source=$1
place=$(mktemp -d)
child=
trap '[ -z "$child" ] || kill $child; rm -rf "$place"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }
holds() { grep -qF -- "$2" <<<"$1" || fail "$2 is not in: $1"; }
export XDG_CACHE_HOME=$place/cache TMPDIR=$place/tmp
mkdir "$XDG_CACHE_HOME" "$TMPDIR"

# A program that says how it was started, and leaves a child if it is told to.
app=$place/app
mkdir -p "$app/data/empty"
head -c 3000000 /dev/urandom >"$app/data/noise"
head -c 5000000 /dev/zero >"$app/data/zeros"
ln -s data/noise "$app/link"
cp /bin/sleep "$app/data/sleep"
cat >"$app/AppRun" <<'END'
#!/bin/sh
echo "arguments $*; from $APPDIR; of $APPIMAGE"
[ -z "$CHILD" ] || { "$APPDIR/data/sleep" 600 >/dev/null 2>&1 & echo $! >"$CHILD"; }
cmp -s "$APPDIR/data/noise" "$APPDIR/link" || exit 1
exit 7
END
chmod 755 "$app/AppRun"
file=$place/Small.AppImage
TUNEDESK_SQUASHFS="-comp zstd -Xcompression-level 1" bash "$source/packaging/make_appimage.sh" --of "$app" "$file" >/dev/null

# The format: a program without libraries whose first bytes say AppImage, type 2, and an image where it says.
[ "$(od -An -tx1 -j8 -N3 "$file" | tr -d ' ')" = 414902 ] || fail "no magic bytes"
! readelf -lW "$file" 2>/dev/null | grep -q INTERP || fail "the runtime needs libraries"
offset=$("$file" --appimage-offset)
[ "$(dd if="$file" bs=1 skip="$offset" count=4 status=none)" = hsqs ] || fail "no image at $offset"
holds "$("$file" --appimage-help)" --appimage-extract-and-run
holds "$("$file" --appimage-version)" "image $(tail -c +$((offset + 1)) "$file" | xxh128sum -q | cut -c -32)"

# unpacked ARGUMENTS...: what the program says, run unpacked; its exit status is the program's.
unpacked() { "$file" --appimage-extract-and-run "$@" 2>"$place/said"; }
text=$(unpacked one "two three") && fail "the exit status is lost" || [ $? = 7 ] || fail "exit $?: $text $(cat "$place/said")"
folder=$(echo "$XDG_CACHE_HOME"/tunedesk/appimage/*-unpacked)
[ "$text" = "arguments one two three; from $folder; of $file" ] || fail "$text"
diff -r --no-dereference "$app" "$folder" || fail "unpacked otherwise"
[ "$(stat -c %a "$folder")" = 700 ] || fail "others may enter the unpacked program"
holds "$(cat "$place/said")" "once to $folder"
text=$(APPIMAGE_EXTRACT_AND_RUN=1 "$file" 2>&1) && fail "no status"
[ "$text" = "arguments ; from $folder; of $file" ] || fail "unpacked a second time: $text"
(cd "$place" && "$file" --appimage-extract >/dev/null) && diff -r --no-dereference "$app" "$place/squashfs-root" || fail "extract"
holds "$(cd "$place" && "$file" --appimage-extract 2>&1 || true)" "squashfs-root is there already"

# refuses TEXT COMMAND...: the command fails with this text, and leaves no folder half unpacked.
refuses() {
    local expected=$1 text
    shift
    text=$("$@" 2>&1) && fail "started: $*"
    holds "$text" "$expected"
    ! find "$place" -name '*unfinished*' | grep -q . || fail "left half unpacked: $*"
}
bad() { cp "$file" "$place/bad"; "$@" "$place/bad"; echo "$place/bad"; }
refuses "no option --appimage-fly" "$file" --appimage-fly
refuses "truncated" "$(bad truncate -s -4096)" --version
refuses "truncated" "$(bad truncate -s "$((offset + 10))")" --version
scratch() { printf 'XXXX' | dd of="$1" bs=1 seek="$((offset + 1500000))" conv=notrunc status=none; }
mv "$folder" "$place/moved"
refuses "not those it was made of" "$(bad scratch)" --appimage-extract-and-run

# Places that are refused: another user's, one that others may write, a link, one without room; then the next is taken.
one=$XDG_CACHE_HOME/tunedesk/appimage two=$TMPDIR/tunedesk-$(id -u)
chmod 777 "$one"
unpacked >/dev/null && fail "no status" || [ -d "$two"/*-unpacked ] || fail "not in $two: $(cat "$place/said")"
rm -r "$two"
ln -s "$place/moved" "$two"
refuses "$one: may be written by other users" "$file" --appimage-extract-and-run
refuses "$two: " "$file" --appimage-extract-and-run
rm "$two"
rm -r "$one"
ln -s "$place/moved" "$one"
unpacked >/dev/null && fail "no status" || [ -d "$two"/*-unpacked ] || fail "went through a link: $(cat "$place/said")"
rm -r "$two" "$one"
if [ "$(id -u)" = 0 ]; then
    mkdir "$one"
    chown 65534 "$one"
    unpacked >/dev/null && fail "no status" || [ -d "$two"/*-unpacked ] || fail "used another user's: $(cat "$place/said")"
    rm -r "$two" "$one"
    chown 65534 "$XDG_CACHE_HOME/tunedesk"
    unpacked >/dev/null && fail "no status" || [ -d "$two"/*-unpacked ] || fail "made in another user's: $(cat "$place/said")"
    [ ! -e "$one" ] || fail "made $one"
    rm -r "$two"
    chown 0 "$XDG_CACHE_HOME/tunedesk"
fi
small() { # in a disk of 4 MB
    # shellcheck disable=SC2016 # expanded inside
    unshare -Urm sh -c 'mount -t tmpfs -o size=4m tmpfs "$1" && export XDG_CACHE_HOME="$1/c" TMPDIR="$1" && shift && exec "$@"' \
        sh "$TMPDIR" "$@"
}
refuses "unpacking needs 9 MB" small "$file" --appimage-extract-and-run
refuses "no program may run there" unshare -Urm sh -c 'mount -t tmpfs -o noexec tmpfs "$1" &&
    XDG_CACHE_HOME=$1 TMPDIR=$1 exec "$2" --appimage-extract-and-run' sh "$TMPDIR" "$file"

# Two first starts at once unpack once.
for _ in 1 2 3; do "$file" --appimage-extract-and-run >/dev/null 2>>"$place/both" & done
wait
[ "$(grep -c "unpacking" "$place/both")" = 1 ] || fail "$(cat "$place/both")"

# Mounted, where this system can: nothing is unpacked, and the mount stays for a child alone.
mounts() { grep -c " $place/cache/.* fuse.squashfuse" /proc/self/mounts || true; }
rm -r "$one"
if ! { : <>/dev/fuse; } 2>/dev/null || ! command -v fusermount3 >/dev/null; then
    echo "passed, without the mount: no FUSE for this user"
    exit 0
fi
text=$(CHILD=$place/child "$file" a 2>&1) && fail "no status" || [ $? = 7 ] || fail "mounted: $text"
child=$(cat "$place/child")
mounted=$(sed -n 's/.*; from \(.*\); of .*/\1/p' <<<"$text")
[[ $mounted == "$one"/* && $mounted != *-unpacked ]] || fail "not mounted: $text"
diff -r --no-dereference "$app" "$mounted" || fail "mounted otherwise"
sleep 0.5
[ "$(mounts)" = 1 ] || fail "unmounted under a child"
kill "$child"
child=
for _ in $(seq 100); do [ "$(mounts)" != 0 ] || break; sleep 0.1; done
[ "$(mounts)" = 0 ] || fail "still mounted"
"$file" --appimage-mount >"$place/where" &
holder=$!
for _ in $(seq 100); do [ ! -s "$place/where" ] || break; sleep 0.1; done
[ "$(cat "$place/where")" = "$mounted" ] || fail "mounted at $(cat "$place/where")"
holds "$("$file" b || true)" "from $mounted;"
[ "$(mounts)" = 1 ] || fail "a second start has a mount of its own, or ended the first's"
kill $holder
for _ in $(seq 100); do [ "$(mounts)" != 0 ] || break; sleep 0.1; done
[ "$(mounts)" = 0 ] || fail "mounted after the end"
# A server that was killed leaves a dead mount; the next start mends it.
"$file" --appimage-mount >"$place/where" &
holder=$!
for _ in $(seq 100); do [ "$(mounts)" != 1 ] || break; sleep 0.1; done
for process in /proc/[0-9]*; do
    [ "$(readlink "$process/exe")" != "$file" ] || [ "${process#/proc/}" = $holder ] || kill -9 "${process#/proc/}"
done
holds "$("$file" c || true)" "from $mounted;"
kill $holder
for _ in $(seq 100); do [ "$(mounts)" != 0 ] || break; sleep 0.1; done
[ "$(mounts)" = 0 ] || fail "the dead mount stays"
echo "passed"
