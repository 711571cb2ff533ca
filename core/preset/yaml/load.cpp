// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/yaml/load.h"

#include "base/files/unreadable.h"
#include "preset/schema/checks.h"
#include "preset/schema/schema.h"
#include "preset/yaml/document.h"
#include "preset/yaml/paths.h"
#include "preset/yaml/yaml_tree.h"

#include <algorithm>
#include <cerrno>
#include <fmt/format.h>
#include <set>
#include <tuple>

namespace tunedesk::preset {

namespace {

constexpr std::size_t max_chain = 16;     // files that extend each other
constexpr std::size_t max_problems = 200; // said at once

/// The position of a problem, for sorting: "file:12:3" -> {file, 12, 3}.
struct Position {
    std::string_view file;
    int line = 0, column = 0;
};

Position position_of(std::string_view place) {
    const auto second = place.rfind(':');
    const auto first =
        second == std::string_view::npos || second == 0 ? second : place.rfind(':', second - 1);
    const auto number = [](std::string_view text) { return static_cast<int>(read_number(text).value_or(0)); };
    if (first == std::string_view::npos) return {place};
    return {place.substr(0, first), number(place.substr(first + 1, second - first - 1)),
            number(place.substr(second + 1))};
}

/// The problems of a file in the order of its lines; files stay in the order of their first problem.
void sort_by_place(std::vector<Problem>& problems) {
    std::map<std::string, std::size_t, std::less<>> order;
    for (const Problem& problem : problems)
        order.emplace(position_of(problem.place).file, order.size());
    std::stable_sort(problems.begin(), problems.end(), [&](const Problem& a, const Problem& b) {
        const Position p = position_of(a.place), q = position_of(b.place);
        return std::tuple(order.find(p.file)->second, p.line, p.column) <
               std::tuple(order.find(q.file)->second, q.line, q.column);
    });
}

/// Collects the files of a preset, base first, and applies their values.
class Resolver {
public:
    void add_text(std::string_view text, const std::string& shown, const fs::path& folder) {
        const std::size_t before = problems_.size();
        const auto root = read_yaml(text, shown, problems_);
        if (!root) {
            unreadable_ = true;
            return;
        }
        const Document document = read_document(*root, shown, problems_);
        if (std::any_of(problems_.begin() + static_cast<std::ptrdiff_t>(before), problems_.end(),
                        [](const Problem& p) { return p.key == "tunedesk"; }))
            unreadable_ = true;
        if (!document.extends.empty()) add_base(document, folder);
        for (const Assignment& assignment : document.assignments)
            apply(assignment, folder);
        if (top_.empty()) top_ = shown;
    }

    /// `from` is the place that names the file, empty for the first.
    void add_file(const fs::path& file, const std::string& shown, const std::string& from) {
        std::error_code failed;
        const fs::path real = fs::canonical(file, failed);
        const auto refuse = [&](PhraseId what, std::vector<std::string> values) {
            problems_.push_back({from.empty() ? shown : from, from.empty() ? "" : "extends",
                                 Phrase(what, std::move(values))});
            unreadable_ = true;
        };
        if (failed) {
            const Error error = unreadable(ErrorId::preset_unreadable, failed.value(), file);
            return refuse(PhraseId::file_unopened, {shown, error.values().front()});
        }
        // Opening a FIFO or a device could wait for ever.
        if (!fs::is_regular_file(real, failed)) return refuse(PhraseId::file_of_another_kind, {shown});
        if (std::find(chain_.begin(), chain_.end(), real) != chain_.end())
            return refuse(PhraseId::extends_itself, {shown, std::to_string(chain_.size())});
        if (chain_.size() >= max_chain) return refuse(PhraseId::extends_many, {std::to_string(max_chain)});
        chain_.push_back(real);
        try {
            const YamlLimits limits;
            add_text(read_file(real, ErrorId::preset_unreadable, limits.bytes), shown,
                     fs::absolute(file).parent_path());
        } catch (const Error& error) {
            const bool is_unread = error.is(ErrorId::preset_unreadable);
            refuse(PhraseId::file_unread, {shown, is_unread ? error.values().front() : error.message()});
        }
        chain_.pop_back();
    }

