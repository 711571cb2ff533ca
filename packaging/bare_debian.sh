# SPDX-License-Identifier: GPL-3.0-or-later
# Functions for a bare Debian of some release in a folder, which programs run in by chroot. Sourced by
# packaging/try_package.sh and packaging/make_deb_for.sh, as root and in a mount namespace of their own; they set `root`,
# the folder of that Debian.

# The Debian mirror is apt's own here, or DEBIAN_MIRROR.
find_mirror() {
    local found
    found=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.sources /etc/apt/sources.list.d/*.list 2>/dev/null |
        grep -oE '(https?|ftp)://[^ ]*/debian/?( |$)' | head -n 1)
    echo "${DEBIAN_MIRROR:-${found% }}"
}

# unmount_below ROOT PLACES...: these, and what make_bare_debian mounted.
unmount_below() {
    local below=$1 place
    shift
    for place in "$@" dev/shm dev sys proc; do umount -l "$below/$place" 2>/dev/null || true; done
}

# make_bare_debian RELEASE FOLDER: a bare system in $root, at its second call from FOLDER/bare.tar.
make_bare_debian() {
    local release=$1 folder=$2
    rm -rf --one-file-system "$root"
    mkdir -p "$root"
    if [ ! -e "$folder/bare.tar" ]; then
        debootstrap --variant=minbase "$release" "$root" "$(find_mirror)" >"$folder/debootstrap.log"
        unmount_below "$root"
        tar -C "$root" --one-file-system -cf "$folder/bare.tar.new" .
        mv "$folder/bare.tar.new" "$folder/bare.tar"
    else
        tar -C "$root" -xf "$folder/bare.tar"
    fi
    mount -t proc proc "$root/proc"
    mount --bind /dev "$root/dev"
    mkdir -p "$root/dev/shm"
    mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
    [ -e "$root/etc/mtab" ] || ln -s ../proc/self/mounts "$root/etc/mtab" # as an installed system has it
    cp -L /etc/resolv.conf "$root/etc/" 2>/dev/null || true
    cp /etc/apt/apt.conf.d/99* "$root/etc/apt/apt.conf.d/" 2>/dev/null || true # how this machine reaches its mirror
}

# inside COMMAND...: with nothing of this machine's environment.
inside() { chroot "$root" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
    DEBIAN_FRONTEND=noninteractive "$@"; }
