// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/schema/schema.h"

#include <type_traits>

// How the rows of the schema table are written; only the files that hold rows include this.
namespace tunedesk::preset {

// Names in the order of the enumerators.
inline std::vector<std::string> names(Preset::Task) {
    std::vector<std::string> all;
    for (const task::Task& each : task::tasks())
        all.emplace_back(each.name);
    return all;
}
inline std::vector<std::string> names(Preset::Init) {
    return {"pretrained", "random"};
}
inline std::vector<std::string> names(Preset::Pooling) {
    return {"auto", "mean", "first"};
}
inline std::vector<std::string> names(Preset::Architecture) {
    return {"none", "transformer-lm", "vit"};
}
inline std::vector<std::string> names(Preset::Train) {
    return {"all", "last_layers", "features", "lora"};
}
inline std::vector<std::string> names(Preset::Quantization) {
    return {"none", "nf4"};
}
inline std::vector<std::string> names(Preset::Batching) {
    return {"packed", "bucketed", "padded"};
}
inline std::vector<std::string> names(Preset::Sharding) {
    return {"exact", "per_rank"};
}
inline std::vector<std::string> names(Preset::Sampling) {
    return {"shuffled", "class_balanced"};
}
inline std::vector<std::string> names(Preset::BadRows) {
    return {"stop", "skip"};
}
inline std::vector<std::string> names(Preset::Side) {
    return {"right", "left"};
}
inline std::vector<std::string> names(Preset::Documents) {
    return {"joined", "separate"};
}
inline std::vector<std::string> names(Preset::RandomCrop) {
    return {"none", "padded", "resized"};
}
inline std::vector<std::string> names(Preset::Optim) {
    return {"sgd", "adam", "adamw", "adamw_8bit"};
}
inline std::vector<std::string> names(Preset::Scheduler) {
    return {"constant", "linear", "cosine", "step"};
}
inline std::vector<std::string> names(Preset::OnNonfinite) {
    return {"skip", "rewind", "stop"};
}
inline std::vector<std::string> names(Preset::OnLossSpike) {
    return {"warn", "skip"};
}
inline std::vector<std::string> names(Preset::EvalStrategy) {
    return {"no", "epoch", "steps"};
}
inline std::vector<std::string> names(Preset::Compute) {
    return {"fp32", "tf32", "fp16", "bf16"};
}
inline std::vector<std::string> names(Preset::Strategy) {
    return {"single", "ddp", "zero1", "zero2", "zero3", "fsdp"};
}
inline std::vector<std::string> names(Preset::Join) {
    return {"shadow", "raise"};
}
inline std::vector<std::string> names(Preset::PipelineSchedule) {
    return {"gpipe", "1f1b"};
}
inline std::vector<std::string> names(Preset::Backend) {
    return {"auto", "gloo", "nccl", "shm"};
}
inline std::vector<std::string> names(Preset::Mode) {
    return {"max", "min"};
}
inline std::vector<std::string> names(Preset::LogLevel) {
    return {"none", "full"};
}

/// Fills one row: key(...).unit(...).help(...) reads like the reference's line.
class Row {
public:
    explicit Row(Key& key) : key_(key) {}
    Row& unit(std::string text) { return key_.unit = std::move(text), *this; }
    Row& from(double least) { return key_.min = least, *this; }
    Row& above(double bound) { return key_.min = bound, key_.min_excluded = true, *this; }
    Row& to(double most) { return key_.max = most, *this; }
    /// In the context "KeyLabel" of the window's translations.
    Row& label(std::string text) { return key_.label = std::move(text), *this; }
    Row& help(std::string text) { return key_.help = std::move(text), *this; }
    Row& required() { return key_.required = true, *this; }
    Row& path() { return key_.type = Type::path, *this; }
    Row& paths() { return key_.type = Type::path_list, *this; }
    /// The key bears Hugging Face's own name.
    Row& hf() { return key_.hf = key_.name, *this; }
    /// TrainingArguments' own default, where ours is another one that trains another model.
    Row& trainer(std::string value) { return key_.trainer = std::move(value), *this; }
    Row& alias(std::string name, std::vector<std::pair<std::string, std::string>> values = {}) {
        if (key_.hf.empty()) key_.hf = name;
        return key_.aliases.push_back({std::move(name), std::move(values)}), *this;
    }
    Row& synonyms(std::vector<std::pair<std::string, std::string>> pairs) {
        return key_.synonyms = std::move(pairs), *this;
    }
    Row& choices(std::vector<std::string> list) { return key_.choices = std::move(list), *this; }
    /// A text field that holds one of these.
    Row& one_of(std::vector<std::string> list) {
        key_.type = Type::choice;
        key_.choices = list;
        key_.write = [write = key_.write, list](Preset& preset, const Value& value) {
            write(preset, list.at(static_cast<std::size_t>(std::get<std::int64_t>(value))));
        };
        return *this;
    }
    /// Besides the choices, what `check` accepts.
    Row& or_else(std::string free_form, bool (*check)(const std::string&)) {
        if (!key_.choices.empty()) key_.type = Type::open_choice;
        key_.free_form = std::move(free_form);
        return key_.check = check, *this;
    }

private:
    Key& key_;
};

template <class Field>
Value to_value(const Field& field) {
    if constexpr (std::is_enum_v<Field> || (std::is_integral_v<Field> && !std::is_same_v<Field, bool>))
        return static_cast<std::int64_t>(field);
    else if constexpr (std::is_same_v<Field, std::optional<double>>)
        return field ? Value(*field) : Value();
    else
        return field;
}

template <class Field>
void from_value(Field& field, const Value& value) {
    if constexpr (std::is_enum_v<Field> || (std::is_integral_v<Field> && !std::is_same_v<Field, bool>))
        field = static_cast<Field>(std::get<std::int64_t>(value));
    else if constexpr (std::is_same_v<Field, std::optional<double>>)
        field = std::holds_alternative<double>(value) ? Field(std::get<double>(value)) : std::nullopt;
    else
        field = std::get<Field>(value);
}

class Table {
public:
    std::vector<Key> take() {
        for (Key& key : rows_)
            key.default_text = get(Preset{}, key);
        return std::move(rows_);
    }

