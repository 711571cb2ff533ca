// SPDX-License-Identifier: GPL-3.0-or-later
// What a feed gives of real runs (with tiny workers), of finished ones, and of damaged journals.

#include "base/clock.h"
#include "event/journal/journal.h"
#include "event/samples.h"
#include "patience.h"
#include "preset/yaml/load.h"
#include "run/run_bench.h"
#include "ui/run/run_action.h"
#include "ui/run/run_feed.h"

#include <QDir>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <algorithm>
#include <cmath>
#include <csignal>
#include <fstream>
#include <random>

using namespace tunedesk;
using namespace tunedesk::test;
using namespace tunedesk::ui;

namespace {

std::string contents(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Steps and figures of a table as text.
std::string table_text(const FigureTable& table) {
    std::string text;
    for (std::size_t i = 0; i < table.rows(); ++i) {
        text += std::to_string(table.timeline()->places(Timeline::By::step)[i]);
        auto names = table.names();
        std::sort(names.begin(), names.end()); // columns come as their first figures do
        for (const std::string& name : names)
            if (!table.series(name)->is_missing(i))
                text += " " + name + "=" + std::to_string((*table.series(name))[i]);
        text += "\n";
    }
    return text;
}

/// The same history from every event of replay_journal().
std::shared_ptr<RunHistory> slow_history(const event::RunFolder& folder) {
    auto history = std::make_shared<RunHistory>();
    event::replay_journal(folder, 0, [&](const event::Event& event) { history->take(event, 0); });
    return history;
}

std::string some_journal() {
    std::string text;
    std::uint64_t seq = 0;
    const auto add = [&](event::Event event) {
        event.seq = ++seq;
        text += event::to_line(event) + "\n";
    };
    add(event::make_event(event::Type::Started, {{"steps", 60}, {"epochs", 2}}));
    const auto stretch = [&](int from, int to) {
        for (int step = from; step <= to; ++step) {
            add(event::step_at(step));
            if (step % 10 == 0) add(event::eval_at(step, "val"));
        }
    };
    stretch(1, 38);
    add(event::make_event(event::Type::Log, {{"level", "warning"}, {"text", "a loss spike"}}));
    add(event::resumed_from(30));
    stretch(31, 60);
    add(event::make_event(event::Type::Finished, {{"steps", 60}}));
    return text;
}

} // namespace

class TestRunFeed : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aLiveRunFromStartToEnd() {
        RunBench bench;
        bench.set("TUNEDESK_FAKE_STEPS", "80");
        bench.set("TUNEDESK_FAKE_MS", "20");
        bench.hold_halfway();
        const auto process = bench.start(bench.run_arguments(2));
        QVERIFY(RunBench::journal_has(bench.folder(), "\"Step\""));
        RunFeed feed;
        QSignalSpy opened(&feed, &RunFeed::opened), grown(&feed, &RunFeed::grown),
            ended(&feed, &RunFeed::ended), measured(&feed, &RunFeed::measured);
        feed.watch(bench.folder().root);
        QTRY_VERIFY(!opened.isEmpty());
        QVERIFY(opened.back()[0].toBool());
        QTRY_COMPARE(feed.source(), RunFeed::Source::live);
        QTRY_VERIFY(!measured.isEmpty());
        const auto memory = measured.front()[0].value<std::vector<run::RankMemory>>();
        QCOMPARE(memory.size(), 2u);
        QCOMPARE(memory[1].rank, 1);
        QVERIFY(memory[1].rss_bytes > 100'000);
        QTRY_VERIFY(feed.history()->progress().total().has_value());
        QTRY_COMPARE(feed.history()->ranks().size(), 2u);
        bench.let_go();
        QTRY_VERIFY_WITH_TIMEOUT(!ended.isEmpty(), 30000);
        QCOMPARE(ended.front()[0].toInt(), 0);
        QCOMPARE(feed.source(), RunFeed::Source::journal);
        QCOMPARE(feed.exit()->code, 0);
        QCOMPARE(feed.history()->steps().rows(), 80u);
        QVERIFY(feed.history()->is_finished());
        // Live, replayed fast and replayed slowly say the same.
        const std::string expected = table_text(slow_history(bench.folder())->steps());
        QCOMPARE(table_text(feed.history()->steps()), expected);
        QCOMPARE(table_text(read_history(bench.folder())->steps()), expected);
        QVERIFY(grown.count() < 100); // batches, not events
        RunBench::wait(*process);
    }

