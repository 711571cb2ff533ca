// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <fstream>

namespace tunedesk::test {

/// A D-Bus daemon for one test, without access restrictions; it ends with this object.
class PrivateBus {
public:
    /// Starts the daemon and returns its address; empty if it cannot be started.
    QString start() {
        const QString file = folder_.filePath(QStringLiteral("bus.conf"));
        std::ofstream(file.toStdString())
            << "<busconfig><listen>unix:dir=" << folder_.path().toStdString()
            << "</listen><auth>EXTERNAL</auth><policy context=\"default\"><allow user=\"*\"/><allow "
               "own=\"*\"/>"
               "<allow send_destination=\"*\" eavesdrop=\"true\"/><allow eavesdrop=\"true\"/></policy>"
               "</busconfig>";
        process_.start(QStringLiteral("dbus-daemon"),
                       {QStringLiteral("--config-file=") + file, QStringLiteral("--nofork"),
                        QStringLiteral("--print-address=1")});
        if (!process_.waitForStarted()) return {}; // packaging/packages.txt: dbus
        while (!process_.canReadLine())
            if (!process_.waitForReadyRead(10'000)) return {};
        return QString::fromUtf8(process_.readLine()).trimmed();
    }
    ~PrivateBus() {
        process_.kill();
        process_.waitForFinished();
    }

private:
    QTemporaryDir folder_;
    QProcess process_;
};

} // namespace tunedesk::test
