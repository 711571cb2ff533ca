// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QFileInfo>

namespace tunedesk::test {

/// Location for QTemporaryDir: in memory if possible, because tests of flushes would wait for a disk.
inline QString scratch_place() {
    const QString memory = QStringLiteral("/dev/shm");
    return (QFileInfo(memory).isWritable() ? memory : QDir::tempPath()) + QStringLiteral("/tunedesk-XXXXXX");
}

} // namespace tunedesk::test
