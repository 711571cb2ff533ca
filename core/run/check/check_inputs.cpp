#include "run/check/check_inputs.h"

#include "base/text.h"
#include "data/files/source.h"
#include "data/rows/table.h"
#include "data/tokenize/token_cache.h"
#include "data/tokenize/token_lengths.h"
#include "data/tokenize/tokenizer.h"
#include "format/safetensors.h"
#include "plan/data_specs.h"
#include "preset/schema/schema.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <tuple>

namespace tunedesk::run {

namespace {

using Progress = std::function<void(std::uint64_t, std::uint64_t)>;

/// Goes through the files in the order of training, and past every error.
class InputChecker {
public:
    InputChecker(const Preset& preset, bool uncut) : preset_(preset), uncut_(uncut) {}

    CheckedInputs check(const std::function<void(const CheckedInputs&)>& so_far = {},
                        const Progress& progress = {}) {
        progress_ = progress;
        attempt([&] { check_model(); });
        attempt([&] { check_tokenizer(); });
        read(train_, "train", preset_.data.train);
        read(validation_, "validation", preset_.data.validation);
        read(test_, "test", preset_.data.test);
        if (train_) attempt([&] { check_labels(); });
        if (train_) attempt([&] { split_train(); });
        if (train_) attempt([&] { describe_splits(); });
        if (train_) attempt([&] { check_leaks(); });
        if (so_far) so_far(found_);
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
        found_.config = arch::read_model_config(folder);
        if (!uncut_) attempt([&] { plan::require_length_fits(preset_, *found_.config); });
        if (preset_.model.init == Preset::Init::pretrained)
            found_.head_classes = plan::head_classes(format::ModelWeights{folder});
    }

    void check_tokenizer() {
        tokenizer_ = data::Tokenizer::load(preset_.model.path);
        if (found_.config)
            plan::require_tables_fit(*found_.config, *tokenizer_, !preset_.data.text_pair_column.empty(),
                                     preset_.model.path);
    }

    void read(std::optional<data::Table>& table, const std::string& role, const std::string& file) {
        if (file.empty()) return;
        attempt([&] {
            data::TableSpec spec = plan::table_spec(preset_, role == "test");
            const bool skips = spec.skip_bad_rows;
            spec.skip_bad_rows = true; // to list every row that is bad, not only the first ones
            data::Table rows = data::read_table(file, spec);
            add_file(role, rows);
            for (data::Finding& finding : data::findings_of(rows, role, skips))
                found_.findings.push_back(std::move(finding));
            table = std::move(rows); // what is wrong with the rows that are left is found all the same
            if (!skips) data::require_all_used(*table); // says which rows, as training would
        });
    }

    void add_file(const std::string& role, const data::Table& table) {
        CheckedFile& file = found_.files.emplace_back();
        file.role = role;
        file.path = table.path().string();
        file.summary = data::summarize(table);
        file.columns = table.columns();
        file.rejected = table.rejected();
    }

    CheckedFile& file(const data::Table& table) {
        return *std::find_if(found_.files.begin(), found_.files.end(),
                             [&](const CheckedFile& candidate) { return candidate.role == role_of(table); });
    }

    std::string role_of(const data::Table& table) const {
        if (&table == &*train_) return "train";
        return validation_ && &table == &*validation_ ? "validation" : "test";
    }

    void check_labels() {
        found_.labels =
            data::make_label_map(*train_, found_.config ? found_.config->labels : std::vector<std::string>{});
        train_labels_ = data::label_ids(*train_, found_.labels);
        for (data::Finding& finding :
             data::findings_of(found_.labels, train_labels_, train_->path().string()))
            found_.findings.push_back(std::move(finding));
        if (!uncut_) {
            attempt([&] { plan::require_weights_fit(preset_, found_.labels.names.size()); });
            attempt(
                [&] { plan::require_head_fits(preset_, found_.head_classes, found_.labels.names.size()); });
        }
        for (auto* table : {&validation_, &test_})
            if (*table) attempt([&] { check_unseen(**table); });
        for (const auto* table : {&train_, &validation_, &test_})
            if (*table)
                attempt([&] {
                    const bool has_classes =
                        (*table)->has_labels() && data::rows_of_unseen_labels(**table, found_.labels).empty();
                    found_.tables.push_back(data::summarize(**table, has_classes ? &found_.labels : nullptr));
                    file(**table).summary = found_.tables.back();
                });
    }

