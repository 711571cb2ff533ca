// SPDX-License-Identifier: GPL-3.0-or-later
#include "task/generation.h"

#include "base/error.h"

#include <cmath>

namespace tunedesk::task {

namespace {

constexpr std::int64_t most_new_tokens = 1 << 20;

void require(bool holds, const char* name) {
    if (!holds) throw Error(ErrorId::generation_option_invalid, {name});
}

constexpr const char* end_names[] = {"end_token", "length", "stop_string", "interrupted"};

} // namespace

Json json_of(const GenerationSpec& spec) {
    return {{"temperature", spec.sampling.temperature},
            {"top_k", spec.sampling.top_k},
            {"top_p", spec.sampling.top_p},
            {"repetition_penalty", spec.sampling.repetition_penalty},
            {"seed", spec.sampling.seed},
            {"max_new_tokens", spec.max_new_tokens},
            {"stop_strings", spec.stop_strings}};
}

GenerationSpec generation_spec(const Json& json) {
    GenerationSpec spec;
    Sampling& sampling = spec.sampling;
    sampling.temperature = json.value("temperature", sampling.temperature);
    sampling.top_k = json.value("top_k", sampling.top_k);
    sampling.top_p = json.value("top_p", sampling.top_p);
    sampling.repetition_penalty = json.value("repetition_penalty", sampling.repetition_penalty);
    sampling.seed = json.value("seed", sampling.seed);
    spec.max_new_tokens = json.value("max_new_tokens", spec.max_new_tokens);
    spec.stop_strings = json.value("stop_strings", spec.stop_strings);
    require(sampling.temperature >= 0 && sampling.temperature <= 100, "temperature");
    require(sampling.top_k >= 0, "top_k");
    require(sampling.top_p > 0 && sampling.top_p <= 1, "top_p");
    require(sampling.repetition_penalty > 0 && std::isfinite(sampling.repetition_penalty),
            "repetition_penalty");
    require(spec.max_new_tokens >= 1 && spec.max_new_tokens <= most_new_tokens, "max_new_tokens");
    for (const std::string& stop : spec.stop_strings)
        require(!stop.empty(), "stop_strings");
    return spec;
}

Json json_of(const Generation& generation) {
    return {{"text", generation.text},
            {"prompt_tokens", generation.prompt_tokens},
            {"tokens", generation.tokens},
            {"seconds", generation.seconds},
            {"end", end_names[static_cast<int>(generation.end)]}};
}

Generation generation(const Json& json) {
    Generation result;
    result.text = json.at("text").get<std::string>();
    result.prompt_tokens = json.at("prompt_tokens").get<std::int64_t>();
    result.tokens = json.at("tokens").get<std::int64_t>();
    result.seconds = json.at("seconds").get<double>();
    const auto end = json.at("end").get<std::string>();
    for (int i = 0; i < static_cast<int>(std::size(end_names)); ++i)
        if (end == end_names[i]) result.end = static_cast<GenerationEnd>(i);
    return result;
}

} // namespace tunedesk::task
