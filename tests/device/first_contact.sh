#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The first minutes on a machine with a GPU: every function of the device tests by itself under a time limit, so that
# one that hangs hides no other; runs through tunedesk (check --measure, a run that is killed and resumed to the same
# bits, too large a batch, rising learning rates); and R1's speed. It needs the programs of a dev build and LibTorch's
# libraries, and no compiler; pack.sh puts the rest into one archive.
#
# usage: first_contact.sh BUILD TORCH OUT [PART...]
#   BUILD  the build folder, where it was built: the tests know its place
#   TORCH  the folder torch of a 2.11 wheel, with nvidia beside it, or the libraries of CUDA 13 on the loader's path
#   OUT    gets summary.txt, a page, and the logs: 7 files at most
#   PART   kernels, device, language, runs, speed, language-speed; all of them where none is named
# SECONDS_IN_ALL (570) bounds the whole; what no time is left for is left out, and said. DEVICES=cpu rehearses runs
# and speed where there is no GPU; FUNCTIONS, a regular expression, chooses among the functions of the tests. Ends with
# 0, 1 where something failed, 77 without a GPU.
set -uo pipefail
[ $# -ge 3 ] || { sed -n '2,/^set/s/^# \{0,1\}//p' "$0"; exit 2; }
build=$(cd "$1" && pwd) && torch=$(cd "$2" && pwd) || exit 2
mkdir -p "$3" && out=$(cd "$3" && pwd) || exit 2
shift 3
parts=" ${*:-kernels device language runs speed language-speed} "
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
devices=${DEVICES:-cuda} deadline=${SECONDS_IN_ALL:-570} failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
packed=$build/first_contact
export TUNEDESK_MODELS=${TUNEDESK_MODELS:-$packed/models} TUNEDESK_DATA=${TUNEDESK_DATA:-$packed/data}
export XDG_CACHE_HOME=$work/cache XDG_STATE_HOME=$work/state XDG_RUNTIME_DIR=$work/runtime
mkdir -m 700 "$XDG_RUNTIME_DIR"
libraries=$torch/lib
for folder in "$torch"/../nvidia/*/lib "$build/lib"; do
    [ -d "$folder" ] && libraries+=:$folder
done
libraries+=${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
tunedesk=("$build/bin/tunedesk" --no-gui)

say() { printf '%s\n' "$*" | tee -a "$out/summary.txt"; }
wants() { [[ $parts == *" $1 "* ]]; }
# The programs alone get the libraries, which may be older than those of the shell's own programs.
with() { timeout -k 5 "$1" env LD_LIBRARY_PATH="$libraries" "${@:2}"; }

# step LOG LIMIT WANTED NAME COMMAND...: runs it, and says how it went.
step() {
    local log=$out/$1 limit=$2 wanted=$3 name=$4 start=$SECONDS left=$((deadline - SECONDS)) code=0 verdict=pass
    shift 4
    if ((left < 10)); then
        failed=1
        say "LEFT OUT  $name: no time"
        return 1
    fi
    ((limit < left)) || limit=$left
    printf '\n== %s\n' "$name" >>"$log"
    with "$limit" "$@" >"$work/last" 2>&1 || code=$?
    cat "$work/last" >>"$log"
    [ "$code" = "$wanted" ] || { verdict=FAIL failed=1; }
    say "$(printf '%-5s %4d s  %s%s' "$verdict" $((SECONDS - start)) "$name" \
        "$([ "$verdict" = pass ] || printf ' (code %s, not %s)' "$code" "$wanted")$(
            ((code == 124 || code == 137)) && [ "$code" != "$wanted" ] && printf ': ran past %s s' "$limit")")"
    [ "$verdict" = pass ] ||
        grep -aE '^FAIL!|^ *what\(\)|error\[TD|INTERNAL ASSERT|CUDA error|Segmentation' "$work/last" | head -4 |
        cut -c1-220 | sed 's/^/        /' | tee -a "$out/summary.txt"
    [ "$verdict" = pass ]
}

tell() { # LOG LIMIT PROGRAM FUNCTION[:ROW]
    step "$1" "$2" 0 "$3 $4" "$build/bin/$3" "$4" -nocrashhandler
    grep -aE '^(QINFO|SKIP)' "$work/last" | cut -c1-160 | head -12 | sed 's/^/        /' >>"$out/summary.txt"
}

tests() { # PROGRAM LIMIT
    local functions function
    functions=$(with 120 "$build/bin/$1" -functions | sed -n 's/()$//p' | grep -E "${FUNCTIONS:-.}")
    for function in $functions; do
        tell "$1.log" "$2" "$1" "$function"
        # An exception ends the whole process: the rows behind it have not run.
        grep -qa 'unhandled exception' "$work/last" || continue
        with 120 "$build/bin/$1" -datatags | sed -n "s/^[A-Za-z]* $function //p" >"$work/rows"
        while read -r row; do
            tell "$1.log" "$2" "$1" "$function:$row" </dev/null
        done <"$work/rows"
    done
}

# run NAME LIMIT WANTED PRESET MORE...: a run into $work/NAME.
run() {
    step runs.log "$2" "$3" "run $1" "${tunedesk[@]}" run "$source/presets/$4" --run-dir "$work/$1" "${common[@]}" \
        "${@:5}"
}

figure() { sed -n "s/.*\"$2\": *\([0-9.e+]*\).*/\1/p" "$work/$1/report.json" 2>/dev/null | head -1; }

: >"$out/summary.txt"
{
    date -u
    uname -a
    nvidia-smi 2>&1
    grep -m1 'model name' /proc/cpuinfo
    grep -E 'MemTotal|MemAvailable' /proc/meminfo
    for program in tunedesk tunedesk-worker test_device test_device_language test_device_kernels libtunedesk-cuda.so; do
        echo "== $program"
        env LD_LIBRARY_PATH="$libraries" ldd "$build/bin/$program" | grep -E '=> not found|torch|cuda|nvrtc' || true
    done
} >"$out/machine.txt" 2>&1
if grep -q '=> not found' "$out/machine.txt"; then
    say "The programs do not start here; what is not found stands in machine.txt:"
    grep '=> not found' "$out/machine.txt" | sort -u | head -20 | tee -a "$out/summary.txt"
    exit 1
fi
if [ "$devices" = cuda ]; then
    code=0
    there=$(with 120 "$build/bin/test_device_kernels" -functions 2>&1) || code=$?
    if [ $code != 0 ]; then
        say "${there:0:600}"
        [ $code = 77 ] && exit 77
        say "The test programs end with $code before they test anything."
        exit 1
    fi
    say "$(nvidia-smi --query-gpu=name,memory.total,driver_version --format=csv,noheader 2>/dev/null)"
fi

wants kernels && tests test_device_kernels 60
wants device && tests test_device 150
wants language && tests test_device_language 150

common=(--set "parallel.devices=$devices" --set model.init=random)
if wants runs; then
    quick=$source/presets/quickstart.yaml
    few=(--set "model.path=$TUNEDESK_MODELS/all-MiniLM-L6-v2" --set training.max_steps=60
        --set checkpoint.every_n_steps=20 --set evaluation.strategy=no)
    step runs.log 90 0 "check --measure" "${tunedesk[@]}" check "$quick" --measure "${common[@]}" "${few[@]}" &&
        sed -n '/memory of a rank/,$p' "$work/last" | head -30 >>"$out/summary.txt"
    run whole 90 0 quickstart.yaml "${few[@]}"
    TUNEDESK_FAULT=optimizer:45:kill run killed 90 7 quickstart.yaml "${few[@]}"
    step runs.log 90 0 "resume killed" "${tunedesk[@]}" resume "$work/killed"
    step runs.log 10 0 "resumed to the same bits" cmp "$work/"{whole,killed}/final/model.safetensors
    if [ "$devices" = cuda ]; then
        for way in precision.compute=bf16 precision.compute=fp16 precision.static_graph=true \
            "memory.offload=[optimizer,parameters,activations]" memory.optimizer_in_backward=true \
            memory.activation_checkpointing=block training.optim=adamw_8bit; do
            run "$way" 60 0 quickstart.yaml "${few[@]}" --set "$way"
        done
        run "fp16 and static graph" 60 0 quickstart.yaml "${few[@]}" --set precision.compute=fp16 \
            --set precision.static_graph=true --set precision.loss_scale_window=10
        run "too large a batch" 90 5 r1-loop.yaml --set training.max_steps=2 --set training.per_device_train_batch_size=8000 --set data.validation= \
                --set data.test= --set evaluation.strategy=no
    fi
    step runs.log 60 0 "lr-range" "${tunedesk[@]}" lr-range "$quick" --steps 20 "${common[@]}" "${few[@]}"
    step runs.log 120 0 "batch-size" "${tunedesk[@]}" batch-size "$quick" --at-most 16 "${common[@]}" "${few[@]}"
fi

# speed LOG NAME PRESET STEPS MORE...: a run's figures; `epoch`, its tokens, tells how long three epochs take.
speed() {
    local run="speed $2"
    step "$1" 150 0 "$2" "${tunedesk[@]}" run "$3" --run-dir "$work/$run" "${common[@]}" \
        --set checkpoint.every_n_steps=1000000 --set logging.every_n_steps=100 --set "training.max_steps=$4" "${@:5}" ||
        return
    say "$(awk -v rate="$(figure "$run" train_tokens_per_second)" -v seconds="$(figure "$run" train_seconds)" \
        -v epoch="${epoch:-0}" -v peak="$(figure "$run" peak_gpu_bytes)" \
        -v warm="$(figure "$run" static_graph_warmup_seconds)" \
        -v recording="$(figure "$run" static_graph_capture_seconds)" 'BEGIN {
            printf "        %.0f tokens/s over %.1f s", rate, seconds
            if (epoch > 0 && rate > 0) printf ", 3 epochs %.1f s", 3 * epoch / rate
            printf ", peak %.2f GiB", peak / 2^30
            if (warm != "") printf ", warm-up %.1f s, recording %.1f s", warm, recording }')"
}
# recipe LOG NAME SCRIPT ARGUMENTS...: what users run today; its last line is its figures.
recipe() {
    step "$1" 90 0 "$2" env -u LD_LIBRARY_PATH python3 "$(dirname "${BASH_SOURCE[0]}")/$3" "${@:4}" &&
        tail -1 "$work/last" | cut -c1-300 | sed 's/^/        /' | tee -a "$out/summary.txt"
}
if wants speed && [ -f "$TUNEDESK_DATA/imdb/train.csv" ]; then
    r1=$source/presets/r1-loop.yaml r1_only=(--set data.validation= --set data.test=)
    step speed.log 120 0 "R1 tokens" "${tunedesk[@]}" check "$r1" --json "${common[@]}" "${r1_only[@]}"
    epoch=$(sed -n 's/.*"train_tokens": *\([0-9]*\).*/\1/p' "$work/last" | head -1)
    of_r1=("$r1" "${STEPS:-1000}" "${r1_only[@]}")
    bf16=(--set precision.compute=bf16) graph=(--set precision.static_graph=true)
    speed speed.log "R1 batch 12, bf16" "${of_r1[@]}" "${bf16[@]}"
    speed speed.log "R1 batch 12, bf16, static graph" "${of_r1[@]}" "${bf16[@]}" "${graph[@]}"
    speed speed.log "R1 16k tokens, bf16, static graph" "$r1" "${STEPS:-400}" "${r1_only[@]}" "${bf16[@]}" "${graph[@]}" \
        --set training.max_tokens_per_batch=16384
    speed speed.log "R1 batch 12, fp32" "$r1" "${STEPS:-300}" "${r1_only[@]}"
    if [ "$devices" = cuda ]; then
        for way in bf16 "bf16 --group" fp32; do
            # shellcheck disable=SC2086 # words
            recipe speed.log "R1, the usual recipe, $way" recipe.py "$TUNEDESK_MODELS/distilbert-base-uncased" \
                "$TUNEDESK_DATA/imdb/train.csv" --precision $way
        done
    fi
