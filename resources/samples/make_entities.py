# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes entities/train.conll, validation.conll and test.conll: descriptions of Debian packages with what they name, for
task: token-classification.

Run from the repository's root: python resources/samples/make_entities.py
Reads the descriptions of debian/*.jsonl (make_debian.py). Names are found by the lists below, as a first annotation
often is: a model learns them from their surroundings too, and finds others. More than one in three names nothing.
"""

import json
import random
import re
from pathlib import Path

NAMES = {
    "LANG": "C,C++,C#,Java,Perl,Python,Python 3,Ruby,Lua,Lisp,Emacs Lisp,Common Lisp,Scheme,Haskell,Erlang,OCaml,R,D,Go,"
            "Rust,Tcl,Fortran,Pascal,Prolog,PHP,JavaScript,Octave,GAP,SQL,LaTeX,TeX,XSLT,Julia,Scala,Vala,Forth,Smalltalk",
    "PROG": "PostgreSQL,Postgres,MySQL,MariaDB,SQLite,Emacs,GNU Emacs,XEmacs,Vim,VDR,KDE,GNOME,Xfce,LXQt,Puppet,OpenStack,"
            "Postfix,Exim,Sendmail,JACK,Puredata,Pd,Open Broadcaster Software,OBS Studio,Icinga,Nagios,Munin,Mopidy,Kodi,"
            "Thunderbird,MPlayer,VLC,Graphite,Prometheus,SpamAssassin,GIMP,GStreamer,PulseAudio,PipeWire,FFmpeg,Minetest,"
            "Festival,Sylpheed,Claws Mail,Mew,Org-mode,PARI/GP,QIIME,IRAF,Arduino,Tux,Linux,Debian,GNU,Windows,X11,GTK+,GTK,"
            "Qt,ALSA,Kubernetes,Docker,Ceph,Apache,Nginx,Ganeti,Corosync,Pacemaker,Prosody,Lomiri,Plasma,Blender,Inkscape,"
            "Audacity,Ardour,Csound,SuperCollider,Mutt,Dovecot,Cyrus,Mailman,Redis,MongoDB,Firebird,LibreOffice,Asterisk",
    "FORMAT": "JPEG,PNG,GIF,SVG,PDF,TIFF,APNG,EXIF,Exif,DICOM,FITS,MP3,Ogg,Ogg Vorbis,FLAC,MPEG,MPEG-2,MPEG-4,MIDI,ID3,"
              "XML,HTML,JSON,YAML,CSV,Markdown,reStructuredText,FASTA,FASTQ,SAM,BAM,VCF,GFF,vCard,iCalendar,TrueType,"
              "OpenType,Unicode,UTF-8,ASCII,SMTP,IMAP,POP3,HTTP,HTTPS,FTP,SSH,DNS,IP,IPv6,TCP,UDP,LDAP,IRC,WebDAV,SNMP,NFS,"
              "ODBC,MIME,SPF,DKIM,OSC,ARP,SFF,DVB,DVD,D-Bus",
}
COUNTS = {"train": 640, "validation": 120, "test": 160}
WORDS = re.compile(r"[^\W_]+(?:[-+#./&'][^\W_]+)*[+#]*|\S")


def names_by_words():
    """Words of each name, the longest names first."""
    found = [(WORDS.findall(name), kind) for kind, names in NAMES.items() for name in names.split(",")]
    return sorted(found, key=lambda one: -len(one[0]))


def tagged(words, names):
    tags = ["O"] * len(words)
    for parts, kind in names:
        for i in range(len(words) - len(parts) + 1):
            if words[i:i + len(parts)] == parts and set(tags[i:i + len(parts)]) == {"O"}:
                tags[i:i + len(parts)] = ["B-" + kind] + ["I-" + kind] * (len(parts) - 1)
    return tags


def descriptions(folder):
    for split in ("train", "validation", "test"):
        for line in (folder / f"{split}.jsonl").read_text(encoding="utf-8").splitlines():
            yield json.loads(line)["messages"][1]["content"].split("? ", 1)[1]


def main():
    samples = Path(__file__).parent
    names = names_by_words()
    rows = [(words, tagged(words, names)) for words in map(WORDS.findall, sorted(set(descriptions(samples / "debian"))))]
    with_names = [row for row in rows if set(row[1]) != {"O"}]
    others = [row for row in rows if set(row[1]) == {"O"}]
    rng = random.Random(23)
    rng.shuffle(with_names)
    rng.shuffle(others)
    total = sum(COUNTS.values())
    chosen = with_names[:total * 2 // 3]
    chosen += others[:total - len(chosen)]
    rng.shuffle(chosen)
    (samples / "entities").mkdir(exist_ok=True)
    begin = 0
    for split, count in COUNTS.items():
        text = "\n".join("".join(f"{word} {tag}\n" for word, tag in zip(*row)) for row in chosen[begin:begin + count])
        (samples / "entities" / f"{split}.conll").write_text(text, encoding="utf-8")
        begin += count
    print(f"{len(with_names)} of {len(rows)} descriptions name something")


main()
