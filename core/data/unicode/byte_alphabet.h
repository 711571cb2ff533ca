// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

/// The characters as which byte-level vocabularies write bytes: printable Latin-1 as itself, the other 68 as
/// U+0100 onwards (Radford et al., "Language Models are Unsupervised Multitask Learners", 2019; encoder.py).
namespace tunedesk::data::byte_alphabet {

char32_t character_of(unsigned char byte);
/// The bytes that a token represents; std::nullopt if it contains a character outside the alphabet.
std::optional<std::string> bytes_of(std::string_view token);

} // namespace tunedesk::data::byte_alphabet
