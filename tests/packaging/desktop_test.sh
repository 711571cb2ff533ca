#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The desktop file, the MIME type and the icon, as the desktop's own validators see them; then an installation
# whose window says its version from where it lies.
# usage: desktop_test.sh SOURCE_DIR BUILD_DIR
set -euo pipefail
source=$1 build=$2
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }

DESTDIR=$place cmake --install "$build" --prefix /usr --component tunedesk-server >/dev/null
[ ! -e "$place/usr/bin/tunedesk-gui" ] || fail "the server's component has the window"
DESTDIR=$place cmake --install "$build" --prefix /usr --component tunedesk >/dev/null
share=$place/usr/share

desktop-file-validate "$share/applications/tunedesk.desktop" || fail "desktop file"
update-mime-database "$share/mime" || fail "MIME database"
grep -q '^application/x-tunedesk:\*\.tunedesk$' <(grep -v '^#' "$share/mime/globs" ) || fail "no glob for *.tunedesk"
python3 -c 'import sys, xml.etree.ElementTree as t
sys.exit(t.parse(sys.argv[1]).getroot().findtext("launchable") != "tunedesk.desktop")' \
    "$share/metainfo/tunedesk.metainfo.xml" || fail "the description does not name the desktop file"
[ -s "$share/icons/hicolor/scalable/apps/tunedesk.svg" ] || fail "no icon"
[ -s "$share/tunedesk/presets/quickstart.yaml" ] || fail "no presets"

grep -q '^tunedesk [0-9]' <<<"$("$place/usr/bin/tunedesk" --version)" || fail "the installed command does not run"
[ -x "$place/usr/bin/tunedesk-gui" ] || fail "no window"
# What a preset names is found from where presets are installed.
# (Read whole: a grep that is done early would end the writer with a broken pipe.)
shown=$(XDG_STATE_HOME=$place "$place/usr/bin/tunedesk" --no-gui preset show "$share/tunedesk/presets/quickstart.yaml")
grep -q "$share/tunedesk/resources/samples/sst2/train.tsv" <<<"$shown" || fail "the samples are not beside the presets"
[ -s "$share/tunedesk/resources/samples/sst2/train.tsv" ] || fail "no samples"
echo "passed"
