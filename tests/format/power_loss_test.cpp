// SPDX-License-Identifier: GPL-3.0-or-later
// Power cuts during saves: after each change that a save makes, in whatever state POSIX allows the disk to
// be.

#include "format/checkpoint.h"

#include "base/power_loss.h"
#include "base/scratch.h"
#include "format/saved_steps.h"
#include "format/support.h"

using namespace tunedesk;
using namespace tunedesk::format;
using namespace tunedesk::test;

namespace {

constexpr int keep = 2;

void save(const fs::path& run, std::int64_t step) {
    const auto fill = [&](const fs::path& folder) { return fill_step(folder, step, 3000); };
    commit_folder(run / "checkpoints" / checkpoint_name(step), fill);
    record_mark("checkpoint " + std::to_string(step));
    commit_folder(run / "best", fill);
    record_mark("best " + std::to_string(step));
    rotate_checkpoints(run / "checkpoints", keep, step);
}

/// The last step that such a mark names, or 0.
std::int64_t last_marked(const std::vector<std::string>& marks, const std::string& what) {
    std::int64_t last = 0;
    for (const std::string& mark : marks)
        if (mark.starts_with(what + " ")) last = std::stoll(mark.substr(what.size() + 1));
    return last;
}

/// What a resume finds, and what the save after it leaves.
std::string whole(const fs::path& run, const std::vector<std::string>& marks) {
    const fs::path checkpoints = run / "checkpoints", best = run / "best";
    const std::int64_t committed = last_marked(marks, "checkpoint"), best_step = last_marked(marks, "best");
    try {
        const std::vector<std::int64_t> steps = list_checkpoints(checkpoints);
        if (committed > 0 && std::ranges::find(steps, committed) == steps.end())
            return "the committed checkpoint is not listed";
        for (const std::int64_t step : steps)
            if (step_in(checkpoints / checkpoint_name(step)) != step) return "another step's state";
        recover_folder(best);
        if (best_step > 0 || fs::exists(best)) {
            const std::int64_t found = step_in(best);
            if (found < best_step || found > committed) return "best/ is of step " + std::to_string(found);
        }
        if (!fs::is_directory(checkpoints)) return committed > 0 ? "checkpoints/ is gone" : "";
        save(run, committed + 2);
        if (list_checkpoints(checkpoints).front() != committed + 2) return "the next save is not listed";
        if (step_in(best) != committed + 2) return "the next best/ is not there";
    } catch (const Error& error) {
        return error.line();
    }
    return {};
}

} // namespace

class SavesPowerLossTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // FAULTS 50
    void saves_and_rotation() {
        const QTemporaryDir folder(scratch_place()), other(scratch_place());
        const fs::path run = fs::canonical(folder.path().toStdString());
        start_recording(run);
        fs::create_directory(run / "checkpoints");
        sync_folder(run);
        for (const std::int64_t step : {1, 2, 3, 4})
            save(run, step);
        PowerLoss loss(stop_recording(), run);
        const std::string wrong = loss.check_all(fs::path(other.path().toStdString()) / "state", whole);
        QVERIFY2(wrong.empty(), wrong.c_str());
        qInfo("%zu states", loss.states());
        QVERIFY(loss.states() > 300);
    }

    /// That the model finds what is not flushed: each flush that is left out is found by some state.
    void a_flush_that_is_left_out_is_found() {
        const QTemporaryDir folder(scratch_place()), other(scratch_place());
        const fs::path run = fs::canonical(folder.path().toStdString());
        start_recording(run);
        fs::create_directory(run / "checkpoints");
        sync_folder(run);
        for (const std::int64_t step : {1, 2})
            save(run, step);
        const std::vector<DiskChange> changes = stop_recording();
        int flushes = 0;
        for (std::size_t i = 0; i < changes.size(); ++i) {
            if (changes[i].kind != DiskChange::Kind::sync) continue;
            std::vector<DiskChange> fewer = changes;
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
            PowerLoss loss(fewer, run);
            ++flushes;
            QVERIFY2(
                !loss.check_all(fs::path(other.path().toStdString()) / "state", whole).empty(),
                qPrintable(QString("without the flush of %1").arg(QString::fromStdString(changes[i].path))));
        }
        QVERIFY(flushes > 10);
    }
};

QTEST_GUILESS_MAIN(SavesPowerLossTest)
#include "power_loss_test.moc"