    /// Leaves rows of unknown labels out, as training does where bad rows are skipped; else they are a
    /// problem.
    void check_unseen(data::Table& table) {
        const bool skips = preset_.data.bad_rows == Preset::BadRows::skip;
        auto finding = data::unseen_labels(table, found_.labels, role_of(table), skips);
        if (!finding) return;
        const bool is_all = finding->count == table.rows().size();
        found_.findings.push_back(std::move(*finding));
        if (!skips) attempt([&] { data::label_ids(table, found_.labels); }); // throws, as in training
        if (!skips && is_all) return;
        CheckedFile& its_file = file(table);
        table = data::without_unseen_labels(table, found_.labels);
        its_file.rejected = table.rejected();
    }

    /// Also of the parts that validation_split and test_split cut off.
    void check_leaks() {
        std::vector<data::SplitRows> splits{{"train", &*train_, {}}};
        const bool is_cut = cut_.train.size() < train_->rows().size() && !cut_.train.empty();
        if (is_cut) splits.front().rows = cut_.train;
        for (const auto& [role, table, rows] : {std::tuple("validation", &validation_, &cut_.validation),
                                                std::tuple("test", &test_, &cut_.test)}) {
            if (*table)
                splits.push_back({role, &**table, {}});
            else if (!rows->empty())
                splits.push_back({role, &*train_, *rows});
        }
        for (data::Finding& leak : data::leaks(splits)) {
            for (CheckedFile& checked : found_.files)
                if (checked.role == leak.split && leak.twin_split == "train")
                    checked.duplicates = duplicates_of(leak);
            found_.findings.push_back(std::move(leak));
        }
    }

    static data::Duplicates duplicates_of(const data::Finding& leak) {
        data::Duplicates duplicates{leak.count, {}, {}};
        for (const data::Finding::Row& row : leak.rows) {
            duplicates.twins.push_back({row.line, row.twin_line});
            if (duplicates.places.size() < 5)
                duplicates.places.push_back(
                    fmt::format("{}:{} = {}:{}", fs::path(leak.file).filename().string(), row.line,
                                fs::path(leak.twin_file).filename().string(), row.twin_line));
        }
        return duplicates;
    }

    /// Without labels there is nothing to split by.
    void split_train() {
        if (train_labels_.empty()) return;
        cut_ = plan::split_rows(preset_, *train_, train_labels_).value_or(data::Split{});
    }

    void describe_splits() {
        if (train_labels_.empty()) return;
        const bool is_cut = !cut_.train.empty();
        describe("train", *train_, is_cut ? &cut_.train : nullptr);
        if (validation_ || !cut_.validation.empty())
            describe("validation", validation_ ? *validation_ : *train_,
                     validation_ ? nullptr : &cut_.validation);
        if (test_ || !cut_.test.empty())
            describe("test", test_ ? *test_ : *train_, test_ ? nullptr : &cut_.test);
    }

    /// `rows`: of data.train, for a part of it; null: all of the table.
    void describe(const std::string& role, const data::Table& table, const std::vector<std::uint32_t>* rows) {
        CheckedSplit& split = found_.splits.emplace_back();
        split.role = role;
        split.path = table.path().string();
        split.is_cut = rows != nullptr;
        split.rows = rows ? rows->size() : table.rows().size();
        if (!rows) {
            for (const auto& [name, count] : file(table).summary.classes)
                split.class_rows.push_back(count);
            return;
        }
        split.class_rows.resize(found_.labels.names.size());
        for (const std::uint32_t row : *rows)
            ++split.class_rows[static_cast<std::size_t>(train_labels_[row])];
    }

    /// Tokens of each row.
    std::vector<std::uint32_t> lengths_of(const data::Table& table) {
        const data::TokenizeSpec spec = plan::tokenize_spec(preset_);
        if (uncut_) {
            auto lengths =
                data::token_lengths(table, *tokenizer_, spec.has_pair, preset_.data.threads, progress_);
            std::map<std::uint32_t, std::uint64_t> counts;
            for (const std::uint32_t length : lengths)
                ++counts[length];
            file(table).lengths.assign(counts.begin(), counts.end());
            return lengths;
        }
        const data::TokenizedSet set = data::tokenize(table, *tokenizer_, spec);
        found_.file_tokens += set.tokens();
        found_.truncated_rows += set.truncated();
        std::vector<std::uint32_t> lengths(set.size());
        for (std::size_t row = 0; row < set.size(); ++row)
            lengths[row] = set.length(row);
        return lengths;
    }

    void tokenize_all() {
        std::vector<std::uint32_t> lengths = lengths_of(*train_);
        if (validation_) found_.validation_rows = lengths_of(*validation_).size();
        if (test_) found_.test_rows = lengths_of(*test_).size();
        if (!cut_.train.empty()) {
            for (const std::uint32_t row : cut_.train)
                found_.train_lengths.push_back(lengths[row]);
            if (!validation_) found_.validation_rows = cut_.validation.size();
            if (!test_) found_.test_rows = cut_.test.size();
        } else {
            found_.train_lengths = std::move(lengths);
        }
        found_.tokenized = true;
    }

