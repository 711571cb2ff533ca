// SPDX-License-Identifier: GPL-3.0-or-later
// What needs no other machine: settings, words of ssh, what is told of a run and its files.

#include "base/error.h"
#include "remote/connection_error.h"
#include "remote/server.h"
#include "run/folder/remote_place.h"
#include "run/folder/run_files.h"
#include "run/follow/stream_run.h"
#include "run/printed_error.h"
#include "run/registry/listed_runs.h"

#include <QTemporaryDir>
#include <QTest>

using namespace tunedesk;

namespace {

int id_of(const std::function<void()>& act) {
    try {
        act();
    } catch (const Error& error) {
        return error.id();
    }
    return 0;
}

} // namespace

class TestRemoteWords : public QObject {
    Q_OBJECT

    QTemporaryDir temporary_;
    fs::path root_ = temporary_.path().toStdString();

    void write_settings(const std::string& text) {
        fs::create_directories(run::settings_file().parent_path());
        write_file_atomically(run::settings_file(), text);
    }

private Q_SLOTS:
    void init() {
        qputenv("XDG_CONFIG_HOME", (root_ / "config").c_str());
        qputenv("XDG_CACHE_HOME", (root_ / "cache").c_str());
        fs::remove_all(root_ / "config");
    }

    void serversAreKept_data() {
        QTest::addColumn<QString>("before");
        QTest::newRow("no file") << "";
        QTest::newRow("other settings") << "# mine\ncpu_slots: 2 # two\n";
        QTest::newRow("a line each") << "servers:\n    lab: {program: /opt/t} # the lab's\ncpu_slots: 2\n";
        QTest::newRow("none yet") << "servers:\ncpu_slots: 2\n";
        QTest::newRow("without a last line end") << "cpu_slots: 2";
    }

    void serversAreKept() {
        QFETCH(QString, before);
        if (!before.isEmpty()) write_settings(before.toStdString());
        const auto others = run::read_user_settings().servers;
        run::write_server({"gpu1", "", ""});
        run::write_server({"me@gpu2.example:", "~/t t/\"q\"", "data"});
        run::write_server({"gpu1", "/usr/local/bin/tunedesk", "work"});
        auto servers = run::read_user_settings().servers;
        QCOMPARE(servers.size(), others.size() + 2);
        const run::ServerSettings wanted{"gpu1", "/usr/local/bin/tunedesk", "work"};
        QVERIFY(std::find(servers.begin(), servers.end(), wanted) != servers.end());
        const run::ServerSettings odd{"me@gpu2.example:", "~/t t/\"q\"", "data"};
        QVERIFY(std::find(servers.begin(), servers.end(), odd) != servers.end());
        run::remove_server("gpu1");
        run::remove_server("me@gpu2.example:");
        QVERIFY(run::read_user_settings().servers == others);
        const QString after =
            QString::fromStdString(read_file(run::settings_file(), ErrorId::file_unreadable));
        for (const QString& line : before.split('\n'))
            if (line != "servers:") QVERIFY2(after.contains(line), qPrintable(after));
        QCOMPARE(id_of([] { run::remove_server("gpu1"); }), 2046);
    }

    void aSettingsFileOfAnotherForm() {
        const std::string text = "servers: {lab: {program: /opt/t}}\n";
        write_settings(text);
        QCOMPARE(id_of([] { run::write_server({"gpu1", {}, {}}); }), 2045);
        QCOMPARE(read_file(run::settings_file(), ErrorId::file_unreadable), text);
        write_settings("servers:\n  lab: {port: 7}\n");
        QCOMPARE(id_of([] { run::read_user_settings(); }), 2040);
    }

    void aCommandIsQuoted() {
        const remote::Server server({"box", "~/bin/tune desk", "it's"});
        const auto arguments = server.ssh_arguments({"attach", "a b", "$HOME", "'"});
        QCOMPARE(arguments.at(arguments.size() - 3), std::string("--"));
        QCOMPARE(arguments.at(arguments.size() - 2), std::string("box"));
        QCOMPARE(arguments.back(),
                 std::string("cd 'it'\\''s' && 'bin/tune desk' --no-gui attach 'a b' '$HOME' ''\\'''"));
        for (const char* name : {"", "-oProxyCommand=x", "a b", "$(x)", "x`y`", "a\nb", "a;b"})
            QCOMPARE(id_of([&] { remote::Server({name, {}, {}}); }), 2044);
        for (const char* name : {"box", "me@box.example", "ssh://me@box:22", "::1", "fe80::1%eth0"})
            QCOMPARE(id_of([&] { remote::Server({name, {}, {}}); }), 0);
    }

    void aViewHasItsPlace() {
        const run::RemoteRun runs[] = {
            {"box", "/home/me/runs/a"}, {"ssh://me@box:22", "/r"}, {".hidden%", "/a b/c"}};
        for (const run::RemoteRun& run : runs) {
            const fs::path folder = run::view_folder(run);
            QVERIFY(folder.string().starts_with(run::views_folder().string() + "/"));
            QVERIFY(run::remote_run_of(folder) == run);
        }
        QCOMPARE(run::view_folder({"box", "/a/b/"}), run::view_folder({"box", "/a/b"}));
        for (const char* path : {"", "runs/a", "/a/../../b", "/.."})
            QCOMPARE(id_of([&] { run::view_folder({"box", path}); }), 2048);
        QVERIFY(!run::remote_run_of(run::views_folder()));
        QVERIFY(!run::remote_run_of(run::views_folder() / "box"));
        QVERIFY(!run::remote_run_of("/home/me/runs/a"));
    }

