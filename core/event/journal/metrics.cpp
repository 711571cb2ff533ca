// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/journal/metrics.h"

#include "base/text.h"
#include "event/journal/journal.h"

#include <limits>

namespace tunedesk::event {

namespace {

std::string cell(const Json& fields, const std::string& name) {
    if (!fields.is_object() || !fields.contains(name)) return {};
    return shortest(number(fields, name.c_str(), std::numeric_limits<double>::quiet_NaN()));
}

/// Whether the event belongs to the column's split: "train" for a step, else the evaluated split.
bool is_about(const Event& event, const std::string& split) {
    if (event.type == Type::Step) return split == "train";
    const auto found = event.fields.find("split");
    return event.type == Type::Eval && found != event.fields.end() && *found == split;
}

} // namespace

MetricsLayout::MetricsLayout(task::Kind task, const std::vector<std::string>& extra) {
    const task::Task& of = task::task_of(task);
    for (const task::Metric& metric : of.metrics)
        if (metric.of_steps)
            columns_.push_back({std::string("train_") + metric.column, "train", metric.name});
    columns_.push_back({"lr", "train", "learning_rate"});
    columns_.push_back({"grad_norm", "train", "grad_norm"});
    std::vector<std::string> splits{"val", "test"};
    splits.insert(splits.end(), extra.begin(), extra.end());
    for (const std::string& split : splits)
        for (const task::Metric& metric : of.metrics)
            columns_.push_back({split + '_' + metric.column, split, metric.name});
}

std::string MetricsLayout::header() const {
    std::string line = "step,epoch";
    for (const Column& column : columns_)
        line.append(1, ',').append(column.title);
    return line + '\n';
}

std::optional<std::string> MetricsLayout::row(const Event& event) const {
    if (!event.fields.is_object()) return std::nullopt;
    std::string line = cell(event.fields, "step") + ',' + cell(event.fields, "epoch");
    bool speaks = false;
    for (const Column& column : columns_) {
        const bool about = is_about(event, column.split);
        speaks |= about;
        const std::string text = about ? cell(event.fields, column.field) : std::string();
        const bool unmeasured = column.field == "grad_norm" && text == "nan";
        line.append(1, ',').append(unmeasured ? std::string() : text);
    }
    if (!speaks) return std::nullopt;
    return line + '\n';
}

MetricsFile::MetricsFile(const RunFolder& folder, const MetricsLayout& layout, const std::string& rows)
    : folder_(folder), layout_(layout), file_(folder.root, folder.metrics().filename()) {
    // Also repairs an incomplete row, or one that is missing after a crash between the journal's line and the
    // row.
    replace(rows);
}

bool MetricsFile::append(const Event& event) {
    const auto text = layout_.row(event);
    if (!text) return true;
    if (file_.append(*text)) return true;
    problem_ = file_.problem();
    missing_rows_ = true;
    return false;
}

bool MetricsFile::rewrite() {
    std::string rows;
    try {
        replay_journal(folder_, 0, [&](const Event& event) { rows += layout_.row(event).value_or(""); });
    } catch (const Error& error) {
        problem_ = error.message();
        missing_rows_ = true;
        return false;
    }
    return replace(rows);
}

bool MetricsFile::replace(const std::string& rows) {
    missing_rows_ = true;
    try {
        write_private_file(folder_.metrics(), layout_.header() + rows);
    } catch (const Error& error) {
        problem_ = error.message();
        return false;
    }
    if (!file_.reopen()) {
        problem_ = file_.problem();
        return false;
    }
    missing_rows_ = false;
    return true;
}

} // namespace tunedesk::event