elif wants speed; then
    failed=1
    say "LEFT OUT  speed: no imdb/train.csv in $TUNEDESK_DATA"
fi
if wants language-speed && [ -f "$TUNEDESK_DATA/text.txt" ]; then
    gpt2=$work/gpt2.yaml chat=$source/presets/chat.yaml smol=$TUNEDESK_MODELS/SmolLM2-135M-Instruct epoch=0
    cat >"$gpt2" <<END
{tunedesk: 1, name: gpt2, task: language-modeling, model: {path: $TUNEDESK_MODELS/gpt2, dropout: 0},
 data: {train: $TUNEDESK_DATA/text.txt, max_length: ${LENGTH:-1024}}, evaluation: {strategy: "no"},
 training: {per_device_train_batch_size: 8, optim: adamw, learning_rate: 1e-4, max_grad_norm: 1}}
END
    step language.log 60 0 "weights for SmolLM2" env -u LD_LIBRARY_PATH python3 - "$smol" <<'END'
import sys, torch
from transformers import AutoConfig, AutoModelForCausalLM
torch.manual_seed(1)
AutoModelForCausalLM.from_config(AutoConfig.from_pretrained(sys.argv[1])).save_pretrained(sys.argv[1] + "/made")
import os
os.replace(sys.argv[1] + "/made/model.safetensors", sys.argv[1] + "/model.safetensors")
END
    bf16=(--set precision.compute=bf16) graph=(--set precision.static_graph=true)
    alone=(--set "model.path=$smol" --set training.num_train_epochs=50 --set data.validation= --set data.test=
        --set evaluation.strategy=no --set evaluation.on_start=false --set evaluation.prompts= --set checkpoint.monitor=val_loss --set checkpoint.mode=min --set model.init=pretrained)
    speed language.log "GPT-2 8 x 1,024, bf16" "$gpt2" "${STEPS:-60}" "${bf16[@]}"
    speed language.log "GPT-2 8 x 1,024, bf16, static graph" "$gpt2" "${STEPS:-100}" "${bf16[@]}" "${graph[@]}"
    speed language.log "SmolLM2 LoRA, chat, batch 8, bf16" "$chat" "${STEPS:-100}" "${alone[@]}"
    speed language.log "SmolLM2 LoRA, chat, batch 8, bf16, static graph" "$chat" "${STEPS:-300}" "${alone[@]}" "${graph[@]}"
    if [ "$devices" = cuda ]; then
        recipe language.log "GPT-2 8 x 1,024, the usual recipe, bf16" language_recipe.py gpt2 "$TUNEDESK_MODELS/gpt2" \
            "$TUNEDESK_DATA/text.txt" --batch 8
        recipe language.log "SmolLM2 LoRA, chat, the usual recipe, bf16" language_recipe.py chat "$smol" \
            "$source/resources/samples/debian/train.jsonl" --batch 8
    fi
elif wants language-speed; then
    failed=1
    say "LEFT OUT  language-speed: no text.txt in $TUNEDESK_DATA"
fi
(cd "$work" &&
    find . \( -name report.json -o -name environment.json -o -name exit.json -o -name 'rank*.log' \) -print0 |
    tar -czf "$out/reports.tar.gz" --null -T -)
say "$([ $failed = 0 ] && echo 'All passed' || echo 'Something failed') in $SECONDS s."
exit $failed
