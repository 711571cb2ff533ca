// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/disk_calls.h"

#include <functional>
#include <map>
#include <optional>

namespace tunedesk::test {

/// The possible states after a power loss, given recorded changes, as far as POSIX guarantees them: a file's
/// bytes are safe after the file was flushed, a name after its folder was. Unflushed changes may be lost,
/// completely or partially, and in another order: each name separately (a rename is one change), and all,
/// none or half of the bytes, or zeros instead of them.
class PowerLoss {
public:
    /// `root`: the recorded folder, which must still exist.
    PowerLoss(const std::vector<DiskChange>& changes, const fs::path& root);

    /// Returns the error in a state, or "". `marks`: those recorded before the power loss.
    using Check = std::function<std::string(const fs::path& folder, const std::vector<std::string>& marks)>;
    /// Calls `check` for the states after each `every`-th change and after each mark, which are created one
    /// after the other in `scratch`. Returns the description of the first error, or "".
    std::string check_all(const fs::path& scratch, const Check& check, std::size_t every = 1);
    /// Number of distinct states created by check_all().
    std::size_t states() const { return states_; }

private:
    enum class Bytes { lost, half, zeros, whole };
    struct NameChange {
        struct Name {
            int folder = 0;
            std::string name;
            std::optional<int> node; ///< std::nullopt: no such name
        };
        std::size_t at = 0, safe_at = SIZE_MAX; ///< indices of changes
        std::vector<Name> names;
        std::string words;
    };
    struct DataChange {
        std::size_t at = 0, safe_at = SIZE_MAX;
        int file = 0;
        bool resizes = false;
        std::uint64_t offset = 0;
        std::string bytes;
    };
    /// One possible state: which unflushed names were kept, and the contents of unflushed bytes.
    struct Choice {
        std::string words;
        std::function<bool(std::size_t name)> keeps;
        std::function<Bytes(std::size_t data)> data;
    };
    using Tree = std::vector<std::map<std::string, int>>; ///< by folder

    int add_node(std::uint64_t inode, bool folder);
    int node_at(const std::string& path) const;
    std::pair<int, std::string> place_of(const std::string& path) const;
    void change_names(std::size_t at, const DiskChange& change);
    void sync(std::size_t at, std::uint64_t inode);
    std::vector<Choice> choices(std::size_t at) const;
    bool make(const fs::path& scratch, std::size_t at, const Choice& choice);
    std::string contents(int file, std::size_t at, const Choice& choice) const;

    std::string root_;
    Tree tree_; ///< state before the power loss
    std::vector<bool> is_folder_;
    std::map<std::uint64_t, int> nodes_; ///< by inode number, which may be reused
    std::vector<NameChange> names_;
    std::vector<DataChange> data_;
    std::vector<std::pair<std::size_t, std::string>> marks_;
    std::size_t first_ = 0, changes_ = 0, states_ = 0;
    std::map<std::string, bool> made_; ///< descriptions of the states
};

} // namespace tunedesk::test
