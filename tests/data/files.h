// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "data/rows/table.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>
#include <string>
#include <string_view>

/// A folder for one test's files, removed at the end.
class Files {
public:
    std::string write(const std::string& name, std::string_view contents) const {
        const QString path = folder_.filePath(QString::fromStdString(name));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) ||
            file.write(contents.data(), static_cast<qint64>(contents.size())) !=
                static_cast<qint64>(contents.size()))
            qFatal("cannot write %s", qPrintable(path));
        return path.toStdString();
    }
    std::string path(const std::string& name) const {
        return folder_.filePath(QString::fromStdString(name)).toStdString();
    }

private:
    QTemporaryDir folder_;
};

/// The Error that `work` throws; id 0 if it throws none.
template <class Work>
tunedesk::Error error_from(Work&& work) {
    try {
        work();
    } catch (const tunedesk::Error& error) {
        return error;
    }
    return tunedesk::Error::in_words(0, "no error");
}

inline bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

/// The folder of the large data sets: $TUNEDESK_DATA, else the one beside the sources; empty if there is
/// none.
inline QString data_folder() {
    QString folder = qEnvironmentVariable("TUNEDESK_DATA");
    if (folder.isEmpty()) folder = QStringLiteral(TUNEDESK_SOURCE_DIR "/../shared/data");
    return QFileInfo::exists(folder) ? QDir(folder).canonicalPath() : QString();
}
