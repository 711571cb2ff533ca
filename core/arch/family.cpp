// SPDX-License-Identifier: GPL-3.0-or-later
#include "arch/family.h"

namespace tunedesk::arch {

const std::vector<const Family*>& families() {
    static const std::vector<const Family*> all{&bert,     &distilbert, &roberta,        &electra,
                                                &big_bird, &vit,        &transformer_lm, &gpt2,
                                                &llama,    &mistral,    &qwen2,          &qwen3};
    return all;
}

const Family* find_family(std::string_view model_type) {
    for (const Family* family : families())
        if (model_type == family->model_type) return family;
    return nullptr;
}

} // namespace tunedesk::arch
