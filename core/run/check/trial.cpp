#include "run/check/trial.h"

#include "base/clock.h"
#include "event/event.h"
#include "event/folder/run_folder.h"
#include "preset/yaml/load.h"
#include "run/devices/auto_devices.h"
#include "run/devices/this_machine.h"
#include "run/printed_error.h"
#include "run/programs.h"
#include "run/surroundings.h"

#include <QProcess>
#include <QTemporaryDir>
#include <algorithm>
#include <cmath>
#include <csignal>
#include <sys/prctl.h>

namespace tunedesk::run {

namespace {

/// One rank of the preset, without what a run would record.
Preset of_one_rank(Preset preset) {
    if (preset.training.threads == 0 && preset.parallel.processes > 1)
        preset.training.threads = std::max(1, this_machine().cores / preset.parallel.processes);
    preset.parallel.strategy = Preset::Strategy::single;
    preset.parallel.processes = preset.parallel.pipeline_stages = preset.parallel.tensor_size = 1;
    return choose_devices(preset).preset;
}

Error end_of(QProcess& worker, std::optional<std::uint64_t> kills_before) {
    if (worker.exitStatus() == QProcess::NormalExit)
        return printed_error(worker.readAllStandardError().toStdString(), "tunedesk-worker");
    const auto kills = oom_kills();
    if (worker.exitCode() == SIGKILL && kills && *kills > kills_before.value_or(0))
        return Error(ErrorId::trial_out_of_memory);
    return Error(ErrorId::trial_killed, {std::to_string(worker.exitCode())});
}

/// Runs the worker and gives each line of its output to `on_line`.
void try_in_worker(const Preset& preset, const QStringList& arguments,
                   const std::function<void(const Json&)>& on_line) {
    const QTemporaryDir folder;
    if (!folder.isValid()) throw Error(ErrorId::temporary_folder_failed, {}, folder.path().toStdString());
    const event::RunFolder run{folder.path().toStdString()};
    write_file_atomically(run.preset(), preset::to_yaml(of_one_rank(preset)));
    const auto kills_before = oom_kills();
    QProcess worker;
    worker.setProcessEnvironment(worker_environment());
    worker.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
    worker.start(QString::fromStdString(worker_program().string()),
                 QStringList{QStringLiteral("--try"), arguments.front(), folder.path()} + arguments.mid(1));
    if (!worker.waitForStarted())
        throw Error(ErrorId::trial_not_started, {worker.errorString().toStdString()});
    const auto read_lines = [&] { // a last line without an end is of a worker that died
        while (worker.canReadLine())
            on_line(parse_json(worker.readLine().toStdString(), "the worker's answer",
                               ErrorId::worker_answer_invalid));
    };
    while (worker.waitForReadyRead(-1))
        read_lines();
    worker.waitForFinished(-1);
    read_lines();
    if (worker.exitStatus() != QProcess::NormalExit || worker.exitCode() != 0)
        throw end_of(worker, kills_before);
}

} // namespace

bool is_out_of_memory(const Error& error) {
    return error.is(ErrorId::out_of_memory) || error.is(ErrorId::gpu_out_of_memory) ||
           error.is(ErrorId::trial_out_of_memory);
}

Measured measure(const Preset& preset, std::uint64_t limit) {
    Measured measured;
    QStringList arguments{QStringLiteral("memory")};
    if (limit > 0) arguments << QStringLiteral("--limit") << QString::number(limit);
    try_in_worker(preset, arguments, [&](const Json& line) {
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
    try_in_worker(preset, arguments, [&](const Json& line) {
        points.push_back({event::number(line, "learning_rate", 0), event::number(line, "loss", NAN)});
        on_point(points.back());
    });
    return points;
}

} // namespace tunedesk::run
