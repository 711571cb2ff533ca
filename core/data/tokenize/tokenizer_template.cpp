// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tokenize/tokenizer_template.h"

#include "base/phrase.h"

#include <fmt/format.h>

namespace tunedesk::data {

namespace {

constexpr std::size_t part_limit = 64;

TemplatePart special_part(std::vector<std::int32_t> ids, std::uint8_t type_id) {
    return {TemplatePart::Kind::special, std::move(ids), type_id};
}

TemplatePart text_part(bool second, std::uint8_t type_id) {
    return {second ? TemplatePart::Kind::second_text : TemplatePart::Kind::first_text, {}, type_id};
}

std::vector<TemplatePart> read_template(const TokenizerNode& node, const TokenizerNode& special_tokens) {
    std::vector<TemplatePart> parts;
    const auto type_id = [](const TokenizerNode& part) {
        const std::uint64_t id = part.at("type_id").number();
        if (id > 1) other_kind(fmt::format("type id {}", id), part.where());
        return static_cast<std::uint8_t>(id);
    };
    if (node.array_size() > part_limit || special_tokens.object().size() > part_limit)
        other_kind("a template of many parts", node.where());
    for (std::size_t i = 0; i < node.array_size(); ++i) {
        const TokenizerNode item = node.at(i);
        if (item.has("Sequence")) {
            const TokenizerNode part = item.at("Sequence");
            const std::string& name = part.at("id").text();
            if (name != "A" && name != "B")
                part.damaged(TUNEDESK_TRANSLATABLE("ErrorDetail", "neither text A nor B"));
            parts.push_back(text_part(name == "B", type_id(part)));
            continue;
        }
        const TokenizerNode part = item.at("SpecialToken");
        const TokenizerNode ids = special_tokens.at(part.at("id").text().c_str()).at("ids");
        std::vector<std::int32_t> list;
        for (std::size_t k = 0; k < ids.array_size(); ++k)
            list.push_back(ids.at(k).id());
        parts.push_back(special_part(std::move(list), type_id(part)));
    }
    return parts;
}

OffsetTrim read_trim(const TokenizerNode& node) {
    return {node.at("trim_offsets").flag(), node.at("add_prefix_space").flag()};
}

/// Reads a processor that all kinds of tokenizers support; false for others.
bool read_common(const TokenizerNode& node, TokenizerFile& file) {
    const std::string type = node.type();
    if (type == "BertProcessing") {
        set_bert_template(file, node.at("cls").at(1).id(), node.at("sep").at(1).id());
    } else if (type == "TemplateProcessing") {
        file.single = read_template(node.at("single"), node.at("special_tokens"));
        file.pair = read_template(node.at("pair"), node.at("special_tokens"));
    } else {
        return false;
    }
    return true;
}

void read_sequence(const TokenizerNode& node, TokenizerFile& file) {
    const TokenizerNode list = node.at("processors");
    if (list.array_size() > part_limit) other_kind("a post-processor of many parts", list.where());
    bool template_read = false;
    for (std::size_t i = 0; i < list.array_size(); ++i) {
        const TokenizerNode item = list.at(i);
        const bool is_trim = item.type() == "ByteLevel";
        if (template_read || (is_trim && file.trim))
            other_kind("post-processor Sequence that is not one ByteLevel and then one template",
                       node.where());
        if (is_trim)
            file.trim = read_trim(item);
        else if (!read_common(item, file))
            other_kind("post-processor " + item.type() + " in a Sequence", item.where());
        else
            template_read = true;
    }
}

} // namespace

void set_bert_template(TokenizerFile& file, std::int32_t cls, std::int32_t sep) {
    file.single = {special_part({cls}, 0), text_part(false, 0), special_part({sep}, 0)};
    file.pair = {special_part({cls}, 0), text_part(false, 0), special_part({sep}, 0), text_part(true, 1),
                 special_part({sep}, 1)};
}

void set_roberta_template(TokenizerFile& file, std::int32_t cls, std::int32_t sep) {
    file.single = {special_part({cls}, 0), text_part(false, 0), special_part({sep}, 0)};
    file.pair = {special_part({cls}, 0), text_part(false, 0), special_part({sep, sep}, 0), text_part(true, 0),
                 special_part({sep}, 0)};
}

void set_plain_template(TokenizerFile& file, std::vector<std::int32_t> before) {
    file.single = {text_part(false, 0)};
    if (!before.empty()) file.single.insert(file.single.begin(), special_part(std::move(before), 0));
    file.pair = file.single;
    file.pair.push_back(text_part(true, 1));
}

void set_enclosing_template(TokenizerFile& file, const std::vector<std::int32_t>& before,
                            const std::vector<std::int32_t>& behind) {
    const auto add = [&](std::vector<TemplatePart>& parts, bool second, std::uint8_t type_id) {
        if (!before.empty()) parts.push_back(special_part(before, type_id));
        parts.push_back(text_part(second, type_id));
        if (!behind.empty()) parts.push_back(special_part(behind, type_id));
    };
    file.single.clear();
    add(file.single, false, 0);
    file.pair = file.single;
    add(file.pair, true, 1);
}

void read_post_processor(const TokenizerNode& node, TokenizerFile& file) {
    set_plain_template(file);
    if (node.is_null() || read_common(node, file)) return;
    const std::string type = node.type();
    const bool byte_level = std::holds_alternative<ByteLevelSettings>(file.kind);
    if (byte_level && type == "RobertaProcessing") {
        set_roberta_template(file, node.at("cls").at(1).id(), node.at("sep").at(1).id());
        file.trim = read_trim(node);
    } else if (std::holds_alternative<UnigramSettings>(file.kind) && type == "RobertaProcessing") {
        if (node.at("trim_offsets").flag())
            other_kind("Unigram with a post-processor that trims offsets (trim_offsets)", node.where());
        set_roberta_template(file, node.at("cls").at(1).id(), node.at("sep").at(1).id());
    } else if (byte_level && type == "ByteLevel") {
        file.trim = read_trim(node);
    } else if (byte_level && type == "Sequence") {
        read_sequence(node, file);
    } else {
        other_kind("post-processor " + type, node.where());
    }
}

RowFrame frame_of(const std::vector<TemplatePart>& parts) {
    RowFrame frame;
    bool is_behind = false;
    for (const TemplatePart& part : parts) {
        auto& ids = is_behind ? frame.behind : frame.before;
        ids.insert(ids.end(), part.ids.begin(), part.ids.end());
        if (part.type_id == 1) frame.type_one += part.ids.size();
        if (part.kind != TemplatePart::Kind::first_text) continue;
        is_behind = true;
        frame.text_type = part.type_id;
    }
    return frame;
}

} // namespace tunedesk::data
