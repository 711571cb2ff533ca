#include "event/journal/metrics.h"

#include "base/text.h"
#include "event/journal/journal.h"

#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace tunedesk::event {

namespace {

enum Column { train_loss, train_acc, lr, grad_norm, val_loss, val_acc, val_f1, test_loss, test_acc, test_f1 };

constexpr std::array<const char*, 10> names{"train_loss", "train_acc", "lr",        "grad_norm", "val_loss",
                                            "val_acc",    "val_f1",    "test_loss", "test_acc",  "test_f1"};

using Cells = std::array<std::string, names.size()>;

std::string cell(const Json& fields, const char* name) {
    if (!fields.is_object() || !fields.contains(name)) return {};
    return shortest(number(fields, name, std::numeric_limits<double>::quiet_NaN()));
}

Cells step_cells(const Event& event) {
    Cells cells;
    cells[train_loss] = cell(event.fields, "loss");
    cells[train_acc] = cell(event.fields, "accuracy");
    cells[lr] = cell(event.fields, "learning_rate");
    const double norm = number(event.fields, "grad_norm", std::numeric_limits<double>::quiet_NaN());
    if (!std::isnan(norm)) cells[grad_norm] = shortest(norm);
    return cells;
}

std::optional<Cells> eval_cells(const Event& event) {
    const auto split = event.fields.find("split");
    if (split == event.fields.end() || !split->is_string()) return std::nullopt;
    Column first{};
    if (*split == "val")
        first = val_loss;
    else if (*split == "test")
        first = test_loss;
    else
        return std::nullopt;
    Cells cells;
    cells[first] = cell(event.fields, "loss");
    cells[first + 1] = cell(event.fields, "accuracy");
    cells[first + 2] = cell(event.fields, "macro_f1");
    return cells;
}

} // namespace

std::string MetricsFile::header() {
    std::string line = "step,epoch";
    for (const char* name : names)
        line.append(1, ',').append(name);
    return line + '\n';
}

std::optional<std::string> MetricsFile::row(const Event& event) {
    if (!event.fields.is_object()) return std::nullopt;
    std::optional<Cells> cells;
    if (event.type == Type::Step)
        cells = step_cells(event);
    else if (event.type == Type::Eval)
        cells = eval_cells(event);
    if (!cells) return std::nullopt;
    std::string line = cell(event.fields, "step") + ',' + cell(event.fields, "epoch");
    for (const std::string& text : *cells)
        line.append(1, ',').append(text);
    return line + '\n';
}

MetricsFile::MetricsFile(const RunFolder& folder, const std::string& rows)
    : folder_(folder), file_(folder.root, folder.metrics().filename()) {
    // Also mends a torn row, or one that the crash kept from following its line in the journal.
    replace(rows);
}

bool MetricsFile::append(const Event& event) {
    const auto text = row(event);
    if (!text) return true;
    if (file_.append(*text)) return true;
    problem_ = file_.problem();
    missing_rows_ = true;
    return false;
}

bool MetricsFile::rewrite() {
    std::string rows;
    try {
        replay_journal(folder_, 0, [&](const Event& event) { rows += row(event).value_or(""); });
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
        write_private_file(folder_.metrics(), header() + rows);
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
