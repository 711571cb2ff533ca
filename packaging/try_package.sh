#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Tries packages, the bundle or the AppImage in a bare Debian of a release: installs, prints the versions, fine-tunes with
# the preset quickstart to its report as an ordinary user, opens the window on a display of its own and takes a picture of
# it, uninstalls, and lists what is left. Needs root, and what packaging/setup.sh --packages installs. Fails where a step
# fails; its last lines are the steps with what they found.
#
# usage: try_package.sh [--keep] [--fuse] [--set KEY=VALUE]... RELEASE FOLDER MODEL FILES...
#   --fuse   install fuse3 first, and let users mount: an AppImage runs from its mount
#   --keep   keep FOLDER/root for another trial, which then starts from its bare state (FOLDER/bare.tar) all the same
#   --set    a key of the run, for example training.max_steps=50
#   RELEASE  bookworm, trixie, ...: what debootstrap knows
#   FOLDER   where the Debian is made (up to 3 GB) and where window.png, report.txt and trial.txt are left
#   MODEL    the folder of all-MiniLM-L6-v2, as .deps/models/all-MiniLM-L6-v2
#   FILES    the .deb files to install together, one bundle (.tar.zst), or one AppImage
# The Debian mirror is apt's own here, or DEBIAN_MIRROR.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
usage() { sed -n '2,/^set/{/^set/!s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}" >&2; exit 2; }
keep=no fuse=no settings=()
while [[ ${1:-} == --* ]]; do
    case $1 in
        --keep) keep=yes ;;
        --fuse) fuse=yes ;;
        --set) settings+=(--set "$2"); shift ;;
        *) usage ;;
    esac
    shift
