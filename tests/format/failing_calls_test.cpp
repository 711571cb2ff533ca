// SPDX-License-Identifier: GPL-3.0-or-later
// Saves whose every call fails once, in the process itself: what strace does in commit_faults_test.cpp, for
// more kinds of calls, for allocations, and under the sanitizers.

#include "format/checkpoint.h"

#include "base/failing_sweep.h"
#include "format/saved_steps.h"
#include "format/support.h"

using namespace tunedesk;
using namespace tunedesk::format;
using namespace tunedesk::test;

namespace {

bool save(const fs::path& target, std::int64_t step) {
    commit_folder(target, [&](const fs::path& folder) { return fill_step(folder, step, 5000); });
    return true;
}

fs::path checkpoint(const fs::path& run, std::int64_t step) {
    return run / checkpoint_name(step);
}

std::string names_in(const fs::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder))
        names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : " ") + name;
    return text;
}

} // namespace

class FailingSavesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void a_new_checkpoint_data() { add_failing_calls(); }
    // FAULTS 17, 19
    void a_new_checkpoint() {
        const std::string wrong =
            sweep_failing_calls([](const fs::path& run, Failing& failing) -> std::string {
                save(checkpoint(run, 1), 1);
                const bool good = failing.run([&] { return save(checkpoint(run, 2), 2); });
                const std::vector<std::int64_t> steps = list_checkpoints(run);
                for (const std::int64_t step : steps)
                    if (step_in(checkpoint(run, step)) != step)
                        return "a listed checkpoint is of another step";
                if (steps.back() != 1) return "the earlier checkpoint is gone";
                if (good && steps.front() != 2) return "a failed save counts as done";
                if (good && failing.hit() && failing.syncs()) return "a failed flush counts as done";
                save(checkpoint(run, 2), 2);
                if (step_in(checkpoint(run, 2)) != 2) return "the second attempt is no checkpoint";
                const std::string names = names_in(run);
                return names == "step-00000001 step-00000002" ? "" : "left: " + names;
            });
        QVERIFY2(wrong.empty(), wrong.c_str());
    }

    void a_folder_that_replaces_another_data() { add_failing_calls(); }
    // FAULTS 17, 19
    void a_folder_that_replaces_another() {
        const std::string wrong =
            sweep_failing_calls([](const fs::path& run, Failing& failing) -> std::string {
                const fs::path best = run / "best";
                save(best, 1);
                const bool good = failing.run([&] { return save(best, 2); });
                recover_folder(best);
                const std::int64_t step = step_in(best);
                if (step != 1 && step != 2) return "neither the old nor the new";
                if (good && step != 2) return "a failed save counts as done";
                if (good && failing.hit() && failing.syncs()) return "a failed flush counts as done";
                save(best, 3);
                if (step_in(best) != 3) return "the second attempt is not there";
                return names_in(run) == "best" ? "" : "left: " + names_in(run);
            });
        QVERIFY2(wrong.empty(), wrong.c_str());
    }

    void a_rotation_data() { add_failing_calls(); }
    // FAULTS 17
    void a_rotation() {
        const std::string wrong =
            sweep_failing_calls([](const fs::path& run, Failing& failing) -> std::string {
                for (const std::int64_t step : {1, 2, 3})
                    save(checkpoint(run, step), step);
                failing.run([&] { return rotate_checkpoints(run, 2, 3).size() == 1; });
                const std::vector<std::int64_t> steps = list_checkpoints(run);
                for (const std::int64_t step : steps)
                    if (step_in(checkpoint(run, step)) != step)
                        return "a listed checkpoint is of another step";
                if (steps.size() < 2 || steps[0] != 3 || steps[1] != 2) return "a kept checkpoint is gone";
                rotate_checkpoints(run, 2, 3);
                const std::string names = names_in(run);
                return names == "step-00000002 step-00000003" ? "" : "left: " + names;
            });
        QVERIFY2(wrong.empty(), wrong.c_str());
    }
};

QTEST_GUILESS_MAIN(FailingSavesTest)
#include "failing_calls_test.moc"
