// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/clock.h"
#include "base/error.h"
#include "event/journal/journal.h"
#include "long_tests.h"
#include "samples.h"

#include <QTemporaryDir>
#include <QTest>
#include <fcntl.h>
#include <unistd.h>

using namespace tunedesk;
using namespace tunedesk::event;

namespace {

void append_text(const RunFolder& folder, const std::string& text) {
    FileDescriptor fd(::open(folder.journal().c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644));
    QVERIFY(write_all(fd.get(), text));
}

void write_events(const RunFolder& folder, std::vector<Event> events) {
    JournalWriter writer(folder);
    for (Event& event : events)
        writer.append(event);
    QVERIFY(writer.sync());
}

/// "Step 1 seq 3" of every event seen.
std::vector<std::string> replayed(const RunFolder& folder, std::uint64_t from = 0,
                                  std::uint64_t* damaged = nullptr) {
    std::vector<std::string> seen;
    const std::uint64_t count = replay_journal(folder, from, [&](const Event& event) {
        seen.push_back(name_of(event.type) + " " + std::to_string(int(number(event.fields, "step", -1))) +
                       " seq " + std::to_string(event.seq));
    });
    if (damaged) *damaged = count;
    return seen;
}

using Lines = std::vector<std::string>;

} // namespace

class JournalTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        place_ = std::make_unique<QTemporaryDir>();
        folder_.root = place_->path().toStdString();
    }

    void seqGrowsOverSessions() {
        QCOMPARE(replayed(folder_), Lines{});
        write_events(folder_, {step_at(1), step_at(2)});
        {
            JournalWriter writer(folder_);
            QCOMPARE(writer.next_seq(), 3u);
            Event event = step_at(3);
            writer.append(event);
            QCOMPARE(event.seq, 3u);
            QCOMPARE(writer.lost(), 0u);
        }
        QCOMPARE(replayed(folder_), (Lines{"Step 1 seq 1", "Step 2 seq 2", "Step 3 seq 3"}));
        QCOMPARE(replayed(folder_, 3), Lines{"Step 3 seq 3"});
        QCOMPARE(replayed(folder_, 4), Lines{});
    }

    void tornLastLineIsCut() {
        write_events(folder_, {step_at(1), step_at(2)});
        const std::string whole = read_file(folder_.journal(), ErrorId::file_unreadable);
        const std::size_t second = whole.find('\n') + 1;
        // Cut at every byte of the second line: the crash may have come anywhere.
        for (std::size_t bytes = second; bytes < whole.size(); ++bytes) {
            write_file_atomically(folder_.journal(), whole.substr(0, bytes));
            std::uint64_t damaged = 1;
            QCOMPARE(replayed(folder_, 0, &damaged), Lines{"Step 1 seq 1"});
            QCOMPARE(damaged, 0u);
            write_events(folder_, {step_at(2)});
            QCOMPARE(read_file(folder_.journal(), ErrorId::file_unreadable), whole);
        }
        write_file_atomically(folder_.journal(), "{\"v\":1");
        QCOMPARE(JournalWriter(folder_).next_seq(), 1u);
        QCOMPARE(fs::file_size(folder_.journal()), 0u);
    }

    void damagedLinesAreSkippedAndCounted() {
        write_events(folder_, {step_at(1)});
        append_text(folder_, "garbage\n\n{\"v\":1}\n" + std::string(100, '\0') + "\n");
        write_events(folder_, {step_at(2)});
        append_text(folder_, "more\n");
        std::uint64_t damaged = 0;
        QCOMPARE(replayed(folder_, 0, &damaged), (Lines{"Step 1 seq 1", "Step 2 seq 2"}));
        QCOMPARE(damaged, 5u);
        QCOMPARE(JournalWriter(folder_).next_seq(), 3u);
    }

    void repeatedLinesAreSkipped() {
        write_events(folder_, {step_at(1), step_at(2)});
        append_text(folder_, read_file(folder_.journal(), ErrorId::file_unreadable));
        std::uint64_t damaged = 0;
        QCOMPARE(replayed(folder_, 0, &damaged), (Lines{"Step 1 seq 1", "Step 2 seq 2"}));
        QCOMPARE(damaged, 2u);
    }

    void seqGoesOnBehindTheGreatest() {
        append_text(folder_, R"({"v":1,"type":"Log","rank":0,"rank_seq":1,"seq":9,"t":1})"
                             "\n"
                             R"({"v":1,"type":"Log","rank":0,"rank_seq":1,"seq":3,"t":1})"
                             "\n");
        write_events(folder_, {step_at(1)});
        QCOMPARE(replayed(folder_), (Lines{"Log -1 seq 9", "Step 1 seq 10"}));
        append_text(folder_, R"({"v":1,"type":"Log","rank":0,"rank_seq":1,"seq":9007199254740992,"t":1})"
                             "\n");
        try {
            JournalWriter writer(folder_);
            QFAIL("opened");
        } catch (const Error& error) {
            QVERIFY(error.is(ErrorId::journal_full));
        }
    }

    void resumedOvertakesLaterSteps() {
        const Event saved = make_event(Type::CheckpointSaved, Json{{"step", 4}});
        const Event log = make_event(Type::Log, Json{{"text", "\"Resumed\""}});
        write_events(folder_, {step_at(2), eval_at(2, "val"), step_at(4), saved, log, resumed_from(2),
                               step_at(4), eval_at(4, "val"), step_at(6), resumed_from(4), step_at(6)});
        QCOMPARE(replayed(folder_),
                 (Lines{"Step 2 seq 1", "Eval 2 seq 2", "Log -1 seq 5", "Resumed -1 seq 6", "Step 4 seq 7",
                        "Eval 4 seq 8", "Resumed -1 seq 10", "Step 6 seq 11"}));
        QCOMPARE(replayed(folder_, 9), (Lines{"Resumed -1 seq 10", "Step 6 seq 11"}));
    }

    void laterResumedGoesBackFurther() {
        write_events(folder_, {step_at(1), step_at(2), step_at(3), resumed_from(2), step_at(3),
                               resumed_from(0), step_at(1)});
        QCOMPARE(replayed(folder_), (Lines{"Resumed -1 seq 4", "Resumed -1 seq 6", "Step 1 seq 7"}));
    }

    void evaluationOfTheCheckpointsStepIsSeenOnce() {
        write_events(folder_, {step_at(4), eval_at(4, "val"), resumed_from(4), eval_at(4, "val"),
                               eval_at(4, "test"), step_at(5)});
        QCOMPARE(replayed(folder_),
                 (Lines{"Step 4 seq 1", "Eval 4 seq 2", "Resumed -1 seq 3", "Eval 4 seq 5", "Step 5 seq 6"}));
    }

    void replaysManyEventsQuickly() {
        const int many = test::rounds(20'000, 100'000);
        std::string text;
        for (int i = 1; i <= many; ++i) {
            Event event = step_at(i);
            event.seq = static_cast<std::uint64_t>(i);
            text += to_line(event) + '\n';
        }
        write_file_atomically(folder_.journal(), text);
        int count = 0;
        const double start = monotonic_seconds();
        QCOMPARE(replay_journal(folder_, 0, [&](const Event&) { ++count; }), 0u);
        qInfo("%d events (%zu bytes) replayed in %.2f s", many, text.size(), monotonic_seconds() - start);
        QCOMPARE(count, many);
    }

    void unwritableFolderIsSaid() {
        folder_.root /= "missing";
        try {
            JournalWriter writer(folder_);
            QFAIL("opened");
        } catch (const Error& error) {
            QCOMPARE(error.id(), 5003);
            QVERIFY(error.where().ends_with("events.jsonl"));
        }
    }

private:
    std::unique_ptr<QTemporaryDir> place_;
    RunFolder folder_;
};

QTEST_GUILESS_MAIN(JournalTest)
#include "journal_test.moc"
