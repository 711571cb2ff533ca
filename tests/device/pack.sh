#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What first_contact.sh needs on a machine without a compiler or this one's libraries, in one archive: stripped programs
# of a dev build, the shared libraries that they link (but for LibTorch's and the C and C++ ones, which are there),
# presets, small models, and IMDb's training rows and a part of WikiText-2 where $TUNEDESK_DATA has them. It holds whole paths, which the tests
# know: unpack it there with tar -C / -xzf ARCHIVE. About 45 MB.
#
# usage: pack.sh BUILD ARCHIVE.tar.gz
set -euo pipefail
[ $# = 2 ] || { sed -n '2,/^set/s/^# \{0,1\}//p' "$0"; exit 2; }
build=$(cd "$1" && pwd) archive=$(realpath -m "$2")
source=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$build/CMakeCache.txt")
minilm=$source/.deps/models/all-MiniLM-L6-v2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
there=$work$build
mkdir -p "$there/bin" "$there/lib" "$there/first_contact/models/all-MiniLM-L6-v2" "$work$source"

programs=(test_device test_device_language test_device_kernels tunedesk tunedesk-worker libtunedesk-cuda.so)
for program in "${programs[@]}"; do
    strip --strip-unneeded -o "$there/bin/$program" "$build/bin/$program"
done
(cd "$build/bin" && ldd "${programs[@]}") | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | sort -u |
    grep -vE "^$source/\.deps|/(ld-linux|lib(c|m|dl|rt|pthread|util|resolv|stdc\+\+|gcc_s|gomp)\.so)" >"$work/libraries"
while read -r library; do
    strip --strip-unneeded -o "$there/lib/$(basename "$library")" "$library"
done <"$work/libraries"
rm "$work/libraries"

(cd "$source" && tar -cf - presets resources/samples/sst2 resources/samples/debian tests/golden/models) | tar -C "$work$source" -xf -
mkdir -p "$work$source/tests/device"
cp "$(dirname "${BASH_SOURCE[0]}")/"{first_contact.sh,recipe.py,language_recipe.py} "$work$source/tests/device"
# No weights: speed and memory do not depend on them.
(cd "$minilm" && cp config.json vocab.txt tokenizer.json tokenizer_config.json special_tokens_map.json \
    "$there/first_contact/models/all-MiniLM-L6-v2")
cp -r "$there/first_contact/models/all-MiniLM-L6-v2" "$there/first_contact/models/distilbert-base-uncased"
cat >"$there/first_contact/models/distilbert-base-uncased/config.json" <<'END'
{"model_type": "distilbert", "activation": "gelu", "dim": 768, "hidden_dim": 3072, "n_layers": 6, "n_heads": 12,
 "vocab_size": 30522, "max_position_embeddings": 512, "dropout": 0.1, "attention_dropout": 0.1,
 "seq_classif_dropout": 0.2, "initializer_range": 0.02, "pad_token_id": 0}
END
smol=$source/.deps/models/SmolLM2-135M-Instruct models=$there/first_contact/models
mkdir -p "$models/SmolLM2-135M-Instruct" "$models/gpt2"
(cd "$smol" && cp config.json tokenizer.json tokenizer_config.json "$models/SmolLM2-135M-Instruct")
(cd "$smol" && cp tokenizer.json tokenizer_config.json "$models/gpt2")
cat >"$models/gpt2/config.json" <<'END'
{"architectures": ["GPT2LMHeadModel"], "model_type": "gpt2", "vocab_size": 49152, "n_positions": 1024, "n_embd": 768,
 "n_layer": 12, "n_head": 12, "activation_function": "gelu_new", "resid_pdrop": 0.0, "embd_pdrop": 0.0, "attn_pdrop": 0.0}
END
if [ -f "${TUNEDESK_DATA:-/nowhere}/wikitext-2/wiki.train.tokens" ]; then
    mkdir -p "$there/first_contact/data"
    head -c 4000000 "$TUNEDESK_DATA/wikitext-2/wiki.train.tokens" >"$there/first_contact/data/text.txt"
fi
if [ -f "${TUNEDESK_DATA:-/nowhere}/imdb/train.csv" ]; then
    mkdir -p "$there/first_contact/data/imdb"
    cp "$TUNEDESK_DATA/imdb/train.csv" "$there/first_contact/data/imdb"
fi
(cd "$work" && tar --owner=0 --group=0 -czf "$archive" -- *) # not ".", whose mode would become that of /
ls -l "$archive"