    void aSupervisorThatDies() {
        RunBench bench;
        bench.set("TUNEDESK_FAKE_STEPS", "500");
        const auto process = bench.start(bench.run_arguments(1));
        QVERIFY(RunBench::journal_has(bench.folder(), "\"Step\""));
        RunFeed feed;
        QSignalSpy ended(&feed, &RunFeed::ended);
        feed.watch(bench.folder().root);
        QTRY_COMPARE(feed.source(), RunFeed::Source::live);
        process->kill();
        QTRY_VERIFY_WITH_TIMEOUT(!ended.isEmpty(), 20000);
        QCOMPARE(ended.front()[0].toInt(), -1);
        QVERIFY(!feed.exit());
    }

    void aRunThatIsResumedIsHeardAgain() {
        RunBench bench;
        bench.set("TUNEDESK_FAKE_STEPS", "60");
        bench.hold_halfway();
        const auto process = bench.start(bench.run_arguments(1));
        QVERIFY(RunBench::journal_has(bench.folder(), "\"Step\""));
        RunFeed feed;
        QSignalSpy ended(&feed, &RunFeed::ended);
        feed.watch(bench.folder().root);
        QTRY_COMPARE(feed.source(), RunFeed::Source::live);
        command_run(bench.folder().root, event::Command::stop);
        QTRY_VERIFY_WITH_TIMEOUT(!ended.isEmpty(), 20000);
        QCOMPARE(ended.front()[0].toInt(), 75);
        RunBench::wait(*process);
        const auto again = bench.start({"resume", QString::fromStdString(bench.folder().root.string())});
        QTRY_COMPARE(feed.source(), RunFeed::Source::live);
        QVERIFY(!feed.exit());
        bench.let_go();
        QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 2, 30000);
        QCOMPARE(ended.back()[0].toInt(), 0);
        RunBench::wait(*again);
    }

    void manyRunsOneAfterAnother() {
        RunBench bench;
        bench.set("TUNEDESK_FAKE_STEPS", "100");
        bench.hold_halfway();
        const auto process = bench.start(bench.run_arguments(1));
        QVERIFY(RunBench::journal_has(bench.folder(), "\"Step\""));
        RunFeed feed;
        QElapsedTimer clock;
        clock.start();
        for (int i = 0; i < 50; ++i) {
            feed.watch(i % 2 ? bench.folder().root : bench.root() / "nothing-here");
            QTest::qWait(5);
        }
        feed.watch(bench.folder().root);
        QTRY_COMPARE(feed.source(), RunFeed::Source::live);
        {
            RunFeed other;
            other.watch(bench.folder().root);
        } // goes at once, in the middle of its work
        bench.let_go();
        RunBench::wait(*process);
    }

    void aFolderWithoutAnything() {
        QTemporaryDir folder;
        RunFeed feed;
        QSignalSpy ended(&feed, &RunFeed::ended);
        feed.watch(folder.path().toStdString());
        QTRY_COMPARE(feed.source(), RunFeed::Source::journal);
        QVERIFY(feed.history());
        QCOMPARE(feed.history()->steps().rows(), 0u);
        QVERIFY(ended.isEmpty()); // it did not live while it was watched
    }

    void cutOrSpoiltAnywhere() {
        QTemporaryDir temporary;
        const event::RunFolder folder{temporary.path().toStdString()};
        const std::string text = some_journal();
        std::mt19937 random(1);
        for (int round = 0; round < 150; ++round) {
            std::string harmed = text.substr(0, random() % (text.size() + 1));
            for (unsigned i = 0; i < random() % 4 && !harmed.empty(); ++i)
                harmed[random() % harmed.size()] = static_cast<char>(random());
            std::ofstream(folder.journal(), std::ios::binary) << harmed;
            // Every row that is shown is one of the run's.
            const auto fast = read_history(folder), slow = slow_history(folder);
            QVERIFY(fast->steps().rows() <= slow->steps().rows() + 60);
            QCOMPARE(fast->progress().steps(), slow->progress().steps());
            if (harmed == text.substr(0, harmed.size()) && harmed.find("Resumed") == std::string::npos)
                QCOMPARE(table_text(fast->steps()), table_text(slow->steps()));
        }
        std::ofstream(folder.journal(), std::ios::binary) << text;
        const auto whole = read_history(folder);
        QCOMPARE(whole->steps().rows(), 60u);
        QCOMPARE(table_text(whole->steps()), table_text(slow_history(folder)->steps()));
        QCOMPARE(whole->evaluations().at("val").rows(), 6u);
        QVERIFY(whole->steps().series("grad_norm")->is_missing(1)); // NaN: not measured
        QCOMPARE(whole->log().size(), 9u); // a warning, 6 evaluations kept of 9 said, a resumption, the end
    }

