// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QFileInfo>

namespace tunedesk::test {

/// For QTemporaryDir: in memory where there is such a place, since tests of flushes would wait for a disk.
inline QString scratch_place() {
    const QString memory = QStringLiteral("/dev/shm");
    return (QFileInfo(memory).isWritable() ? memory : QDir::tempPath()) + QStringLiteral("/tunedesk-XXXXXX");
}

} // namespace tunedesk::test
