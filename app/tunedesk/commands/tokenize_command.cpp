// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "base/error.h"
#include "data/rows/table.h"
#include "data/tokenize/tokenizer.h"
#include "format/hub/hub_cache.h"
#include "output.h"
#include "plan/data_specs.h"
#include "program.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <optional>

namespace tunedesk::app {

namespace {

struct TokenizeOptions {
    std::string model, file, column = "text", pair_column, side = "right";
    std::optional<int> max_length;
    bool json = false, skip_bad_rows = false;
};

/// Formats "[1, 2, 3]" from value(i) for `count` elements.
template <typename Value>
void append_list(std::string& line, std::size_t count, Value value) {
    line += '[';
    for (std::size_t i = 0; i < count; ++i)
        fmt::format_to(std::back_inserter(line), "{}{}", i > 0 ? ", " : "", value(i));
    line += ']';
}

void append_row(std::string& out, const std::vector<std::int32_t>& ids, std::size_t type_one, bool json) {
    const auto id = [&](std::size_t i) { return ids[i]; };
    if (!json) {
        append_list(out, ids.size(), id);
    } else {
        out += "{\"input_ids\": ";
        append_list(out, ids.size(), id);
        out += ", \"token_type_ids\": ";
        append_list(out, ids.size(), [&](std::size_t i) { return i + type_one >= ids.size() ? 1 : 0; });
        out += ", \"attention_mask\": ";
        append_list(out, ids.size(), [](std::size_t) { return 1; });
        out += '}';
    }
    out += '\n';
}

void print(std::string& text) {
    write_text(text);
    text.clear();
}

/// A folder may hold only a tokenizer; with a model, the ids must fit its tables.
std::size_t checked_length(const TokenizeOptions& options, const fs::path& folder,
                           const data::Tokenizer& tokenizer) {
    std::int64_t length = options.max_length.value_or(512);
    std::error_code missing;
    if (!fs::exists(folder / "config.json", missing)) return static_cast<std::size_t>(length);
    const arch::ModelConfig config = arch::read_model_config(folder);
    plan::require_tables_fit(config, tokenizer, !options.pair_column.empty(), folder);
    if (options.max_length && length > config.max_tokens())
        throw Error(ErrorId::length_option_too_large,
                    {fmt::to_string(length), fmt::to_string(config.max_tokens()),
                     fmt::to_string(config.max_tokens())},
                    "--max-length");
    return static_cast<std::size_t>(std::min(length, config.max_tokens()));
}

int tokenize(const TokenizeOptions& options) {
    forbid_writes();
    const fs::path folder = format::named_folder(options.model);
    const data::Tokenizer tokenizer = data::Tokenizer::load(folder);
    const bool has_pair = !options.pair_column.empty();
    const std::size_t max_length = checked_length(options, folder, tokenizer);
    if (const std::size_t specials = tokenizer.special_tokens(has_pair); max_length < specials)
        throw Error(ErrorId::max_length_too_small,
                    {fmt::to_string(max_length), fmt::to_string(specials), fmt::to_string(specials + 1)},
                    "--max-length");
    data::TableSpec spec;
    spec.text_column = options.column;
    spec.text_pair_column = options.pair_column;
    spec.label_column.clear();
    spec.skip_bad_rows = options.skip_bad_rows;
    const data::Table table = data::read_table(options.file, spec);
    std::string out;
    std::vector<std::int32_t> ids;
    for (const auto& row : table.rows()) {
        ids.clear();
        std::size_t type_one = 0;
        tokenizer.encode(row.text, row.pair, has_pair, max_length, options.side == "left", ids, type_one);
        append_row(out, ids, type_one, options.json);
        if (out.size() > 1u << 20) print(out);
    }
    print(out);
    flush_output();
    for (const auto& rejected : table.rejected())
        print_notice("skipped {}:{}: {}\n", options.file, rejected.line, data::sentence(rejected.fault));
    if (table.rejected_count() > table.rejected().size())
        print_notice("skipped {} rows in all\n", table.rejected_count());
    return 0;
}

} // namespace

void add_tokenize_command(CLI::App& app, Action& action) {
    const auto options = std::make_shared<TokenizeOptions>();
    CLI::App* command =
        app.add_subcommand("tokenize", "Print the token ids of a file's texts, one line per row");
    command
        ->add_option(
            "model", options->model,
            "Folder with a tokenizer (tokenizer.json, vocab.txt, or vocab.json with merges.txt), or the name "
            "of a downloaded model")
        ->required();
    command->add_option("--file", options->file, "CSV, TSV or JSON Lines, also .gz or .zst")->required();
    command->add_option("--column", options->column, "Column of the texts")->capture_default_str();
    command->add_option("--pair-column", options->pair_column, "Column of the second texts of pairs");
    command
        ->add_option(
            "--max-length", options->max_length,
            "Tokens a row at most, special ones included; else 512, or the model's positions if fewer")
        ->check(CLI::Range(1, 1 << 24));
    command->add_option("--truncation-side", options->side, "Which end of a long text is cut")
        ->capture_default_str()
        ->check(CLI::IsMember({"left", "right"}));
    command->add_flag("--skip-bad-rows", options->skip_bad_rows,
                      "List unreadable rows on stderr and continue");
    command->add_flag("--json", options->json, "Objects with input_ids, token_type_ids and attention_mask");
    command->callback([options, &action] { action = [options] { return tokenize(*options); }; });
}

} // namespace tunedesk::app
