// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/predictions/prediction_table.h"

#include "base/error.h"
#include "base/phrase.h"
#include "base/text.h"
#include "report/predictions/csv_records.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <unordered_map>

namespace tunedesk::report {

/// Fills a table from its bytes, row by row.
class PredictionReader {
public:
    PredictionReader(PredictionTable& table, std::string where) : table_(table), where_(std::move(where)) {}

    void read() {
        const std::string_view text = table_.bytes_;
        CsvRecords records(text);
        std::vector<CsvField> fields;
        if (!records.next(fields)) fail(1, TUNEDESK_TRANSLATABLE("ErrorDetail", "the file is empty"));
        header(fields);
        while (records.next(fields)) {
            if (fields.size() != columns_)
                fail(records.line(),
                     fmt::format("{} fields where the header has {}", fields.size(), columns_));
            row(fields, records.line());
        }
        const auto known = [](std::uint64_t line) { return line > 0; };
        table_.has_lines_ =
            table_.rows() > 0 && std::all_of(table_.lines_.begin(), table_.lines_.end(), known);
    }

private:
    [[noreturn]] void fail(std::uint64_t line, const std::string& what) const {
        throw Error(ErrorId::predictions_invalid, {what}, fmt::format("{}:{}", where_, line));
    }

    void header(const std::vector<CsvField>& fields) {
        columns_ = fields.size();
        std::unordered_map<std::string, std::size_t> places;
        for (std::size_t i = 0; i < fields.size(); ++i) {
            std::string name = fields[i].value(table_.bytes_);
            if (name.starts_with("prob_")) {
                if (table_.names_.empty()) first_probability_ = i;
                if (i != first_probability_ + table_.names_.size())
                    fail(1, TUNEDESK_TRANSLATABLE("ErrorDetail", "probabilities are not together"));
                table_.names_.push_back(name.substr(5));
                ids_.emplace(table_.names_.back(), static_cast<std::int32_t>(table_.names_.size()) - 1);
            } else {
                places.emplace(std::move(name), i);
            }
        }
        const auto column = [&](const char* name, bool optional) {
            const auto found = places.find(name);
            if (found == places.end() && !optional) fail(1, fmt::format("no column {}", name));
            return found == places.end() ? none : found->second;
        };
        text_ = column("text", false);
        pair_ = column("text_pair", true);
        table_.target_ = target_of([&](const char* name) { return places.contains(name); });
        table_.has_ranks_ = table_.target_ == task::Target::similarity && places.contains("rank");
        const auto [truth, prediction] = names_of_columns();
        label_ = column(truth, false);
        prediction_ = column(prediction, false);
        table_.sets_ = data::LabelSets(table_.names_.size());
        loss_ = column("loss", false);
        line_ = column("line", true);
        table_.has_pairs_ = pair_ != none;
    }

    task::Target target_of(const auto& has) const {
        using enum task::Target;
        if (!table_.names_.empty()) return has("labels") && !has("label") ? several_classes : one_class;
        if (has("predicted_tags")) return tags;
        return has("cosine") && !has("prediction") ? similarity : number;
    }

    /// Names of the columns with the true and the predicted values.
    std::pair<const char*, const char*> names_of_columns() const {
        switch (table_.target_) {
        case task::Target::tags:
            return {"tags", "predicted_tags"};
        case task::Target::similarity:
            return {table_.has_ranks_ ? "rank" : "score", "cosine"};
        case task::Target::several_classes:
            return {"labels", "predictions"};
        default:
            return {"label", "prediction"};
        }
    }

    /// Whether what is true of the row is known.
    bool predicted(const std::vector<CsvField>& fields, std::uint64_t line) {
        switch (table_.target_) {
        case task::Target::tags:
            return predicted_words(fields);
        case task::Target::several_classes:
            return predicted_set(fields, line);
        case task::Target::one_class:
            return predicted_class(fields, line);
        default:
            return predicted_number(fields, line);
        }
    }

    PredictionTable::Place place(const CsvField& field) const {
        return {field.offset, static_cast<std::uint32_t>(field.length), field.doubled};
    }

    /// The class's id, or -1 for an empty field.
    std::int32_t id(const CsvField& field, std::uint64_t line) {
        const std::string name = field.value(table_.bytes_);
        if (name.empty()) return -1;
        const auto found = ids_.find(name);
        if (found == ids_.end()) fail(line, fmt::format("no class is called {}", shortened(name)));
        return found->second;
    }

    float number(const CsvField& field, std::uint64_t line) const {
        const std::string_view text = field.raw(table_.bytes_);
        if (text == "nan" || text == "inf" || text == "-inf") return number_of_word(text);
        float value = 0;
        const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
        if (read.ec == std::errc::invalid_argument || read.ptr != text.data() + text.size())
            fail(line, fmt::format("{} is not a number", shortened(text)));
        return value;
    }

    static float number_of_word(std::string_view word) {
        if (word == "nan") return std::numeric_limits<float>::quiet_NaN();
        return (word == "inf" ? 1.0f : -1.0f) * std::numeric_limits<float>::infinity();
    }

