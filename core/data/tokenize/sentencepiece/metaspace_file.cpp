// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tokenize/sentencepiece/metaspace_file.h"

#include "data/tokenize/normal/normal_step_file.h"
#include "data/unicode/unicode.h"

#include <fmt/format.h>

namespace tunedesk::data {

namespace {

constexpr std::size_t longest_space = 64;

} // namespace

Metaspace read_metaspace(const TokenizerNode& node) {
    Metaspace metaspace;
    metaspace.replacement = node.at("replacement").text();
    std::size_t end = 0;
    if (metaspace.replacement.empty() ||
        (unicode::next(metaspace.replacement, end), end != metaspace.replacement.size()))
        node.at("replacement").damaged("not one character");
    metaspace.splits = node.flag("split", true);
    // Files before 2024 use add_prefix_space instead.
    const std::string scheme = node.has("prepend_scheme")            ? node.at("prepend_scheme").text()
                               : node.flag("add_prefix_space", true) ? "always"
                                                                     : "never";
    metaspace.prepend = scheme == "first"   ? Metaspace::Prepend::first
                        : scheme == "never" ? Metaspace::Prepend::never
                                            : Metaspace::Prepend::always;
    if (metaspace.prepend == Metaspace::Prepend::always && scheme != "always")
        node.damaged("an unknown prepend_scheme");
    return metaspace;
}

SpaceDecoding read_space_decoding(const TokenizerNode& node, const std::string& kind) {
    SpaceDecoding decoding;
    for_each_part(node, "decoders", [&](const TokenizerNode& part) {
        const std::string type = part.type();
        if (type == "ByteFallback" || type == "Fuse") return;
        if (type == "Metaspace") {
            const Metaspace metaspace = read_metaspace(part);
            decoding.space = metaspace.replacement;
            decoding.leading = metaspace.prepend == Metaspace::Prepend::never ? 0 : 1;
        } else if (type == "Replace" && part.at("pattern").has("String") &&
                   part.at("content").text() == " ") {
            const TokenizerNode pattern = part.at("pattern").at("String");
            if (pattern.text().size() > longest_space)
                pattern.damaged(fmt::format("a text of more than {} bytes", longest_space));
            decoding.space = pattern.text();
        } else if (type == "Strip" && part.at("content").text() == " " && part.at("stop").number() == 0) {
            decoding.leading = static_cast<std::size_t>(part.at("start").number());
        } else {
            other_kind(kind + " and decoder " + type, part.where());
        }
    });
    if (decoding.space.empty()) node.damaged("an empty pattern");
    return decoding;
}

ByteTokenIds fallback_byte_ids(const Vocabulary& vocabulary) {
    ByteTokenIds ids;
    for (unsigned byte = 0; byte < ids.size(); ++byte)
        ids[byte] = vocabulary.find(fmt::format("<0x{:02X}>", byte)).value_or(-1);
    return ids;
}

} // namespace tunedesk::data
