// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/document/report_document.h"

#include "base/text.h"
#include "event/folder/run_folder.h"
#include "report/document/document_parts.h"
#include "report/report_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tunedesk::report {

namespace {

constexpr std::size_t named_confusions = 3;

/// "2026-11-21 10:39 UTC" of "2026-11-21T10:39:29Z"; another text stays.
std::string minute_text(const std::string& utc) {
    if (utc.size() != 20 || utc[10] != 'T' || utc[19] != 'Z') return utc;
    return utc.substr(0, 10) + " " + utc.substr(11, 5) + " UTC";
}

/// Cells off the diagonal, the fullest first.
std::vector<std::pair<std::pair<std::size_t, std::size_t>, std::uint64_t>>
worst_confusions(const ConfusionMatrix& matrix) {
    std::vector<std::pair<std::pair<std::size_t, std::size_t>, std::uint64_t>> wrong;
    for (const auto& [cell, count] : matrix.cells())
        if (cell.first != cell.second) wrong.emplace_back(cell, count);
    std::ranges::stable_sort(wrong, std::greater<>(), [](const auto& each) { return each.second; });
    if (wrong.size() > named_confusions) wrong.resize(named_confusions);
    return wrong;
}

double majority_share(const ClassificationReport& scores) {
    std::uint64_t most = 0;
    for (const ClassScores& of : scores.classes)
        most = std::max(most, of.support);
    return scores.total > 0 ? static_cast<double>(most) / static_cast<double>(scores.total) : 0;
}

std::string majority_name(const ClassificationReport& scores) {
    const auto most = std::ranges::max_element(scores.classes, {}, &ClassScores::support);
    return scores.names[static_cast<std::size_t>(most - scores.classes.begin())];
}

// The parts of tables that report_text.cpp makes, named once more so that lupdate finds them.
[[maybe_unused]] constexpr const char* table_words[] = {
    TUNEDESK_TRANSLATABLE("ReportDocument", "Class"),
    TUNEDESK_TRANSLATABLE("ReportDocument", "Label"),
    TUNEDESK_TRANSLATABLE("ReportDocument", "Type"),
    TUNEDESK_TRANSLATABLE("ReportDocument", "Precision"),
    TUNEDESK_TRANSLATABLE("ReportDocument", "Recall"),
    TUNEDESK_TRANSLATABLE("ReportDocument", "F1"),
    TUNEDESK_TRANSLATABLE("ReportDocument", "Support"),
    TUNEDESK_TRANSLATABLE("ReportDocument", "Average precision"),
    TUNEDESK_TRANSLATABLE("ReportDocument", "Accuracy"),
    TUNEDESK_TRANSLATABLE("ReportDocument", "Micro average"),
    TUNEDESK_TRANSLATABLE("ReportDocument", "Macro average"),
    TUNEDESK_TRANSLATABLE("ReportDocument", "Weighted average"),
    TUNEDESK_TRANSLATABLE("ReportDocument", "Samples average"),
};

} // namespace

std::string last_name(const std::string& path) {
    std::string_view text = path;
    while (text.ends_with('/'))
        text.remove_suffix(1);
    const auto slash = text.rfind('/');
    return std::string(slash == text.npos ? text : text.substr(slash + 1));
}

std::string percent(double share) {
    return fmt::format("{:.1f} %", 100 * share);
}

const ClassificationReport* DocumentParts::classification() const {
    return report() && report()->classification && report()->classification->total > 0
               ? &*report()->classification
               : nullptr;
}

std::string DocumentParts::setting(std::string_view key) const {
    for (const auto& [name, value] : from_.run.settings)
        if (name == key) return value;
    return {};
}

TextTable DocumentParts::translated(TextTable table, std::size_t averages) const {
    for (std::string& cell : table.header)
        if (!cell.empty()) cell = say(cell.c_str());
    for (std::size_t row = table.rows.size() - std::min(averages, table.rows.size()); row < table.rows.size();
         ++row)
        table.rows[row].front() = say(table.rows[row].front().c_str());
    return table;
}

void DocumentParts::add_title() {
    document_.title = from_.run.name;
    document_.language = say(TUNEDESK_TRANSLATABLE("ReportDocument", "en")); // the translation's own tag
    const Json& environment = from_.run.summary.environment;
    std::vector<std::string> parts;
    if (const std::string folder = from_.run.summary.folder_name(); folder != from_.run.name)
        parts.push_back(folder);
    if (const std::string started = text_field(environment, "started"); !started.empty())
        parts.push_back(minute_text(started));
    if (const std::string task = setting("task"); !task.empty()) parts.push_back(task);
    for (const std::string& part : parts)
        document_.subtitle += (document_.subtitle.empty() ? "" : " · ") + part;
    const auto program = environment.find("tunedesk");
    const std::string version = program != environment.end() && program->is_object()
                                    ? text_field(*program, "version")
                                    : std::string();
    document_.made_with = version.empty() ? "TuneDesk" : "TuneDesk " + version;
}

std::string DocumentParts::tested_rows() const {
    const std::string file = last_name(setting(setting("data.test").empty() ? "data.train" : "data.test"));
    std::uint64_t rows = from_.results.predictions.labelled();
    if (classification()) rows = classification()->total;
    if (rows == 0) return file;
    return file.empty()
               ? say(TUNEDESK_TRANSLATABLE("ReportDocument", "{} test rows"), {grouped(rows)})
               : say(TUNEDESK_TRANSLATABLE("ReportDocument", "{} test rows of {}"), {grouped(rows), file});
}

