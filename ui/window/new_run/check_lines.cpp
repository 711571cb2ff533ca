// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/new_run/check_lines.h"

#include "base/error.h"

#include <algorithm>

namespace tunedesk::ui {

using data::Finding;

namespace {

/// The lines of data.split_file are those of data.train: without some of the rows it would fit no longer. A
/// preset lists its further validation sets under one key, which a mend does not change.
bool can_mend(const Finding& finding, const run::CheckedInputs& inputs, const Preset& preset) {
    switch (finding.mend()) {
    case Finding::Mend::none:
        return false;
    case Finding::Mend::leave_out:
        return run::leaves_rows(inputs, finding);
    case Finding::Mend::merge_labels:
        // Else the names are the model's, not those of the rows, or parts of a list.
        return !inputs.labels.by_number && task::task_of(preset.task).target == task::Target::one_class &&
               preset.data.extra_validation.empty();
    case Finding::Mend::remove_rows:
        return (preset.data.split_file.empty() || finding.file != preset.data.train) &&
               std::ranges::count(preset.data.extra_validation, finding.file) == 0;
    }
    return false;
}

/// Labels by their training rows, most first.
std::vector<std::string> by_frequency(std::vector<std::string> names, const run::CheckedInputs& inputs) {
    const auto rows = [&](const std::string& name) -> std::uint64_t {
        const int id = inputs.labels.id_of(name);
        if (id < 0 || inputs.splits.empty()) return 0;
        return inputs.splits.front().class_rows.at(static_cast<std::size_t>(id));
    };
    std::ranges::stable_sort(names, std::greater{}, rows);
    return names;
}

} // namespace

std::vector<DataCheck::Line> check_lines(const run::CheckedInputs& inputs, const Preset& preset) {
    std::vector<DataCheck::Line> lines;
    for (const Finding& finding : inputs.findings) {
        DataCheck::Line line{finding, can_mend(finding, inputs, preset), {}};
        if (finding.mend() == Finding::Mend::merge_labels)
            line.merge_into = by_frequency(finding.labels, inputs);
        lines.push_back(std::move(line));
    }
    return lines;
}

run::MendedData mended_data(const Finding& finding, const std::string& into, const Preset& preset,
                            const std::string& key) {
    if (run::inputs_key(preset) != key) throw Error(ErrorId::files_changed_since_read, {}, finding.file);
    if (finding.mend() == Finding::Mend::merge_labels) return run::merge_labels(preset, finding.labels, into);
    if (finding.kind == Finding::Kind::leak)
        return run::remove_leaks(preset, finding.split, finding.twin_split);
    std::vector<std::uint64_t> lines;
    for (const Finding::Row& row : finding.rows)
        lines.push_back(row.line);
    return run::remove_lines(preset, finding.split, lines);
}

} // namespace tunedesk::ui
