// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

/// The field "warning" (text) of a Log event of level "warning": the kind of warning, by which advice is
/// chosen. Warnings without advice do not have the field.
namespace tunedesk::event::warning {

inline constexpr std::string_view loss_spike = "loss-spike";
inline constexpr std::string_view divergence = "divergence";
inline constexpr std::string_view nonfinite = "nonfinite";
inline constexpr std::string_view save_failed = "save-failed";
inline constexpr std::string_view journal_lost = "journal-lost"; ///< events were not written, or not flushed
inline constexpr std::string_view device_shared = "device-shared";
inline constexpr std::string_view leak = "leak"; ///< rows of training in another split
inline constexpr std::string_view rejected_rows = "rejected-rows";
inline constexpr std::string_view look_alike_labels = "look-alike-labels";
inline constexpr std::string_view many_classes = "many-classes";
inline constexpr std::string_view new_head = "new-head"; ///< the model folder's last layer has other labels
inline constexpr std::string_view incomplete_model = "incomplete-model";

} // namespace tunedesk::event::warning
