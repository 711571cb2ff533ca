#include "run/check/step_trial.h"

#include "event/event.h"
#include "event/folder/run_folder.h"
#include "preset/yaml/load.h"
#include "run/devices/auto_devices.h"

#include <QTemporaryDir>
#include <cmath>

namespace tunedesk::run {

namespace {

/// Runs the preset's ranks and gives each line of rank 0's output to `on_line`.
void try_in_ranks(const Preset& preset, const QStringList& arguments,
                  const std::function<void(const Json&)>& on_line) {
    const QTemporaryDir folder;
    if (!folder.isValid()) throw Error(ErrorId::temporary_folder_failed, {}, folder.path().toStdString());
    const event::RunFolder run{folder.path().toStdString()};
    const Preset chosen = choose_devices(preset).preset;
    write_file_atomically(run.preset(), preset::to_yaml(chosen));
    TrialRanks ranks(chosen, QStringList{QStringLiteral("--try"), arguments.front(), folder.path()} +
                                 arguments.mid(1));
    ranks.wait(on_line);
}

} // namespace

Measured measure(const Preset& preset, std::uint64_t limit) {
    Measured measured;
    QStringList arguments{QStringLiteral("memory")};
    if (limit > 0) arguments << QStringLiteral("--limit") << QString::number(limit);
    try_in_ranks(preset, arguments, [&](const Json& line) {
        measured.batch_tokens = line.at("batch_tokens").get<std::uint64_t>();
        measured.tokens = line.at("tokens").get<std::uint64_t>();
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
    try_in_ranks(preset, arguments, [&](const Json& line) {
        points.push_back({event::number(line, "learning_rate", 0), event::number(line, "loss", NAN)});
        on_point(points.back());
    });
    return points;
}

} // namespace tunedesk::run
