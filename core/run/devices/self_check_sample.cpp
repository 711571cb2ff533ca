// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/devices/self_check_sample.h"

#include "preset/yaml/load.h"

#include <fmt/format.h>
#include <random>

namespace tunedesk::run {

namespace {

constexpr int sample_words = 100, sample_rows = 160;

std::string vocabulary() {
    std::string text = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n";
    for (int i = 0; i < sample_words; ++i)
        text += fmt::format("word{}\n", i);
    return text;
}

/// The first word decides the class.
std::string table() {
    std::mt19937 random(17);
    const auto below = [&](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
    std::string text = "text,label\n";
    for (int i = 0; i < sample_rows; ++i) {
        const int first = below(sample_words);
        text += fmt::format("word{}", first);
        for (int j = 8 + below(20); j > 0; --j)
            text += fmt::format(" word{}", below(sample_words));
        text += first % 2 ? ",odd\n" : ",even\n";
    }
    return text;
}

constexpr const char* sample_config =
    R"({"model_type": "bert", "architectures": ["BertModel"], "hidden_act": "gelu", "hidden_size": 128,
 "intermediate_size": 256, "num_attention_heads": 4, "num_hidden_layers": 2, "hidden_dropout_prob": 0.0,
 "attention_probs_dropout_prob": 0.0, "initializer_range": 0.02, "layer_norm_eps": 1e-12,
 "max_position_embeddings": 64, "pad_token_id": 0, "type_vocab_size": 2, "vocab_size": 105})";
constexpr const char* sample_tokenizer =
    R"({"do_lower_case": true, "tokenizer_class": "BertTokenizer", "model_max_length": 64})";

constexpr const char* preset_text = R"(tunedesk: 1
name: device check
model: {path: model, init: random, dropout: 0}
data: {train: rows.csv, validation: '', test: '', max_length: 32, threads: 1}
training: {per_device_train_batch_size: 16, max_steps: 20, num_train_epochs: 10, optim: adamw, learning_rate: 1e-4}
evaluation: {strategy: "no"}
checkpoint: {every_n_steps: 100000}
logging: {every_n_steps: 1, tensorboard: false}
)";

} // namespace

SelfCheckSample::SelfCheckSample(fs::path folder) : folder_(std::move(folder)) {
    make_folders(model(), ErrorId::folder_not_created, 0700);
    write_private_file(model() / "config.json", sample_config);
    write_private_file(model() / "vocab.txt", vocabulary());
    write_private_file(model() / "tokenizer_config.json", sample_tokenizer);
    write_private_file(folder_ / "rows.csv", table());
}

fs::path SelfCheckSample::preset(const std::string& name, std::span<const std::string> sets) const {
    fs::path file = folder_ / (name + ".yaml");
    write_private_file(file, preset::to_yaml(preset::parse(preset_text, name, folder_, sets).preset));
    return file;
}

} // namespace tunedesk::run
