// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "format/hub/hub_name.h"
#include "preset/schema/schema_row.h"

#include <algorithm>

namespace tunedesk::preset {

namespace {

/// Names, none twice, of which some may have `wildcards`.
bool is_list_of_names(const std::string& text, std::string_view wildcards) {
    const auto is_of_name = [&](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' ||
               c == '.' || wildcards.find(c) != wildcards.npos;
    };
    std::vector<std::string_view> seen;
    for (const std::string_view part : split(text, ',')) {
        const std::string_view name = trimmed(part);
        if (name.empty() || !std::ranges::all_of(name, is_of_name)) return false;
        if (std::ranges::find(seen, name) != seen.end()) return false;
        seen.push_back(name);
    }
    return true;
}

/// Names of layers.
bool is_name_list(const std::string& text) {
    return is_list_of_names(text, "");
}

/// Patterns of parameters' names.
bool is_pattern_list(const std::string& text) {
    return is_list_of_names(text, "*?");
}

bool is_revision(const std::string& text) {
    return format::is_hub_revision(text);
}

void add_sources(Table& t) {
    t.section("model");
    t.key("path", TUNEDESK_AT(model.path))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Model"))
        .path()
        .required()
        .help("Hugging Face folder with config.json and, for init: pretrained, weights and tokenizer; or a "
              "model's "
              "name on the hub, as distilbert/distilbert-base-uncased, which tunedesk model get downloads.");
    t.key("revision", TUNEDESK_AT(model.revision))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Model revision"))
        .or_else(TUNEDESK_TRANSLATABLE("FreeForm", "a branch, a tag or a commit"), is_revision)
        .help("Branch, tag or commit of a model that model.path names on the hub.");
    t.key("init", TUNEDESK_AT(model.init))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Initial weights"))
        .help("Read the folder's weights, or make new random ones from the seed.");
    t.key("train", TUNEDESK_AT(model.train))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Trained part"))
        .help("Which parameters are trained: all; the head and the last layers; a linear classifier on the "
              "frozen encoder's features, which are computed once; or lora, low-rank adapters beside frozen "
              "weights.");
    t.key("last_layers", TUNEDESK_AT(model.last_layers))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Trained layers"))
        .from(1)
        .to(1000)
        .unit("layers")
        .help("With train: last_layers, how many encoder layers are trained besides the head.");
    t.key("freeze", TUNEDESK_AT(model.freeze))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Frozen parameters"))
        .choices({"none"})
        .or_else(
            TUNEDESK_TRANSLATABLE("FreeForm", "a list of patterns, as [\"embeddings.*\", \"*.layer.0.*\"]"),
            is_pattern_list)
        .help("Parameters that do not learn, by their names, where * stands for any characters and ? for "
              "one; the model's prefix (bert., model.) may be left out. A head that shares the word "
              "embeddings' table is frozen with them.");
    t.key("ignore_mismatched_sizes", TUNEDESK_AT(model.ignore_mismatched_sizes))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Replace a mismatched head"))
        .help("Re-initialize the head if its number of labels in the folder differs from the data.");
    t.key("dropout", TUNEDESK_AT(model.dropout))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Dropout"))
        .from(0)
        .to(0.99)
        .help("Sets every dropout probability; null keeps the model's own.");
}

/// Keys of a new model without a folder, and of embeddings.
void add_new_model(Table& t) {
    t.key("architecture", TUNEDESK_AT(model.architecture))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "New architecture"))
        .help("A new model without a folder, random: transformer-lm is the language model of PyTorch's "
              "tutorial, a causal encoder on the words of data.train; vit is a vision transformer.");
    t.key("width", TUNEDESK_AT(model.width))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Hidden size"))
        .from(1)
        .to(65536)
        .help("With architecture: columns of a token's row in every layer.");
    t.key("feed_forward", TUNEDESK_AT(model.feed_forward))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Feed-forward size"))
        .from(1)
        .to(1048576)
        .help("With architecture: columns inside the feed-forward part.");
    t.key("heads", TUNEDESK_AT(model.heads))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Attention heads"))
        .from(1)
        .to(1024)
        .help("With architecture: attention heads of a layer; they divide the width.");
    t.key("layers", TUNEDESK_AT(model.layers))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Layers"))
        .from(1)
        .to(1024)
        .help("With architecture: how many layers.");
    t.key("patch_size", TUNEDESK_AT(model.patch_size))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Patch size"))
        .from(1)
        .to(4096)
        .unit("pixels")
        .help("With architecture: vit, the side of the squares that an image is cut into.");
    t.key("pooling", TUNEDESK_AT(model.pooling))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Pooling"))
        .help("How a text's embedding is computed from its token vectors: their mean, or the first token's "
              "vector. auto: as in the folder's 1_Pooling/config.json, else the mean.");
}

void add_lora(Table& t) {
    t.section("lora");
    t.key("rank", TUNEDESK_AT(lora.rank))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Adapter rank"))
        .from(1)
        .to(4096)
        .help("Rank of the product that is added to each chosen linear layer.");
    t.key("alpha", TUNEDESK_AT(lora.alpha))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Adapter alpha"))
        .above(0)
        .to(1e6)
        .help("The product is scaled by alpha / rank.");
    t.key("dropout", TUNEDESK_AT(lora.dropout))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Adapter dropout"))
        .from(0)
        .to(0.99)
        .help("Dropout before the product.");
    t.key("targets", TUNEDESK_AT(lora.targets))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Adapted layers"))
        .choices({"all-linear"})
        .or_else(TUNEDESK_TRANSLATABLE("FreeForm",
                                       "a list of layers by the end of their names, as [q_proj, v_proj]"),
                 is_name_list)
        .help("Linear layers that get adapters: all but the head's, or those with these names.");
    t.key("rank_stabilized", TUNEDESK_AT(lora.rank_stabilized))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Rank-stabilized scaling"))
        .help("Scale by alpha / sqrt(rank), so that updates do not shrink at large ranks.");
    t.key("quantization", TUNEDESK_AT(lora.quantization))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "4-bit base weights"))
        .help("Keep the frozen weights of the layers in 4 bits while the adapters are trained (QLoRA): an "
              "eighth of their memory, slightly slower and less exact. Adapters are saved as usual.");
    t.key("double_quantization", TUNEDESK_AT(lora.double_quantization))
        .label(TUNEDESK_TRANSLATABLE("KeyLabel", "Double quantization"))
        .help("With quantization: keep the scales in 8 bits too, which saves 0.37 bits a weight.");
}

} // namespace

void add_model(Table& t) {
    add_sources(t);
    add_new_model(t);
    add_lora(t);
}

} // namespace tunedesk::preset
