// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/power_loss.h"

#include "base/hash.h"
#include "base/philox.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <sys/stat.h>

namespace tunedesk::test {

namespace {

constexpr std::size_t most_single = 24; ///< names that are dropped, and kept, each for itself
constexpr int random_choices = 6;

using Kind = DiskChange::Kind;

} // namespace

std::vector<DiskChange> read_recording(const fs::path& log) {
    const std::string text = read_file(log, ErrorId::file_unreadable, 1u << 30);
    std::vector<DiskChange> changes;
    for (std::size_t at = 0; at < text.size();) {
        int kind = 0, length = 0;
        unsigned long inode = 0, offset = 0, path = 0, to = 0, bytes = 0;
        if (std::sscanf(text.c_str() + at, "%d %lu %lu %lu %lu %lu%n", &kind, &inode, &offset, &path, &to,
                        &bytes, &length) != 6)
            break;
        at += static_cast<std::size_t>(length) + 1;
        changes.push_back({static_cast<DiskChange::Kind>(kind), text.substr(at, path),
                           text.substr(at + path, to), text.substr(at + path + to, bytes), inode, offset});
        at += path + to + bytes;
    }
    return changes;
}

PowerLoss::PowerLoss(const std::vector<DiskChange>& changes, const fs::path& root)
    : root_(root.string()), changes_(changes.size()) {
    struct stat status {};
    ::stat(root.c_str(), &status);
    add_node(status.st_ino, true);
    for (std::size_t at = 0; at < changes.size(); ++at) {
        const DiskChange& change = changes[at];
        const auto node = nodes_.find(change.inode);
        if (change.kind == Kind::mark && change.path == recording_begins)
            first_ = at;
        else if (change.kind == Kind::mark)
            marks_.emplace_back(at, change.path);
        else if (change.kind == Kind::sync)
            sync(at, change.inode);
        else if (change.kind != Kind::write && change.kind != Kind::resize)
            change_names(at, change);
        else if (node != nodes_.end())
            data_.push_back(
                {at, SIZE_MAX, node->second, change.kind == Kind::resize, change.offset, change.bytes});
    }
}

int PowerLoss::add_node(std::uint64_t inode, bool folder) {
    const int node = static_cast<int>(tree_.size());
    tree_.emplace_back();
    is_folder_.push_back(folder);
    nodes_[inode] = node;
    return node;
}

std::pair<int, std::string> PowerLoss::place_of(const std::string& path) const {
    const fs::path below = fs::path(path).lexically_relative(root_);
    int node = 0;
    for (const fs::path& part : below.parent_path()) {
        const auto found = tree_[static_cast<std::size_t>(node)].find(part.string());
        if (found == tree_[static_cast<std::size_t>(node)].end()) return {-1, {}};
        node = found->second;
    }
    return {node, below.filename().string()};
}

int PowerLoss::node_at(const std::string& path) const {
    const auto [folder, name] = place_of(path);
    if (folder < 0) return -1;
    const auto& names = tree_[static_cast<std::size_t>(folder)];
    const auto found = names.find(name);
    return found == names.end() ? -1 : found->second;
}

void PowerLoss::change_names(std::size_t at, const DiskChange& change) {
    NameChange names{at, SIZE_MAX, {}, {}};
    const auto set = [&](const std::string& path, std::optional<int> node) {
        const auto [folder, name] = place_of(path);
        if (folder >= 0) names.names.push_back({folder, name, node});
    };
    const int node = node_at(change.path), other = change.to.empty() ? -1 : node_at(change.to);
    const std::string name = change.path.substr(std::min(change.path.size(), root_.size()));
    switch (change.kind) {
    case Kind::make_file:
    case Kind::make_folder:
        names.words = "making " + name;
        set(change.path, add_node(change.inode, change.kind == Kind::make_folder));
        break;
    case Kind::remove:
        names.words = "removal of " + name;
        set(change.path, std::nullopt);
        break;
    default:
        names.words = "renaming of " + name;
        if (node < 0) return;
        set(change.path, change.kind == Kind::exchange && other >= 0 ? std::optional(other) : std::nullopt);
        set(change.to, node);
    }
    for (const NameChange::Name& entry : names.names) {
        auto& folder = tree_[static_cast<std::size_t>(entry.folder)];
        if (entry.node)
            folder[entry.name] = *entry.node;
        else
            folder.erase(entry.name);
    }
    names_.push_back(std::move(names));
}

void PowerLoss::sync(std::size_t at, std::uint64_t inode) {
    const auto node = nodes_.find(inode);
    if (node == nodes_.end()) return;
    for (DataChange& change : data_)
        if (change.file == node->second) change.safe_at = std::min(change.safe_at, at);
    for (NameChange& change : names_)
        for (const NameChange::Name& name : change.names)
            if (name.folder == node->second) change.safe_at = std::min(change.safe_at, at);
}

std::vector<PowerLoss::Choice> PowerLoss::choices(std::size_t at) const {
    const auto all = [](bool keeps) { return [keeps](std::size_t) { return keeps; }; };
    const auto bytes = [](Bytes kept) { return [kept](std::size_t) { return kept; }; };
    std::vector<Choice> list{{"all that was not flushed is lost", all(false), bytes(Bytes::lost)},
                             {"nothing is lost", all(true), bytes(Bytes::whole)},
                             {"names without bytes", all(true), bytes(Bytes::lost)},
                             {"names with half of the bytes", all(true), bytes(Bytes::half)},
                             {"names with zeros", all(true), bytes(Bytes::zeros)},
                             {"bytes without names", all(false), bytes(Bytes::whole)}};
    std::size_t single = 0;
    for (std::size_t i = names_.size(); i-- > 0 && single < most_single;) {
        if (names_[i].at >= at || names_[i].safe_at < at) continue;
        ++single;
        list.push_back({"without the " + names_[i].words, [i](std::size_t name) { return name != i; },
                        bytes(Bytes::whole)});
        list.push_back({"with the " + names_[i].words + " alone", [i](std::size_t name) { return name == i; },
                        bytes(Bytes::whole)});
    }
    for (int seed = 0; seed < random_choices; ++seed) {
        const auto drawn = [seed, at](std::uint64_t index, std::uint64_t below) {
            PhiloxStream stream(static_cast<std::uint64_t>(seed) << 32 | at, index);
            return stream.below(below);
        };
        list.push_back({fmt::format("by chance, seed {}", seed),
                        [drawn](std::size_t name) { return drawn(2 * name, 2) != 0; },
                        [drawn](std::size_t data) { return static_cast<Bytes>(drawn(2 * data + 1, 4)); }});
    }
    return list;
}

std::string PowerLoss::contents(int file, std::size_t at, const Choice& choice) const {
    std::string text;
    for (std::size_t i = 0; i < data_.size() && data_[i].at < at; ++i) {
        const DataChange& change = data_[i];
        if (change.file != file) continue;
        const Bytes kept = change.safe_at < at ? Bytes::whole : choice.data(i);
        if (kept == Bytes::lost) continue;
        if (change.resizes) {
            text.resize(change.offset);
            continue;
        }
        std::string bytes = change.bytes;
        if (kept == Bytes::half) bytes.resize(bytes.size() / 2);
        if (kept == Bytes::zeros) bytes.assign(bytes.size(), '\0');
        if (text.size() < change.offset + bytes.size()) text.resize(change.offset + bytes.size());
        text.replace(change.offset, bytes.size(), bytes);
    }
    return text;
}

bool PowerLoss::make(const fs::path& scratch, std::size_t at, const Choice& choice) {
    Tree tree(tree_.size());
    for (std::size_t i = 0; i < names_.size() && names_[i].at < at; ++i) {
        if (names_[i].safe_at >= at && !choice.keeps(i)) continue;
        for (const NameChange::Name& name : names_[i].names) {
            auto& folder = tree[static_cast<std::size_t>(name.folder)];
            if (name.node)
                folder[name.name] = *name.node;
            else
                folder.erase(name.name);
        }
    }
    std::vector<std::pair<std::string, int>> found{{"", 0}}; // path below, node
    std::string description;
    std::map<int, std::string> files;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const auto [path, node] = found[i];
        if (is_folder_[static_cast<std::size_t>(node)]) {
            for (const auto& [name, child] : tree[static_cast<std::size_t>(node)])
                found.emplace_back(path + "/" + name, child);
            description += path + "/\n";
        } else {
            files[static_cast<int>(i)] = contents(node, at, choice);
            description += path + " " + content_hash(files[static_cast<int>(i)]) + "\n";
        }
    }
    const std::size_t before = static_cast<std::size_t>(
        std::ranges::count_if(marks_, [&](const auto& mark) { return mark.first < at; }));
    if (!made_.emplace(fmt::format("{}\n{}", before, description), true).second) return false;
    fs::remove_all(scratch);
    for (std::size_t i = 0; i < found.size(); ++i) {
        const fs::path path = scratch.string() + found[i].first;
        if (const auto file = files.find(static_cast<int>(i)); file != files.end())
            std::ofstream(path, std::ios::binary) << file->second;
        else
            fs::create_directory(path);
    }
    ++states_;
    return true;
}

std::string PowerLoss::check_all(const fs::path& scratch, const Check& check, std::size_t every) {
    std::vector<std::string> marks;
    std::size_t next_mark = 0;
    for (std::size_t at = first_; at <= changes_; ++at) {
        bool marked = false;
        for (; next_mark < marks_.size() && marks_[next_mark].first < at; ++next_mark, marked = true)
            marks.push_back(marks_[next_mark].second);
        if (at % every != 0 && !marked && at != changes_) continue;
        for (const Choice& choice : choices(at)) {
            if (!make(scratch, at, choice)) continue;
            const std::string wrong = check(scratch, marks);
            if (wrong.empty()) continue;
            std::string last = names_.empty() ? "" : names_.front().words;
            for (const NameChange& change : names_)
                if (change.at < at) last = change.words;
            return fmt::format("after change {} of {} (last name: {}; mark: {}), {}: {}", at, changes_, last,
                               marks.empty() ? "none" : marks.back(), choice.words, wrong);
        }
    }
    return {};
}

} // namespace tunedesk::test
