// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Runs the real worker, alone or under the real supervisor, on the simulated device.

#include "worker/worker_bench.h"

#include "base/files/file.h"
#include "base/json.h"

#include <random>

namespace tunedesk::test {

class SimulatedBench {
public:
    WorkerBench worker;

    static Environment on_device(Environment more = {}) {
        more["TUNEDESK_CUDA_LIBRARY"] = TUNEDESK_BIN_DIR "/libtunedesk-simulated.so";
        return more;
    }
    static Environment delayed(int seed, Environment more = {}) {
        more["TUNEDESK_SIMULATED_DELAY_US"] = "60";
        more["TUNEDESK_SIMULATED_SEED"] = std::to_string(seed);
        return on_device(std::move(more));
    }

    /// Settings of twelve steps without evaluation; `more` takes precedence.
    static Settings small(Settings more = {}) {
        more.insert({{"parallel.devices", "cuda"},
                     {"training.max_steps", "12"},
                     {"model.dropout", "0.1"},
                     {"training.per_device_train_batch_size", "32"},
                     {"training.num_train_epochs", "20"},
                     {"evaluation.strategy", "\"no\""},
                     {"checkpoint.every_n_steps", "6"}});
        return more;
    }
    event::RunFolder next_folder() { return worker.folder("run" + std::to_string(++runs_)); }

    /// A model whose activations are large enough to be offloaded: 4 layers of 128 columns.
    Settings wide() const {
        const fs::path folder = worker.root() / "wide";
        if (!fs::exists(folder)) {
            fs::create_directories(folder);
            for (const char* name : {"vocab.txt", "tokenizer_config.json"})
                fs::copy_file(worker.model() / name, folder / name);
            Json config = parse_json(read_file(worker.model() / "config.json", ErrorId::file_unreadable),
                                     "config.json", ErrorId::file_unreadable);
            config["hidden_size"] = 128;
            config["intermediate_size"] = 256;
            config["num_attention_heads"] = 4;
            config["num_hidden_layers"] = 4;
            write_file_atomically(folder / "config.json", config.dump());
            write_long_rows(worker.rows("long"));
        }
        return small({{"model.path", folder.string()},
                      {"data.train", worker.rows("long").string()},
                      {"data.test", "''"},
                      {"training.gradient_accumulation_steps", "1"},
                      {"training.max_steps", "6"}});
    }

    static std::string weights(const event::RunFolder& run) {
        const fs::path file = run.final_model() / "model.safetensors";
        return fs::exists(file) ? read_file(file, ErrorId::file_unreadable) : "failed";
    }

private:
    static void write_long_rows(const fs::path& path) {
        std::mt19937 random(4);
        std::string text = "text,label\n";
        for (int i = 0; i < 96; ++i) {
            const unsigned first = random() % 60;
            text += "word" + std::to_string(first);
            for (unsigned j = 20 + random() % 9; j > 0; --j)
                text += " word" + std::to_string(random() % 60);
            text += ",class" + std::to_string(first % 3) + "\n";
        }
        write_file_atomically(path, text);
    }

    int runs_ = 0;
};

} // namespace tunedesk::test
