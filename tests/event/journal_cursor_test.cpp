// SPDX-License-Identifier: GPL-3.0-or-later
// The fast reader of journals against the one that reads every line as JSON.

#include "base/clock.h"
#include "base/error.h"
#include "event/journal/journal.h"
#include "event/journal/journal_cursor.h"
#include "long_tests.h"
#include "samples.h"

#include <QTemporaryDir>
#include <QTest>
#include <bit>
#include <cmath>
#include <fstream>
#include <map>
#include <random>

using namespace tunedesk;
using namespace tunedesk::event;

namespace {

using Seen = std::map<std::uint64_t, std::string>; ///< by seq

/// A number to the bit.
std::string exact(double value) {
    return std::isnan(value) ? "nan" : std::to_string(std::bit_cast<std::uint64_t>(value + 0.0));
}

std::string told(const Event& event) {
    std::string text = name_of(event.type);
    const auto tell = [&, exactly = event.type == Type::Step](const std::string& key, const Json& value) {
        const bool is_figure = exactly && key != "step";
        text += " " + key + "=" + (is_figure ? exact(number(event.fields, key.c_str(), -7)) : value.dump());
    };
    if (event.fields.contains("step")) tell("step", event.fields["step"]);
    for (const auto& [key, value] : event.fields.items())
        if (key != "step") tell(key, value);
    return text + " t=" + exact(event.t);
}

std::string told(const StepLineReader::Line& line, const StepLineReader& reader) {
    std::string text = "Step step=" + std::to_string(line.step);
    for (std::size_t i = 0; i < line.values.size(); ++i)
        text += " " + reader.keys()[i] + "=" + exact(line.values[i]);
    return text + " t=" + exact(line.t);
}

/// What a reader of the cursor has in the end.
Seen by_cursor(const RunFolder& folder, std::size_t bytes, std::uint64_t* damaged = nullptr,
               int* fast = nullptr) {
    Seen seen;
    std::map<std::uint64_t, std::int64_t> steps;
    JournalCursor cursor(folder);
    const auto see = [&](const Event& event, std::string_view) {
        if (event.type == Type::Resumed)
            if (const auto from = step_of(event))
                for (auto it = steps.begin(); it != steps.end();) {
                    const bool later = it->second > *from;
                    if (later) seen.erase(it->first);
                    it = later ? steps.erase(it) : std::next(it);
                }
        if (const auto step = step_of(event); step && event.type != Type::Resumed) steps[event.seq] = *step;
        seen[event.seq] = told(event);
    };
    const auto see_step = [&](const StepLineReader::Line& line, const StepLineReader& reader) {
        if (fast) ++*fast;
        steps[line.seq] = line.step;
        seen[line.seq] = told(line, reader);
    };
    while (cursor.read(bytes, {see_step, see})) {
    }
    if (damaged) *damaged = cursor.damaged();
    return seen;
}

std::vector<std::uint64_t> replayed_seqs(const RunFolder& folder, std::uint64_t from_seq) {
    std::vector<std::uint64_t> seqs;
    replay_journal(folder, from_seq, [&](const Event& event) { seqs.push_back(event.seq); });
    return seqs;
}

/// With the journal's Resumed events in advance.
std::vector<std::uint64_t> prepared_seqs(const RunFolder& folder, std::uint64_t from_seq, bool fast) {
    std::vector<std::uint64_t> seqs;
    JournalCursor::Readers readers{nullptr, [&](const Event& event, std::string_view line) {
                                       if (parse_event(line).seq == event.seq) seqs.push_back(event.seq);
                                   }};
    if (fast)
        readers.see_step = [&](const StepLineReader::Line& line, const auto&) { seqs.push_back(line.seq); };
    JournalCursor cursor(folder, {from_seq, resumed_events(folder)});
    while (cursor.read(4096, readers)) {
    }
    if (cursor.last_given() != (seqs.empty() ? std::max<std::uint64_t>(from_seq, 1) - 1 : seqs.back()))
        seqs.push_back(0);
    return seqs;
}

Seen by_replay(const RunFolder& folder, std::uint64_t* damaged = nullptr) {
    Seen seen;
    const std::uint64_t count =
        replay_journal(folder, 0, [&](const Event& event) { seen[event.seq] = told(event); });
    if (damaged) *damaged = count;
    return seen;
}

/// A run with evaluations, checkpoints and two resumptions.
std::string some_journal() {
    std::string text;
    std::uint64_t seq = 0;
    const auto add = [&](Event event) {
        event.seq = ++seq;
        text += to_line(event) + "\n";
    };
    add(make_event(Type::Started, {{"steps", 60}}));
    const auto stretch = [&](int from, int to) {
        for (int step = from; step <= to; ++step) {
            add(step_at(step));
            if (step % 10 == 0) add(eval_at(step, "val"));
            if (step % 10 == 5)
                add(make_event(Type::CheckpointSaved,
                               {{"step", step}, {"path", "c"}, {"bytes", 1}, {"seconds", 1}}));
        }
    };
    stretch(1, 27);
    add(resumed_from(15));
    stretch(16, 38);
    add(make_event(Type::Log, {{"level", "warning"}, {"text", "a \"loss\" spike"}}));
    add(resumed_from(30));
    stretch(30, 60); // step 30 is said twice
    return text;
}

void write(const RunFolder& folder, const std::string& text) {
    std::ofstream(folder.journal(), std::ios::binary) << text;
}

} // namespace

