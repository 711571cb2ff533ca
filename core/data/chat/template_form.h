// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace tunedesk::data {

/// Surrounds each literal of a template_form().
inline constexpr char literal_mark = '\x01';

/// A canonical form of a Jinja template, equal for templates that differ only in white space inside tags and
/// in quotes: tags without that white space, literals as printed, and text outside of tags as a printed
/// literal, without what transformers' settings remove (trim_blocks, lstrip_blocks, a final line end). Empty
/// for a text with comments, with escapes other than of a line end or a quote, or with an unfinished tag.
std::string template_form(std::string_view jinja);

} // namespace tunedesk::data