    /// Whether the row's true labels are known. What is predicted follows from the probabilities.
    bool predicted_set(const std::vector<CsvField>& fields, std::uint64_t line) {
        std::vector<std::int32_t> ids;
        for (const std::string& name : data::labels_in(fields[label_].value(table_.bytes_), ",")) {
            const auto found = ids_.find(name);
            if (found == ids_.end()) fail(line, fmt::format("no class is called {}", shortened(name)));
            ids.push_back(found->second);
        }
        std::ranges::sort(ids);
        table_.sets_.add(ids);
        table_.labels_.push_back(-1);
        table_.predicted_.push_back(-1);
        add_probabilities(fields, line);
        return fields[label_].length > 0;
    }

    void add_probabilities(const std::vector<CsvField>& fields, std::uint64_t line) {
        for (std::size_t c = 0; c < table_.names_.size(); ++c)
            table_.probabilities_.push_back(number(fields[first_probability_ + c], line));
    }

    /// Whether the row has a true class.
    bool predicted_class(const std::vector<CsvField>& fields, std::uint64_t line) {
        const std::int32_t label = id(fields[label_], line), predicted = id(fields[prediction_], line);
        if (predicted < 0) fail(line, TUNEDESK_TRANSLATABLE("ErrorDetail", "no prediction"));
        table_.labels_.push_back(label);
        table_.predicted_.push_back(predicted);
        add_probabilities(fields, line);
        return label >= 0;
    }

    /// Whether the row has a true number.
    bool predicted_number(const std::vector<CsvField>& fields, std::uint64_t line) {
        const bool labelled = fields[label_].length > 0;
        table_.truths_.push_back(labelled ? number(fields[label_], line)
                                          : std::numeric_limits<float>::quiet_NaN());
        table_.numbers_.push_back(number(fields[prediction_], line));
        table_.labels_.push_back(-1);
        table_.predicted_.push_back(-1);
        return labelled;
    }

    /// Whether the row has true tags.
    bool predicted_words(const std::vector<CsvField>& fields) {
        table_.tags_.push_back(place(fields[label_]));
        table_.predicted_tags_.push_back(place(fields[prediction_]));
        table_.labels_.push_back(-1);
        table_.predicted_.push_back(-1);
        return fields[label_].length > 0;
    }

    void row(const std::vector<CsvField>& fields, std::uint64_t line) {
        constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max();
        if (fields[text_].length > most || table_.rows() >= most)
            fail(line, TUNEDESK_TRANSLATABLE("ErrorDetail", "too large"));
        table_.texts_.push_back(place(fields[text_]));
        if (pair_ != none) table_.pairs_.push_back(place(fields[pair_]));
        const bool labelled = predicted(fields, line);
        table_.known_.push_back(labelled);
        table_.labelled_ += labelled;
        const bool has_loss = labelled && fields[loss_].length > 0;
        table_.losses_.push_back(has_loss ? number(fields[loss_], line)
                                          : std::numeric_limits<float>::quiet_NaN());
        std::uint64_t source_line = 0;
        if (line_ != none) {
            const std::string_view text = fields[line_].raw(table_.bytes_);
            std::from_chars(text.data(), text.data() + text.size(), source_line);
        }
        table_.lines_.push_back(source_line);
    }

    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

    PredictionTable& table_;
    std::string where_;
    std::size_t columns_ = 0, text_ = 0, pair_ = none, label_ = 0, prediction_ = 0, loss_ = 0, line_ = none,
                first_probability_ = 0;
    std::unordered_map<std::string, std::int32_t> ids_;
};

PredictionTable PredictionTable::read(const fs::path& path) {
    return parse(read_file(path, ErrorId::predictions_invalid, max_bytes), path.string());
}

PredictionTable PredictionTable::parse(std::string text, const std::string& where) {
    PredictionTable table;
    table.bytes_ = std::move(text);
    PredictionReader(table, where).read();
    return table;
}

std::string PredictionTable::at(const Place& place) const {
    return CsvField{place.offset, place.length, place.doubled}.value(bytes_);
}

std::string PredictionTable::text(std::size_t row) const {
    return at(texts_[row]);
}

std::string PredictionTable::pair(std::size_t row) const {
    return has_pairs_ ? at(pairs_[row]) : std::string();
}

std::vector<std::uint32_t> PredictionTable::cell(std::int32_t label, std::int32_t predicted) const {
    std::vector<std::uint32_t> rows;
    for (std::size_t row = 0; row < this->rows(); ++row)
        if ((label < 0 || labels_[row] == label) && (predicted < 0 || predicted_[row] == predicted))
            rows.push_back(static_cast<std::uint32_t>(row));
    // A loss that is not a number is worse than any that is; a missing one says nothing.
    const auto rank = [&](std::uint32_t row) {
        if (!std::isnan(losses_[row])) return static_cast<double>(losses_[row]);
        const double infinity = std::numeric_limits<double>::infinity();
        return known_[row] ? infinity : -infinity;
    };
    std::stable_sort(rows.begin(), rows.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return rank(a) > rank(b); });
    return rows;
}

PredictionTable::Scores PredictionTable::scores(std::int32_t of_class) const {
    Scores result;
    result.scores.reserve(labelled_);
    result.positive.reserve(labelled_);
    for (std::size_t row = 0; row < rows(); ++row) {
        if (!known_[row]) continue;
        result.scores.push_back(probabilities(row)[static_cast<std::size_t>(of_class)]);
        result.positive.push_back(target_ == task::Target::several_classes
                                      ? std::ranges::binary_search(sets_.of(row), of_class)
                                      : labels_[row] == of_class);
    }
    return result;
}

} // namespace tunedesk::report
