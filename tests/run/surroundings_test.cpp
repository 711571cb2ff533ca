// SPDX-License-Identifier: GPL-3.0-or-later
// What a supervisor does outside its run: it keeps the machine awake, and tells a command of the user's when
// the run has ended. With a system bus of the test's own and a stand-in for logind on it.

#include "base/json.h"
#include "private_bus.h"
#include "run/run_bench.h"

#include <QDBusConnection>
#include <QDBusContext>
#include <QDBusMessage>
#include <QDBusUnixFileDescriptor>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <poll.h>
#include <unistd.h>

using namespace tunedesk;
using namespace tunedesk::test;

/// Gives every caller the end of a pipe, as logind does, and sees when the caller closes it.
class FakeLogind : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.login1.Manager")

public:
    QStringList asked;

    /// Whether somebody keeps the machine awake now.
    bool is_inhibited() const {
        pollfd end{reader_.get(), POLLIN, 0};
        return reader_ && ::poll(&end, 1, 0) == 0; // a closed pipe is ready to give its end
    }

public Q_SLOTS:
    QDBusUnixFileDescriptor Inhibit(const QString& what, const QString& who, const QString& why,
                                    const QString& mode) {
        asked << what + "|" + who + "|" + why + "|" + mode;
        int ends[2];
        if (::pipe2(ends, O_CLOEXEC) != 0) return {};
        reader_ = FileDescriptor(ends[0]);
        const FileDescriptor writer(ends[1]);
        return QDBusUnixFileDescriptor(writer.get()); // it keeps a copy
    }

private:
    FileDescriptor reader_;
};

class SurroundingsTest : public QObject {
    Q_OBJECT

    PrivateBus bus_;
    QString address_;
    FakeLogind logind_;

    static QString root(const RunBench& bench) {
        return QString::fromStdString(bench.folder().root.string());
    }

    static void write_settings(const RunBench& bench, const std::string& text) {
        const fs::path path = bench.root() / "config" / "tunedesk" / "settings.yaml";
        fs::create_directories(path.parent_path());
        std::ofstream(path) << text;
    }

private Q_SLOTS:
    void initTestCase() {
        address_ = bus_.start();
        QVERIFY2(!address_.isEmpty(), "dbus-daemon is missing (packages.txt: dbus)");
        QDBusConnection bus = QDBusConnection::connectToBus(address_, "logind");
        QVERIFY(bus.isConnected());
        QVERIFY(bus.registerService("org.freedesktop.login1"));
        QVERIFY(bus.registerObject("/org/freedesktop/login1", &logind_, QDBusConnection::ExportAllSlots));
    }

    void cleanupTestCase() { QDBusConnection::disconnectFromBus("logind"); }

    void the_machine_stays_awake_while_a_run_trains() {
        RunBench bench;
        bench.set("DBUS_SYSTEM_BUS_ADDRESS", address_.toStdString());
        bench.set("TUNEDESK_FAKE_STEPS", "5000");
        const auto process = bench.start(bench.run_arguments(1));
        QTRY_VERIFY_WITH_TIMEOUT(logind_.is_inhibited(), 20'000);
        QCOMPARE(logind_.asked, QStringList{"sleep|TuneDesk|training a tiny run|block"});
        const auto command = [&](const char* name) {
            return RunBench::wait(*bench.start({name, root(bench)})).code;
        };
        QVERIFY(RunBench::journal_has(bench.folder(), "\"Step\""));
        QCOMPARE(command("pause"), 0);
        QTRY_VERIFY_WITH_TIMEOUT(!logind_.is_inhibited(), 20'000);
        QCOMPARE(command("continue"), 0);
        QTRY_VERIFY_WITH_TIMEOUT(logind_.is_inhibited(), 20'000);
        process->kill(); // whatever becomes of the supervisor
        QTRY_VERIFY_WITH_TIMEOUT(!logind_.is_inhibited(), 20'000);
        process->waitForFinished();
    }

    void the_end_is_told_data() {
        QTest::addColumn<QString>("fake");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("line");
        QTest::newRow("well") << "" << 0 << "";
        QTest::newRow("badly") << "fails@0" << 3 << "error[TD3105]: a bad row";
    }
    void the_end_is_told() {
        QFETCH(QString, fake);
        QFETCH(int, code);
        QFETCH(QString, line);
        RunBench bench;
        const fs::path told = bench.root() / "told";
        write_settings(
            bench, "notify_command: 'printf \"%s|\" \"$TUNEDESK_RUN\" \"$TUNEDESK_NAME\" \"$TUNEDESK_CODE\" "
                   "\"$TUNEDESK_LINE\" > " +
                       told.string() + ".new && mv " + told.string() + ".new " + told.string() + "'\n");
        bench.set("TUNEDESK_FAKE", fake.toStdString());
        QCOMPARE(bench.call(bench.run_arguments(1)).code, code);
        QTRY_VERIFY_WITH_TIMEOUT(fs::exists(told), 20'000);
        const QStringList words =
            QString::fromStdString(read_file(told, ErrorId::file_unreadable)).split('|');
        QCOMPARE(words.at(0), root(bench));
        QCOMPARE(words.at(1), QString("a tiny run"));
        QCOMPARE(words.at(2).toInt(), code);
        QVERIFY2(words.at(3).startsWith(line) && words.at(3).isEmpty() == line.isEmpty(),
                 qPrintable(words.at(3)));
    }

    void the_end_is_posted() {
        RunBench bench;
        QTcpServer hook;
        QVERIFY(hook.listen(QHostAddress::LocalHost));
        write_settings(bench,
                       "notify_url: 'http://127.0.0.1:" + std::to_string(hook.serverPort()) + "/a/b?c=d'\n");
        bench.set("TUNEDESK_FAKE", "fails@0");
        QCOMPARE(bench.call(bench.run_arguments(1)).code, 3);
        QVERIFY(hook.waitForNewConnection(20'000));
        std::unique_ptr<QTcpSocket> socket(hook.nextPendingConnection());
        QByteArray request;
        while (!request.endsWith('}') && socket->waitForReadyRead(20'000))
            request += socket->readAll();
        QVERIFY2(request.startsWith("POST /a/b?c=d HTTP/1.1\r\n"), request);
        const Json posted =
            Json::parse(request.mid(request.indexOf("\r\n\r\n")).toStdString(), nullptr, false);
        QVERIFY2(posted.is_object(), request);
        QCOMPARE(posted.at("code").get<int>(), 3);
        QCOMPARE(posted.at("name").get<std::string>(), std::string("a tiny run"));
        QCOMPARE(posted.at("run").get<std::string>(), root(bench).toStdString());
        QVERIFY(posted.at("error").get<std::string>().starts_with("error[TD3105]"));
        QVERIFY(posted.at("text").get<std::string>().starts_with("a tiny run ended with code 3"));
        socket->write("HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n");
        socket->waitForBytesWritten(5000);
    }

    // FAULTS 35
    void a_preset_names_no_command() {
        RunBench bench;
        const Ended ended = bench.call(bench.run_arguments(1, {"--set", "notify_command=touch /tmp/x"}));
        QCOMPARE(ended.code, 2);
    }

    void a_mistake_in_the_settings_stops_no_run() {
        RunBench bench;
        write_settings(bench, "cpu_slots: 1\nnotify: me\n");
        const Ended ended = bench.call(bench.run_arguments(1));
        QCOMPARE(ended.code, 0);
        QVERIFY2(ended.out.find("settings.yaml:2") != std::string::npos, ended.out.c_str());
    }
};

QTEST_GUILESS_MAIN(SurroundingsTest)
#include "surroundings_test.moc"