std::string DocumentParts::model_text() const {
    std::string text = last_name(setting("model.path"));
    if (report() && report()->parameters > 0) {
        const std::string parameters =
            say(TUNEDESK_TRANSLATABLE("ReportDocument", "{} parameters, {} of them trained"),
                {grouped(report()->parameters), grouped(report()->trainable)});
        text += (text.empty() ? "" : ", ") + parameters;
    }
    return text;
}

Headline DocumentParts::headline() const {
    Headline made;
    if (const ClassificationReport* scores = classification()) {
        made.text = say(TUNEDESK_TRANSLATABLE("ReportDocument", "Accuracy {} (baseline {})"),
                        {percent(scores->accuracy), percent(majority_share(*scores))});
    } else if (report()) {
        const task::Values& values = report()->metrics;
        const task::Metric* main = task::task_of(report()->task).headline_among([&](const char* name) {
            return task::value_of(values, name).has_value();
        });
        if (main)
            made.text = fmt::format("{} {:.4f}", words_("Figure", main->title),
                                    task::value_of(values, main->name).value_or(NAN));
        else
            made.text =
                say(TUNEDESK_TRANSLATABLE("ReportDocument", "Trained for {} steps, without a test"),
                    {grouped(static_cast<std::uint64_t>(std::max<std::int64_t>(0, report()->steps)))});
    } else {
        made.text = say(TUNEDESK_TRANSLATABLE("ReportDocument", "No result yet"));
        made.detail = from_.state;
    }
    for (const std::string& part : {report() ? tested_rows() : std::string(), model_text()})
        if (!part.empty()) made.detail += (made.detail.empty() ? "" : " · ") + part;
    return made;
}

void DocumentParts::add_result() {
    append(headline());
    add_sentences();
    TextTable figures = figure_rows(false);
    if (figures.rows.empty()) return;
    append(Heading{say(TUNEDESK_TRANSLATABLE("ReportDocument", "Result"))});
    append(TablePart{std::move(figures)});
}

/// What a reader would ask next: the worst confusions, the baselines, which weights were tested.
void DocumentParts::add_sentences() {
    if (from_.results.confusion && from_.results.confusion->total() > 0) {
        std::string list;
        for (const auto& [cell, count] : worst_confusions(*from_.results.confusion)) {
            const std::string &truth = from_.results.names()[cell.first],
                              &said = from_.results.names()[cell.second];
            list += list.empty() ? "" : say(TUNEDESK_TRANSLATABLE("ReportDocument", ", "));
            list += count == 1
                        ? say(TUNEDESK_TRANSLATABLE("ReportDocument", "“{}” is predicted as “{}” once"),
                              {truth, said})
                        : say(TUNEDESK_TRANSLATABLE("ReportDocument", "“{}” is predicted as “{}” {} times"),
                              {truth, said, grouped(count)});
        }
        append(Paragraph{
            list.empty()
                ? say(TUNEDESK_TRANSLATABLE("ReportDocument", "Every test row is predicted correctly."))
                : say(TUNEDESK_TRANSLATABLE("ReportDocument", "Worst confusions: {}."), {list})});
    }
    std::string notes;
    const auto note = [&](const std::string& sentence) { notes += (notes.empty() ? "" : " ") + sentence; };
    if (const ClassificationReport* scores = classification())
        note(say(TUNEDESK_TRANSLATABLE("ReportDocument",
                                       "The baseline always answers “{}”, the most frequent class."),
                 {majority_name(*scores)}));
    if (from_.results.scores)
        note(say(TUNEDESK_TRANSLATABLE("ReportDocument", "Expected calibration error: {}."),
                 {fmt::format("{:.4f}", from_.results.calibration_error)}));
    const auto other = from_.baseline ? from_.baseline->summary.report : std::nullopt;
    if (other && other->classification)
        note(say(TUNEDESK_TRANSLATABLE("ReportDocument", "Accuracy of the run {}: {}."),
                 {from_.baseline->name, fmt::format("{:.4f}", other->classification->accuracy)}));
    if (report() && report()->best_step > 0 && !report()->monitor.empty() && report()->monitor_value)
        note(say(TUNEDESK_TRANSLATABLE("ReportDocument", "The weights of step {} were tested (best {}: {})."),
                 {grouped(static_cast<std::uint64_t>(report()->best_step)), report()->monitor,
                  fmt::format("{:.4f}", *report()->monitor_value)}));
    if (!notes.empty()) append(Paragraph{notes, true});
    if (report() && !report()->lost_best.empty()) append(Paragraph{report()->lost_best, true});
}

void DocumentParts::add_scores() {
    std::optional<TestScores> scores = test_scores(from_.run);
    if (!scores) return;
    append(Heading{say(scores->title)});
    append(TablePart{translated(std::move(scores->table), scores->averages), true});
}

Metrics metrics_of(const fs::path& run) {
    const fs::path file = event::RunFolder{run}.metrics();
    std::error_code failed;
    if (!fs::exists(file, failed)) return {};
    try {
        return read_metrics_csv(file);
    } catch (const Error&) {
        return {};
    }
}

Document report_document(const ReportSources& sources, const Words& words) {
    Document document;
    DocumentParts parts(sources, words, document);
    parts.add_title();
    parts.add_result();
    parts.add_scores();
    parts.add_classes();
    parts.add_confusion();
    parts.add_numbers();
    parts.add_training_curves();
    if (TextTable sets = validation_sets(sources, words); !sets.rows.empty()) {
        document.blocks.emplace_back(
            Heading{words("ReportDocument", TUNEDESK_TRANSLATABLE("ReportDocument", "Validation sets"))});
        document.blocks.emplace_back(TablePart{std::move(sets)});
    }
    parts.add_test_curves();
    parts.add_samples();
    parts.add_cost();
    parts.add_environment();
    parts.add_settings();
    return document;
}

} // namespace tunedesk::report
