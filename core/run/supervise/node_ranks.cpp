// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/supervise/node_ranks.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/host_figures.h"
#include "preset/yaml/load.h"
#include "run/supervise/task_ranks.h"

#include <QCoreApplication>
#include <csignal>
#include <cstring>
#include <fmt/format.h>
#include <sys/stat.h>

namespace tunedesk::run {

namespace {

constexpr int look_each_ms = 500;
/// Time for ranks whose peers are gone: they exit by themselves once they notice.
constexpr double following_seconds = 20;
constexpr double recording_seconds = 30;

fs::path task_preset(const Launch& launch) {
    return runtime_home() / fmt::format("{}.task-{}.yaml", launch.folder.identity(), launch.task.rank);
}

} // namespace

fs::path kept_preset(const event::RunFolder& folder) {
    return folder.root / "parts" / "preset.yaml";
}

NodeRanks::NodeRanks(Launch launch)
    : launch_(std::move(launch)), preset_(task_preset(launch_)), stamp_(end_stamp()),
      signals_([this](int number, SignalMeaning meaning) { on_signal(number, meaning); }),
      ranks_({[](int, const std::string&) {}, [](int, const std::string&) {},
              [this](int rank, ProcessEnd end) { on_end(rank, end); }}) {
    make_run_folder(launch_.folder);
    make_private_folder(runtime_home());
    write_private_file(preset_, preset::to_yaml(launch_.preset));
    if (launch_.collects) {
        make_folders(kept_preset(launch_.folder).parent_path(), ErrorId::run_folder_not_writable, 0700);
        write_private_file(kept_preset(launch_.folder), preset::to_yaml(launch_.preset));
    }
    const Preset::Parallel& parallel = launch_.preset.parallel;
    const int port = parallel.master_port != 0 ? parallel.master_port : launch_.task.master_port;
    ranks_.start(
        launch_, port, {}, [](int) {}, preset_);
}

NodeRanks::~NodeRanks() {
    std::error_code ignored;
    fs::remove(preset_, ignored);
}

int NodeRanks::run() {
    signals_.deliver();
    ticker_.setInterval(look_each_ms);
    QObject::connect(&ticker_, &QTimer::timeout, [this] { on_tick(); });
    ticker_.start();
    if (!all_ended()) loop_.exec();
    return code_;
}

void NodeRanks::on_signal(int number, SignalMeaning meaning) {
    if (meaning == SignalMeaning::stop) ranks_.signal(SIGTERM);
    if (meaning != SignalMeaning::force) return;
    code_ = 128 + number;
    ranks_.kill();
}

void NodeRanks::on_end(int rank, ProcessEnd end) {
    ends_[rank] = end;
    const bool failed = end.signal != 0 || (end.code != 0 && end.code != static_cast<int>(ExitCode::stopped));
    if (failed && code_ == 0) {
        code_ = end.signal != 0 ? static_cast<int>(ExitCode::rank_died) : end.code;
        const char* name = ::sigabbrev_np(end.signal);
        if (end.signal != 0 && !kill_at_)
            failure_ = Error(ErrorId::rank_killed,
                             {fmt::to_string(rank), fmt::format("SIG{}", name ? name : "?")}, host_name());
        kill_after(following_seconds);
    }
    if (!all_ended()) return;
    return_at_ = monotonic_seconds() + recording_seconds;
    on_tick();
}

void NodeRanks::on_tick() {
    const bool recorded = is_recorded();
    if (return_at_ && (code_ == 0 || code_ > 128 || recorded || monotonic_seconds() > *return_at_))
        return loop_.quit();
    if (recorded) kill_after(following_seconds);
    if (kill_at_ && monotonic_seconds() > *kill_at_) ranks_.kill();
}

void NodeRanks::kill_after(double seconds) {
    if (!kill_at_) kill_at_ = monotonic_seconds() + seconds;
}

bool NodeRanks::is_recorded() const {
    const std::string now = end_stamp();
    return !now.empty() && now != stamp_;
}

std::string NodeRanks::end_stamp() const {
    struct stat status {};
    if (::stat(launch_.folder.exit().c_str(), &status) != 0) return {};
    return fmt::format("{}.{}.{}", status.st_ino, status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

} // namespace tunedesk::run