    void add_sets(std::span<const std::string> sets) {
        for (const std::string& text : sets)
            if (const auto assignment = read_set(text, problems_))
                apply(*assignment, fs::current_path(), "--set");
    }

    void set_shown(std::string shown) { top_ = std::move(shown); }
    void leave_paths() { paths_as_written_ = true; }

    Draft finish(const fs::path& file) {
        Preset& preset = loaded_.preset;
        if (preset.name.empty() && !file.empty()) {
            const std::string stem = file.stem().string();
            if (!set(preset, *find_key("name"), stem)) loaded_.origins["name"] = "file name";
        }
        follow_task();
        for (const Key& key : keys())
            loaded_.origins.emplace(key.dotted(), "default");
        for (auto& [key, problem] : bad_paths_) {
            problems_.push_back(std::move(problem));
            bad_.insert(key);
        }
        // A file that could not be read leaves defaults behind, which say nothing.
        if (!unreadable_) add_conflicts();
        loaded_.file = file;
        sort_by_place(problems_);
        return {std::move(loaded_), std::move(problems_)};
    }

private:
    /// Defaults that depend on the task and its rows: the metric that chooses the best model, and which way
    /// that is better.
    void follow_task() {
        Preset& preset = loaded_.preset;
        const task::Task& task = task::task_of(preset.task);
        if (!loaded_.origins.contains("checkpoint.monitor"))
            preset.checkpoint.monitor =
                task.embeds() && !preset.data.score_column.empty() ? task.scored_monitor : task.monitor;
        const task::Metric* monitored = task.monitored(preset.checkpoint.monitor);
        if (monitored && !loaded_.origins.contains("checkpoint.mode"))
            preset.checkpoint.mode = best_mode(*monitored);
    }

    void add_base(const Document& document, const fs::path& folder) {
        const ExpandedPath base = expand_path(document.extends, folder);
        if (!base.problem.is_empty()) {
            problems_.push_back({document.extends_place, "extends", base.problem});
            unreadable_ = true;
            return;
        }
        const fs::path beside = fs::path(document.extends_place).parent_path() / document.extends;
        const bool plain = document.extends.find('$') == std::string::npos;
        add_file(base.path, plain ? beside.lexically_normal().string() : base.path, document.extends_place);
    }

    void apply(const Assignment& given, const fs::path& folder, std::string_view origin = {}) {
        const Key& key = *given.key;
        std::string text = given.text;
        if (key.holds_paths() && !paths_as_written_) {
            ExpandedPath expanded = expand_path(key, text, folder);
            if (!expanded.problem.is_empty()) {
                bad_paths_[key.dotted()] = {given.place, given.written, std::move(expanded.problem)};
                return;
            }
            bad_paths_.erase(key.dotted()); // another machine's variable, which this value replaces
            text = std::move(expanded.path);
        }
        if (auto what = set(loaded_.preset, key, text)) {
            problems_.push_back({given.place, given.written, std::move(*what)});
            bad_.insert(key.dotted());
            return;
        }
        loaded_.origins[key.dotted()] = origin.empty() ? given.place : std::string(origin);
        places_[key.dotted()] = given.place;
    }

    /// The position of a key's value; for a default, the preset's first line.
    std::string place(const std::string& key) const {
        const auto found = places_.find(key);
        return found != places_.end() ? found->second : place_of(top_, {});
    }

    /// The position of the first of the conflicting keys that the file sets: a default has none.
    std::string place(const Conflict& conflict) const {
        if (places_.contains(conflict.key)) return place(conflict.key);
        for (const std::string& other : conflict.others)
            if (places_.contains(other)) return place(other);
        return place(conflict.key);
    }

    void add_conflicts() {
        for (Conflict& conflict : check_combinations(loaded_.preset)) {
            const bool known_bad = bad_.contains(conflict.key) ||
                                   std::any_of(conflict.others.begin(), conflict.others.end(),
                                               [&](const auto& other) { return bad_.contains(other); });
            if (!known_bad) problems_.push_back({place(conflict), conflict.key, std::move(conflict.what)});
        }
        for (Problem& problem : unsupported(loaded_.preset)) {
            problem.place = place(problem.key);
            problems_.push_back(std::move(problem));
        }
    }

