// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/bundle/recipe.h"

#include "base/text.h"
#include "preset/schema/schema.h"
#include "preset/yaml/document.h"
#include "preset/yaml/paths.h"

#include <algorithm>

namespace tunedesk::preset {

namespace {

constexpr std::size_t most_rows = 100;

class RecipeReader {
public:
    explicit RecipeReader(const fs::path& file)
        : shown_(file.string()), folder_(fs::absolute(file).parent_path()) {
        recipe_.name = file.stem().string();
        recipe_.title = recipe_.name;
    }

    Recipe read(std::string_view text) {
        const auto root = read_yaml(text, shown_, problems_);
        if (root && is_known_version(*root))
            for (std::size_t i = 0; i + 1 < root->items.size(); i += 2)
                read_key(root->items[i], root->items[i + 1]);
        if (problems_.empty() && recipe_.rows.empty())
            problem({}, "rows", Phrase(PhraseId::recipe_without_rows));
        if (!problems_.empty()) throw PresetError(std::move(problems_));
        return std::move(recipe_);
    }

private:
    void problem(Mark mark, const std::string& key, Phrase what) {
        problems_.push_back({place_of(shown_, mark), key, std::move(what)});
    }

    bool is_known_version(const Node& root) {
        const Node* version = root.find("recipe");
        if (version && version->kind == Node::Kind::scalar && version->text == "1") return true;
        problem(version ? version->mark : Mark{}, "recipe",
                root.find("tunedesk") ? Phrase(PhraseId::recipe_is_preset, {shown_})
                                      : Phrase(PhraseId::recipe_version));
        return false;
    }

    void read_key(const Node& name, const Node& value) {
        if (name.text == "recipe") return;
        if (name.text == "title" && value.kind == Node::Kind::scalar)
            recipe_.title = shortened(value.text, 200);
        else if (name.text == "rows" && value.kind == Node::Kind::sequence)
            read_rows(value);
        else if (name.text == "small" && value.kind == Node::Kind::map)
            read_small(value);
        else
            problem(name.mark, name.text, Phrase(PhraseId::recipe_keys));
    }

    void read_rows(const Node& list) {
        for (const Node& item : list.items) {
            if (recipe_.rows.size() == most_rows)
                return problem(item.mark, "rows",
                               Phrase(PhraseId::recipe_many_rows, {std::to_string(most_rows)}));
            read_row(item);
        }
    }

    void read_row(const Node& item) {
        const bool is_map = item.kind == Node::Kind::map;
        const Node* file = is_map ? item.find("preset") : &item;
        if (!file || file->kind != Node::Kind::scalar)
            return problem(item.mark, "rows", Phrase(PhraseId::recipe_row));
        ExpandedPath path = expand_path(file->text, folder_);
        if (!path.problem.is_empty()) return problem(file->mark, "rows", std::move(path.problem));
        RecipeRow row{fs::path(path.path).stem().string(), path.path};
        for (std::size_t i = 0; is_map && i + 1 < item.items.size(); i += 2) {
            const Node &key = item.items[i], &value = item.items[i + 1];
            if (key.text == "preset") continue;
            row.largest_batch = value.text == "largest";
            if (key.text != "batch_size" || (!row.largest_batch && value.text != "preset"))
                return problem(key.mark, key.text, Phrase(PhraseId::recipe_row_keys));
        }
        const bool twice =
            std::ranges::any_of(recipe_.rows, [&](const RecipeRow& other) { return other.name == row.name; });
        if (twice) return problem(file->mark, "rows", Phrase(PhraseId::recipe_name_twice, {row.name}));
        recipe_.rows.push_back(std::move(row));
    }

    void read_small(const Node& map) {
        for (const Assignment& assignment : read_document(map, shown_, problems_).assignments) {
            std::string text = assignment.text;
            if (assignment.key->holds_paths()) {
                ExpandedPath path = expand_path(*assignment.key, text, folder_);
                if (!path.problem.is_empty()) {
                    problems_.push_back({assignment.place, assignment.written, std::move(path.problem)});
                    continue;
                }
                text = escape_path(*assignment.key, path.path);
            }
            recipe_.small.push_back(assignment.key->dotted() + "=" + text);
        }
    }

    std::string shown_;
    fs::path folder_;
    Recipe recipe_;
    std::vector<Problem> problems_;
};

} // namespace

Recipe load_recipe(const fs::path& file) {
    return RecipeReader(file).read(read_file(file, ErrorId::recipe_unreadable, YamlLimits{}.bytes));
}

} // namespace tunedesk::preset
