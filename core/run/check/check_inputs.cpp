// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/check/check_inputs.h"

#include "arch/adapter_folder.h"
#include "base/text.h"
#include "data/cache/token_cache.h"
#include "data/cache/token_lengths.h"
#include "data/rows/table.h"
#include "data/tokenize/tokenizer.h"
#include "format/safetensors.h"
#include "plan/constants.h"
#include "plan/data_specs.h"
#include "plan/model_folder.h"
#include "plan/open_splits.h"
#include "plan/text_windows.h"
#include "preset/schema/placement.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <map>

namespace tunedesk::run {

namespace {

using Progress = std::function<void(std::uint64_t, std::uint64_t)>;

std::uint64_t& rows_of(const std::string& role, CheckedInputs& inputs) {
    if (role == "validation") return inputs.validation_rows;
    return role == "test" ? inputs.test_rows : inputs.extra_rows;
}

/// Goes through the files in the order of training, and past every error.
class InputChecker : public plan::SplitListener {
public:
    InputChecker(const Preset& preset, bool untruncated) : preset_(preset), untruncated_(untruncated) {}

    CheckedInputs check(const std::function<void(const CheckedInputs&)>& so_far = {},
                        const Progress& progress = {}) {
        progress_ = progress;
        attempt([&] { check_model(); });
        attempt([&] { check_tokenizer(); });
        splits_ = plan::open_splits(
            preset_, found_.config ? found_.config->labels : std::vector<std::string>{}, *this);
        if (!splits_.labels.names.empty()) attempt([&] { check_labels(); });
        if (!splits_.labels.names.empty() || task::task_of(preset_.task).embeds()) describe_splits();
        found_.outputs = splits_.labels.names.size();
        if (task::task_of(preset_.task).has_words() && found_.config)
            found_.outputs = static_cast<std::size_t>(found_.config->vocab_size);
        if (so_far) so_far(found_);
        if (splits_.train.table && tokenizer_) attempt([&] { tokenize_all(); });
        if (splits_.train.images && found_.config) count_images();
        return std::move(found_);
    }

    void has_read(const std::string& role, const data::Table& table) override {
        CheckedFile& file = found_.files.emplace_back();
        file.role = role;
        file.path = table.path().string();
        file.summary = data::summarize(table);
        file.columns = table.columns();
        file.rejected = table.rejected();
    }

    void has_found(const data::Finding& finding) override {
        for (CheckedFile& checked : found_.files)
            if (finding.kind == data::Finding::Kind::leak && checked.role == finding.split &&
                finding.twin_split == "train")
                checked.duplicates = duplicates_of(finding);
        found_.findings.push_back(finding);
    }

    void has_failed(const Error& problem) override { found_.problems.push_back(problem); }

private:
    template <class Part>
    void attempt(Part part) {
        try {
            part();
        } catch (const Error& error) {
            has_failed(error);
        }
    }

    void check_model() {
        found_.config = plan::model_config(preset_);
        attempt([&] { plan::require_task_fits(preset_, *found_.config); });
        if (!untruncated_) attempt([&] { plan::require_length_fits(preset_, *found_.config); });
        if (plan::is_pretrained(preset_))
            found_.head_classes =
                plan::head_classes(preset_, *found_.config, arch::open_weights(plan::model_folder(preset_)));
    }

    void check_tokenizer() {
        if (plan::is_made(preset_) && !found_.config) return; // the problem is known
        tokenizer_ = plan::model_tokenizer(preset_);
        if (found_.config && tokenizer_)
            plan::require_tables_fit(*found_.config, *tokenizer_, plan::tokenize_spec(preset_).has_pair,
                                     preset_.model.path);
    }

    CheckedFile* file(const std::string& role) {
        const auto found = std::ranges::find(found_.files, role, &CheckedFile::role);
        return found == found_.files.end() ? nullptr : &*found;
    }

    void check_labels() {
        found_.labels = splits_.labels;
        if (!untruncated_) {
            attempt([&] { plan::require_weights_fit(preset_, found_.labels.names.size()); });
            attempt(
                [&] { plan::require_head_fits(preset_, found_.head_classes, found_.labels.names.size()); });
        }
    }

    /// The files that are evaluated, with their roles.
    std::vector<std::pair<std::string, const plan::OpenedSplit*>> evaluated_splits() const {
        std::vector<std::pair<std::string, const plan::OpenedSplit*>> all{{"validation", &splits_.validation},
                                                                          {"test", &splits_.test}};
        for (const auto& [name, split] : splits_.extra)
            all.emplace_back(name, &split);
        return all;
    }

