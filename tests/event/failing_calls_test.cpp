// SPDX-License-Identifier: GPL-3.0-or-later
// The run folder's files when a call fails once: the journal, metrics.csv, the TensorBoard file and
// exit.json.

#include "base/failing_sweep.h"
#include "event/journal/journal.h"
#include "event/journal/metrics.h"
#include "event/journal/run_recorder.h"
#include "event/journal/tensorboard.h"
#include "samples.h"

#include <fcntl.h>

using namespace tunedesk;
using namespace tunedesk::event;
using namespace tunedesk::test;

namespace {

void record_steps(RunRecorder& recorder, int from, int to) {
    for (int step = from; step <= to; ++step) {
        Event event = step_at(step);
        recorder.record(event);
    }
}

/// Whether all lines of `few` are among those of `many`, in their order, and all of `many` are rows.
bool is_among(const std::string& few, const std::string& many) {
    const QStringList wanted = QString::fromStdString(few).split('\n');
    const QStringList lines = QString::fromStdString(many).split('\n');
    const qsizetype columns = wanted.front().count(',');
    qsizetype found = 0;
    for (const QString& line : lines) {
        if (!line.isEmpty() && line.count(',') != columns) return false;
        if (found < wanted.size() && wanted[found] == line) ++found;
    }
    return found == wanted.size();
}

/// What a reader finds of `recorded` events: each one, or the gap that was counted.
std::string wrong_in(const RunFolder& folder, std::uint64_t recorded, bool may_lack = false) {
    std::uint64_t seen = 0, lost = 0;
    std::string rows = MetricsLayout().header();
    const std::uint64_t damaged = replay_journal(folder, 0, [&](const Event& event) {
        rows += MetricsLayout().row(event).value_or("");
        if (event.fields.contains("lost"))
            lost += event.fields["lost"].get<std::uint64_t>();
        else if (event.type != Type::Log)
            ++seen;
    });
    if (damaged > 0) return "damaged lines";
    // A lost Resumed is counted, and written again after the gap.
    const bool all_told = seen + lost == recorded || (lost > 0 && seen + lost == recorded + 1);
    if (!may_lack && !all_told)
        return std::to_string(seen) + " seen and " + std::to_string(lost) + " lost of " +
               std::to_string(recorded);
    // A row whose line in the journal was lost may be there all the same.
    const std::string table = read_file(folder.metrics(), ErrorId::file_unreadable);
    if (lost == 0 ? table != rows : !is_among(rows, table)) return "metrics.csv differs from the journal";
    for (const auto& entry : fs::directory_iterator(folder.tensorboard())) {
        const std::string file = read_file(entry.path(), ErrorId::file_unreadable);
        if (tfrecord_extent(file).bytes != file.size()) return "the TensorBoard file has a torn record";
    }
    for (const auto& entry : fs::directory_iterator(folder.root))
        if (entry.path().string().find(".tmp") != std::string::npos) return "left: " + entry.path().string();
    return {};
}

} // namespace

class FailingRecordsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void recording_goes_through_data() { add_failing_calls(); }
    // FAULTS 18, 19
    /// Whatever fails is told by the next sync(); the one after it succeeds, and nothing is lost in silence.
    void recording_goes_through() {
        const std::string wrong =
            sweep_failing_calls([](const fs::path& root, Failing& failing) -> std::string {
                if (failing.allocates()) return recorded_in_a_child(root, failing);
                const RunFolder folder{root};
                std::string problem;
                {
                    RunRecorder recorder(folder, {});
                    record_steps(recorder, 1, 3);
                    if (!recorder.sync()) return "the first sync";
                    const bool good = failing.run([&] {
                        record_steps(recorder, 4, 6);
                        Event resumed = resumed_from(6);
                        recorder.record(resumed);
                        record_steps(recorder, 7, 8);
                        return recorder.sync();
                    });
                    if (good && failing.hit() && failing.syncs()) problem = "a failed flush counts as done";
                    record_steps(recorder, 9, 10);
                    recorder.sync();
                    record_steps(recorder, 11, 11);
                    if (!recorder.sync()) return "a sync after the failure";
                    if (good && problem.empty()) problem = wrong_in(folder, 12);
                }
                return problem.empty() ? wrong_in(folder, 12) : problem;
            });
        QVERIFY2(wrong.empty(), wrong.c_str());
    }

    void opening_again_data() { add_failing_calls(); }
    // FAULTS 18
    /// A run's files are opened again, with torn ends, and a call fails: nothing that was there is lost.
    void opening_again() {
        const std::string wrong =
            sweep_failing_calls([](const fs::path& root, Failing& failing) -> std::string {
                const RunFolder folder{root};
                {
                    RunRecorder recorder(folder, {});
                    record_steps(recorder, 1, 4);
                    if (!recorder.sync()) return "the first sync";
                }
                for (const fs::path& path : {folder.journal(), folder.metrics()}) {
                    const FileDescriptor file(::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
                    if (!write_all(file.get(), "{\"torn")) return "no torn end";
                }
                failing.run([&] {
                    RunRecorder recorder(folder, {});
                    return recorder.sync();
                });
                RunRecorder recorder(folder, {});
                record_steps(recorder, 5, 6);
                if (!recorder.sync()) return "a sync after the failure";
                return wrong_in(folder, 6);
            });
        QVERIFY2(wrong.empty(), wrong.c_str());
    }

    void the_end_is_the_old_or_the_new_data() { add_failing_calls(); }
    // FAULTS 18, 19
    void the_end_is_the_old_or_the_new() {
        const std::string wrong =
            sweep_failing_calls([](const fs::path& root, Failing& failing) -> std::string {
                const RunFolder folder{root};
                const auto write = [&](int code) {
                    ExitRecord record;
                    record.code = code;
                    write_exit(folder, record);
                    return true;
                };
                write(75);
                const bool good = failing.run([&] { return write(5); });
                const int code = read_exit(folder).value().code;
                if (code != 75 && code != 5) return "neither the old nor the new";
                if (good && code != 5) return "a failed write counts as done";
                if (good && failing.hit() && failing.syncs()) return "a failed flush counts as done";
                write(0);
                if (read_exit(folder).value().code != 0) return "the second attempt is not there";
                const auto files = std::distance(fs::directory_iterator(root), fs::directory_iterator());
                // A process that was ended leaves its temporary file.
                return files == 1 || failing.path() == "terminated" ? "" : "a file is left";
            });
        QVERIFY2(wrong.empty(), wrong.c_str());
    }

private:
    /// Want of memory may end the process: the next one finds the files of a kill.
    static std::string recorded_in_a_child(const fs::path& root, Failing& failing) {
        const RunFolder folder{root};
        {
            RunRecorder recorder(folder, {});
            record_steps(recorder, 1, 3);
            if (!recorder.sync()) return "the first sync";
        }
        failing.run([&] {
            RunRecorder recorder(folder, {});
            record_steps(recorder, 4, 6);
            return recorder.sync();
        });
        RunRecorder recorder(folder, {});
        record_steps(recorder, 7, 8);
        if (!recorder.sync()) return "a sync after the failure";
        return wrong_in(folder, 8, true);
    }
};

QTEST_GUILESS_MAIN(FailingRecordsTest)
#include "failing_calls_test.moc"
