// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <QObject>
#include <map>
#include <vector>

namespace tunedesk::ui {

/// The training losses of runs, thinned for sparklines. Each run's metrics.csv is read in the background, and
/// again only when it has changed; one that cannot be read has no curve. Window's thread.
class LossReader : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// Reads new values of these runs, and drops the others. Emits changed().
    void follow(const std::vector<fs::path>& runs);
    /// The run's losses; empty if nothing was read yet.
    const std::vector<double>& loss_of(const fs::path& run) const;

Q_SIGNALS:
    void changed();

private:
    struct Known {
        std::int64_t stamp = -1; ///< time stamp of metrics.csv
        std::vector<double> loss;
    };
    using All = std::map<fs::path, Known>;
    static All read(const std::vector<fs::path>& runs, const All& before);

    All known_;
    bool busy_ = false;
    std::vector<fs::path> wanted_;
};

} // namespace tunedesk::ui
