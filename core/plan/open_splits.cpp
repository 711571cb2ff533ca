// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan/open_splits.h"

#include "data/image/image_rows.h"
#include "data/rows/numbers.h"
#include "format/hub/hub_data.h"
#include "plan/data_specs.h"
#include "preset/schema/validation_sets.h"

#include <numeric>

namespace tunedesk::plan {

namespace {

class Opener {
public:
    Opener(const Preset& preset, SplitListener& listener) : preset_(preset), listener_(listener) {}

    OpenedSplits open(const std::vector<std::string>& model_labels) {
        read("train", preset_.data.train, opened_.train);
        read("validation", preset_.data.validation, opened_.validation);
        read("test", preset_.data.test, opened_.test);
        for (const auto& [name, file] : preset::extra_validation_sets(preset_))
            read(name, file, opened_.extra.emplace_back(name, OpenedSplit()).second);
        if (is_stream()) return std::move(opened_);
        if (opened_.train.table) {
            if (!is_chat() && !ranks())
                attempt([&] { has_numbers() ? take_numbers() : label(model_labels); });
            attempt([&] { cut(); });
            attempt([&] { find_leaks(); });
        }
        return std::move(opened_);
    }

private:
    template <class Part>
    void attempt(Part part) {
        try {
            part();
        } catch (const Error& error) {
            listener_.has_failed(error);
        }
    }

    bool embeds() const { return task::task_of(preset_.task).embeds(); }
    bool ranks() const { return embeds() && preset_.data.score_column.empty(); }
    bool has_numbers() const {
        return task::task_of(preset_.task).target == task::Target::number || (embeds() && !ranks());
    }
    bool is_stream() const { return task::task_of(preset_.task).target == task::Target::next_token; }
    bool is_chat() const { return task::task_of(preset_.task).target == task::Target::answers; }
    bool is_tagged() const { return task::task_of(preset_.task).target == task::Target::tags; }
    bool skips() const { return preset_.data.bad_rows == Preset::BadRows::skip; }

    void read(const std::string& role, const std::string& file, OpenedSplit& split) {
        if (file.empty()) return;
        attempt([&] {
            data::TableSpec spec = table_spec(preset_, role == "test");
            spec.skip_bad_rows = true; // finds all bad rows, not only the first ones
            ReadRows read = read_rows(preset_, role, file, spec);
            if (has_numbers() && read.table.has_labels())
                read.table = with_targets_alone(std::move(read.table));
            if (is_tagged() && read.table.has_labels()) read.table = in_one_scheme(role, read.table);
            const auto table = std::make_shared<const data::Table>(std::move(read.table));
            split.images = std::move(read.images);
            split.decoded_bytes = read.decoded_bytes;
            listener_.has_read(role, *table);
            for (const data::Finding& finding : data::findings_of(*table, role, skips()))
                listener_.has_found(finding);
            use_all(split, table);
            split.is_stream = is_stream();
            split.is_chat = is_chat();
            split.is_tagged = is_tagged();
            split.texts = texts_of_row(preset_);
            split.ranks = ranks();
            if (!skips()) data::require_all_used(*table);
        });
    }

    /// Converts entity tags to IOB2 from any scheme; the scheme is that of the training rows.
    data::Table in_one_scheme(const std::string& role, const data::Table& table) {
        if (role == "train") scheme_ = data::scheme_of(table);
        return scheme_ ? data::in_scheme(table, *scheme_, data::TagScheme::iob2) : table;
    }

    data::Table with_targets_alone(data::Table table) const {
        table = data::with_numbers_alone(std::move(table));
        return embeds() ? data::with_similarities_alone(table) : table;
    }

    static void use_all(OpenedSplit& split, const std::shared_ptr<const data::Table>& table) {
        split.table = table;
        split.rows.resize(table->rows().size());
        std::iota(split.rows.begin(), split.rows.end(), 0u);
    }

    void take_numbers() {
        OpenedSplit& train = opened_.train;
        data::require_labels(*train.table);
        const auto take = [](OpenedSplit& split) {
            if (split.table && split.table->has_labels()) split.numbers = data::number_targets(*split.table);
        };
        for (OpenedSplit* split : {&train, &opened_.validation, &opened_.test})
            take(*split);
        for (auto& [name, split] : opened_.extra)
            take(split);
        opened_.labels = output_names(preset_, *train.table, {});
        data::require_two_numbers(train.numbers, *train.table);
    }

    void label(const std::vector<std::string>& model_labels) {
        OpenedSplit& train = opened_.train;
        opened_.labels = output_names(preset_, *train.table, model_labels);
        take_ids(train);
        for (const data::Finding& finding :
             data::findings_of(opened_.labels, train.class_ids(), train.table->path().string()))
            listener_.has_found(finding);
        label_others("validation", opened_.validation);
        label_others("test", opened_.test);
        for (auto& [name, split] : opened_.extra)
            label_others(name, split);
    }

    void take_ids(OpenedSplit& split) {
        if (is_tagged())
            split.tags = {data::tag_ids(*split.table, opened_.labels), opened_.labels.names};
        else if (opened_.labels.has_lists)
            split.sets = data::label_sets(*split.table, opened_.labels);
        else
            split.labels = data::label_ids(*split.table, opened_.labels);
    }

