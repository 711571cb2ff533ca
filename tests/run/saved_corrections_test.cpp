// SPDX-License-Identifier: GPL-3.0-or-later
// Corrections of labels outlive the window, a crash of it, and another test of the run.
#include "run/folder/saved_corrections.h"

#include "data/files.h"

#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tunedesk;
using namespace tunedesk::run;

namespace {

report::PredictionTable parse(const std::string& rows) {
    return report::PredictionTable::parse(
        "text,label,prediction,prob_bad,prob_good,prob_so,loss,line\n" + rows, "predictions.csv");
}

report::PredictionTable many(int rows) {
    std::string text;
    for (int i = 0; i < rows; ++i)
        text += "row " + std::to_string(i) + ",bad,good,0,1,0,1," + std::to_string(i + 2) + "\n";
    return parse(text);
}

} // namespace

class SavedCorrectionsTest : public QObject {
    Q_OBJECT

    Files files_;
    event::RunFolder run_;

    fs::path saved_file() const { return state_home() / "corrections" / (run_.identity() + ".json"); }

private Q_SLOTS:
    void initTestCase() { qputenv("XDG_STATE_HOME", files_.path("state").c_str()); }
    void init() {
        fs::create_directories(files_.path("state"));
        run_.root = files_.path(std::string("run-") + QTest::currentTestFunction());
    }

    void are_read_again() {
        const auto table = many(4);
        QVERIFY(read_corrections(run_, table).corrections.empty());
        save_corrections(run_, table, {{1, 2}, {3, 1}});
        save_corrections(run_, table, {{0, 1}});
        save_corrections(run_, table, {{3, std::nullopt}});
        const Corrections expected{{0, 1}, {1, 2}};
        QCOMPARE(read_corrections(run_, table).corrections, expected);
        QVERIFY(!fs::exists(run_.root)); // never among the run's own files
        struct stat status {};
        QCOMPARE(::stat(saved_file().parent_path().c_str(), &status), 0);
        QCOMPARE(static_cast<int>(status.st_mode & 0777), 0700);
    }

    void confirmed_labels_are_no_corrections() {
        const auto table = many(4);
        save_corrections(run_, table, {{1, 0}, {2, 1}}); // all rows are "bad"
        SavedCorrections saved = read_corrections(run_, table);
        QCOMPARE(saved.kept, std::set<std::uint32_t>{1});
        QCOMPARE(saved.corrections, (Corrections{{2, 1}}));
        save_corrections(run_, table, {{1, std::nullopt}, {2, 0}});
        saved = read_corrections(run_, table);
        QCOMPARE(saved.kept, std::set<std::uint32_t>{2});
        QVERIFY(saved.corrections.empty());
    }

    void two_windows_keep_each_others() {
        const auto table = many(3);
        save_corrections(run_, table, {{0, 1}}); // neither knows of the other's
        save_corrections(run_, table, {{2, 2}});
        QCOMPARE(read_corrections(run_, table).corrections.size(), std::size_t{2});
    }

    void rows_are_found_in_another_test_of_the_run() {
        const auto table = parse("a,bad,bad,1,0,0,0,2\nb,bad,bad,1,0,0,0,3\nc,bad,bad,1,0,0,0,4\n");
        save_corrections(run_, table, {{0, 1}, {1, 1}, {2, 1}});
        // b was left out, c's label is right by now, and another text stands in a's line.
        const auto later = parse("c,good,bad,1,0,0,0,4\nother,bad,bad,1,0,0,0,2\nd,bad,bad,1,0,0,0,9\n");
        const SavedCorrections saved = read_corrections(run_, later);
        QVERIFY(saved.corrections.empty());
        QCOMPARE(saved.unmatched, std::size_t{2});
        save_corrections(run_, later, {{2, 2}});
        const auto moved = parse("d,bad,bad,1,0,0,0,9\nb,bad,bad,1,0,0,0,3\na,bad,bad,1,0,0,0,2\n");
        const Corrections expected{{0, 2}, {1, 1}, {2, 1}};
        QCOMPARE(read_corrections(run_, moved).corrections, expected);
    }