class TestJournalCursor : public QObject {
    Q_OBJECT

    QTemporaryDir temporary_;
    RunFolder folder_{temporary_.path().toStdString()};

private Q_SLOTS:
    void sameAsReplay() {
        write(folder_, some_journal());
        int fast = 0;
        std::uint64_t damaged = 7;
        const Seen expected = by_replay(folder_);
        QCOMPARE(by_cursor(folder_, 1 << 20, &damaged, &fast), expected);
        QCOMPARE(damaged, 0u);
        QCOMPARE(fast, 27 + 23 + 30); // the repeated step is left out
        for (const std::size_t bytes : {1u, 7u, 100u, 5000u})
            QCOMPARE(by_cursor(folder_, bytes), expected);
    }

    void cutAnywhere() {
        const std::string text = some_journal();
        for (std::size_t end = 0; end < text.size(); end += 1 + end % 97) {
            write(folder_, text.substr(0, end));
            std::uint64_t a = 0, b = 0;
            QCOMPARE(by_cursor(folder_, 4096, &a), by_replay(folder_, &b));
            QCOMPARE(a, b);
        }
    }

    void garbageAnywhere() {
        const std::string text = some_journal();
        const int count = test::rounds(100, 300);
        std::mt19937 random(1);
        for (int round = 0; round < count; ++round) {
            std::string harmed = text;
            for (int i = 0; i < 4; ++i) {
                const std::size_t at = random() % harmed.size();
                switch (random() % 4) {
                case 0:
                    harmed[at] = static_cast<char>(random());
                    break;
                case 1:
                    harmed.erase(at, random() % 200);
                    break;
                case 2:
                    harmed.insert(at, std::string(random() % 50, static_cast<char>(random())));
                    break;
                default:
                    harmed[at] = "0123456789.-+eE\","[random() % 17];
                }
            }
            write(folder_, harmed);
            std::uint64_t a = 0, b = 0;
            const Seen expected = by_replay(folder_, &b), got = by_cursor(folder_, 4096, &a);
            // Where the line of a step that a run resumed from is lost, its repetition may be left out.
            QVERIFY(got.size() + 2 >= expected.size());
            for (const auto& [seq, text_of_event] : got) {
                QVERIFY(expected.count(seq) == 1);
                QCOMPARE(text_of_event, expected.at(seq));
            }
            QCOMPARE(a, b);
            for (const std::uint64_t from : {0u, 1u, 31u, 70u, 1000u}) {
                const std::vector<std::uint64_t> seqs = replayed_seqs(folder_, from);
                for (const bool fast : {false, true})
                    QCOMPARE(prepared_seqs(folder_, from, fast), seqs);
            }
        }
    }

    void anEndlessLineIsPassedOver() {
        std::string text = some_journal();
        const std::size_t first = text.find('\n') + 1;
        text.insert(first, std::string(5'000'000, 'x') + "\n");
        write(folder_, text);
        std::uint64_t damaged = 0;
        QCOMPARE(by_cursor(folder_, 1 << 16, &damaged), by_replay(folder_));
        QCOMPARE(damaged, 1u);
    }

