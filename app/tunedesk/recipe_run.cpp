// SPDX-License-Identifier: GPL-3.0-or-later
#include "recipe_run.h"

#include "base/text.h"
#include "comparison_files.h"
#include "device_check.h"
#include "event/folder/run_lock.h"
#include "output.h"
#include "preset/bundle/recipe.h"
#include "program.h"
#include "report/published_table.h"
#include "report/state_table.h"
#include "run/check/batch_size.h"
#include "run/folder/prepare.h"
#include "run/programs.h"
#include "supervise.h"

#include <QCoreApplication>
#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace tunedesk::app {

namespace {

constexpr int most_samples_small = 32; // samples tried by the small form's search for the largest batch

struct Row {
    preset::RecipeRow recipe;
    Preset preset;
    event::RunFolder folder;
    enum { fresh, begun, done, left_out } state = fresh;
    std::string why; ///< why the row is skipped
};

class RecipeRunner {
public:
    explicit RecipeRunner(const RecipeRun& what)
        : what_(what), recipe_(preset::load_recipe(what.recipe)), group_(recipe_.name) {
        if (what.small) {
            if (recipe_.small.empty()) throw Error(ErrorId::recipe_small_missing, {}, what.recipe.string());
            group_ += "-small";
            sets_ = recipe_.small;
        }
        sets_.insert(sets_.end(), what.sets.begin(), what.sets.end());
        out_ = what.out.empty() ? fs::current_path() / "runs" / run::folder_name(group_)
                                : fs::absolute(what.out).lexically_normal();
    }

    int run() {
        plan();
        print_text("{}: {} runs, one after the other, in {}\n", recipe_.title, rows_.size(), out_.string());
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            const int code =
                run_row(rows_[i], fmt::format("{} of {}  {}", i + 1, rows_.size(), rows_[i].recipe.name));
            if (code == static_cast<int>(ExitCode::stopped) || code > 128) {
                print_text("stopped; run the same command to continue\n");
                return code;
            }
            if (code != 0 && first_failure_ == 0) first_failure_ = code;
        }
        compare();
        return first_failure_;
    }

private:
    /// Reports all detectable mistakes before the first row starts.
    void plan() {
        std::vector<preset::Problem> mistakes;
        for (const preset::RecipeRow& recipe : recipe_.rows) {
            const preset::Draft draft = preset::load_draft(recipe.preset, sets_);
            for (preset::Problem& mistake : preset::mistakes(draft)) {
                const auto is_same = [&](const preset::Problem& other) {
                    return other.place == mistake.place && other.what == mistake.what;
                };
                // Rows share the files that they extend.
                if (std::ranges::none_of(mistakes, is_same)) mistakes.push_back(std::move(mistake));
            }
            rows_.push_back({recipe, draft.loaded.preset, {out_ / run::folder_name(recipe.name)}, {}, {}});
            if (draft.problems.empty()) continue;
            rows_.back().state = Row::left_out;
            rows_.back().why = draft.problems.front().key + ": " + sentence(draft.problems.front().what);
        }
        if (!mistakes.empty()) throw preset::PresetError(std::move(mistakes));
        for (Row& row : rows_) {
            if (row.state == Row::left_out) continue;
            if (row.folder.holds_run())
                take_up(row);
            else
                run::check_before_start(row.preset, row.folder.root);
        }
    }

    /// Continues a row that an earlier call has started.
    void take_up(Row& row) const {
        const Preset frozen = preset::load(row.folder.preset()).preset;
        std::vector<std::string> changes = preset::differences(frozen, run::settled_as(row.preset, frozen));
        if (row.recipe.largest_batch)
            std::erase_if(changes, [](const std::string& change) {
                return change.starts_with("training.per_device_train_batch_size:");
            });
        if (!changes.empty())
            throw Error(ErrorId::folder_of_other_preset, {changes.front()}, row.folder.root.string());
        if (event::RunLock::is_held(row.folder))
            throw Error(ErrorId::recipe_run_active, {row.folder.root.string()}, row.folder.root.string());
        const auto ended = event::read_exit(row.folder);
        row.state = ended && ended->code == 0 ? Row::done : Row::begun;
        row.preset = frozen;
    }

    int run_row(Row& row, const std::string& title) try {
        constexpr const char* states[] = {"", ": continues", ": has finished", ": left out: "};
        print_text("\n{}{}{}\n", title, states[row.state], row.why);
        std::fflush(stdout);
        if (row.state == Row::done || row.state == Row::left_out) return 0;
        if (row.recipe.largest_batch && row.state == Row::fresh) find_batch(row);
        std::vector<std::string> notes;
        if (row.state == Row::fresh) {
            run::AutoDevices chosen = settle_devices(row.preset, /*skip_check=*/false);
            row.preset = std::move(chosen.preset);
            notes = std::move(chosen.notes);
        }
        run::make_run_folder(row.folder);
        run::Launch launch{row.folder, row.preset, run::worker_program(), row.state == Row::begun};
        launch.notes = std::move(notes);
        launch.group = {group_, row.recipe.name};
        return supervise(std::move(launch), {.more_follow = true});
    } catch (const Error& error) {
        if (error.code() == ExitCode::busy) throw;
        return print_error(error);
    }

    void find_batch(Row& row) const {
        const run::Check check = run::check(preset::load_draft(row.recipe.preset, sets_));
        if (!check.inputs.problems.empty()) throw Error(check.inputs.problems.front());
        run::BatchSearch search;
        search.limit = run::usual_batch_limit(check);
        if (what_.small) search.at_most = most_samples_small;
        const run::BatchTrial found = run::find_batch_size(check, search, [](const run::BatchTrial& trial) {
            print_text("batch of {}: {}\n", trial.batch_size,
                       trial.measured ? human_bytes(trial.measured->peak_bytes()) : "out of memory");
            std::fflush(stdout);
        });
        print_text("the largest that fits: {}\n", found.batch_size);
        std::fflush(stdout);
        row.preset.training.per_device_train_batch_size = found.batch_size;
    }

    void compare() const {
        std::vector<fs::path> runs;
        for (const Row& row : rows_)
            if (row.folder.holds_run()) runs.push_back(row.folder.root);
        if (runs.empty()) return;
        const report::Comparison comparison = compare_folders(runs);
        print_text("\n{}", comparison.figures.to_text());
        if (!comparison.memory.rows.empty()) print_text("\n{}", comparison.memory.to_text());
        if (!comparison.state.rows.empty())
            print_text("\n{}\n{}", report::state_title, comparison.state.to_text());
        if (!comparison.published.rows.empty())
            print_text("\n{}\n{}", report::published_title, comparison.published.to_text());
        for (const Row& row : rows_)
            if (row.state == Row::left_out) print_text("\n{} was left out: {}\n", row.recipe.name, row.why);
        print_text("\n");
        write_comparison(comparison, runs, out_ / "comparison");
    }

    const RecipeRun& what_;
    preset::Recipe recipe_;
    std::string group_;
    std::vector<std::string> sets_;
    fs::path out_;
    std::vector<Row> rows_;
    int first_failure_ = 0;
};

} // namespace

int run_recipe(const RecipeRun& what) {
    int count = 1;
    char name[] = "tunedesk";
    char* arguments[] = {name, nullptr};
    const QCoreApplication application(count, arguments); // for all rows
    return RecipeRunner(what).run();
}

} // namespace tunedesk::app
