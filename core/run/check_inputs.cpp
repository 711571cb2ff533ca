#include "run/check_inputs.h"

#include "base/text.h"
#include "data/table.h"
#include "data/token_cache.h"
#include "data/tokenizer.h"
#include "format/safetensors.h"
#include "plan/data_specs.h"

#include <fmt/format.h>

namespace tunedesk::run {

namespace {

/// Goes through the files in the order of training, and past every error.
class InputChecker {
public:
    explicit InputChecker(const Preset& preset) : preset_(preset) {}

    CheckedInputs check() {
        attempt([&] { check_model(); });
        attempt([&] { check_tokenizer(); });
        read(train_, preset_.data.train);
        read(validation_, preset_.data.validation);
        read(test_, preset_.data.test, true);
        if (train_) attempt([&] { check_labels(); });
        if (train_) attempt([&] { check_duplicates(); });
        if (train_ && tokenizer_) attempt([&] { tokenize_all(); });
        return std::move(found_);
    }

private:
    template <class Part>
    void attempt(Part part) {
        try {
            part();
        } catch (const Error& error) {
            found_.problems.push_back(error);
        }
    }

    void check_model() {
        const fs::path folder = preset_.model.path;
        found_.config = format::read_model_config(folder);
        plan::require_length_fits(preset_, *found_.config);
        if (preset_.model.init == Preset::Init::pretrained) format::ModelWeights{folder};
    }

    void check_tokenizer() {
        tokenizer_ = data::Tokenizer::load(preset_.model.path);
        if (found_.config) plan::require_vocabulary_fits(preset_, *found_.config, *tokenizer_);
    }

    void read(std::optional<data::Table>& table, const std::string& file, bool label_optional = false) {
        if (file.empty()) return;
        attempt([&] { table = data::read_table(file, plan::table_spec(preset_, label_optional)); });
        if (table && table->rejected_count() > 0)
            found_.warnings.push_back(
                fmt::format("{}: {} rows are left out (data.bad_rows: skip), the first in "
                            "line {}: {}",
                            file, table->rejected_count(), table->rejected().front().line,
                            table->rejected().front().reason));
    }

    void check_labels() {
        found_.labels =
            data::make_label_map(*train_, found_.config ? found_.config->labels : std::vector<std::string>{});
        train_labels_ = data::label_ids(*train_, found_.labels);
        for (const auto* table : {&train_, &validation_, &test_})
            if (*table)
                attempt([&] {
                    found_.tables.push_back(
                        data::summarize(**table, (*table)->has_labels() ? &found_.labels : nullptr));
                });
    }

    void check_duplicates() {
        for (const auto* table : {&validation_, &test_}) {
            if (!*table) continue;
            const data::Duplicates same = data::find_duplicates(*train_, **table);
            if (same.count == 0) continue;
            found_.warnings.push_back(fmt::format("{}: {} rows are in the training data too: {}",
                                                  (*table)->path().string(), same.count,
                                                  fmt::join(same.places, ", ")));
        }
    }

    data::TokenizedSet tokens_of(const data::Table& table) {
        data::TokenizedSet set = data::tokenize(table, *tokenizer_, plan::tokenize_spec(preset_));
        found_.file_tokens += set.tokens();
        found_.truncated_rows += set.truncated();
        return set;
    }

    void tokenize_all() {
        const data::TokenizedSet set = tokens_of(*train_);
        if (validation_) found_.validation_rows = tokens_of(*validation_).size();
        if (test_) found_.test_rows = tokens_of(*test_).size();
        const double validation = validation_ ? 0 : preset_.data.validation_split;
        const double test = test_ ? 0 : preset_.data.test_split;
        if (validation + test > 0 && !train_labels_.empty()) {
            const data::Split split = data::stratified_split(
                train_labels_, validation, test, static_cast<std::uint64_t>(preset_.training.seed));
            for (const std::uint32_t row : split.train)
                found_.train_lengths.push_back(set.length(row));
            if (!validation_) found_.validation_rows = split.validation.size();
            if (!test_) found_.test_rows = split.test.size();
        } else {
            for (std::size_t row = 0; row < set.size(); ++row)
                found_.train_lengths.push_back(set.length(row));
        }
        found_.tokenized = true;
    }

    const Preset& preset_;
    CheckedInputs found_;
    std::optional<data::Tokenizer> tokenizer_;
    std::optional<data::Table> train_, validation_, test_;
    std::vector<std::int32_t> train_labels_;
};

} // namespace

CheckedInputs check_inputs(const Preset& preset) {
    return InputChecker(preset).check();
}

} // namespace tunedesk::run
