// SPDX-License-Identifier: GPL-3.0-or-later
// Power cuts while a run's files are written: what was flushed is read, and the run goes on with them.

#include "base/power_loss.h"
#include "base/scratch.h"
#include "event/journal/journal.h"
#include "event/journal/metrics.h"
#include "event/journal/repeat_filter.h"
#include "event/journal/run_recorder.h"
#include "samples.h"

#include <QTemporaryDir>
#include <QTest>

using namespace tunedesk;
using namespace tunedesk::event;
using namespace tunedesk::test;

namespace {

void record_session(const fs::path& root, std::optional<std::int64_t> from, std::int64_t to) {
    const RunFolder folder{root};
    RunRecorder recorder(folder, {});
    if (from) {
        Event resumed = resumed_from(*from);
        record_mark("resumed " + std::to_string(*from));
        recorder.record(resumed);
    }
    for (std::int64_t step = from.value_or(0) + 1; step <= to; ++step) {
        Event event = step_at(step);
        recorder.record(event);
        if (step % 2 == 0 && recorder.sync()) record_mark("flushed " + std::to_string(step));
    }
}

/// The greatest step that a reader must find: the last one flushed, if no later session took it back.
std::int64_t last_flushed(const std::vector<std::string>& marks) {
    std::int64_t last = 0;
    for (const std::string& mark : marks) {
        const std::int64_t step = std::stoll(mark.substr(mark.find(' ')));
        last = mark.starts_with("flushed") ? std::max(last, step) : std::min(last, step);
    }
    return last;
}

std::string readable(const fs::path& root, const std::vector<std::string>& marks) {
    const RunFolder folder{root};
    try {
        std::int64_t last = 0;
        replay_journal(folder, 0,
                       [&](const Event& event) { last = std::max(last, step_of(event).value_or(0)); });
        if (last < last_flushed(marks))
            return "a flushed step is missing; the last is " + std::to_string(last);
        if (!marks.empty() && !fs::exists(folder.metrics())) return "metrics.csv is missing";
        RunRecorder recorder(folder, {});
        Event event = step_at(100);
        recorder.record(event);
        if (!recorder.sync()) return "the next session's sync";
        std::string rows = MetricsLayout().header();
        bool found = false;
        replay_journal(folder, 0, [&](const Event& seen) {
            rows += MetricsLayout().row(seen).value_or("");
            found = found || step_of(seen) == 100;
        });
        if (!found) return "the next session's step is missing";
        if (read_file(folder.metrics(), ErrorId::file_unreadable) != rows)
            return "metrics.csv differs from the journal";
    } catch (const Error& error) {
        return error.line();
    }
    return {};
}

} // namespace

class RecordsPowerLossTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // FAULTS 50
    void two_sessions() {
        const QTemporaryDir folder(scratch_place()), other(scratch_place());
        const fs::path root = fs::canonical(folder.path().toStdString());
        start_recording(root);
        record_session(root, std::nullopt, 7);
        record_session(root, 4, 9);
        PowerLoss loss(stop_recording(), root);
        const std::string wrong = loss.check_all(fs::path(other.path().toStdString()) / "state", readable);
        QVERIFY2(wrong.empty(), wrong.c_str());
        qInfo("%zu states", loss.states());
        QVERIFY(loss.states() > 100);
    }

    void new_folders_data() {
        QTest::addColumn<bool>("flushes");
        QTest::addRow("made and flushed") << true;
        QTest::addRow("made alone, which a power cut takes") << false;
    }
    /// A run below folders that were not there: its ancestors' names are on the disk before it begins.
    void new_folders() {
        QFETCH(bool, flushes);
        const QTemporaryDir folder(scratch_place()), other(scratch_place());
        const fs::path root = fs::canonical(folder.path().toStdString());
        start_recording(root);
        const fs::path run = root / "experiments" / "november" / "run";
        if (flushes)
            make_folders(run, ErrorId::run_folder_not_writable, 0700);
        else
            fs::create_directories(run);
        record_mark("made");
        write_exit({run}, {});
        record_mark("ended");
        PowerLoss loss(stop_recording(), root);
        const std::string wrong =
            loss.check_all(fs::path(other.path().toStdString()) / "state",
                           [](const fs::path& state, const std::vector<std::string>& marks) -> std::string {
                               const fs::path there = state / "experiments" / "november" / "run";
                               if (!marks.empty() && !fs::is_directory(there)) return "the folder is gone";
                               return marks.size() < 2 || read_exit({there}) ? "" : "exit.json is gone";
                           });
        QVERIFY2(wrong.empty() == flushes, wrong.c_str());
    }

    // FAULTS 50
    void the_end() {
        const QTemporaryDir folder(scratch_place()), other(scratch_place());
        const fs::path root = fs::canonical(folder.path().toStdString());
        start_recording(root);
        for (const int code : {75, 5, 0}) {
            ExitRecord record;
            record.code = code;
            write_exit({root}, record);
            record_mark(std::to_string(code));
        }
        PowerLoss loss(stop_recording(), root);
        const std::string wrong =
            loss.check_all(fs::path(other.path().toStdString()) / "state",
                           [](const fs::path& state, const std::vector<std::string>& marks) -> std::string {
                               const auto record = read_exit({state});
                               if (!record) return marks.empty() ? "" : "exit.json is gone";
                               const std::vector<std::string> codes{"75", "5", "0"};
                               const auto at =
                                   std::ranges::find(codes, std::to_string(record->code)) - codes.begin();
                               const auto written = static_cast<std::ptrdiff_t>(marks.size());
                               return at >= written - 1 && at <= written ? "" : "an older end";
                           });
        QVERIFY2(wrong.empty(), wrong.c_str());
        QVERIFY(loss.states() > 10);
    }
};

QTEST_GUILESS_MAIN(RecordsPowerLossTest)
#include "power_loss_test.moc"
