// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace tunedesk::data {

/// Stands around each literal of a template_form().
inline constexpr char literal_mark = '\x01';

/// A Jinja template in a form that is the same for templates that differ in the white space inside of their
/// tags and in their quotes alone: tags without that white space, literals as they are put out, and text
/// outside of tags as a literal that is put out, less what transformers' settings remove of it (trim_blocks,
/// lstrip_blocks, no line end at the end). Empty for a text with comments, with other escapes than of a line
/// end or a quote, or with an unfinished tag.
std::string template_form(std::string_view jinja);

} // namespace tunedesk::data
