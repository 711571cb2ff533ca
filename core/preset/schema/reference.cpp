// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/schema/reference.h"

#include "preset/schema/schema.h"

#include <fmt/format.h>

namespace tunedesk::preset {

namespace {

std::string shown_default(const Key& key) {
    if (key.required) return "required";
    if (key.default_text.empty())
        return key.type == Type::choice_list || key.type == Type::path_list ? "[]"
               : key.optional                                               ? "null"
                                                                            : "\"\"";
    return key.default_text;
}

/// Names and spellings of Hugging Face that are read as this key.
std::string other_names(const Key& key) {
    std::string text = key.hf == key.name ? "the same" : "";
    for (const Alias& alias : key.aliases)
        text += (text.empty() ? "" : ", ") + alias.name;
    return text;
}

/// `text` broken into lines of at most `width`, each after `indent` spaces.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t width) {
    std::string result, line;
    const auto flush = [&] {
        result += std::string(indent, ' ') + line + "\n";
        line.clear();
    };
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        const std::string word = text.substr(at, end - at);
        if (!line.empty() && indent + line.size() + 1 + word.size() > width) flush();
        line += (line.empty() ? "" : " ") + word;
        at = end + 1;
    }
    if (!line.empty()) flush();
    return result;
}

std::string cell(std::string text) {
    for (std::size_t i = 0; (i = text.find('|', i)) != std::string::npos; i += 2)
        text.insert(i, "\\");
    return text;
}

const char* const notes =
    "A preset is YAML. `extends: FILE` takes over another preset's values first; `--set section.key=value` "
    "on "
    "the command line comes last. Hugging Face's TrainingArguments names are read in any section. Paths "
    "count "
    "from the file that holds them, and $NAME in them is an environment variable ($$ a dollar), and ~/ at "
    "their beginning the home folder.";

} // namespace

std::string reference_text() {
    std::string text = wrapped(notes, 0, 100);
    for (const Section& section : sections()) {
        text += fmt::format("\n{}: {}\n", section.name.empty() ? "(top)" : section.name, section.title);
        for (const Key& key : keys()) {
            if (key.section != section.name) continue;
            text += fmt::format("  {}  [{}]{}\n", key.dotted(), shown_default(key),
                                key.unit.empty() ? "" : " in " + key.unit);
            text += wrapped(key.help, 6, 100) + wrapped(sentence(allowed(key)), 6, 100);
            if (const std::string names = other_names(key); !names.empty())
                text += wrapped("Hugging Face: " + names, 6, 100);
        }
    }
    return text;
}

std::string reference_markdown() {
    std::string text = fmt::format("# Keys of a preset\n\n{}\n", notes);
    for (const Section& section : sections()) {
        text += fmt::format("\n## {}\n\n{}.\n\n", section.name.empty() ? "Top" : section.name, section.title);
        text += "| key | default | unit | allowed | meaning | Hugging Face |\n|---|---|---|---|---|---|\n";
        for (const Key& key : keys())
            if (key.section == section.name)
                text += fmt::format("| `{}` | `{}` | {} | {} | {} | {} |\n", key.name, shown_default(key),
                                    key.unit, cell(sentence(allowed(key))), cell(key.help), other_names(key));
    }
    return text;
}

} // namespace tunedesk::preset
