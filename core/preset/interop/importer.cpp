// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/interop/importer.h"

#include "base/text.h"
#include "preset/yaml/load.h"
#include "preset/yaml/write.h"
#include "preset/yaml/yaml_tree.h"

#include <fmt/format.h>

namespace tunedesk::preset {

namespace {

Json to_json(const Node& node) {
    if (node.kind == Node::Kind::null) return nullptr;
    if (node.kind == Node::Kind::scalar) return node.text;
    Json json = node.kind == Node::Kind::map ? Json::object() : Json::array();
    for (std::size_t i = 0; i < node.items.size(); ++i) {
        if (node.kind == Node::Kind::sequence)
            json.push_back(to_json(node.items[i]));
        else if (i % 2 == 1)
            json[node.items[i - 1].text] = to_json(node.items[i]);
    }
    return json;
}

/// Each format by the names that only it has.
Format format_of(const Json& root, bool is_json, const std::string& shown_name) {
    const auto any = [&](std::initializer_list<const char*> names) {
        for (const char* name : names)
            if (root.contains(name)) return true;
        return false;
    };
    if (any({"zero_optimization", "train_micro_batch_size_per_gpu", "train_batch_size", "steps_per_print"}) ||
        (is_json && any({"fp16", "bf16", "optimizer"}) && !any({"learning_rate", "output_dir"}) &&
         (root.value("fp16", Json()).is_object() || root.value("bf16", Json()).is_object())))
        return Format::deepspeed;
    if (any({"compute_environment", "distributed_type", "num_processes", "mixed_precision"}))
        return Format::accelerate;
    const AliasMatch none;
    for (const auto& [name, value] : root.items()) {
        if (find_alias(name).key != none.key || name == "output_dir") return Format::training_arguments;
        for (const Key& key : keys())
            if (key.hf == name) return Format::training_arguments;
    }
    throw Error(ErrorId::import_format_unknown, {}, shown_name);
}

std::string comment_block(const std::vector<Mapping>& mappings) {
    std::string text;
    for (const Mapping& mapping : mappings)
        if (mapping.key.empty())
            text += fmt::format("#   {}: {}  ({})\n", mapping.foreign, mapping.value, mapping.note);
    return text.empty() ? text : "# Not mapped:\n" + text;
}

} // namespace

void Importer::map(const std::string& foreign, const Json& value, const std::string& key,
                   const std::string& result, const std::string& note) {
    const std::string name = shortened(foreign, 120), text = shortened(plain_text(value));
    const Key& target = *find_key(key);
    if (const auto earlier = set_.find(key); earlier != set_.end()) {
        const bool same = get(preset_, target) == result;
        mappings_.push_back(
            {name, text, same ? key : "", same ? result : "",
             fmt::format("{} already sets {}: {}", earlier->second, key, get(preset_, target))});
        return;
    }
    if (auto problem = set(preset_, target, result)) {
        mappings_.push_back({name, text, "", "", fmt::format("{}: {}", key, sentence(*problem))});
        return;
    }
    set_[key] = name;
    mappings_.push_back({name, text, key, get(preset_, target), note});
}

void Importer::skip(const std::string& foreign, const Json& value, const std::string& why) {
    mappings_.push_back({shortened(foreign, 120), shortened(plain_text(value)), "", "", shortened(why, 200)});
}

void Importer::skip_all(const std::string& foreign, const Json& value, const std::string& why) {
    if (!value.is_object() || value.empty()) return skip(foreign, value, why);
    for (const auto& [name, inner] : value.items())
        skip_all(foreign + "." + name, inner, why);
}

void Importer::resolve_auto(const std::string& foreign, const Json& value, const std::string& key) {
    const std::string mine = this->value(key);
    mappings_.push_back({shortened(foreign, 120), shortened(plain_text(value)), key, mine,
                         fmt::format("auto: the preset's value, {} unless set", mine)});
}

std::string Importer::value(const std::string& key) const {
    return get(preset_, *find_key(key));
}

Imported Importer::finish(Format format, const std::string& shown_name) {
    Imported imported;
    imported.format = format;
    std::vector<Line> lines = {{find_key("tunedesk"), "1", ""}};
    for (const auto& [key, foreign] : set_)
        lines.push_back({find_key(key), value(key), foreign});
    for (const Key& key : keys())
        if (key.required && !set_.contains(key.dotted())) imported.open.push_back(key.dotted());
    imported.yaml = fmt::format("# From {} ({}).\n", shortened(shown_name), format_name(format)) +
                    comment_block(mappings_) + "# To complete: ";
    for (const std::string& key : imported.open)
        imported.yaml += key + ", ";
    imported.yaml += "and data.validation or data.validation_split.\n" + write_yaml(std::move(lines), false);
    imported.mappings = std::move(mappings_);
    return imported;
}

std::string plain_text(const Json& value) {
    if (value.is_null()) return "null";
    if (value.is_string()) return value.get<std::string>();
    if (value.is_number_float()) return shortest(value.get<double>());
    if (value.is_array() && !value.empty()) {
        std::string text;
        for (const Json& item : value)
            text += (text.empty() ? "" : ",") + plain_text(item);
        return text;
    }
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool is_true(const Json& value) {
    if (value.is_boolean()) return value.get<bool>();
    if (value.is_number()) return value.get<double>() != 0;
    return value.is_string() && read_boolean(value.get<std::string>()).value_or(false);
}

std::string reason_for(std::string_view name, const Reasons& reasons, std::string_view format) {
    for (const auto& [known, reason] : reasons)
        if (known == name) return std::string(reason);
    return fmt::format("not a name of {} that is known here", format);
}

std::string format_name(Format format) {
    switch (format) {
    case Format::training_arguments:
        return "Hugging Face TrainingArguments";
    case Format::accelerate:
        return "accelerate";
    case Format::deepspeed:
        return "DeepSpeed";
    }
    return "";
}

Imported import_preset(const std::string& text, const std::string& shown_name) {
    const YamlLimits limits;
    const auto first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    const bool is_json = first != std::string::npos && text[first] == '{';
    Json root;
    if (is_json) {
        root = parse_json(text, shown_name, ErrorId::import_unreadable, {limits.bytes, limits.depth});
    } else {
        std::vector<Problem> problems;
        const auto tree = read_yaml(text, shown_name, problems, limits);
        if (!problems.empty()) throw PresetError(std::move(problems));
        root = to_json(*tree);
    }
    const Format format = format_of(root, is_json, shown_name);
    Importer importer;
    if (format == Format::training_arguments) import_training_arguments(root, importer);
    if (format == Format::accelerate) import_accelerate(root, importer);
    if (format == Format::deepspeed) import_deepspeed(root, importer);
    return importer.finish(format, shown_name);
}

} // namespace tunedesk::preset
