// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/gpu/nvml.h"
#include "base/host_figures.h"
#include "run/devices/rank_memory.h"

#include <QAbstractTableModel>

namespace tunedesk::ui {

/// The machine's GPUs and the host: load, temperature and memory, in total and of one run. Window's thread.
class GpuModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { device, load_run, load, temperature, memory_run, memory_total, column_count };

    using QAbstractTableModel::QAbstractTableModel;

    /// Usage of the whole host.
    struct Host {
        HostFigures figures;
        int load = 0; ///< percent of all cores
    };
    /// `run`: the run's processes; `cores`: number of cores that they use. Without GPUs, shows the host.
    void show_devices(const std::vector<Gpu>& gpus, const std::optional<Host>& host,
                      const std::vector<run::RankMemory>& run, double cores);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<QStringList> rows_;
};

} // namespace tunedesk::ui