    void whatIsToldComesBack() {
        run::StreamStatus status{"1.2.3", "/r", "abc", false, true, 17, {}};
        status.exit = event::ExitRecord{
            3,      3001,   std::vector<std::string>{"value"}, "what", "where", "kept", "next",
            "line", "time", event::KeptSteps{5, 7, false}};
        const auto back = run::stream_status_from(run::to_line(status));
        QVERIFY(back && back->is_same_as(status));
        QCOMPARE(back->seq, std::uint64_t{17});
        QVERIFY(back->exit == status.exit);
        QVERIFY(!run::stream_status_from("{\"type\":\"Step\"}"));
        QCOMPARE(id_of([] { run::stream_status_from("{\"type\":\"Told\",\"seq\":[[[[[["); }), 7049);
        const auto strange =
            run::stream_status_from("{\"type\":\"Told\",\"seq\":-5,\"live\":\"x\",\"exit\":[1],\"run\":{}}");
        QVERIFY(strange && strange->seq == 0 && !strange->is_live && !strange->exit);
    }

    void filesComeOver() {
        const fs::path from = root_ / "from", to = root_ / "to";
        fs::create_directories(from);
        fs::create_directories(to);
        std::string large;
        for (int i = 0; i < 60'000; ++i)
            large += "text \"é\" 漢字,1," + std::to_string(i) + "\n";
        write_file_atomically(from / "preset.yaml", "tunedesk: 1\n");
        write_file_atomically(from / "report.txt", "");
        write_file_atomically(from / "predictions.csv", large);
        write_file_atomically(from / "secret.txt", "no");
        write_file_atomically(to / "report.json", "old");
        const run::RunFiles files({from});
        run::RunFilesReceiver receiver(to);
        files.print([&](const std::string& line) { return receiver.take(line); });
        QCOMPARE(receiver.take_stamp(), files.stamp());
        QCOMPARE(read_file(to / "predictions.csv", ErrorId::file_unreadable), large);
        QCOMPARE(read_file(to / "report.txt", ErrorId::file_unreadable), std::string());
        QVERIFY(!fs::exists(to / "report.json")); // it is not there any more
        QVERIFY(!fs::exists(to / "secret.txt"));
        // Names of a hostile sender.
        for (const char* name : {"../../evil", "/tmp/evil", "events.jsonl", "best/model.safetensors"}) {
            QVERIFY(receiver.take(Json{{"type", "Files"}, {"names", {name}}}.dump()));
            QVERIFY(
                receiver.take(Json{{"type", "File"}, {"name", name}, {"last", true}, {"text", "x"}}.dump()));
            QVERIFY(receiver.take(Json{{"type", "FilesDone"}, {"stamp", "s"}}.dump()));
            QVERIFY(!fs::exists(to / name));
        }
        QVERIFY(!receiver.take("{\"type\":\"Step\"}"));
        QCOMPARE(id_of([&] { receiver.take("{\"type\":\"File\",\"name\":"); }), 7050);
    }

    void aListComesOver() {
        const run::ListedRun run{"/r/a",  "name",
                                 "2026",  {std::string(event::state::running), 0, {}},
                                 "sweep", "seed=1",
                                 true,    5,
                                 10,      {{"accuracy", 0.5}}};
        const run::ListedRun done{"/r/b", "b", "2025", event::ended_status(3), {}, {}, false, 7, 7, {}};
        const run::ListedRun held{"/r/c", "c", "2024", event::waiting_status(2, true), {}, {}, false,
                                  0,      0,   {}};
        const std::vector<run::ListedRun> runs{run, done, held};
        Json json = run::to_json(runs);
        QVERIFY(run::listed_runs_from(json) == runs);
        for (Json& row : json)
            row.erase("status"); // as another machine's older version writes it
        QVERIFY(run::listed_runs_from(json) == runs);
        const Json strange = Json::parse(
            R"([1, null, {"run": "relative"}, {"run": "/x", "name": 3, "step": "y", "metrics": {"a": "b", "c": 1}}])");
        const auto read = run::listed_runs_from(strange);
        QCOMPARE(read.size(), std::size_t{1});
        QVERIFY(read.front().name.empty() && read.front().metrics.size() == 1);
        QVERIFY(run::listed_runs_from(Json::object()).empty());
    }

    void anErrorIsReadBack() {
        const Error error = Error::in_words(3001, "what; is: it", "place", "do this");
        const Error back = run::printed_error("a line\n" + error.line() + "\n", "command");
        QCOMPARE(back.id(), 3001);
        QCOMPARE(back.next(), std::string("do this"));
        QCOMPARE(run::printed_error("nothing", "command").id(), 7026);
        QCOMPARE(run::printed_error("error[TD99", "command").id(), 7026);
        QCOMPARE(run::printed_error("", "command").id(), 7026);
    }

    void sshIsUnderstood_data() {
        QTest::addColumn<QString>("said");
        QTest::addColumn<bool>("passing");
        QTest::newRow("timeout") << "ssh: connect to host b port 22: Connection timed out" << true;
        QTest::newRow("route") << "ssh: connect to host b port 22: No route to host" << true;
        QTest::newRow("silence") << "Timeout, server b not responding." << true;
        QTest::newRow("reset") << "client_loop: send disconnect: Broken pipe" << true;
        QTest::newRow("nothing") << "" << true;
        QTest::newRow("key") << "me@b: Permission denied (publickey,password)." << false;
        QTest::newRow("host key") << "Host key verification failed." << false;
    }

    void sshIsUnderstood() {
        QFETCH(QString, said);
        QFETCH(bool, passing);
        const Error error = remote::connection_error("b", "tunedesk", 255, said.toStdString());
        QVERIFY(remote::is_connection_error(error));
        QCOMPARE(remote::is_passing(error), passing);
        QVERIFY(!error.next().empty());
    }
};

QTEST_GUILESS_MAIN(TestRemoteWords)
#include "remote_words_test.moc"