    const Preset& preset_;
    bool uncut_;
    Progress progress_;
    CheckedInputs found_;
    std::optional<data::Tokenizer> tokenizer_;
    std::optional<data::Table> train_, validation_, test_;
    std::vector<std::int32_t> train_labels_;
    data::Split cut_; ///< what training makes of the training rows; empty where it keeps them together
};

} // namespace

std::vector<std::string> all_warnings(const CheckedInputs& inputs) {
    std::vector<std::string> warnings = inputs.warnings;
    for (const data::Finding& finding : inputs.findings)
        if (!finding.blocks) warnings.push_back(finding.message);
    return warnings;
}

bool leaves_rows(const CheckedInputs& inputs, const data::Finding& finding) {
    if (finding.kind != data::Finding::Kind::unseen_labels) return true; // a file without rows is Error 3108
    return std::any_of(inputs.splits.begin(), inputs.splits.end(), [&](const CheckedSplit& split) {
        return split.role == finding.split && !split.class_rows.empty();
    });
}

bool reports(const data::Finding& finding, const Error& problem) {
    using Kind = data::Finding::Kind;
    const bool same_kind = (problem.id() == 3101 && finding.kind == Kind::rejected_rows) ||
                           (problem.id() == 3114 && finding.kind == Kind::unseen_labels);
    return same_kind && finding.blocks && problem.where().starts_with(finding.file + ':');
}

const data::Finding* finding_of(const CheckedInputs& inputs, const Error& problem) {
    for (const data::Finding& finding : inputs.findings)
        if (reports(finding, problem) && leaves_rows(inputs, finding)) return &finding;
    return nullptr;
}

CheckedInputs check_inputs(const Preset& preset) {
    return InputChecker(preset, false).check();
}

CheckedInputs inspect_inputs(const Preset& preset, const std::function<void(const CheckedInputs&)>& so_far,
                             const Progress& progress) {
    return InputChecker(preset, true).check(so_far, progress);
}

CheckedInputs cut_inputs(CheckedInputs inputs, const Preset& preset) {
    const auto most = static_cast<std::uint32_t>(std::max(0, preset.data.max_length));
    const auto attempt = [](auto check) -> std::optional<Error> {
        try {
            check();
            return std::nullopt;
        } catch (const Error& error) {
            return error;
        }
    };
    if (inputs.config)
        if (const auto error = attempt([&] { plan::require_length_fits(preset, *inputs.config); }))
            inputs.problems.insert(inputs.problems.begin(), *error);
    if (const std::size_t classes = inputs.labels.names.size(); classes > 0) {
        if (const auto error = attempt([&] { plan::require_weights_fit(preset, classes); }))
            inputs.problems.push_back(*error);
        if (const auto error =
                attempt([&] { plan::require_head_fits(preset, inputs.head_classes, classes); }))
            inputs.problems.push_back(*error);
    }
    for (std::uint32_t& length : inputs.train_lengths)
        length = std::min(length, most);
    inputs.file_tokens = inputs.truncated_rows = 0;
    for (const CheckedFile& file : inputs.files)
        for (const auto& [length, rows] : file.lengths) {
            inputs.file_tokens += rows * std::min(length, most);
            if (length > most) inputs.truncated_rows += rows;
        }
    return inputs;
}

std::string inputs_key(const Preset& preset) {
    std::string text;
    const bool splits = preset.data.validation_split > 0 || preset.data.test_split > 0;
    for (const preset::Key& key : preset::keys()) {
        const std::string name = key.dotted();
        const bool of_data = key.section == "data" && name != "data.max_length" &&
                             name != "data.truncation_side" && name != "data.batching" &&
                             name != "data.threads";
        if (of_data || name == "model.path" || name == "model.init" || (splits && name == "training.seed"))
            text += name + '=' + preset::get(preset, key) + '\n';
    }
    const auto add_stamp = [&](const fs::path& file) {
        std::uint64_t bytes = 0;
        std::int64_t modified_ns = 0;
        if (!file.empty() && data::file_stamp(file, bytes, modified_ns))
            text += fmt::format("{} {}\n", bytes, modified_ns);
    };
    for (const std::string& file :
         {preset.data.train, preset.data.validation, preset.data.test, preset.data.split_file})
        add_stamp(file);
    for (const char* file : {"config.json", "model.safetensors", "tokenizer.json", "vocab.txt"})
        add_stamp(fs::path(preset.model.path) / file);
    return text;
}

} // namespace tunedesk::run