    /// A journal that ends anywhere, as a crash or a full disk leaves it: all whole lines are shown, in
    /// order.
    void cutAtEveryByte() {
        QTemporaryDir temporary;
        const event::RunFolder folder{temporary.path().toStdString()};
        std::string text;
        for (int step = 1; step <= 12; ++step) {
            event::Event event = event::step_at(step);
            event.seq = static_cast<std::uint64_t>(step);
            text += event::to_line(event) + "\n";
        }
        for (std::size_t size = 0; size <= text.size(); ++size) {
            const std::string cut = text.substr(0, size);
            std::ofstream(folder.journal(), std::ios::binary) << cut;
            const auto lines = static_cast<std::size_t>(std::count(cut.begin(), cut.end(), '\n'));
            const auto history = read_history(folder);
            QCOMPARE(history->steps().rows(), lines);
            const auto& places = history->steps().timeline()->places(Timeline::By::step);
            for (std::size_t i = 0; i < lines; ++i)
                QCOMPARE(places[i], static_cast<double>(i + 1));
        }
    }

    void aLargeJournalIsSampledFirst() {
        QTemporaryDir temporary;
        const event::RunFolder folder{temporary.path().toStdString()};
        {
            std::ofstream journal(folder.journal(), std::ios::binary);
            for (int step = 1; step <= 40000; ++step) {
                event::Event event = event::step_at(step);
                event.seq = static_cast<std::uint64_t>(step);
                journal << event::to_line(event) << "\n";
            }
        }
        RunFeed feed;
        QSignalSpy opened(&feed, &RunFeed::opened);
        std::vector<std::size_t> rows;
        std::vector<double> last;
        connect(&feed, &RunFeed::opened, this, [&](bool) {
            rows.push_back(feed.history()->steps().rows());
            last.push_back(feed.history()->steps().timeline()->places(Timeline::By::step).back());
        });
        feed.watch(folder.root);
        QTRY_VERIFY_WITH_TIMEOUT(!opened.isEmpty() && opened.back()[0].toBool(), 20000);
        QCOMPARE(rows.back(), 40000u);
        if (rows.size() > 1) { // the window may have come too late for the samples
            QVERIFY(rows[0] > 500 && rows[0] < 1200);
            QCOMPARE(last[0], 40000.0);
        }
    }

    void commandsAndTheirRefusals() {
        RunBench bench;
        bench.set("TUNEDESK_FAKE_STEPS", "300");
        const auto process = bench.start(bench.run_arguments(1));
        QVERIFY(RunBench::journal_has(bench.folder(), "\"Step\""));
        const fs::path run = bench.folder().root;
        QVERIFY_THROWS_EXCEPTION(Error, free_run_space(run));
        QVERIFY_THROWS_EXCEPTION(Error, trash_run(run));
        RunFeed feed;
        feed.watch(run);
        QVERIFY(command_run(run, event::Command::pause) == Phrase(PhraseId::pausing));
        QTRY_COMPARE_WITH_TIMEOUT(feed.history() ? feed.history()->state() : "", std::string("paused"),
                                  10000);
        QCOMPARE(feed.history()->marks().back().kind, PlotMark::Kind::pause);
        QVERIFY(why_not(RunAction::pause, true, {feed.history()->state(), 0, {}}));
        QVERIFY(!why_not(RunAction::go_on, true, {feed.history()->state(), 0, {}}));
        command_run(run, event::Command::continue_run);
        QTRY_COMPARE_WITH_TIMEOUT(feed.history()->state(), std::string("running"), 10000);
        QCOMPARE(feed.history()->marks().back().kind, PlotMark::Kind::resume);
        command_run(run, event::Command::kill);
        RunBench::wait(*process);
        QVERIFY_THROWS_EXCEPTION(Error, command_run(run, event::Command::stop));

        fs::create_directories(run / "checkpoints" / "step-00000001");
        std::ofstream(run / "checkpoints" / "step-00000001" / "model.safetensors") << std::string(1000, 'x');
        fs::create_directories(run / "best");
        QCOMPARE(free_run_space(run), 1000u);
        QVERIFY(!fs::exists(run / "checkpoints"));
        QVERIFY(fs::exists(run / "best"));
        duplicate_run(run, bench.root() / "copy.yaml");
        const auto values = [](const fs::path& file) { return preset::load_draft(file).loaded.preset; };
        QCOMPARE(preset::differences(values(bench.root() / "copy.yaml"), values(run / "preset.yaml")).size(),
                 std::size_t{0});
        const auto lines = std::ranges::count(contents(bench.root() / "copy.yaml"), '\n');
        QVERIFY2(lines < 30, qPrintable(QString::number(lines))); // the resolved one has every key
        QVERIFY_THROWS_EXCEPTION(Error, duplicate_run(run, bench.root() / "copy.yaml"));
    }

