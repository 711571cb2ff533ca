// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "report/document/report_document.h"

namespace tunedesk::report {

/// Adds the parts of a run's report to a document. Must not outlive its arguments. Parts for which the run
/// has no data are omitted.
class DocumentParts {
public:
    DocumentParts(const ReportSources& from, const Words& words, Document& document)
        : from_(from), words_(words), document_(document) {}

    void add_title();
    void add_result();
    void add_scores();
    void add_classes();
    void add_confusion();
    void add_training_curves();
    void add_test_curves();
    void add_numbers();
    void add_samples();
    void add_cost();
    void add_environment();
    void add_settings();

private:
    /// Translates `english` in the context ReportDocument and replaces its {}.
    std::string say(const char* english, const std::vector<std::string>& values = {}) const {
        return filled(words_("ReportDocument", english), values);
    }
    const RunReport* report() const {
        return from_.run.summary.report ? &*from_.run.summary.report : nullptr;
    }
    const ClassificationReport* classification() const;
    std::string setting(std::string_view key) const;
    void append(Block block) { document_.blocks.push_back(std::move(block)); }
    /// Translates the header and the first cells of the last `averages` rows.
    TextTable translated(TextTable table, std::size_t averages) const;
    TextTable figure_rows(bool of_cost) const;
    Headline headline() const;
    std::string tested_rows() const;
    std::string model_text() const;
    void add_sentences();
    std::optional<LinePlot> training_plot(const char* title, const std::string& column) const;

    const ReportSources& from_;
    const Words& words_;
    Document& document_;
};

/// For a run with data.extra_validation: the metrics on the validation rows and on each extra set, of the
/// tested model and of the last evaluated one. Without rows for other runs.
TextTable validation_sets(const ReportSources& from, const Words& words);

/// The file name of a path ("packages.csv"), also of a path of another machine.
std::string last_name(const std::string& path);
/// A fraction as "83.4 %".
std::string percent(double share);

} // namespace tunedesk::report
