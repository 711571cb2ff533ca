// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace tunedesk::format {

enum class HubKind { model, data_set };

/// A revision of a model, or of a data set, on the hub.
struct HubModel {
    std::string name;              ///< ORG/NAME
    std::string revision = "main"; ///< branch, tag or commit
    HubKind kind = HubKind::model;
};

/// The command that downloads it: "model get ORG/NAME", or "data get ORG/NAME@REVISION".
std::string download_command(const HubModel& repository);

/// Whether `text` is ORG/NAME by the hub's rules: letters, digits, '-', '_' and '.', at most 96 of them;
/// neither part begins or ends with '-' or '.', nor holds "--" or "..". All else is a path.
bool is_hub_name(std::string_view text);

/// Whether `text` may be a branch, a tag or a commit: what git allows of letters, digits, '.', '_', '-' and
/// '/'.
bool is_hub_revision(std::string_view text);

/// 40 lower-case hexadecimal digits.
bool is_commit(std::string_view text);

/// Reads ORG/NAME or ORG/NAME@REVISION. Throws Error 2124.
HubModel parse_hub_model(std::string_view text);

/// The same with a revision of its own, which may be empty. Throws Error 2124.
HubModel parse_hub_model(std::string_view text, std::string_view revision);

} // namespace tunedesk::format
