// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/queue/folds.h"

#include "base/error.h"
#include "base/text.h"
#include "data/splits/folds.h"
#include "data/splits/split_file.h"
#include "event/folder/run_folder.h"
#include "format/hub/hub_data.h"
#include "plan/data_specs.h"
#include "task/task.h"

#include <algorithm>
#include <fmt/format.h>

namespace tunedesk::run {

namespace {

constexpr const char* splits_folder = "folds";

std::string fold_name(int number) {
    return fmt::format("fold-{}", number);
}

/// A number for each label, by which rows are divided evenly; one for all where rows have no classes.
std::vector<std::int32_t> classes_of(const Preset& preset, const data::Table& table) {
    if (task::task_of(preset.task).target != task::Target::one_class)
        return std::vector<std::int32_t>(table.rows().size());
    return data::label_ids(table, data::make_label_map(table, {}));
}

data::RowSplit split_of_fold(const Preset& preset, std::span<const std::int32_t> classes,
                             std::span<const std::uint32_t> fold_of, std::uint32_t fold) {
    data::RowSplit split;
    std::vector<std::uint32_t> others;
    std::vector<std::int32_t> their_classes;
    for (std::uint32_t row = 0; row < fold_of.size(); ++row) {
        if (fold_of[row] == fold) {
            split.test.push_back(row);
        } else {
            others.push_back(row);
            their_classes.push_back(classes[row]);
        }
    }
    const double validation = preset.data.validation.empty() ? preset.data.validation_split : 0;
    const data::RowSplit cut = data::stratified_split(their_classes, validation, 0,
                                                      static_cast<std::uint64_t>(preset.training.seed));
    for (const std::uint32_t i : cut.train)
        split.train.push_back(others[i]);
    for (const std::uint32_t i : cut.validation)
        split.validation.push_back(others[i]);
    return split;
}

std::vector<QueuedRun> folds_of(const QueuedRun& run, int folds) {
    const Preset& preset = run.preset;
    if (!preset.data.split_file.empty())
        throw Error(ErrorId::split_given_twice, {"test", "test", "test"}, preset.data.split_file);
    format::require_rows_downloaded(preset.data.train, "data.train");
    const data::Table table = data::read_table(preset.data.train, plan::table_spec(preset, false));
    const std::vector<std::int32_t> classes = classes_of(preset, table);
    if (classes.size() < static_cast<std::size_t>(folds))
        throw Error(ErrorId::split_empty, {"test", fmt::format("1/{}", folds), grouped(classes.size())});
    const std::vector<std::uint32_t> fold_of = data::stratified_folds(
        classes, static_cast<std::uint32_t>(folds), static_cast<std::uint64_t>(preset.training.seed));
    const fs::path splits = run.folder.root / splits_folder;
    make_folders(splits, ErrorId::folder_not_created);
    std::vector<QueuedRun> all;
    for (int fold = 0; fold < folds; ++fold) {
        const std::string name = fold_name(fold + 1);
        QueuedRun one{preset, {run.folder.root / name}, run.setting};
        one.setting += fmt::format("{}fold={}", one.setting.empty() ? "" : " ", fold + 1);
        auto& data = one.preset.data;
        data.split_file = (splits / (name + ".csv")).string();
        data.test.clear();
        data.test_split = data.validation_split = 0;
        write_file_atomically(data.split_file,
                              data::split_file_text(table, split_of_fold(preset, classes, fold_of,
                                                                         static_cast<std::uint32_t>(fold))));
        all.push_back(std::move(one));
    }
    return all;
}

} // namespace

std::vector<QueuedRun> fold_runs(const std::vector<QueuedRun>& runs, int folds) {
    std::vector<QueuedRun> all;
    for (const QueuedRun& run : runs)
        std::ranges::move(folds_of(run, folds), std::back_inserter(all));
    return all;
}

std::vector<fs::path> other_folds(const fs::path& run) {
    const fs::path folder = run.has_filename() ? run : run.parent_path(), home = folder.parent_path();
    std::vector<fs::path> others;
    bool is_one_of_them = false;
    std::error_code failed;
    for (int fold = 1; fs::exists(home / splits_folder / (fold_name(fold) + ".csv"), failed); ++fold) {
        const fs::path each = home / fold_name(fold);
        if (each.filename() == folder.filename())
            is_one_of_them = true;
        else if (fs::exists(event::RunFolder{each}.predictions(), failed))
            others.push_back(each);
    }
    if (!is_one_of_them) others.clear();
    return others;
}

} // namespace tunedesk::run
