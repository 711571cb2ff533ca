// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/slurm/batch_script.h"

#include "base/error.h"
#include "base/text.h"
#include "preset/interop/shell.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace tunedesk::run {

namespace {

constexpr std::size_t longest_value = 128;

/// Throws Error 2037 if a text has other characters than SLURM's own values.
void require_plain(const char* option, const std::string& text, std::string_view marks) {
    const bool plain = std::ranges::all_of(text, [&](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) || marks.find(c) != std::string_view::npos;
    });
    if (!plain || text.size() > longest_value || text.front() == '-')
        throw Error(ErrorId::slurm_option_invalid, {shortened(text), option}, option);
}

/// A job's name of letters, digits, '-', '_' and '.'.
std::string job_name(const std::string& name) {
    std::string plain;
    for (const char c : name.substr(0, 60))
        plain += std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' ? c : '-';
    return "tunedesk-" + plain;
}

std::string option_lines(const BatchJob& job) {
    std::string lines;
    const auto add = [&](const std::string& option) { lines += "#SBATCH --" + option + "\n"; };
    add("job-name=" + job_name(job.name));
    add(fmt::format("nodes={}", job.nodes));
    add("ntasks-per-node=1");
    add(fmt::format("cpus-per-task={}", job.cpus));
    if (job.gpus > 0) add(fmt::format("gpus-per-node={}", job.gpus));
    if (!job.partition.empty()) {
        require_plain("--partition", job.partition, "-_.,");
        add("partition=" + job.partition);
    }
    if (!job.time.empty()) {
        require_plain("--time", job.time, ":-");
        add("time=" + job.time);
    }
    add("signal=B:USR1@120");
    add("requeue");
    add("open-mode=append");
    add("output=/dev/null"); // a path here would be a pattern; the script opens its log itself
    return lines;
}

constexpr const char* body = R"(
exec >>"$run/logs/slurm.log" 2>&1 </dev/null
TUNEDESK_RENDEZVOUS_SECRET=$(od -A n -N 32 -t x1 /dev/urandom | tr -d ' \n')
export TUNEDESK_RENDEZVOUS_SECRET
step=
trap '[ -z "$step" ] || kill -USR1 "$step"' USR1
trap '[ -z "$step" ] || kill -TERM "$step"' TERM
srun --nodes="$SLURM_JOB_NUM_NODES" --ntasks-per-node=1 --cpus-per-task="${SLURM_CPUS_PER_TASK:-1}" \
    --kill-on-bad-exit=1 "$tunedesk" --no-gui resume "$run" &
step=$!
# A signal ends wait before the step.
while :; do
    wait "$step"
    code=$?
    kill -0 "$step" 2>/dev/null || break
done
if [ "$code" -gt 128 ]; then
    wait "$step"
    again=$?
    [ "$again" = 127 ] || code=$again
fi
exit "$code"
)";

} // namespace

std::string batch_script(const BatchJob& job) {
    return "#!/bin/bash\n# By tunedesk submit. sbatch this file submits the run again.\n" +
           option_lines(job) + "run=" + preset::shell_word(job.run.string()) +
           "\ntunedesk=" + preset::shell_word(job.program.string()) + body;
}

} // namespace tunedesk::run
