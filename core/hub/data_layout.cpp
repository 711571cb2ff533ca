// SPDX-License-Identifier: GPL-3.0-or-later
#include "hub/data_layout.h"

#include "base/error.h"
#include "base/text.h"
#include "preset/yaml/yaml_tree.h"

#include <algorithm>
#include <array>
#include <map>

namespace tunedesk::hub {

namespace {

using format::DataPart;

constexpr std::int64_t most_comparisons = 400'000'000;
constexpr std::size_t most_pattern_bytes = 300, most_patterns = 2'000;
constexpr std::string_view separators = "-._ 0123456789/";

struct SplitWords {
    const char* split;
    std::array<const char*, 4> words;
};
constexpr std::array split_words{SplitWords{"train", {"train", "training", "", ""}},
                                 SplitWords{"validation", {"validation", "valid", "dev", "val"}},
                                 SplitWords{"test", {"test", "testing", "eval", "evaluation"}}};
/// Files that describe a data set and hold no rows.
constexpr std::array described_names{"dataset_infos.json", "dataset_dict.json", "dataset_info.json",
                                     "state.json", "config.json"};

struct Config {
    std::string name;
    bool is_default = false;
    std::vector<std::pair<std::string, std::string>> patterns; ///< split, pattern
};

std::string_view file_name(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    return slash == path.npos ? path : path.substr(slash + 1);
}

std::string_view folder_name(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    return slash == path.npos ? std::string_view() : path.substr(0, slash);
}

bool is_candidate(const HubFile& file) {
    const auto is_hidden = [](std::string_view name) {
        return name.starts_with('.') || name.starts_with("__");
    };
    return format::is_rows_file(file.path) && std::ranges::none_of(split(file.path, '/'), is_hidden) &&
           std::ranges::find(described_names, file_name(file.path)) == described_names.end();
}

/// Formats that are read alike count as one.
std::string format_of(std::string_view path) {
    std::string name = ascii_lower(std::string(file_name(path)));
    for (const char* packing : {".gz", ".zst"})
        if (name.ends_with(packing)) name.erase(name.rfind('.'));
    const std::string extension = name.substr(name.rfind('.'));
    return extension == ".jsonl" || extension == ".ndjson" ? ".json" : extension;
}

/// The files of a split with the most frequent format, without duplicates, by name.
std::vector<HubFile> of_one_format(std::vector<HubFile> files) {
    std::map<std::string, std::size_t> counts;
    for (const HubFile& file : files)
        ++counts[format_of(file.path)];
    std::string most;
    for (const auto& [format, count] : counts)
        if (most.empty() || count > counts[most]) most = format;
    std::erase_if(files, [&](const HubFile& file) { return format_of(file.path) != most; });
    std::ranges::sort(files, {}, &HubFile::path);
    const auto repeated = std::ranges::unique(files, {}, &HubFile::path);
    files.erase(repeated.begin(), repeated.end());
    return files;
}

/// The lines of `configs:` in README.md's YAML metadata, which may also hold long lists of labels.
std::string configs_text(std::string_view readme) {
    std::string text;
    bool is_inside = false;
    const std::vector<std::string_view> lines = split(readme, '\n');
    if (lines.empty() || trimmed(lines.front()) != "---") return {};
    for (std::size_t i = 1; i < lines.size() && trimmed(lines[i]) != "---"; ++i) {
        const std::string_view line = lines[i];
        const bool is_key = !line.empty() && line.front() != ' ' && line.front() != '-' &&
                            line.front() != '#' && line.front() != '\r';
        if (is_key) is_inside = line.starts_with("configs:");
        if (is_inside) text += std::string(line) + '\n';
    }
    return text;
}

std::string text_of_key(const preset::Node& node, std::string_view key) {
    const preset::Node* value = node.find(key);
    return value && value->kind == preset::Node::Kind::scalar ? value->text : std::string();
}

void add_patterns(Config& config, const std::string& split, const preset::Node* paths,
                  const std::string& folder) {
    if (!paths || !format::is_part_name(split)) return;
    if (paths->kind == preset::Node::Kind::sequence) {
        for (const preset::Node& item : paths->items)
            if (item.kind == preset::Node::Kind::scalar) add_patterns(config, split, &item, folder);
        return;
    }
    std::string pattern = paths->text.starts_with("./") ? paths->text.substr(2) : paths->text;
    if (!folder.empty()) pattern = folder + '/' + pattern;
    if (pattern.size() <= most_pattern_bytes) config.patterns.emplace_back(split, std::move(pattern));
}

/// data_files is a pattern, a list of patterns, a map of splits to them, or a list of {split, path}.
void read_data_files(Config& config, const preset::Node* files, std::string folder) {
    while (folder.ends_with('/'))
        folder.pop_back();
    if (folder.starts_with("./")) folder.erase(0, 2);
    if (!files) {
        if (!folder.empty()) config.patterns.emplace_back("", folder + "/**");
        return;
    }
    if (files->kind == preset::Node::Kind::map)
        for (std::size_t i = 0; i + 1 < files->items.size(); i += 2)
            add_patterns(config, files->items[i].text, &files->items[i + 1], folder);
    if (files->kind == preset::Node::Kind::scalar) add_patterns(config, "train", files, folder);
    if (files->kind != preset::Node::Kind::sequence) return;
    for (const preset::Node& item : files->items)
        if (item.kind == preset::Node::Kind::map)
            add_patterns(config, text_of_key(item, "split"), item.find("path"), folder);
        else
            add_patterns(config, "train", &item, folder);
}

std::vector<Config> read_configs(std::string_view readme) {
    std::vector<Config> configs;
    std::vector<preset::Problem> problems;
    const std::string text = configs_text(readme);
    const auto root = text.empty() ? std::nullopt : preset::read_yaml(text, "README.md", problems);
    const preset::Node* list = root ? root->find("configs") : nullptr;
    if (!list || list->kind != preset::Node::Kind::sequence) return configs;
    for (const preset::Node& item : list->items) {
        if (item.kind != preset::Node::Kind::map) continue;
        Config config{text_of_key(item, "config_name"), text_of_key(item, "default") == "true", {}};
        if (config.name.empty()) config.name = "default";
        config.is_default = config.is_default || config.name == "default";
        read_data_files(config, item.find("data_files"), text_of_key(item, "data_dir"));
        if (format::is_part_name(config.name) && config.patterns.size() <= most_patterns)
            configs.push_back(std::move(config));
    }
    std::ranges::stable_partition(configs, &Config::is_default);
    return configs;
}

void add_file(std::vector<DataFiles>& splits, const DataPart& part, const HubFile& file) {
    const auto known = std::ranges::find(splits, part, &DataFiles::part);
    if (known == splits.end())
        splits.push_back({part, {file}});
    else
        known->files.push_back(file);
}

/// The SPLIT of data/SPLIT-00000-of-00001.parquet; empty for other paths.
std::string sharded_split(std::string_view path) {
    constexpr std::string_view start = "data/", form = "-00000-of-00000";
    if (!path.starts_with(start)) return {};
    path.remove_prefix(start.size());
    const std::size_t end = path.find("-of-");
    if (end == path.npos || end < 6 || path.size() < end + 9) return {};
    const std::size_t begin = end - 6;
    for (std::size_t i = 0; i < form.size(); ++i) {
        const char c = path[begin + i];
        if (form[i] == '0' ? c < '0' || c > '9' : c != form[i]) return {};
    }
    const std::string_view split = path.substr(0, begin);
    return format::is_part_name(split) ? std::string(split) : std::string();
}

bool has_word(std::string_view text, std::string_view word) {
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
        const auto is_border = [&](std::size_t i) { return separators.find(text[i]) != separators.npos; };
        const std::size_t end = at + word.size();
        if ((at == 0 || is_border(at - 1)) && (end == text.size() || is_border(end))) return true;
    }
    return false;
}

/// The splits of a configuration that does not name them.
std::vector<DataFiles> usual_splits(const std::vector<HubFile>& files, const std::string& config) {
    std::vector<DataFiles> found;
    for (const HubFile& file : files)
        if (const std::string split = sharded_split(file.path); !split.empty())
            add_file(found, {config, split}, file);
    for (const bool is_of_folder : {true, false}) {
        if (!found.empty()) return found;
        for (const SplitWords& words : split_words)
            for (const HubFile& file : files)
                if (std::ranges::any_of(words.words, [&](const char* word) {
                        return *word &&
                               has_word(is_of_folder ? folder_name(file.path) : file_name(file.path), word);
                    }))
                    add_file(found, {config, words.split}, file);
    }
    if (found.empty() && !files.empty()) found.push_back({{config, "train"}, files});
    return found;
}

void add_config(std::vector<DataFiles>& all, const Config& config, const std::vector<HubFile>& files,
                std::int64_t& budget) {
    for (const auto& [split, pattern] : config.patterns) {
        std::vector<HubFile> matching;
        for (const HubFile& file : files)
            if (matches_pattern(file.path, pattern, budget)) matching.push_back(file);
        if (split.empty()) { // a folder without split names
            const std::vector<DataFiles> usual = usual_splits(matching, config.name);
            all.insert(all.end(), usual.begin(), usual.end());
        }
        for (const HubFile& file : matching)
            if (!split.empty()) add_file(all, {config.name, split}, file);
    }
}

/// The element of a pattern that one character is compared with.
struct PatternItem {
    enum class Kind { character, any, set, star, stars } kind;
    std::string_view text; ///< of a character or a set, without its brackets
};

std::vector<PatternItem> items_of(std::string_view pattern) {
    std::vector<PatternItem> items;
    for (std::size_t i = 0; i < pattern.size();) {
        const std::size_t close = pattern[i] == '[' ? pattern.find(']', i + 2) : pattern.npos;
        if (pattern.substr(i, 2) == "**") {
            items.push_back({PatternItem::Kind::stars, {}});
            i += pattern.substr(i, 3) == "**/" ? 3 : 2; // **/ also matches no folder
        } else if (pattern[i] == '*') {
            items.push_back({PatternItem::Kind::star, {}});
            ++i;
        } else if (close != pattern.npos) {
            items.push_back({PatternItem::Kind::set, pattern.substr(i + 1, close - i - 1)});
            i = close + 1;
        } else {
            items.push_back({pattern[i] == '?' ? PatternItem::Kind::any : PatternItem::Kind::character,
                             pattern.substr(i, 1)});
            ++i;
        }
    }
    return items;
}

bool takes(const PatternItem& item, char c) {
    switch (item.kind) {
    case PatternItem::Kind::character:
        return item.text.front() == c;
    case PatternItem::Kind::any:
    case PatternItem::Kind::star:
        return c != '/';
    case PatternItem::Kind::stars:
        return true;
    case PatternItem::Kind::set:
        break;
    }
    const bool is_negated = item.text.front() == '!' || item.text.front() == '^';
    const std::string_view set = item.text.substr(is_negated ? 1 : 0);
    bool is_in = false;
    for (std::size_t i = 0; i < set.size(); ++i)
        if (i + 2 < set.size() && set[i + 1] == '-') {
            is_in = is_in || (set[i] <= c && c <= set[i + 2]);
            i += 2;
        } else {
            is_in = is_in || set[i] == c;
        }
    return c != '/' && is_in != is_negated;
}

} // namespace