    void rows_without_a_line_are_known_by_place_and_text() {
        const auto table = parse("same,bad,bad,1,0,0,0,\nsame,bad,bad,1,0,0,0,\n");
        save_corrections(run_, table, {{0, 1}, {1, 2}});
        const Corrections expected{{0, 1}, {1, 2}};
        QCOMPARE(read_corrections(run_, table).corrections, expected);
    }

    void a_damaged_file_is_named_and_set_aside() {
        const auto table = many(2);
        save_corrections(run_, table, {{0, 1}});
        write_file_atomically(saved_file(), "{\"corrections\": [{");
        const Error error = error_from([&] { read_corrections(run_, table); });
        QCOMPARE(error.id(), 2090);
        QVERIFY(error.line().find(saved_file().string()) != std::string::npos);
        save_corrections(run_, table, {{1, 2}});
        QCOMPARE(read_corrections(run_, table).corrections.size(), std::size_t{1});
        QVERIFY(fs::exists(saved_file().string() + ".damaged"));
    }

    void a_disk_that_refuses_leaves_the_saved_ones() {
        const auto table = many(2);
        save_corrections(run_, table, {{0, 1}});
        const std::string before = read_file(saved_file(), ErrorId::file_unreadable);
        const pid_t child = ::fork();
        if (child == 0) {
            struct rlimit none {};
            ::signal(SIGXFSZ, SIG_IGN);
            ::setrlimit(RLIMIT_FSIZE, &none); // no file can grow
            const int id = error_from([&] { save_corrections(run_, table, {{1, 2}}); }).id();
            ::_exit(id == 5001 ? 0 : 1);
        }
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QVERIFY(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        QCOMPARE(read_file(saved_file(), ErrorId::file_unreadable), before);
    }

    /// A process that corrects row after row, and is killed at any instant: what it had saved is there.
    void a_crash_loses_none() {
        const auto table = many(400);
        for (int round = 0; round < 10; ++round) {
            run_.root = files_.path("killed-" + std::to_string(round));
            int ends[2];
            QCOMPARE(::pipe(ends), 0);
            const pid_t child = ::fork();
            if (child == 0) {
                ::close(ends[0]);
                for (std::uint32_t row = 0; row < table.rows(); ++row) {
                    save_corrections(run_, table, {{row, 1}});
                    if (::write(ends[1], "x", 1) != 1) ::_exit(1);
                }
                ::pause();
            }
            ::close(ends[1]);
            char byte = 0;
            std::size_t saved = 0;
            for (int i = 0; i <= 3 * round; ++i)
                saved += ::read(ends[0], &byte, 1) == 1 ? 1 : 0;
            ::usleep(static_cast<useconds_t>(137 * round)); // somewhere within the next one
            ::kill(child, SIGKILL);
            ::waitpid(child, nullptr, 0);
            while (::read(ends[0], &byte, 1) == 1)
                ++saved;
            ::close(ends[0]);
            const Corrections found = read_corrections(run_, table).corrections;
            QVERIFY(saved > 0 && (found.size() == saved || found.size() == saved + 1));
            save_corrections(run_, table, {{399, 2}}); // the lock went with the process
        }
    }

    void thousands_are_saved_together() {
        const auto table = many(20'000);
        CorrectionChanges changes;
        for (std::uint32_t row = 0; row < 20'000; ++row)
            changes[row] = 1;
        QElapsedTimer timer;
        timer.start();
        save_corrections(run_, table, changes);
        save_corrections(run_, table, changes);
        QCOMPARE(read_corrections(run_, table).corrections.size(), std::size_t{20'000});
        QVERIFY2(timer.elapsed() < 20'000, qPrintable(QString::number(timer.elapsed())));
    }
};

QTEST_GUILESS_MAIN(SavedCorrectionsTest)
#include "saved_corrections_test.moc"
