// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Presets of runs with the tiny decoders of the golden files, for WorkerBench.

#include "worker/worker_bench.h"

#include "base/files/file.h"

namespace tunedesk::test {

/// `settings` with `more`, which takes precedence.
inline Settings put_over(Settings settings, const Settings& more) {
    for (const auto& [key, value] : more)
        settings[key] = value;
    return settings;
}

/// A decoder's folder with the vocabulary of the bench.
inline fs::path decoder_folder(const WorkerBench& bench, const std::string& name) {
    const fs::path folder = bench.root() / name;
    if (fs::exists(folder)) return folder;
    fs::copy(TUNEDESK_SOURCE_DIR "/tests/golden/models/" + name, folder);
    for (const char* file : {"vocab.txt", "tokenizer_config.json"})
        fs::copy_file(bench.model() / file, folder / file);
    return folder;
}

/// Settings of a decoder that classifies the bench's rows.
inline Settings decoder_settings(const WorkerBench& bench, const std::string& name,
                                 const Settings& more = {}) {
    return put_over({{"model.path", decoder_folder(bench, name).string()},
                     {"model.init", "pretrained"},
                     {"training.num_train_epochs", "2"},
                     {"checkpoint.every_n_steps", "3"}},
                    more);
}

/// Settings of a decoder that is trained on a text of 400 words.
inline Settings decoder_of_text(const WorkerBench& bench, const std::string& name,
                                const Settings& more = {}) {
    const fs::path file = bench.root() / "text.txt";
    std::string text;
    for (int i = 0; i < 400; ++i)
        text += "word" + std::to_string(i * i % 53) + (i % 10 == 9 ? "\n" : " ");
    write_file_atomically(file, text);
    return decoder_settings(bench, name,
                            put_over({{"task", "language-modeling"},
                                      {"data.train", file.string()},
                                      {"data.validation", file.string()},
                                      {"data.test", "''"},
                                      {"data.max_length", "12"},
                                      {"checkpoint.monitor", "val_loss"},
                                      {"checkpoint.mode", "min"}},
                                     more));
}

/// Prompts and answers of the last evaluation, as JSON; "" if it has none.
inline std::string last_samples(const event::RunFolder& run) {
    std::string all;
    for (const event::Event& evaluation : events_of(run, event::Type::Eval))
        if (evaluation.fields.contains("samples")) all = evaluation.fields.at("samples").dump();
    return all;
}

} // namespace tunedesk::test
