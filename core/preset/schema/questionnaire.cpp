// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/schema/questionnaire.h"

#include "base/text.h"
#include "preset/schema/checks.h"
#include "preset/schema/schema.h"
#include "preset/yaml/paths.h"
#include "preset/yaml/write.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>

namespace tunedesk::preset {

/// A question as it is before any answer. With a `key` the answer is that key's value.
struct Questionnaire::Entry {
    const char* id;
    const char* key; ///< or empty
    const char* text;
    const char* help; ///< empty: the key's own
    std::vector<std::string> choices;
    const char* proposal; ///< null: worked out from machine and answers
};

/// Questions about the model and the rows.
std::vector<Questionnaire::Entry> Questionnaire::data_entries() {
    return {
        {"model", "model.path", "Which model folder?", "", {}, nullptr},
        {"train", "data.train", "Which file holds the training rows?", "", {}, "train.csv"},
        {"validation",
         "data.validation",
         "Which file holds the validation rows?",
         "Empty: a tenth of the training rows is used for it.",
         {},
         ""},
        {"test",
         "data.test",
         "Which file holds the test rows?",
         "Empty: a tenth of the training rows is used for it.",
         {},
         ""},
        {"text-column", "data.text_column", "Which column is the text?", "", {}, "text"},
        {"label-column", "data.label_column", "Which column is the label?", "", {}, "label"},
        {"max-length", "data.max_length", "How many tokens of a row at most?", "", {}, "512"},
    };
}

/// Questions about machines and the division of work.
std::vector<Questionnaire::Entry> Questionnaire::device_entries() {
    return {
        {"devices",
         "",
         "How many devices on each node?",
         "GPUs, or processes if there is no GPU.",
         {},
         nullptr},
        {"nodes", "", "How many nodes?", "Several nodes are each started by torchrun or srun.", {}, "1"},
        {"strategy",
         "",
         "How do the devices share the work?",
         "ddp: a full copy on each; zero: optimizer states and more are sharded; fsdp: everything is "
         "sharded.",
         {"ddp", "zero", "fsdp"},
         "ddp"},
        {"zero-stage",
         "",
         "Which ZeRO stage?",
         "1 shards the optimizer's states, 2 also the gradients, 3 also the parameters.",
         {"1", "2", "3"},
         "2"},
        {"offload",
         "",
         "What moves to host memory?",
         "Saves device memory but is slower.",
         {"none", "optimizer", "optimizer,parameters"},
         "none"},
    };
}

/// Questions about the training loop.
std::vector<Questionnaire::Entry> Questionnaire::training_entries() {
    return {
        {"precision",
         "",
         "Which type for matrix products?",
         "bf16 where the device has it, else fp16, both with parameters in fp32.",
         {"fp32", "bf16", "fp16", "tf32"},
         nullptr},
        {"batch", "training.per_device_train_batch_size", "How many samples per micro-batch?", "", {}, "12"},
        {"accumulation",
         "training.gradient_accumulation_steps",
         "How many micro-batches per step?",
         "",
         {"1", "2", "3", "4", "5", "6", "7", "8"},
         "1"},
        {"clipping", "training.max_grad_norm", "Which norm are gradients clipped to?", "0: none.", {}, "1"},
        {"epochs", "training.num_train_epochs", "How many epochs?", "", {}, "3"},
        {"learning-rate", "training.learning_rate", "Which learning rate?", "", {}, "5e-05"},
        {"name", "name", "What is the run called?", "", {}, "fine-tuning"},
    };
}

const std::vector<Questionnaire::Entry>& Questionnaire::entries() {
    static const std::vector<Entry> list = [] {
        std::vector<Entry> all = data_entries();
        for (const auto part : {device_entries, training_entries})
            std::ranges::move(part(), std::back_inserter(all));
        return all;
    }();
    return list;
}

Questionnaire::Questionnaire(MachineProfile machine, Supported supported)
    : machine_(std::move(machine)), supported_(std::move(supported)) {}

bool Questionnaire::this_version(const Preset& preset) {
    return unsupported(preset).empty();
}

std::string Questionnaire::value(const std::string& id) const {
    const auto given = answers_.find(id);
    if (given != answers_.end()) return given->second;
    for (const Entry& entry : entries())
        if (entry.id == id) return proposal(entry, offered(entry));
    return "";
}

/// The choices that the core can run.
std::vector<std::string> Questionnaire::offered(const Entry& entry) const {
    std::vector<std::string> list;
    const std::string id = entry.id;
    for (const std::string& choice : entry.choices) {
        Preset preset;
        std::optional<Phrase> wrong;
        if (id == "strategy")
            wrong = set(preset, *find_key("parallel.strategy"), choice == "zero" ? "zero2" : choice);
        else if (id == "zero-stage")
            wrong = set(preset, *find_key("parallel.strategy"), "zero" + choice);
        else if (id == "offload")
            wrong = set(preset, *find_key("memory.offload"), choice);
        else if (id == "precision")
            wrong = set(preset, *find_key("precision.compute"), choice);
        if (!wrong && supported_(preset)) list.push_back(choice);
    }
    return list;
}

std::string Questionnaire::proposal(const Entry& entry, const std::vector<std::string>& choices) const {
    const std::string id = entry.id;
    if (id == "model") return machine_.model.empty() ? "model" : machine_.model;
    if (id == "devices") return std::to_string(std::max(machine_.gpus, 1));
    if (id == "precision") {
        const char* half = machine_.bf16 ? "bf16" : machine_.gpus > 0 ? "fp16" : "fp32";
        return std::find(choices.begin(), choices.end(), half) != choices.end() ? half : "fp32";
    }
    return entry.proposal;
}

bool Questionnaire::applies(const Entry& entry) const {
    const std::string id = entry.id;
    const bool several = value("devices") != "1" || value("nodes") != "1";
    if (id == "strategy") return several;
    if (id == "zero-stage") return several && value("strategy") == "zero";
    if (id == "offload") return several && value("strategy") != "ddp";
    return true;
}

Question Questionnaire::question(const Entry& entry) const {
    const auto choices = offered(entry);
    const std::string help = *entry.help ? entry.help : find_key(entry.key)->help;
    return {entry.id, entry.text, help, choices, proposal(entry, choices)};
}

std::optional<Question> Questionnaire::next() const {
    for (const Entry& entry : entries())
        if (!answers_.contains(entry.id) && applies(entry)) return question(entry);
    return std::nullopt;
}

std::vector<Question> Questionnaire::all() const {
    std::vector<Question> list;
    for (const Entry& entry : entries())
        list.push_back(question(entry));
    return list;
}

std::optional<std::string> Questionnaire::answer(const std::string& id, const std::string& text) {
    const auto entry =
        std::find_if(entries().begin(), entries().end(), [&](const Entry& e) { return e.id == id; });
    if (entry == entries().end()) {
        std::vector<std::string> ids;
        for (const Entry& e : entries())
            ids.push_back(e.id);
        const auto nearest = nearest_name(id, ids);
        return fmt::format("there is no question {}{}", id,
                           nearest ? "; did you mean " + *nearest + "?" : "");
    }
    const auto choices = offered(*entry);
    if (!choices.empty() && std::find(choices.begin(), choices.end(), text) == choices.end()) {
        const bool known =
            std::find(entry->choices.begin(), entry->choices.end(), text) != entry->choices.end();
        return fmt::format("{}: \"{}\" {}one of {}", id, text,
                           known ? "does not run in this version yet; take " : "is not ",
                           fmt::join(choices, ", "));
    }
    if (id == "devices" || id == "nodes") {
        const auto number = read_number(text);
        if (!number || *number < 1 || *number > 256 || *number != static_cast<int>(*number))
            return fmt::format("{}: \"{}\" is not a whole number from 1 to 256", id, text);
    }
    if (*entry->key) {
        Preset scratch;
        const Key& key = *find_key(entry->key);
        if (key.required && text.empty()) return fmt::format("{}: an answer is needed", id);
        if (const auto wrong = set(scratch, key, text)) return fmt::format("{}: {}", id, sentence(*wrong));
    }
    answers_[id] = text;
    return std::nullopt;
}

/// The keys that the answers amount to.
std::map<std::string, std::string> Questionnaire::key_values() const {
    std::map<std::string, std::string> values;
    for (const Entry& entry : entries())
        if (*entry.key) values[entry.key] = value(entry.id);
    for (const char* split : {"validation", "test"}) {
        const std::string file = std::string("data.") + split;
        if (!values[file].empty()) continue;
        values.erase(file);
        values[file + "_split"] = "0.1";
    }
    const int ranks = static_cast<int>(read_number(value("devices")).value_or(1)) *
                      static_cast<int>(read_number(value("nodes")).value_or(1));
    const std::string strategy = value("strategy");
    values["parallel.processes"] = std::to_string(ranks);
    values["parallel.strategy"] = ranks == 1           ? "single"
                                  : strategy == "zero" ? "zero" + value("zero-stage")
                                                       : strategy;
    if (ranks > 1 && strategy != "ddp" && value("offload") != "none")
        values["memory.offload"] = value("offload");
    values["precision.compute"] = value("precision");
    return values;
}

std::string Questionnaire::to_yaml(const fs::path& folder) const {
    std::vector<Line> lines = {{find_key("tunedesk"), "1", "Version of the schema."}};
    for (auto [name, text] : key_values()) {
        const Key& key = *find_key(name);
        const bool relative =
            key.type == Type::path && // and no name on the hub
            expand_path(key, text, fs::current_path()).path == expand_path(text, fs::current_path()).path &&
            fs::path(text).is_relative() && !text.starts_with('$');
        if (relative)
            text = fs::absolute(text)
                       .lexically_normal()
                       .lexically_relative(fs::absolute(folder).lexically_normal())
                       .string();
        lines.push_back({&key, text, key.help});
    }
    return fmt::format("# {}\n", value("name")) + write_yaml(std::move(lines), true);
}

} // namespace tunedesk::preset
