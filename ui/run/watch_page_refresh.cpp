// What a WatchPage looks at once a second while it is visible: devices, disk, warnings.

#include "base/text.h"
#include "run/folder/remote_place.h"
#include "ui/run/gpu_model.h"
#include "ui/run/log_view.h"
#include "ui/run/rank_model.h"
#include "ui/run/run_ending.h"
#include "ui/run/watch_page.h"
#include "ui/widgets/background.h"
#include "ui/widgets/text.h"

#include <QLabel>
#include <QTabWidget>

namespace tunedesk::ui {

void WatchPage::on_refresh() {
    show_state();
    if (const auto reading = sampler_ ? sampler_->latest() : std::nullopt) latest_gpus_ = reading->gpus;
    show_devices();
    if (refreshes_ % 2 == 0) read_host();
    if (refreshes_++ % 30 == 0) check_disk();
    show_warnings();
}

void WatchPage::show_devices() {
    std::optional<GpuModel::Host> host;
    if (host_) host = {*host_, host_load_};
    gpus_->show_devices(latest_gpus_, host, memory_, ranks_->cores_used());
    QStringList remarks;
    if (memory_.empty()) remarks << tr("No rank of this run lives on this machine now.");
    if (latest_gpus_.empty()) remarks << tr("This machine shows no NVIDIA GPU.");
    if (const auto there = run::remote_run_of(run_))
        remarks = {
            tr("The run lives on %1; these are the devices of this machine.").arg(to_qt(there->server))};
    device_text_->setText(remarks.join(u' '));
    device_text_->setVisible(!remarks.isEmpty());
}

void WatchPage::read_host() {
    in_background(
        this, [](const CancelToken&) { return read_host_figures(); },
        [this](const std::optional<HostFigures>& figures) {
            if (!figures) return;
            host_load_ = figures->load_since(host_.value_or(HostFigures{}));
            host_ = figures;
        });
}

void WatchPage::check_disk() {
    if (run_.empty() || run::remote_run_of(run_) || feed_->source() != RunFeed::Source::live)
        return disk_warnings_.clear();
    in_background(
        this, [run = run_](const CancelToken&) { return free_space(run); },
        [this, run = run_](std::uint64_t bytes) {
            if (run == run_) disk_warnings_ = disk_warnings(bytes);
        });
}

void WatchPage::show_warnings() {
    constexpr std::size_t most = 200;
    std::vector<RunWarning> warnings = disk_warnings_;
    const auto add = [&](const std::vector<RunWarning>& more) {
        warnings.insert(warnings.end(), more.begin(), more.end());
    };
    if (!run::remote_run_of(run_)) add(gpu_warnings(latest_gpus_));
    const bool is_live = feed_->source() == RunFeed::Source::live; // an earlier end is no end of this one
    if (const auto& exit = feed_->exit();
        !is_live && exit && exit->code != 0 && exit->code != 75 && !error_text_of(*exit).isEmpty())
        warnings.push_back({error_text_of(*exit), {}}); // it names its own remedy
    if (const RunHistory* history = feed_->history().get()) {
        add(nonfinite_warnings(history->nonfinite_steps()));
        for (auto line = history->log().rbegin(); line != history->log().rend() && warnings.size() < most;
             ++line)
            if (line->level == "warning" || line->level == "error") warnings.push_back(logged_warning(*line));
    }
    tabs_->setTabText(log_tab,
                      log_model_->count(0) > 0 ? tr("Log (%1)").arg(log_model_->count(0)) : tr("Log"));
    const int remarks = ranks_->remarkable();
    tabs_->setTabText(rank_tab, remarks > 0 ? tr("Ranks (%1 with a remark)").arg(remarks) : tr("Ranks"));
    if (warnings == warnings_ && !warning_text_->text().isEmpty()) return;
    warnings_ = std::move(warnings);
    QStringList lines;
    for (const RunWarning& warning : warnings_)
        lines << QStringLiteral("• ") + warning.text +
                     (warning.advice.isEmpty() ? QString() : QStringLiteral("\n   → ") + warning.advice);
    warning_text_->setText(lines.isEmpty() ? tr("There are no warnings.") : lines.join(u'\n'));
    tabs_->setTabText(warning_tab,
                      warnings_.empty() ? tr("Warnings") : tr("Warnings (%1)").arg(warnings_.size()));
}

} // namespace tunedesk::ui
