#include "ui/run/gpu_model.h"

#include "base/text.h"
#include "ui/widgets/text.h"

#include <algorithm>

namespace tunedesk::ui {

namespace {

constexpr int hot_celsius = 87; ///< most data-centre and desktop boards slow down a little above

} // namespace

void GpuModel::show_gpus(const std::vector<Gpu>& gpus, const std::vector<run::RankMemory>& run) {
    std::vector<QStringList> rows;
    for (const Gpu& gpu : gpus) {
        std::uint64_t of_run = 0;
        for (const GpuProcess& process : gpu.processes)
            if (std::any_of(run.begin(), run.end(),
                            [&](const auto& rank) { return rank.pid == process.pid; }))
                of_run += process.bytes;
        rows.push_back(
            {QStringLiteral("%1  %2").arg(gpu.index).arg(to_qt(gpu.name)),
             gpu.utilization ? tr("%1%").arg(*gpu.utilization) : QString(),
             gpu.temperature ? tr("%1 °C").arg(*gpu.temperature) : QString(),
             of_run > 0 ? to_qt(human_bytes(of_run)) : QString(),
             tr("%1 of %2").arg(to_qt(human_bytes(gpu.memory_used)), to_qt(human_bytes(gpu.memory_total)))});
    }
    if (rows == rows_) return;
    const bool same_size = rows.size() == rows_.size();
    if (!same_size) beginResetModel();
    rows_ = std::move(rows);
    if (!same_size)
        endResetModel();
    else if (!rows_.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, column_count - 1));
}

int GpuModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int GpuModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

QVariant GpuModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || role != Qt::DisplayRole) return {};
    return rows_[static_cast<std::size_t>(index.row())][index.column()];
}

QVariant GpuModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    const QString titles[] = {tr("GPU"), tr("load"), tr("temperature"), tr("memory of this run"),
                              tr("memory in use")};
    return section >= 0 && section < column_count ? titles[section] : QVariant();
}

QStringList gpu_warnings(const std::vector<Gpu>& gpus) {
    QStringList warnings;
    for (const Gpu& gpu : gpus) {
        if (gpu.lost) warnings << GpuModel::tr("GPU %1 has fallen off the bus").arg(gpu.index);
        if (gpu.temperature && *gpu.temperature >= hot_celsius)
            warnings << GpuModel::tr("temperature of GPU %1: %2 °C").arg(gpu.index).arg(*gpu.temperature);
    }
    return warnings;
}

} // namespace tunedesk::ui
