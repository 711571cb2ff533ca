// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"

#include <cstdint>
#include <string>
#include <vector>

/// Text generation with a language model: settings and results as exchanged between the command line, the
/// window and the worker.
namespace tunedesk::task {

/// How the next token is chosen; names and meanings as in transformers' GenerationConfig.
struct Sampling {
    double temperature = 0; ///< 0: the most likely token (greedy)
    int top_k = 0;          ///< only the k most likely tokens; 0: all
    double top_p = 1;       ///< only the most likely tokens that together have this probability
    double repetition_penalty = 1;
    std::uint64_t seed = 0;
};

struct GenerationSpec {
    Sampling sampling{};
    std::int64_t max_new_tokens = 256;
    std::vector<std::string> stop_strings{}; ///< generation stops before the first of them
};

/// Why a text ended.
enum class GenerationEnd {
    end_token,
    length, ///< max_new_tokens, or the model's positions
    stop_string,
    interrupted
};

/// The text that was generated.
struct Generation {
    std::string text;
    std::int64_t prompt_tokens = 0, tokens = 0; ///< number of tokens; includes the end token
    double seconds = 0;                         ///< time for the tokens after the first
    GenerationEnd end = GenerationEnd::length;
};

Json json_of(const GenerationSpec& spec);
/// Parses the output of json_of(); missing keys have their defaults. Throws Error 4226 for values out of
/// range, and nlohmann's exceptions for values of another type.
GenerationSpec generation_spec(const Json& json);
Json json_of(const Generation& generation);
/// Parses the output of json_of(). Throws nlohmann's exceptions for any other JSON.
Generation generation(const Json& json);

} // namespace tunedesk::task
