// SPDX-License-Identifier: GPL-3.0-or-later
// Power cuts during a real training: all that the real worker wrote is recorded, and lost in part.

#include "base/power_loss.h"
#include "base/scratch.h"
#include "format/checkpoint.h"
#include "texts.h"
#include "worker/worker_bench.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::test;

class WorkerPowerLossTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;

    static constexpr std::size_t most_resumes = 4;

    /// After each line of the journal that says that a checkpoint is committed, its step as a mark.
    static std::vector<DiskChange> with_marks(std::vector<DiskChange> changes) {
        std::vector<DiskChange> all;
        for (DiskChange& change : changes) {
            const std::string line = change.kind == DiskChange::Kind::write ? change.bytes : std::string();
            all.push_back(std::move(change));
            if (!has(line, "\"CheckpointSaved\"")) continue;
            const event::Event saved = event::parse_event(line.substr(0, line.find('\n')));
            DiskChange mark;
            mark.path = std::to_string(saved.fields.at("step").get<std::int64_t>());
            all.push_back(mark);
        }
        return all;
    }

    /// What resume finds in a state of the disk, without running it.
    static std::string whole(const event::RunFolder& run, const std::vector<std::string>& marks) {
        const std::int64_t committed = marks.empty() ? 0 : std::stoll(marks.back());
        try {
            const std::vector<std::int64_t> steps = checkpoints(run);
            if (committed > 0 && (steps.empty() || steps.front() < committed))
                return "the committed checkpoint of step " + marks.back() + " is not there";
            for (const std::int64_t step : steps)
                format::verify_folder(run.checkpoints() / format::checkpoint_name(step));
            std::int64_t last = 0;
            for (const auto& [step, loss] : losses(run))
                last = std::max(last, step);
            if (!steps.empty() && last < steps.front())
                return "the journal ends at step " + std::to_string(last) + ", before the checkpoint";
            format::recover_folder(run.best());
            if (fs::exists(run.best())) format::verify_folder(run.best());
        } catch (const Error& error) {
            return error.line();
        }
        return {};
    }

private Q_SLOTS:
    // FAULTS 50
    void resume_goes_on_from_any() {
        const QTemporaryDir place(scratch_place()), other(scratch_place());
        const fs::path root = fs::canonical(place.path().toStdString());
        const event::RunFolder run{root};
        const fs::path scratch = fs::path(other.path().toStdString()) / "state",
                       log = bench_.root() / "changes";
        const fs::path preset = bench_.preset({{"checkpoint.every_n_steps", "4"},
                                               {"evaluation.strategy", "steps"},
                                               {"evaluation.every_n_steps", "4"},
                                               {"logging.every_n_steps", "1"}});
        const Ended ended = bench_.call(run, preset,
                                        {{"LD_PRELOAD", DISK_RECORDER},
                                         {"TUNEDESK_RECORD_ROOT", root.string()},
                                         {"TUNEDESK_RECORD_LOG", log.string()}});
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        const auto undisturbed = traces(run);
        PowerLoss loss(with_marks(read_recording(log)), root);
        std::size_t states = 0, resumes = 0;
        const std::string wrong = loss.check_all(
            scratch,
            [&](const fs::path& state, const std::vector<std::string>& marks) -> std::string {
                const event::RunFolder left{state};
                const std::string problem = whole(left, marks);
                // Some of them are resumed for good, after a commit and before the end.
                const bool resumed = marks.size() >= 2 && !fs::exists(left.exit()) && ++states % 40 == 7;
                if (!problem.empty() || !resumed || resumes == most_resumes) return problem;
                ++resumes;
                const Ended again = bench_.call(left, preset);
                if (again.code != 0) return again.out + again.err;
                const auto from = events_of(left, event::Type::Resumed).at(0).fields.at("from_step");
                if (from < std::stoll(marks.back())) return "resumed from " + from.dump();
                return difference(undisturbed, traces(left));
            },
            23);
        QVERIFY2(wrong.empty(), wrong.c_str());
        qInfo("%zu states, %zu resumed", loss.states(), resumes);
        QVERIFY(loss.states() > 200);
        QCOMPARE(resumes, most_resumes);
    }
};

QTEST_GUILESS_MAIN(WorkerPowerLossTest)
#include "power_loss_test.moc"
