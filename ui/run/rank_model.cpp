// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/rank_model.h"

#include "base/text.h"
#include "run/policy/hang_suspect.h"
#include "ui/widgets/run_text.h"
#include "ui/widgets/text.h"

#include <algorithm>
#include <utility>

namespace tunedesk::ui {

void RankModel::set_limits(double heartbeat_seconds, double timeout_seconds) {
    heartbeat_ = heartbeat_seconds;
    timeout_ = timeout_seconds;
}

bool RankModel::is_silent(const RankView& view, double age) const {
    return view.heard > 0 && age > 3 * heartbeat_;
}

RankModel::Others RankModel::compare(const std::map<int, RankView>& ranks, bool is_live, double now) const {
    Others others;
    others.is_live = is_live;
    run::HangSuspect least;
    for (const auto& [number, view] : ranks) {
        others.furthest = std::max(others.furthest, view.step);
        if (!is_silent(view, now - view.heard)) continue;
        const auto measured = memory_.find(number);
        const char state = measured == memory_.end() ? '?' : measured->second.state;
        using enum run::HangSuspect::Process;
        const run::HangSuspect candidate{false, view.waits_for == "ranks",
                                         state == 'T'   ? stopped
                                         : state == 'S' ? asleep
                                                        : awake,
                                         view.heard};
        if (others.suspect >= 0 && least <= candidate) continue;
        others.suspect = number;
        least = candidate;
    }
    return others;
}

QString RankModel::remark_of(int index, const RankView& view, const Others& others, double age) const {
    if (!view.failure.empty()) return tr("dead: %1").arg(to_qt(view.failure));
    if (!others.is_live || view.heard == 0) return {};
    const bool waits = is_silent(view, age) || view.waits_for == "ranks";
    if (waits && others.suspect >= 0 && others.suspect != index)
        return tr("waits for rank %1").arg(others.suspect);
    if (age > timeout_) return tr("dead: no heartbeat for %1 s").arg(age, 0, 'f', 0);
    const auto measured = memory_.find(index);
    if (measured != memory_.end() && measured->second.state == 'T')
        return tr("silent: stopped by a signal; kill -CONT %1 continues it").arg(measured->second.pid);
    if (is_silent(view, age)) return tr("silent: counts as hung after %1 s").arg(timeout_, 0, 'f', 0);
    // Reports of synchronous ranks may be up to a second apart.
    if (view.phase == event::training_phase &&
        static_cast<double>(others.furthest - view.step) > std::max(2.0, pace_))
        return tr("slow: %1 steps behind").arg(others.furthest - view.step);
    return {};
}

void RankModel::keep_pace(std::int64_t furthest, double now) {
    constexpr double every_seconds = 2;
    if (now >= paced_at_ && now - paced_at_ < every_seconds) return;
    const bool is_known = paced_at_ > 0 && now > paced_at_ && furthest >= paced_step_;
    pace_ = is_known ? static_cast<double>(furthest - paced_step_) / (now - paced_at_) : 0;
    paced_at_ = now;
    paced_step_ = furthest;
}

void RankModel::show_ranks(const std::map<int, RankView>& ranks, bool is_live, double now) {
    const Others others = compare(ranks, is_live, now);
    keep_pace(others.furthest, now);
    std::vector<Row> rows;
    for (const auto& [number, view] : ranks) {
        const double age = now - view.heard;
        const bool has_age = is_live && view.heard > 0;
        const auto measured = memory_.find(number);
        const bool known = is_live && measured != memory_.end();
        const auto used = load_.find(number);
        QStringList cells{QString::number(number), is_live ? phase_text(view.phase) : tr("ended"),
                          QString::number(view.step),
                          has_age ? tr("%1 s ago").arg(age, 0, 'f', 1) : QString(),
                          known ? to_qt(human_bytes(measured->second.rss_bytes)) : QString()};
        for (const std::uint64_t bytes : view.memory)
            cells << (bytes > 0 ? to_qt(human_bytes(bytes)) : QString());
        cells << (known && used != load_.end() ? tr("%1 cores").arg(used->second, 0, 'f', 1) : QString())
              << remark_of(number, view, others, age);
        rows.push_back({number, std::move(cells)});
    }
    if (rows.size() != rows_.size()) {
        beginResetModel();
        rows_ = std::move(rows);
        endResetModel();
        return;
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i] == rows_[i]) continue;
        rows_[i] = std::move(rows[i]);
        const int row = static_cast<int>(i);
        Q_EMIT dataChanged(index(row, 0), index(row, column_count - 1));
    }
}

void RankModel::show_memory(const std::vector<run::RankMemory>& measured, double now) {
    const auto all_before = std::exchange(memory_, {});
    load_.clear();
    for (const run::RankMemory& each : measured) {
        const auto before = all_before.find(each.rank);
        if (before != all_before.end() && before->second.pid == each.pid && now > measured_at_)
            load_[each.rank] = (each.cpu_seconds - before->second.cpu_seconds) / (now - measured_at_);
        memory_[each.rank] = each;
    }
    measured_at_ = now;
}

double RankModel::cores_used() const {
    double all = 0;
    for (const auto& [number, cores] : load_)
        all += cores;
    return all;
}

bool RankModel::knows_parts() const {
    return std::ranges::any_of(rows_, [](const Row& row) {
        return !row.cells.mid(first_part, load - first_part).join(QString()).isEmpty();
    });
}

int RankModel::remarkable() const {
    return static_cast<int>(std::count_if(rows_.begin(), rows_.end(),
                                          [](const Row& row) { return !row.cells[remark].isEmpty(); }));
}

int RankModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int RankModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

QVariant RankModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const Row& row = rows_[static_cast<std::size_t>(index.row())];
    if (role == Qt::DisplayRole || (role == Qt::ToolTipRole && index.column() == remark))
        return row.cells[index.column()];
    return {};
}

QVariant RankModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    const QString titles[] = {tr("Rank"),        tr("Phase"),     tr("Step"),      tr("Heartbeat"),
                              tr("Memory"),      tr("Weights"),   tr("Gradients"), tr("Optimizer"),
                              tr("Activations"), tr("Workspace"), tr("Load"),      tr("Remark")};
    static_assert(std::size(titles) == column_count);
    return section >= 0 && section < column_count ? titles[section] : QVariant();
}

} // namespace tunedesk::ui
