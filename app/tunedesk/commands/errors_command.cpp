// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/errors/catalogue.h"
#include "base/text.h"
#include "commands.h"
#include "output.h"
#include "report/text_table.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <memory>
#include <optional>

namespace tunedesk::app {

namespace {

struct ExitCodeRow {
    const char* code;
    const char* meaning;
    const char* remedy;
};

/// For the catalogue's parts, in their order (base/errors/catalogue.h).
constexpr ExitCodeRow error_exit_codes[] = {
    {"2", "the command line or a preset's text",
     "the message names file, line and key; tunedesk check PRESET lists every error"},
    {"3", "the data", "the message names file and line; repair the row, or data.bad_rows: skip"},
    {"4", "the model or a checkpoint", "the message names file and tensor"},
    {"5", "disk or memory, or a GPU that is missing",
     "free some, or a smaller batch; then tunedesk resume RUN"},
    {"6", "busy: run folder, port or GPU in use", "the message names the owner"},
    {"7", "a rank died or hung, or another machine does not answer",
     "logs/rankN.log in the run folder has more; then tunedesk resume RUN"},
    {"8", "the training diverged", "a smaller learning rate, or training.on_nonfinite: rewind"},
    {"75", "stopped on request", "tunedesk resume RUN"},
};

/// The entry for "TD4355", "td4355" or "4355" in this version's catalogue, or null.
const ErrorForm* find_error_named(const std::string& text) {
    std::string_view digits = text;
    if (ascii_lower(text).starts_with("td")) digits.remove_prefix(2);
    int number = 0;
    const auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return failed == std::errc() && end == digits.data() + digits.size() ? find_error_form(number) : nullptr;
}

struct Explanation {
    ErrorId id;
    const char* text;
};

/// For errors whose sentence consists only of values.
constexpr Explanation explanations[] = {
    {ErrorId::command_line_invalid,
     "an option or a command is unknown, is missing, or has a value that it does not take; the message names "
     "it"},
    {ErrorId::preset_invalid,
     "a preset is not valid; the message has a line a mistake: its file, line and column, the key, and what "
     "the key takes"},
    {ErrorId::config_value_invalid,
     "the model's config.json, or an adapter's, has a value that is not valid; the message names the key and "
     "what it takes"},
    {ErrorId::config_value_unsupported,
     "the model's config.json, or an adapter's, has a value that this version cannot compute with; the "
     "message names the key and what is supported"},
    {ErrorId::architecture_unsupported, "the model cannot be trained, or not be written in the requested "
                                        "format; the message names the setting and the reason"}};

/// A text of the catalogue with "..." for each value.
std::string without_values(const char* text) {
    std::string shown = text ? text : "";
    for (std::size_t at = 0; (at = shown.find("{}", at)) != std::string::npos; at += 3)
        shown.replace(at, 2, "...");
    return shown;
}

std::string explained(const ErrorForm& form) {
    const auto* found = std::ranges::find(explanations, form.id, &Explanation::id);
    return found == std::end(explanations) ? without_values(form.sentence) : found->text;
}

std::string error_name(const ErrorForm& form) {
    return fmt::format("TD{:04}", static_cast<int>(form.id));
}

int print_one_error(const std::string& id) {
    const ErrorForm& form = *find_error_named(id);
    const ExitCodeRow& row = error_exit_codes[static_cast<int>(form.id) / 1000 - 2];
    print_text("{}: {}\nexit code {}: {}\n", error_name(form), explained(form), row.code, row.meaning);
    if (form.advice) print_text("next: {}\n", without_values(form.advice));
    return 0;
}

int print_errors() {
    std::size_t part = 0;
    for (const std::span<const ErrorForm> forms : error_catalogue()) {
        const ExitCodeRow& row = error_exit_codes[part++];
        print_text("{}exit code {}: {}\n", part > 1 ? "\n" : "", row.code, row.meaning);
        for (const ErrorForm& form : forms)
            print_text("  {}  {}\n", error_name(form), explained(form));
    }
    return 0;
}

int print_errors_page() {
    print_text("# Errors\n\n`tunedesk errors TD4355` explains one of them. `...` stands for a value.\n\n");
    report::TextTable codes{{"exit code", "meaning", "what to do"}, {{"0", "done", ""}}, {}};
    for (const ExitCodeRow& row : error_exit_codes)
        codes.rows.push_back({row.code, row.meaning, row.remedy});
    codes.rows.push_back({"128+n", "ended by signal n", "tunedesk resume RUN"});
    write_text(codes.to_markdown());
    std::size_t part = 0;
    for (const std::span<const ErrorForm> forms : error_catalogue()) {
        const ExitCodeRow& row = error_exit_codes[part++];
        print_text("\n## Exit code {}: {}\n\n", row.code, row.meaning);
        report::TextTable table{{"error", "what happened", "next"}, {}, {}};
        for (const ErrorForm& form : forms)
            table.rows.push_back({error_name(form), explained(form), without_values(form.advice)});
        write_text(table.to_markdown());
    }
    return 0;
}

} // namespace

void add_errors_command(CLI::App& app, Action& action) {
    auto id = std::make_shared<std::string>();
    auto markdown = std::make_shared<bool>(false);
    CLI::App* command = app.add_subcommand("errors", "Explain an error id, or list all of them");
    CLI::Option* page = command->add_flag("--markdown", *markdown, "All of them, as a Markdown page");
    const auto is_known = [](const std::string& text) {
        return find_error_named(text) ? std::string()
                                      : fmt::format("\"{}\" is not an error id of this version", text);
    };
    command->add_option("ID", *id, "As TD4355; without one, all are listed")
        ->check(CLI::Validator(is_known, ""))
        ->excludes(page);
    command->callback([id, markdown, &action] {
        action = [id, markdown] {
            if (*markdown) return print_errors_page();
            return id->empty() ? print_errors() : print_one_error(*id);
        };
    });
}

} // namespace tunedesk::app
