#pragma once

#include "base/nvml.h"
#include "run/rank_memory.h"

#include <QAbstractTableModel>

namespace tunedesk::ui {

/// The machine's GPUs as the driver describes them: load, temperature, memory of all and of one run. Window's
/// thread.
class GpuModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { device, load, temperature, memory_run, memory_total, column_count };

    using QAbstractTableModel::QAbstractTableModel;

    /// `run`: the processes whose memory is the run's.
    void show_gpus(const std::vector<Gpu>& gpus, const std::vector<run::RankMemory>& run);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<QStringList> rows_;
};

/// A warning about each GPU that is lost or hot.
QStringList gpu_warnings(const std::vector<Gpu>& gpus);

} // namespace tunedesk::ui