    void describe_splits() {
        std::vector<std::pair<std::string, const plan::OpenedSplit*>> all = evaluated_splits();
        all.emplace(all.begin(), "train", &splits_.train);
        for (const auto& [role, split] : all) {
            if (!split->table) continue;
            if (CheckedFile* its_file = file(role)) attempt([&] { describe_file(*its_file, *split); });
            if (splits_.train.has_targets()) describe(role, *split);
        }
    }

    /// As it is without the rows that have been left out.
    void describe_file(CheckedFile& file, const plan::OpenedSplit& split) {
        file.rejected = split.table->rejected();
        file.summary = data::summarize(*split.table, split.class_ids().empty() ? nullptr : &found_.labels);
        if (!split.numbers.empty())
            file.summary.numbers = data::summary_of(data::number_targets(*split.table));
        found_.tables.push_back(file.summary);
    }

    void describe(const std::string& role, const plan::OpenedSplit& split) {
        CheckedSplit& described = found_.splits.emplace_back();
        described.role = role;
        described.path = split.table->path().string();
        described.is_cut = split.is_cut;
        described.rows = split.rows.size();
        described.numbers = data::summary_of(split.numbers);
        if (split.class_ids().empty()) return;
        described.class_rows.resize(found_.labels.names.size());
        for (const std::int32_t label : split.class_ids())
            ++described.class_rows[static_cast<std::size_t>(label)];
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

    std::vector<std::uint32_t> counted(const std::string& role, std::vector<std::uint32_t> lengths) {
        std::map<std::uint32_t, std::uint64_t> counts;
        for (const std::uint32_t length : lengths)
            ++counts[length];
        if (CheckedFile* its_file = file(role)) its_file->lengths.assign(counts.begin(), counts.end());
        return lengths;
    }

    std::vector<std::uint32_t> lengths_of_words(const std::string& role, const data::Table& table) {
        data::TagEncoding encoding = plan::tag_encoding(preset_);
        if (untruncated_) encoding.max_length = std::numeric_limits<int>::max();
        const data::TaggedSet set = data::encode_tagged(table, *tokenizer_, nullptr, encoding);
        std::vector<std::uint32_t> lengths;
        for (std::size_t row = 0; row < set.size(); ++row)
            lengths.push_back(static_cast<std::uint32_t>(set.ids.of(row).size()));
        if (untruncated_) return counted(role, std::move(lengths));
        found_.file_tokens += set.tokens();
        found_.truncated_rows += set.truncated;
        return lengths;
    }

    /// The total number of tokens of each row's texts, which are tokenized separately.
    std::vector<std::uint32_t> lengths_of_texts(const std::string& role,
                                                const std::vector<data::Table::Row>& texts,
                                                std::uint32_t of_row) {
        const data::TokenizeSpec spec = plan::tokenize_spec(preset_);
        std::vector<std::uint32_t> lengths;
        if (untruncated_) {
            lengths = counted(role, data::token_lengths(texts, *tokenizer_, spec, progress_));
        } else {
            const data::TokenizedSet set = data::tokenize(texts, *tokenizer_, spec);
            found_.file_tokens += set.tokens();
            found_.truncated_rows += set.truncated();
            for (std::size_t text = 0; text < set.size(); ++text)
                lengths.push_back(set.length(text));
        }
        std::vector<std::uint32_t> sums(texts.size() / of_row);
        for (std::size_t text = 0; text < lengths.size(); ++text)
            sums[text / of_row] += lengths[text];
        return sums;
    }

    /// Tokens of each row of a file.
    std::vector<std::uint32_t> lengths_of(const std::string& role, const data::Table& table) {
        if (splits_.train.is_tagged) return lengths_of_words(role, table);
        const data::TokenizeSpec spec = plan::tokenize_spec(preset_);
        found_.special_tokens = tokenizer_->special_tokens(spec.has_pair);
        if (const std::uint32_t texts = splits_.train.texts; texts > 1)
            return lengths_of_texts(role, data::single_texts(table, texts > 2), texts);
        if (untruncated_)
            return counted(role, data::token_lengths(table.rows(), *tokenizer_, spec, progress_));
        const data::TokenizedSet set = data::tokenize(table, *tokenizer_, spec);
        found_.file_tokens += set.tokens();
        found_.truncated_rows += set.truncated();
        if (splits_.train.is_chat) attempt([&] { check_answers(set, table.path().string()); });
        std::vector<std::uint32_t> lengths(set.size());
        for (std::size_t row = 0; row < set.size(); ++row)
            lengths[row] = set.length(row);
        return lengths;
    }

    void check_answers(const data::TokenizedSet& set, const std::string& path) {
        std::vector<std::uint32_t> counts(set.size());
        for (std::size_t row = 0; row < set.size(); ++row)
            counts[row] = set.answer_tokens(row);
        std::string warning = plan::lost_answers(counts, preset_.data.max_length, path);
        if (!warning.empty()) found_.warnings.push_back(std::move(warning));
    }

    data::Windows cut(const data::Table& table, std::uint64_t columns) {
        const data::TokenizedSet set = data::tokenize(table, *tokenizer_, plan::tokenize_spec(preset_));
        found_.file_tokens += set.tokens();
        return plan::windows_of(preset_, set, table.path().string(), columns);
    }

    void tokenize_streams() {
        const data::Windows train =
            cut(*splits_.train.table, plan::stream_columns(preset_, data_ranks_of(preset_)));
        const auto evaluated = static_cast<std::uint64_t>(preset_.training.per_device_eval_batch_size);
        for (std::uint64_t number = 0; number < train.count(); ++number)
            found_.train_lengths.push_back(train.at(number).length);
        for (const auto& [role, split] : evaluated_splits())
            if (split->table)
                attempt([&] { rows_of(role, found_) += cut(*split->table, evaluated).count(); });
        found_.tokenized = true;
    }

    void count_evaluated() {
        for (const auto& [role, split] : evaluated_splits())
            rows_of(role, found_) += split->size();
    }

    /// Every image makes as many rows.
    void count_images() {
        found_.train_lengths.assign(splits_.train.size(),
                                    static_cast<std::uint32_t>(found_.config->max_tokens()));
        count_evaluated();
        found_.kept_images = std::min(splits_.train.decoded_bytes, plan::decoded_images_limit);
        for (const auto& [role, split] : evaluated_splits())
            found_.kept_images += std::min(split->decoded_bytes, plan::decoded_images_limit);
        found_.file_tokens = splits_.train.size() * static_cast<std::uint64_t>(found_.config->max_tokens());
        found_.tokenized = true;
    }

    void tokenize_all() {
        if (splits_.train.is_stream) return tokenize_streams();
        const std::vector<std::uint32_t> lengths = lengths_of("train", *splits_.train.table);
        for (const auto& [role, split] : evaluated_splits())
            if (split->table && !split->is_cut) lengths_of(role, *split->table);
        for (const std::uint32_t row : splits_.train.rows)
            found_.train_lengths.push_back(lengths[row]);
        count_evaluated();
        found_.tokenized = true;
    }

    const Preset& preset_;
    bool untruncated_;
    Progress progress_;
    CheckedInputs found_;
    std::optional<data::Tokenizer> tokenizer_;
    plan::OpenedSplits splits_;
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
    const bool same_kind = (problem.is(ErrorId::rows_unusable) && finding.kind == Kind::rejected_rows) ||
                           (problem.is(ErrorId::label_unknown) && finding.kind == Kind::unseen_labels);
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

CheckedInputs truncate_inputs(CheckedInputs inputs, const Preset& preset) {
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
    if (const task::Task& task = task::task_of(preset.task);
        task.target == task::Target::next_token || task.is_of_images())
        return inputs; // windows are as they are, and images
    const data::SlidingWindows windows = plan::sliding_windows(preset);
    const std::uint64_t longest = windows.is_on() ? windows.longest_row(inputs.special_tokens) : most;
    const auto kept = [&](std::uint32_t length, std::uint32_t texts) {
        return windows.is_on() ? static_cast<std::uint32_t>(windows.total(length, inputs.special_tokens))
                               : std::min(length, most * texts);
    };
    inputs.file_tokens = inputs.truncated_rows = 0;
    for (const CheckedFile& file : inputs.files)
        for (const auto& [length, rows] : file.lengths) {
            inputs.file_tokens += rows * kept(length, 1);
            if (length > longest) inputs.truncated_rows += rows;
        }
    for (std::uint32_t& length : inputs.train_lengths)
        length = kept(length, plan::texts_of_row(preset)); // what a row's texts may have together
    return inputs;
}

} // namespace tunedesk::run
