// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "preset/preset.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace tunedesk::preset {

/// How a key's value is written and edited.
enum class Type {
    boolean,     ///< true | false (yes, no, on, off are read too)
    integer,     ///< 3, 1e5
    number,      ///< 0.1, 5e-5
    text,        ///< one line
    path,        ///< a file or folder; $VARIABLES are expanded, relative ones count from the preset's folder
    path_list,   ///< several paths, each as `path`: [a, b], as text "a,b"; none has a comma in it
    choice,      ///< one of `choices`
    choice_list, ///< any of `choices`, each once: [a, b], as text "a,b"
    open_choice, ///< one of `choices`, or what `free_form` describes
};

/// A value between text and field: choices as their index, an unset optional number as monostate.
using Value = std::variant<std::monostate, bool, std::int64_t, double, std::string, std::vector<std::string>>;

/// A Hugging Face TrainingArguments name that is read as this key. `values` says what its values become,
/// "" meaning that the value leaves the key alone; without `values` they stay as they are.
struct Alias {
    std::string name;
    std::vector<std::pair<std::string, std::string>> values;
};

/// A row of the schema: the definition of a key for the parser, the checks, --set, the reference page,
/// to_yaml and the window's forms.
struct Key {
    std::string section; ///< empty for the keys at the top
    std::string name;
    Type type = Type::text;
    std::string unit; ///< "tokens", "s", or empty
    std::optional<double> min, max;
    bool min_excluded = false;        ///< the value must exceed `min`
    bool optional = false;            ///< may be unset: the text "" or null
    bool required = false;            ///< has no usable default
    std::vector<std::string> choices; ///< in the order of the field's enum
    std::string free_form;            ///< open_choice: what is allowed besides `choices`
    std::string default_text;
    std::string label;          ///< what forms call it: "Learning rate"; of a section no two are alike
    std::string help;           ///< one sentence or two, for the reference and the tool tip
    std::string hf;             ///< Hugging Face's name of it where it has one
    std::string trainer;        ///< TrainingArguments' default where it is another than `default_text`
    std::vector<Alias> aliases; ///< names read besides `name`
    std::vector<std::pair<std::string, std::string>> synonyms; ///< other spellings of values
    std::function<bool(const std::string&)> check;             ///< open_choice: whether free text is right
    std::function<Value(const Preset&)> read;
    std::function<void(Preset&, const Value&)> write;

    bool holds_paths() const { return type == Type::path || type == Type::path_list; }
    std::string dotted() const { return section.empty() ? name : section + "." + name; }
};

/// Every key, section by section, in the order of to_yaml() and of the reference.
std::span<const Key> keys();

/// The sections in that order, the top ("") first, and what each is about.
struct Section {
    std::string name, title;
};
std::span<const Section> sections();

/// The key of a dotted name ("training.optim"), or null. Aliases are not looked up here.
const Key* find_key(std::string_view dotted);

/// The key that a Hugging Face name stands for, with the alias that says so, or nulls.
struct AliasMatch {
    const Key* key = nullptr;
    const Alias* alias = nullptr;
};
AliasMatch find_alias(std::string_view name);

/// The nearest right name for a dotted key that does not exist: the same name in another section, else one
/// with a similar spelling; std::nullopt if there is none.
std::optional<std::string> suggest_key(std::string_view dotted);

/// The allowed values as text: "a number above 0 to 1", "one of sgd, adam, adamw".
Phrase allowed(const Key& key);

/// The value of a key as text, as set() reads it.
std::string get(const Preset& preset, const Key& key);

/// Reads `text` into the key's field. Returns what is wrong with it (with what is allowed and the nearest
/// right name) and leaves the preset alone, or std::nullopt. Paths are taken as they are.
[[nodiscard]] std::optional<Phrase> set(Preset& preset, const Key& key, std::string_view text);

/// true, yes, on -> true; false, no, off -> false (any case); else std::nullopt.
std::optional<bool> read_boolean(std::string_view text);

/// A finite decimal number that is the whole text, or std::nullopt.
std::optional<double> read_number(std::string_view text);

/// What a value becomes that was given under an alias: `text` for the key, std::nullopt if it leaves the key
/// alone; or what is wrong with it as `problem`.
struct AliasValue {
    std::optional<std::string> text;
    Phrase problem;
};
AliasValue alias_value(const Alias& alias, const std::string& text);

} // namespace tunedesk::preset