    /// Numbers that one grammar has and the other has not.
    void onlyJsonNumbers_data() {
        QTest::addColumn<QByteArray>("number");
        for (const char* number : {"1",
                                   "-0.5",
                                   "1e3",
                                   "1E-3",
                                   "-0",
                                   "18446744073709551615",
                                   "123456789012345678901234567890",
                                   "01",
                                   "1.",
                                   ".5",
                                   "+1",
                                   "1.e5",
                                   "inf",
                                   "nan",
                                   "\"nan\"",
                                   "\"-inf\"",
                                   "\"x\"",
                                   "1e999",
                                   "1e-999",
                                   "0x10",
                                   "1 ",
                                   " 1",
                                   "",
                                   "-",
                                   "null",
                                   "[1]",
                                   "1e",
                                   "4.9e-324"})
            QTest::newRow(number) << QByteArray(number);
    }
    void onlyJsonNumbers() {
        QFETCH(QByteArray, number);
        const std::string value = number.toStdString();
        for (const char* key : {"t", "step", "loss", "seq", "rank"}) {
            std::string line =
                R"({"v":1,"type":"Step","rank":0,"rank_seq":1,"seq":3,"t":1.5,"step":4,"loss":0.25})";
            const std::string opening = "\"" + std::string(key) + "\":";
            const std::size_t begin = line.find(opening) + opening.size();
            line.replace(begin, line.find_first_of(",}", begin) - begin, value);
            write(folder_, line + "\n");
            QCOMPARE(by_cursor(folder_, 4096), by_replay(folder_));
        }
    }

    void otherLayoutsToo() {
        std::string text;
        const std::vector<std::string> fields = {R"("step":1,"loss":1)",
                                                 R"("loss":2,"step":2)",
                                                 R"("loss":3,"step":3,"loss_scale":65536)",
                                                 R"("loss":3,"step":4,"loss":4)",
                                                 R"("loss":3,"step":5,"note":"text")",
                                                 R"("loss":3)",
                                                 R"("step":6.5,"loss":1)",
                                                 R"("step":7,"loss":1)"};
        for (std::size_t i = 0; i < fields.size(); ++i)
            text += R"({"v":1,"type":"Step","rank":0,"rank_seq":1,"seq":)" + std::to_string(i + 1) +
                    R"(,"t":1,)" + fields[i] + "}\n";
        write(folder_, text);
        int fast = 0;
        std::uint64_t a = 0, b = 0;
        const Seen expected = by_replay(folder_, &b);
        QCOMPARE(by_cursor(folder_, 4096, &a, &fast), expected);
        QCOMPARE(a, b);
        QCOMPARE(fast, 4);
    }

    void goesOnWhileItIsWritten() {
        const std::string text = some_journal();
        fs::remove(folder_.journal());
        JournalCursor cursor(folder_);
        std::size_t seen = 0;
        const JournalCursor::Readers readers{[&](const auto&, const auto&) { ++seen; },
                                             [&](const Event&, std::string_view) { ++seen; }};
        QVERIFY(!cursor.read(4096, readers)); // not there yet
        write(folder_, text.substr(0, 3000));
        while (cursor.read(4096, readers)) {
        }
        const std::size_t before = seen;
        QVERIFY(before > 5);
        // Two more come live; the file's copies of them are passed over.
        std::vector<Event> all;
        for (std::size_t begin = 0, end = 0; (end = text.find('\n', begin)) != std::string::npos;
             begin = end + 1)
            all.push_back(parse_event(text.substr(begin, end - begin)));
        const std::uint64_t last = cursor.last_seq();
        cursor.skip(all[last]);
        cursor.skip(all[last + 1]);
        write(folder_, text);
        std::vector<std::uint64_t> seqs;
        while (cursor.read(4096,
                           {[&](const StepLineReader::Line& line, const auto&) { seqs.push_back(line.seq); },
                            [&](const Event& event, std::string_view) { seqs.push_back(event.seq); }})) {
        }
        QCOMPARE(seqs.front(), last + 3);
        QCOMPARE(seqs.back(), all.back().seq);
    }

    void samplesTheWholeRange() {
        std::string text;
        for (int step = 1; step <= 5000; ++step) {
            Event event = step_at(step);
            event.seq = static_cast<std::uint64_t>(step);
            text += to_line(event) + "\n";
        }
        write(folder_, text);
        std::vector<std::int64_t> steps;
        sample_steps(folder_, 100,
                     [&](const StepLineReader::Line& line, const auto&) { steps.push_back(line.step); });
        QVERIFY(std::is_sorted(steps.begin(), steps.end()));
        QCOMPARE(steps.front(), 1);
        QCOMPARE(steps.back(), 5000);
        for (std::size_t i = 1; i < steps.size(); ++i)
            QVERIFY(steps[i] - steps[i - 1] <= 70);
        fs::remove(folder_.journal());
        sample_steps(folder_, 100, [](const auto&, const auto&) { QFAIL("nothing to sample"); });
    }
};

QTEST_GUILESS_MAIN(TestJournalCursor)
#include "journal_cursor_test.moc"
