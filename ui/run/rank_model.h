// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/devices/rank_memory.h"
#include "ui/run/run_history.h"

#include <QAbstractTableModel>

namespace tunedesk::ui {

/// The ranks of a run: phase, step, age of the last heartbeat, memory by part, and a remark on a rank that is
/// slow, silent or dead. Window's thread.
class RankModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        rank,
        phase,
        step,
        heartbeat,
        memory,
        first_part, ///< a column for each of report::memory_parts
        load = first_part + static_cast<int>(report::memory_parts.size()),
        remark,
        column_count
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Keys of supervision. A rank without a message for three times `heartbeat_seconds` counts as silent,
    /// for `timeout_seconds` as hung.
    void set_limits(double heartbeat_seconds, double timeout_seconds);
    /// `now`: monotonic seconds; ages are shown only of live runs.
    void show_ranks(const std::map<int, RankView>& ranks, bool is_live, double now);
    void show_memory(const std::vector<run::RankMemory>& measured, double now);
    /// Cores that all ranks together used between the last two measurements.
    double cores_used() const;
    /// Whether a rank has reported its memory by part.
    bool knows_parts() const;
    /// Number of ranks with a remark.
    int remarkable() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        int rank = 0;
        QStringList cells;
        bool operator==(const Row&) const = default;
    };
    /// Facts about all ranks, with which each is compared.
    struct Others {
        std::int64_t furthest = 0; ///< step
        int suspect = -1;          ///< the rank that silent ranks wait for; -1: none is silent
        bool is_live = false;
    };
    Others compare(const std::map<int, RankView>& ranks, bool is_live, double now) const;
    void keep_pace(std::int64_t furthest, double now);
    QString remark_of(int index, const RankView& view, const Others& others, double age) const;
    bool is_silent(const RankView& view, double age) const;

    std::vector<Row> rows_;
    std::map<int, run::RankMemory> memory_;
    std::map<int, double> load_;     ///< cores used between the last two measurements
    double pace_ = 0, paced_at_ = 0; ///< recent steps per second
    std::int64_t paced_step_ = 0;
    double measured_at_ = 0, heartbeat_ = 5, timeout_ = 60;
};

} // namespace tunedesk::ui