    Loaded loaded_;
    std::vector<Problem> problems_;
    std::map<std::string, std::string> places_;
    std::set<std::string> bad_;
    std::map<std::string, Problem> bad_paths_; ///< by key: the last value given could not be expanded
    std::vector<fs::path> chain_;
    std::string top_;
    bool unreadable_ = false, paths_as_written_ = false;
};

/// The one thing that another user's preset needs is no correction.
bool is_forbidden(const std::vector<Problem>& problems) {
    if (problems.size() != 1) return false;
    const Phrase& what = problems.front().what;
    return (what.is(PhraseId::file_unread) || what.is(PhraseId::file_unopened)) &&
           what.values.back() == errno_text(EACCES);
}

Loaded or_throw(Draft draft) {
    if (!draft.problems.empty()) throw PresetError(std::move(draft.problems));
    return std::move(draft.loaded);
}

} // namespace

std::string problem_lines(const std::vector<Problem>& problems,
                          const std::function<std::string(const Phrase&)>& words) {
    std::string text;
    for (std::size_t i = 0; i < problems.size() && i < max_problems; ++i) {
        const Problem& problem = problems[i];
        if (i) text += '\n';
        if (!problem.place.empty()) text += problem.place + ": ";
        if (!problem.key.empty() && !problem.place.ends_with(" " + problem.key)) text += problem.key + ": ";
        text += words(problem.what);
    }
    if (problems.size() > max_problems)
        text += fmt::format("\n... and {} more", problems.size() - max_problems);
    return text;
}

PresetError::PresetError(std::vector<Problem> problems)
    : Error(ErrorId::preset_invalid, {problem_lines(problems)}), problems_(std::move(problems)) {
    if (is_forbidden(problems_)) with_next(permission_advice);
}

Draft load_draft(const fs::path& file, std::span<const std::string> sets) {
    Resolver resolver;
    resolver.set_shown(file.string());
    resolver.add_file(file, file.string(), {});
    resolver.add_sets(sets);
    return resolver.finish(file);
}

Draft parse_draft(const std::string& text, const std::string& shown_name, const fs::path& folder,
                  std::span<const std::string> sets) {
    Resolver resolver;
    resolver.set_shown(shown_name);
    resolver.add_text(text, shown_name, fs::absolute(folder));
    resolver.add_sets(sets);
    return resolver.finish({});
}

Loaded load(const fs::path& file, std::span<const std::string> sets) {
    return or_throw(load_draft(file, sets));
}

Loaded parse(const std::string& text, const std::string& shown_name, const fs::path& folder,
             std::span<const std::string> sets) {
    return or_throw(parse_draft(text, shown_name, folder, sets));
}

Loaded load_as_written(const fs::path& file, std::span<const std::string> sets) {
    Resolver resolver;
    resolver.leave_paths();
    resolver.set_shown(file.string());
    resolver.add_file(file, file.string(), {});
    resolver.add_sets(sets);
    return or_throw(resolver.finish(file));
}

Loaded parse_as_written(const std::string& text, const std::string& shown_name, const fs::path& folder,
                        std::span<const std::string> sets) {
    Resolver resolver;
    resolver.leave_paths();
    resolver.set_shown(shown_name);
    resolver.add_text(text, shown_name, fs::absolute(folder));
    resolver.add_sets(sets);
    return or_throw(resolver.finish({}));
}

std::vector<Problem> mistakes(const Draft& draft) {
    std::vector<Problem> list;
    for (const Problem& problem : draft.problems)
        if (!problem.unsupported) list.push_back(problem);
    return list;
}

std::vector<Problem> check(const Preset& preset) {
    std::vector<Problem> problems;
    for (Conflict& conflict : check_combinations(preset))
        problems.push_back({"", conflict.key, std::move(conflict.what)});
    for (Problem& problem : unsupported(preset))
        problems.push_back(std::move(problem));
    return problems;
}

} // namespace tunedesk::preset