done
[ $# -ge 4 ] || usage
# The mounts below are this process's own, and end with it.
[ -n "${TUNEDESK_TRIAL:-}" ] || TUNEDESK_TRIAL=1 exec unshare --mount --propagation private "$0" \
    $([ $keep = no ] || echo --keep) $([ $fuse = no ] || echo --fuse) "${settings[@]}" "$@"
release=$1 model=$(realpath "$3")
mkdir -p "$2"
folder=$(realpath "$2") root=$(realpath "$2")/root
shift 3
files=("$@")
display=$((200 + RANDOM % 700)) xvfb= holder=
steps=()

. "$here/bare_debian.sh"

record() { steps+=("$1|$2"); printf '== %s: %s\n' "$1" "$2"; }

unmount() { unmount_below "$root" tmp/.X11-unix dev/fuse; }

# The mount of an AppImage ends soon after the last that uses it.
end_holder() {
    [ -n "$holder" ] || return 0
    end_tree "$holder"
    holder=
    local waited
    for waited in $(seq 60); do grep -q "fuse.squashfuse" /proc/self/mounts || return 0; sleep 0.1; done
    echo "try_package.sh: the AppImage is still mounted" >&2
    return 1
}

finish() {
    end_holder || true
    [ -z "$xvfb" ] || kill "$xvfb" 2>/dev/null || true
    unmount
    grep -q " $root/" /proc/self/mounts && { echo "try_package.sh: mounts are left below $root" >&2; return; }
    [ $keep = yes ] || rm -rf --one-file-system "$root"
}
trap finish EXIT

make_root() {
    unmount
    make_bare_debian "$release" "$folder"
    inside useradd --create-home tester
    mkdir -p "$root/home/tester/model" "$root/packages"
    cp -r "$model/." "$root/home/tester/model/"
    cp "${files[@]}" "$root/packages/"
    inside apt-get -q update >"$folder/apt.log" 2>&1
}

as_user() { inside runuser -u tester -- /usr/bin/env HOME=/home/tester DISPLAY=":$display" "$@"; }

# What a package may leave behind: all files but those of the user, of the trial, and of apt's own doings.
list_files() {
    (cd "$root" && find . -xdev \( -path ./proc -o -path ./sys -o -path ./dev -o -path ./tmp -o -path ./packages \
        -o -path ./home -o -path ./var/log -o -path ./var/cache -o -path ./var/lib/apt -o -path ./var/lib/dpkg \
        -o -path ./run \) -prune -o -print | sort)
}

install_bundle() {
    inside apt-get -q install -y --no-install-recommends zstd fontconfig-config fonts-dejavu-core >>"$folder/apt.log" 2>&1
    list_files >"$folder/before.txt"
    as_user mkdir -p /home/tester/unpacked
    as_user tar -C /home/tester/unpacked --zstd --strip-components=1 -xf "/packages/$(basename "${files[0]}")"
    command=/home/tester/unpacked/tunedesk presets=/home/tester/unpacked/usr/share/tunedesk/presets
}

install_appimage() {
    # A user who may not open the device has no FUSE. It is this trial's own: the machine's keeps its mode.
    mknod "$root/fuse" c 10 229
    chmod $([ $fuse = yes ] && echo 666 || echo 600) "$root/fuse"
    mount --bind "$root/fuse" "$root/dev/fuse"
    [ $fuse = no ] || inside apt-get -q install -y --no-install-recommends fuse3 >>"$folder/apt.log" 2>&1
    list_files >"$folder/before.txt"
    command=/home/tester/TuneDesk.AppImage
    cp "${files[0]}" "$root$command"
    chmod 755 "$root$command"
    as_user "$command" --version >/dev/null
    if [ $fuse = yes ]; then
        as_user "$command" --appimage-mount >"$folder/mount.txt" &
        holder=$!
        for _ in $(seq 50); do [ ! -s "$folder/mount.txt" ] || break; sleep 0.1; done
        presets=$(cat "$folder/mount.txt")/usr/share/tunedesk/presets
    else
        presets=$(cd "$root" && ls -d home/tester/.cache/tunedesk/appimage/*-unpacked | sed 's|^|/|')/usr/share/tunedesk/presets
    fi
}

install_packages() {
    list_files >"$folder/before.txt"
    # With what they recommend, as apt does by default: fonts are among it.
    inside bash -c 'apt-get -q install -y /packages/*.deb' >>"$folder/apt.log" 2>&1 ||
        { tail -n 30 "$folder/apt.log" >&2; return 1; }
    command=tunedesk presets=/usr/share/tunedesk/presets
}

installed_packages() { inside dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' | awk '/^ii/ { print $2 }'; }

train() {
    local run=/home/tester/run start=$SECONDS
    as_user bash -c "cd && exec $command --no-gui run $presets/quickstart.yaml --set model.path=/home/tester/model \
        ${settings[*]} --run-dir $run" >"$folder/run.log" 2>&1 || { tail -n 20 "$folder/run.log" >&2; return 1; }
    cp "$root$run/report.txt" "$folder/report.txt"
    record "run" "$(awk '$1 == "accuracy" { print "accuracy " $2 }' "$folder/report.txt"), $((SECONDS - start)) s"
    record "predict" "$(as_user bash -c "cd && $command --no-gui predict $run --text 'A quiet film that stays with you.'" |
        tail -n 1)"
}

# end_tree PID: SIGTERM to what this process started, the innermost first, and to it.
end_tree() {
    local child
    for child in $(ps -o pid= --ppid "$1"); do end_tree "$child"; done
    kill -TERM "$1" 2>/dev/null || true
}

# The display is outside: the Debian inside stays bare.
open_window() {
    mkdir -p "$folder/screen" "$root/tmp/.X11-unix"
    Xvfb ":$display" -screen 0 1440x900x24 -fbdir "$folder/screen" >"$folder/xvfb.log" 2>&1 &
    xvfb=$!
    local waited
    for waited in $(seq 100); do [ ! -S "/tmp/.X11-unix/X$display" ] || break; sleep 0.1; done
    mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"
    as_user bash -c "cd && exec $command /home/tester/run" >"$folder/window.log" 2>&1 &
    local window=$!
    for waited in $(seq 60); do
        sleep 1
        kill -0 $window 2>/dev/null || { cat "$folder/window.log" >&2; return 1; }
        ! xwininfo -display ":$display" -root -tree 2>/dev/null | grep -q '"[^"]*TuneDesk[^"]*"' || break
    done
    sleep 5 # until all is drawn
    local colors
    colors=$(python3 "$here/xwd_png.py" "$folder/screen/Xvfb_screen0" "$folder/window.png")
    local title
    title=$(xwininfo -display ":$display" -root -tree | grep -o '"[^"]*TuneDesk[^"]*"' | head -n 1)
    end_tree $window
    wait $window || true
    umount "$root/tmp/.X11-unix"
    [ -n "$title" ] && [ "$colors" -ge 20 ] || { echo "no window, or an empty one: $title, $colors colors" >&2; return 1; }
    record "window" "title $title, $colors colors, $(wc -l <"$folder/window.log") lines on its error output"
}

uninstall() {
    if [ "$command" = tunedesk ]; then
        # shellcheck disable=SC2086 # one word a package
        inside apt-get -q -o APT::AutoRemove::SuggestsImportant=false purge -y --autoremove $names >>"$folder/apt.log" 2>&1
    else
        end_holder
        rm -rf --one-file-system "$root/home/tester/unpacked" "$root/home/tester/TuneDesk.AppImage"
    fi
    list_files >"$folder/after.txt"
    comm -13 "$folder/before.txt" "$folder/after.txt" >"$folder/left.txt"
    record "left on the system" "$(wc -l <"$folder/left.txt") files$(sed 's/^\./ /' "$folder/left.txt" | head -n 12 | tr -d '\n')"
    record "left in the user's folder" "$(cd "$root/home/tester" && find . -mindepth 1 -maxdepth 3 -path '*tunedesk*' -prune -print |
        sort | xargs)"
}

make_root
record "bare system" "Debian $(cat "$root/etc/debian_version"), $(installed_packages | wc -l) packages"
if [[ ${files[0]} == *.deb ]]; then
    names=$(for file in "${files[@]}"; do dpkg-deb -f "$file" Package; done | xargs)
    window_path='echo /usr/bin/tunedesk-gui'
    before=$(installed_packages | wc -l)
    install_packages
    record "install" "$names and $(($(installed_packages | wc -l) - before - ${#files[@]})) packages that these need or recommend"
    if [[ " $names " != *" tunedesk "* ]]; then
        x=$(installed_packages | grep -E '^(libx11-6|libxcb1|libqt6widgets6|libgl1)$' | xargs || true)
        [ -z "$x" ] || { echo "the packages brought libraries of X: $x" >&2; exit 1; }
        record "libraries of X" "none"
    fi
elif [[ ${files[0]} == *.AppImage ]]; then
    window_path='echo /home/tester/TuneDesk.AppImage'
    install_appimage
    record "install" "$(stat -c %s "$root$command" | awk '{ printf "%.0f", $1 / 1e6 }') MB, run from $(dirname "$presets")"
else
    window_path='echo /home/tester/unpacked/usr/bin/tunedesk-gui'
    install_bundle
    record "install" "unpacked $(du -sm "$root/home/tester/unpacked" | cut -f 1) MB"
fi
record "version" "$(as_user "$command" --version | paste -s -d ';' | sed 's/;/; /g')"
train
if as_user bash -c "[ -x \"\$($window_path)\" ]"; then open_window; fi
uninstall
{
    printf 'release %s; %s\n' "$release" "$(printf '%s ' "${files[@]##*/}")"
    printf '%s\n' "${steps[@]}" | sed 's/|/: /'
} | tee "$folder/trial.txt"
