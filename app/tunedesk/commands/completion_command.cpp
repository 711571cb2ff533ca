// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "commands.h"
#include "output.h"

#include <fmt/format.h>
#include <memory>

namespace tunedesk::app {

namespace {

/// The words that may follow one command of the tree.
struct Level {
    std::string path; ///< "run", "preset new"; empty for the program itself
    std::string words;
    std::vector<std::pair<std::string, std::string>> described; ///< word, help
};

std::string first_line(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

/// Commands without a group are only for the program itself.
bool is_shown(const CLI::App* command) {
    return !command->get_group().empty();
}

void collect(const CLI::App& command, const std::string& path, std::vector<Level>& levels) {
    Level level{path, {}, {}};
    for (const CLI::App* child : command.get_subcommands(is_shown))
        level.described.emplace_back(child->get_name(), first_line(child->get_description()));
    for (const CLI::Option* option : command.get_options())
        for (const std::string& name : option->get_lnames())
            level.described.emplace_back("--" + name, first_line(option->get_description()));
    for (const auto& [word, help] : level.described)
        level.words += (level.words.empty() ? "" : " ") + word;
    levels.push_back(std::move(level));
    for (const CLI::App* child : command.get_subcommands(is_shown))
        collect(*child, path.empty() ? child->get_name() : path + " " + child->get_name(), levels);
}

/// Text inside single quotes of a shell.
std::string shell_quoted(const std::string& text) {
    std::string safe;
    for (const char c : text)
        safe += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return "'" + safe + "'";
}

/// Finds the deepest known command path among the words typed so far, in bash and zsh alike.
std::string shell_cases(const std::vector<Level>& levels) {
    std::string cases;
    for (const Level& level : levels)
        cases +=
            fmt::format("        {}) found={} ;;\n", shell_quoted(level.path), shell_quoted(level.words));
    return cases;
}

std::string bash_script(const std::vector<Level>& levels) {
    return fmt::format(R"(# bash completion for tunedesk: source <(tunedesk completion bash)
_tunedesk_words() {{
    case "$1" in
{}        *) return 1 ;;
    esac
}}
_tunedesk() {{
    local here="${{COMP_WORDS[COMP_CWORD]}}" path="" found="" i word
    for ((i = 1; i < COMP_CWORD; i++)); do
        word="${{COMP_WORDS[i]}}"
        [[ $word == -* ]] && continue
        _tunedesk_words "${{path:+$path }}$word" && path="${{path:+$path }}$word"
    done
    _tunedesk_words "$path"
    COMPREPLY=($(compgen -W "$found" -- "$here"))
    [[ -n $path && $here != -* ]] && COMPREPLY+=($(compgen -f -- "$here"))
}}
complete -o filenames -F _tunedesk tunedesk
)",
                       shell_cases(levels));
}

std::string zsh_script(const std::vector<Level>& levels) {
    return fmt::format(R"(#compdef tunedesk
# zsh completion for tunedesk: source <(tunedesk completion zsh), after compinit
_tunedesk_words() {{
    case "$1" in
{}        *) return 1 ;;
    esac
}}
_tunedesk() {{
    local typed_path="" found="" word
    local -a typed=("${{(@)words[2,CURRENT-1]}}")
    for word in $typed; do
        [[ $word == -* ]] && continue
        _tunedesk_words "${{typed_path:+$typed_path }}$word" && typed_path="${{typed_path:+$typed_path }}$word"
    done
    _tunedesk_words "$typed_path"
    compadd -- ${{=found}}
    [[ -n $typed_path ]] && _files
}}
compdef _tunedesk tunedesk
)",
                       shell_cases(levels));
}

std::string fish_script(const std::vector<Level>& levels) {
    std::string text = "# fish completion for tunedesk: tunedesk completion fish | source\n";
    for (const Level& level : levels) {
        std::string condition = "__fish_use_subcommand";
        if (!level.path.empty()) {
            condition = "__fish_seen_subcommand_from " + level.path.substr(level.path.rfind(' ') + 1);
        } else {
            text += "complete -c tunedesk -f -n __fish_use_subcommand\n";
        }
        for (const auto& [word, help] : level.described) {
            const bool option = word.rfind("--", 0) == 0;
            text += fmt::format("complete -c tunedesk -n {} {} {} -d {}\n", shell_quoted(condition),
                                option ? "-l" : "-a", option ? word.substr(2) : word, shell_quoted(help));
        }
    }
    return text;
}

} // namespace

void add_completion_command(CLI::App& app, Action& action) {
    auto shell = std::make_shared<std::string>();
    CLI::App* command = app.add_subcommand("completion", "Print shell completion for bash, zsh or fish");
    command->add_option("SHELL", *shell, "bash, zsh or fish")
        ->required()
        ->check(CLI::IsMember({"bash", "zsh", "fish"}));
    command->callback([&app, &action, shell] {
        action = [&app, shell] {
            std::vector<Level> levels;
            collect(app, "", levels);
            const std::string text = *shell == "bash"  ? bash_script(levels)
                                     : *shell == "zsh" ? zsh_script(levels)
                                                       : fish_script(levels);
            write_text(text);
            return 0;
        };
    });
}

} // namespace tunedesk::app
