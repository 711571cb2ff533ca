// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/gpu_model.h"

#include "base/text.h"
#include "run/devices/device_report.h"
#include "ui/widgets/text.h"

#include <algorithm>
#include <cmath>

namespace tunedesk::ui {

void GpuModel::show_devices(const std::vector<Gpu>& gpus, const std::optional<Host>& host,
                            const std::vector<run::RankMemory>& run, double cores) {
    std::vector<QStringList> rows;
    std::vector<int> pids;
    std::uint64_t resident = 0;
    for (const run::RankMemory& rank : run) {
        pids.push_back(rank.pid);
        resident += rank.rss_bytes;
    }
    const auto of = [](std::uint64_t used, std::uint64_t total) {
        return tr("%1 of %2").arg(to_qt(human_bytes(used)), to_qt(human_bytes(total)));
    };
    const auto if_any = [](std::uint64_t bytes) { return bytes > 0 ? to_qt(human_bytes(bytes)) : QString(); };
    for (const Gpu& gpu : gpus) {
        const run::ShareOfGpu share = run::share_of(gpu, pids);
        rows.push_back({QStringLiteral("%1  %2").arg(gpu.index).arg(to_qt(gpu.name)),
                        share.load ? tr("%1%").arg(*share.load) : QString(),
                        gpu.lost          ? tr("lost")
                        : gpu.utilization ? tr("%1%").arg(*gpu.utilization)
                                          : QString(),
                        gpu.temperature ? tr("%1 °C").arg(*gpu.temperature) : QString(), if_any(share.bytes),
                        of(gpu.memory_used, gpu.memory_total)});
    }
    if (host)
        rows.push_back({tr("host, %n core(s)", nullptr, host->figures.cores),
                        run.empty()
                            ? QString()
                            : tr("%1%").arg(std::lround(100 * cores / std::max(1, host->figures.cores))),
                        tr("%1%").arg(host->load), QString(), if_any(resident),
                        of(host->figures.memory_used, host->figures.memory_total)});
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
    const QString titles[] = {tr("Device"),      tr("Load of this run"),   tr("Load"),
                              tr("Temperature"), tr("Memory of this run"), tr("Memory in use")};
    return section >= 0 && section < column_count ? titles[section] : QVariant();
}

} // namespace tunedesk::ui