bool matches_pattern(std::string_view path, std::string_view pattern, std::int64_t& budget) {
    const std::vector<PatternItem> items = items_of(pattern);
    const auto is_star = [&](std::size_t i) {
        return items[i].kind == PatternItem::Kind::star || items[i].kind == PatternItem::Kind::stars;
    };
    // reached[i]: the characters so far match the first i items.
    std::vector<bool> reached(items.size() + 1), next;
    const auto skip_stars = [&](std::vector<bool>& at) {
        for (std::size_t i = 0; i < items.size(); ++i)
            if (at[i] && is_star(i)) at[i + 1] = true;
    };
    reached[0] = true;
    skip_stars(reached);
    for (const char c : path) {
        budget -= static_cast<std::int64_t>(items.size());
        if (budget <= 0) throw Error(ErrorId::hub_answer_invalid, {"configs"}, "README.md");
        next.assign(items.size() + 1, false);
        for (std::size_t i = 0; i < items.size(); ++i)
            if (reached[i] && takes(items[i], c)) next[is_star(i) ? i : i + 1] = true;
        skip_stars(next);
        if (std::ranges::find(next, true) == next.end()) return false;
        std::swap(reached, next);
    }
    return reached.back();
}

std::vector<DataFiles> data_layout(const HubModelInfo& data_set, std::string_view readme) {
    std::vector<HubFile> files;
    for (const HubFile& file : data_set.files)
        if (is_candidate(file)) files.push_back(file);
    std::int64_t budget = most_comparisons;
    std::vector<DataFiles> all;
    for (const Config& config : read_configs(readme))
        add_config(all, config, files, budget);
    if (all.empty()) all = usual_splits(files, "default");
    for (DataFiles& split : all)
        split.files = of_one_format(std::move(split.files));
    return all;
}

} // namespace tunedesk::hub
