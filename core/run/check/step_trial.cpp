// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/check/step_trial.h"

#include "event/event.h"
#include "event/folder/run_folder.h"
#include "preset/yaml/load.h"
#include "run/devices/auto_devices.h"

#include <QTemporaryDir>
#include <algorithm>
#include <cmath>

namespace tunedesk::run {

namespace {

int ranks_of(const Preset& preset) {
    return std::max(1, preset.parallel.processes);
}

/// The devices of `preset`'s ranks, of which `count` are started here.
Preset with_devices(const Preset& preset, int count) {
    if (count == ranks_of(preset)) return choose_devices(preset).preset;
    Preset there = preset;
    there.parallel.processes = count;
    there.parallel.pipeline_stages = there.parallel.tensor_size = 1;
    there.parallel.strategy = Preset::Strategy::single;
    Preset chosen = preset;
    chosen.parallel.devices = choose_devices(there).preset.parallel.devices;
    return chosen;
}

/// Runs so many ranks and gives each line of the first one's output to `on_line`.
void try_in_ranks(const Preset& preset, int count, const QStringList& arguments,
                  const std::function<void(const Json&)>& on_line) {
    const QTemporaryDir folder;
    if (!folder.isValid()) throw Error(ErrorId::temporary_folder_failed, {}, folder.path().toStdString());
    const event::RunFolder run{folder.path().toStdString()};
    const Preset chosen = with_devices(preset, count);
    write_file_atomically(run.preset(), preset::to_yaml(chosen));
    TrialRanks ranks(count, QStringList{QStringLiteral("--try"), arguments.front(), folder.path()} +
                                arguments.mid(1));
    ranks.wait(on_line);
}

} // namespace

Measured measure(const Preset& preset, std::uint64_t limit, std::optional<int> as_rank) {
    Measured measured;
    QStringList arguments{QStringLiteral("memory")};
    if (limit > 0) arguments << QStringLiteral("--limit") << QString::number(limit);
    if (as_rank) arguments << QStringLiteral("--as-rank") << QString::number(*as_rank);
    try_in_ranks(preset, as_rank ? 1 : ranks_of(preset), arguments, [&](const Json& line) {
        measured.batch_tokens = line.at("batch_tokens").get<std::uint64_t>();
        measured.tokens = line.at("tokens").get<std::uint64_t>();
        measured.sent_bytes = line.at("sent_bytes").get<std::uint64_t>();
        measured.seconds = line.at("seconds").get<double>();
        measured.peak_rss_bytes = line.at("peak_rss_bytes").get<std::uint64_t>();
        measured.peak_gpu_bytes = line.at("peak_gpu_bytes").get<std::uint64_t>();
        measured.memory = report::parse_memory_figures(line.at("memory"));
    });
    return measured;
}

Json to_json(const Measured& measured) {
    return {{"batch_tokens", measured.batch_tokens},
            {"tokens", measured.tokens},
            {"sent_bytes", measured.sent_bytes},
            {"seconds", measured.seconds},
            {"tokens_per_second", measured.tokens_per_second()},
            {"peak_rss_bytes", measured.peak_rss_bytes},
            {"peak_gpu_bytes", measured.peak_gpu_bytes},
            {"memory", report::to_json(measured.memory)}};
}

std::vector<RangePoint> test_range(const Preset& preset, const RangeTest& test,
                                   const std::function<void(const RangePoint&)>& on_point) {
    std::vector<RangePoint> points;
    const QStringList arguments{QStringLiteral("learning-rate"),     QStringLiteral("--from"),
                                QString::number(test.from, 'g', 17), QStringLiteral("--to"),
                                QString::number(test.to, 'g', 17),   QStringLiteral("--steps"),
                                QString::number(test.steps)};
    try_in_ranks(preset, ranks_of(preset), arguments, [&](const Json& line) {
        points.push_back({event::number(line, "learning_rate", 0), event::number(line, "loss", NAN)});
        on_point(points.back());
    });
    return points;
}

} // namespace tunedesk::run
