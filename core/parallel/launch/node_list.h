// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace tunedesk::parallel {

constexpr std::size_t most_nodes = 1u << 16;

/// The hosts of a node list as SLURM writes one, in its order: "n[1-2,07-09]-ib,m3" has n1-ib, n2-ib, n07-ib
/// and so on. A name may have several brackets; the last one varies fastest. Throws Error 2607, with
/// `variable` and the text, if it is invalid or has more than most_nodes hosts. Pure.
std::vector<std::string> parse_node_list(const std::string& variable, const std::string& text);

/// The tasks of each node as SLURM writes them: "2(x3),1" has 2, 2, 2, 1. Throws Error 2608 likewise. Pure.
std::vector<int> parse_tasks_per_node(const std::string& variable, const std::string& text);

} // namespace tunedesk::parallel
