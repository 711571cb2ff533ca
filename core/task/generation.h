// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"

#include <cstdint>
#include <string>
#include <vector>

/// How a language model continues a text: the form in which the command line, the window and the worker that
/// answers pass it on.
namespace tunedesk::task {

/// How the next token is chosen; names and meanings are those of transformers' GenerationConfig.
struct Sampling {
    double temperature = 0; ///< 0: the most likely token (greedy)
    int top_k = 0;          ///< of so many likeliest alone; 0: of all
    double top_p = 1;       ///< of the likeliest that together have this probability
    double repetition_penalty = 1;
    std::uint64_t seed = 0;
};

struct GenerationSpec {
    Sampling sampling{};
    std::int64_t max_new_tokens = 256;
    std::vector<std::string> stop_strings{}; ///< the text ends before the first of them
};

/// Why a text ended.
enum class GenerationEnd {
    end_token,
    length, ///< max_new_tokens, or the model's positions
    stop_string,
    interrupted
};

/// What was added to a text.
struct Generation {
    std::string text;
    std::int64_t prompt_tokens = 0, tokens = 0; ///< the end token included
    double seconds = 0;                         ///< of the tokens after the first
    GenerationEnd end = GenerationEnd::length;
};

Json json_of(const GenerationSpec& spec);
/// Reads what json_of() writes; a key that is missing has its default. Throws Error 4226 for values out of
/// range, and nlohmann's exceptions for values of another type.
GenerationSpec generation_spec(const Json& json);
Json json_of(const Generation& generation);
/// Throws nlohmann's exceptions for anything that json_of() did not write.
Generation generation(const Json& json);

} // namespace tunedesk::task
