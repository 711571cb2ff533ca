// SPDX-License-Identifier: GPL-3.0-or-later
#include "arch/families/decoder_head.h"

#include "arch/block_builder.h"

namespace tunedesk::arch {

void add_decoder_head(ModelSpec& spec, const ModelConfig& config, std::int64_t outputs,
                      task::Readout readout) {
    const bool is_language_model = readout == task::Readout::every;
    spec.tied_head = is_language_model && config.tied_head;
    if (spec.tied_head) return;
    BlockBuilder(spec.head).linear(is_language_model ? "lm_head" : "score", outputs, config.hidden_size,
                                   Role::classifier, {.has_bias = false});
}

std::int64_t padding_row(const ModelConfig& config) {
    const auto named = config.json.find("pad_token_id");
    return named == config.json.end() || named->is_null() ? -1 : config.pad_token_id;
}

} // namespace tunedesk::arch