    void section(std::string name) { section_ = std::move(name); }

    /// Adds the key `name` of the current section, bound to the field that `at` picks from a preset.
    template <class At>
    Row key(std::string name, At at) {
        using Field = std::remove_cvref_t<decltype(at(std::declval<Preset&>()))>;
        Key& row = rows_.emplace_back();
        row.section = section_;
        row.name = std::move(name);
        row.read = [at](const Preset& preset) { return to_value<Field>(at(preset)); };
        row.write = [at](Preset& preset, const Value& value) { from_value<Field>(at(preset), value); };
        if constexpr (std::is_same_v<Field, bool>) row.type = Type::boolean;
        if constexpr (std::is_same_v<Field, int> || std::is_same_v<Field, std::int64_t>) {
            row.type = Type::integer;
            row.min = std::is_same_v<Field, int> ? -2147483648.0 : -9007199254740992.0;
            row.max = std::is_same_v<Field, int> ? 2147483647.0 : 9007199254740992.0;
        }
        if constexpr (std::is_same_v<Field, double>) row.type = Type::number;
        if constexpr (std::is_same_v<Field, std::optional<double>>) {
            row.type = Type::number;
            row.optional = true;
        }
        if constexpr (std::is_enum_v<Field>) {
            row.type = Type::choice;
            row.choices = names(Field{});
        }
        if constexpr (std::is_same_v<Field, std::vector<std::string>>) row.type = Type::choice_list;
        return Row(row);
    }

private:
    std::string section_;
    std::vector<Key> rows_;
};

// A field of a preset, const or not.
#define TUNEDESK_AT(field)                                                                                   \
    [](auto& preset) -> auto& {                                                                              \
        return preset.field;                                                                                 \
    }

/// Whether a text is a number of layers, 1 to 1,000.
inline bool is_layer_count(const std::string& text) {
    const auto count = read_number(text);
    return count && *count >= 1 && *count <= 1000 && *count == static_cast<int>(*count);
}

/// The rows of these sections, which fill files of their own.
void add_model(Table& t);
void add_images(Table& t);
void add_tags(Table& t);
void add_pairs(Table& t);
void add_training(Table& t);
void add_parallel(Table& t);
void add_supervision(Table& t);

} // namespace tunedesk::preset