    /// Rows whose label no training row has are omitted if bad rows are; otherwise they are a problem.
    void label_others(const std::string& role, OpenedSplit& split) {
        if (!split.table || !split.table->has_labels()) return;
        attempt([&] {
            if (const auto unseen = data::unseen_labels(*split.table, opened_.labels, role, skips())) {
                const bool is_all = unseen->count == split.table->rows().size();
                listener_.has_found(*unseen);
                if (!skips()) attempt([&] { take_ids(split); });
                if (!skips() && is_all) return;
                use_all(split, std::make_shared<const data::Table>(
                                   data::without_unseen_labels(*split.table, opened_.labels)));
            }
            take_ids(split);
        });
    }

    /// The strata for splitting rows: their classes, or all rows together.
    static std::vector<std::int32_t> strata(const OpenedSplit& split) {
        if (!split.sets.empty()) return data::rarest_labels(split.sets);
        return split.labels.empty() ? std::vector<std::int32_t>(split.size()) : split.labels;
    }

    void cut() {
        if (!opened_.train.has_targets()) return; // there is no label to split by
        const auto parts = split_rows(preset_, *opened_.train.table, strata(opened_.train));
        if (!parts) return;
        const OpenedSplit all = std::move(opened_.train);
        opened_.train = part(all, parts->train);
        if (!parts->validation.empty()) opened_.validation = part(all, parts->validation);
        if (!parts->test.empty()) opened_.test = part(all, parts->test);
    }

    static OpenedSplit part(const OpenedSplit& all, const std::vector<std::uint32_t>& rows) {
        OpenedSplit split;
        split.table = all.table;
        split.rows = rows;
        split.sets = data::LabelSets(all.sets.classes());
        split.tags.names = all.tags.names;
        split.is_chat = all.is_chat;
        split.is_tagged = all.is_tagged;
        split.texts = all.texts;
        split.ranks = all.ranks;
        split.is_cut = rows.size() < all.rows.size();
        split.images = all.images;
        split.decoded_bytes = all.decoded_bytes * rows.size() / std::max<std::size_t>(1, all.rows.size());
        for (const std::uint32_t row : rows)
            if (!all.labels.empty())
                split.labels.push_back(all.labels[row]);
            else if (!all.sets.empty())
                split.sets.add(all.sets.of(row));
            else if (!all.numbers.empty())
                split.numbers.push_back(all.numbers[row]);
            else if (!all.tags.empty())
                split.tags.ids.add(all.tags.ids.of(row));
        return split;
    }

    /// Images are not compared: their rows hold only names, and each folder may number them from 1.
    void find_leaks() {
        if (opened_.train.images) return;
        std::vector<data::SplitRows> splits;
        for (const auto& [role, split] :
             {std::pair("train", &opened_.train), std::pair("validation", &opened_.validation),
              std::pair("test", &opened_.test)})
            if (split->table)
                splits.push_back(
                    {role, split->table.get(), split->is_cut ? data::RowNumbers(split->rows) : std::nullopt});
        for (const data::Finding& leak : data::leaks(splits))
            listener_.has_found(leak);
        for (const auto& [name, split] : opened_.extra) { // they may share rows with validation
            if (!split.table) continue;
            const data::SplitRows both[] = {splits.front(), {name, split.table.get(), std::nullopt}};
            for (const data::Finding& leak : data::leaks(both))
                listener_.has_found(leak);
        }
    }

    const Preset& preset_;
    SplitListener& listener_;
    OpenedSplits opened_;
    std::optional<data::TagScheme> scheme_; ///< of the training rows' tags
};

} // namespace

data::LabelMap output_names(const Preset& preset, const data::Table& train,
                            const std::vector<std::string>& model_labels) {
    switch (task::task_of(preset.task).target) {
    case task::Target::number:
        return {{preset.data.label_column}, "the column of the numbers"};
    case task::Target::similarity:
        return {};
    case task::Target::several_classes:
        return data::make_label_set_map(train, model_labels, preset.data.label_separator);
    case task::Target::tags:
        return data::make_tag_map(data::in_iob2(train), model_labels);
    case task::Target::next_token:
    case task::Target::answers:
        return {};
    default:
        return data::make_label_map(train, model_labels);
    }
}

ReadRows read_rows(const Preset& preset, const std::string& role, const fs::path& path,
                   const data::TableSpec& spec) {
    const bool is_own = role == "train" || role == "validation" || role == "test";
    format::require_rows_downloaded(path.string(), "data." + (is_own ? role : "extra_validation"));
    if (!task::task_of(preset.task).is_of_images()) return {data::read_table(path, spec), nullptr, 0};
    image::ImageRows rows = // a folder with splits may have one for validation
        image::read_images(path, is_own ? image::split_of_name(role) : image::ImageSplit::validation,
                           image_spec(preset), preset.data.threads, image_cache_folder());
    return {std::move(rows.table), std::move(rows.source), rows.decoded_bytes};
}

OpenedSplits open_splits(const Preset& preset, const std::vector<std::string>& model_labels,
                         SplitListener& listener) {
    return Opener(preset, listener).open(model_labels);
}

} // namespace tunedesk::plan