    void theTrashIsTheUsers_data() {
        QTest::addColumn<QString>("data");
        QTest::addColumn<bool>("is_trashed");
        QTest::newRow("a folder") << "share" << true;
        QTest::newRow("not made yet") << "not/yet" << true;
        QTest::newRow("a file") << "file" << false;
        QTest::newRow("a relative path") << "" << false;
    }
    /// Never the folder that the program happens to stand in.
    void theTrashIsTheUsers() {
        QFETCH(QString, data);
        QFETCH(bool, is_trashed);
        QTemporaryDir temporary;
        const fs::path root = temporary.path().toStdString(), here = root / "here", run = root / "run";
        fs::create_directories(root / "share");
        fs::create_directories(here);
        fs::create_directories(run);
        std::ofstream(root / "file") << "no folder";
        std::ofstream(run / "preset.yaml") << "name: x\n";
        const QByteArray home_before = qgetenv("HOME"), data_before = qgetenv("XDG_DATA_HOME");
        const QString before = QDir::currentPath();
        qputenv("HOME", temporary.path().toUtf8()); // its file system decides whether the can is the home's
        qputenv("XDG_DATA_HOME", data.isEmpty() ? "share" : temporary.filePath(data).toUtf8());
        QVERIFY(QDir::setCurrent(temporary.filePath("here")));
        const auto restore = qScopeGuard([&] {
            QDir::setCurrent(before);
            qputenv("HOME", home_before);
            data_before.isNull() ? qunsetenv("XDG_DATA_HOME") : qputenv("XDG_DATA_HOME", data_before);
        });
        if (is_trashed)
            trash_run(run);
        else
            QVERIFY_THROWS_EXCEPTION(Error, trash_run(run));
        QCOMPARE(fs::exists(run), !is_trashed);
        QVERIFY(fs::is_empty(here));
        if (is_trashed)
            QVERIFY(fs::exists(root / data.toStdString() / "Trash" / "files" / "run" / "preset.yaml"));
    }

    void startsWhatATerminalStarts() {
        RunBench bench;
        qputenv("TUNEDESK_WORKER", TUNEDESK_BIN_DIR "/fake_worker");
        qputenv("TUNEDESK_FAKE_STEPS", "10");
        const fs::path run = start_run(bench.preset(), {"training.seed=7"}, bench.root() / "started");
        QCOMPARE(run, bench.root() / "started");
        QVERIFY(contents(run / "preset.yaml").find("seed: 7") != std::string::npos);
        QTRY_VERIFY_WITH_TIMEOUT(fs::exists(run / "exit.json"), 20000);
        const fs::path unnamed = start_run(bench.preset(), {}, {}, bench.root());
        QCOMPARE(unnamed.parent_path(), bench.root() / "runs");
        QTRY_VERIFY_WITH_TIMEOUT(fs::exists(unnamed / "exit.json"), 20000);
        try {
            start_run(bench.preset(), {"training.sed=7"});
            QFAIL("an unknown key was accepted");
        } catch (const Error& error) {
            QVERIFY(error.id() >= 2000 && error.id() < 3000);
            QVERIFY(error.message().find("sed") != std::string::npos);
        }
        qunsetenv("TUNEDESK_WORKER");
    }
};

QTEST_GUILESS_MAIN(TestRunFeed)
#include "run_feed_test.moc"
