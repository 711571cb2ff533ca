// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/predictions/predictions.h"

#include "base/error.h"
#include "base/files/streamed_file.h"
#include "base/text.h"
#include "data/rows/label_sets.h"
#include "report/multi_label.h"

#include <algorithm>
#include <fmt/format.h>

namespace tunedesk::report {

struct PredictionsWriter::File {
    File(fs::path path, std::vector<std::string> classes, bool several_classes)
        : out(std::move(path)), names(std::move(classes)), several(several_classes) {}

    StreamedFile out;
    std::vector<std::string> names;
    bool pairs = false, several = false;
};

std::string unused_column(std::string name, const std::vector<std::string>& columns) {
    const bool begins = name.ends_with('_'); // a class's name follows
    while (std::ranges::any_of(
        columns, [&](const std::string& each) { return begins ? each.starts_with(name) : each == name; }))
        name.insert(0, "predicted_");
    return name;
}

namespace {

std::string joined(const std::vector<std::string>& columns) {
    std::string text;
    for (std::size_t i = 0; i < columns.size(); ++i)
        text += (i ? "," : "") + csv_field(columns[i]);
    return text;
}

} // namespace

PredictionsWriter::PredictionsWriter(fs::path path, std::vector<std::string> names, bool pairs, bool several)
    : PredictionsWriter(
          std::move(path), std::move(names),
          Header{std::string(pairs ? "text,text_pair," : "text,") + (several ? "labels" : "label"),
                 several ? "predictions" : "prediction", "prob_", "loss,line"},
          several) {
    file_->pairs = pairs;
}

PredictionsWriter::PredictionsWriter(fs::path path, std::vector<std::string> names,
                                     const std::vector<std::string>& columns, bool several)
    : PredictionsWriter(std::move(path), std::move(names),
                        Header{joined(columns),
                               unused_column(several ? "predictions" : "prediction", columns),
                               unused_column("prob_", columns), unused_column("line", columns)},
                        several) {}

PredictionsWriter::PredictionsWriter(fs::path path, std::vector<std::string> names, const Header& header,
                                     bool several)
    : file_(std::make_unique<File>(std::move(path), std::move(names), several)) {
    File& file = *file_;
    file.out.write(header.before + "," + header.prediction);
    for (const std::string& name : file.names)
        file.out.write("," + csv_field(header.probability + name));
    file.out.write("," + header.after + "\n");
}

PredictionsWriter::~PredictionsWriter() = default;

void PredictionsWriter::add(std::string_view text, std::string_view pair, std::int32_t label,
                            std::span<const float> probabilities, double loss, std::uint64_t line) {
    File& file = *file_;
    if (probabilities.size() != file.names.size() || label < -1 ||
        label >= static_cast<std::int32_t>(file.names.size()))
        throw Error(ErrorId::prediction_mismatch, {fmt::to_string(probabilities.size()),
                                                   fmt::to_string(label), fmt::to_string(file.names.size())});
    add_row(text, pair, label < 0 ? std::string() : csv_field(file.names[static_cast<std::size_t>(label)]),
            probabilities, loss, line);
}

void PredictionsWriter::add(std::string_view text, std::string_view pair,
                            std::optional<std::span<const std::int32_t>> truth,
                            std::span<const float> probabilities, double loss, std::uint64_t line) {
    // A row that is known to have no label is a list without any.
    const std::string labels = !truth ? "" : truth->empty() ? "[]" : csv_field(listed(*truth));
    add_row(text, pair, labels, probabilities, loss, line);
}

std::string PredictionsWriter::listed(std::span<const std::int32_t> ids) const {
    std::vector<std::string> labels;
    for (const std::int32_t id : ids)
        labels.push_back(file_->names.at(static_cast<std::size_t>(id)));
    return data::label_field(labels);
}

void PredictionsWriter::add(std::string_view text, std::string_view pair, std::optional<float> truth,
                            float prediction, double loss, std::uint64_t line) {
    add_row(text, pair, truth ? shortest(*truth) : std::string(), {&prediction, 1}, loss, line);
}

/// `label` empty: the row has none, and no loss.
void PredictionsWriter::add_row(std::string_view text, std::string_view pair, const std::string& label,
                                std::span<const float> outputs, double loss, std::uint64_t line) {
    File& file = *file_;
    file.out.write(csv_field(text));
    if (file.pairs) file.out.write("," + csv_field(pair));
    file.out.write("," + label);
    add_prediction(outputs);
    end_row(label, loss, line);
}

void PredictionsWriter::add_tags(std::string_view text, std::string_view truth, std::string_view predicted,
                                 double loss, std::uint64_t line) {
    const std::string label = truth.empty() ? std::string() : csv_field(truth);
    file_->out.write(csv_field(text) + "," + label + "," + csv_field(predicted));
    end_row(label, loss, line);
}

void PredictionsWriter::add_cosine(const std::pair<std::string_view, std::string_view>& texts,
                                   std::optional<std::string_view> negative, const std::string& truth,
                                   float cosine, double loss, std::uint64_t line) {
    file_->out.write(csv_field(texts.first) + "," + csv_field(texts.second));
    if (negative) file_->out.write("," + csv_field(*negative));
    file_->out.write("," + truth + "," + shortest(cosine));
    end_row(truth, loss, line);
}

void PredictionsWriter::end_row(const std::string& label, double loss, std::uint64_t line) {
    File& file = *file_;
    file.out.write("," + (label.empty() ? std::string() : shortest(loss)));
    file.out.write("," + (line == 0 ? std::string() : std::to_string(line)) + "\n");
}

void PredictionsWriter::add(std::span<const std::string_view> cells, std::span<const float> probabilities,
                            std::uint64_t line) {
    File& file = *file_;
    for (std::size_t i = 0; i < cells.size(); ++i)
        file.out.write((i ? "," : "") + csv_field(cells[i]));
    add_prediction(probabilities);
    file.out.write("," + std::to_string(line) + "\n");
}

void PredictionsWriter::add_tags(std::span<const std::string_view> cells, std::string_view predicted,
                                 std::uint64_t line) {
    File& file = *file_;
    for (const std::string_view cell : cells)
        file.out.write(csv_field(cell) + ",");
    file.out.write(csv_field(predicted) + "," + std::to_string(line) + "\n");
}

void PredictionsWriter::add_prediction(std::span<const float> outputs) {
    File& file = *file_;
    if (file.names.empty()) {
        file.out.write("," + shortest(outputs[0]));
        return;
    }
    if (file.several) {
        file.out.write("," + csv_field(listed(predicted_labels(outputs))));
    } else {
        const auto best = std::max_element(outputs.begin(), outputs.end()) - outputs.begin();
        file.out.write("," + csv_field(file.names[static_cast<std::size_t>(best)]));
    }
    for (const float probability : outputs)
        file.out.write("," + shortest(probability));
}

void PredictionsWriter::close() {
    file_->out.close();
}

} // namespace tunedesk::report
