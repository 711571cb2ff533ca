// SPDX-License-Identifier: GPL-3.0-or-later
#include "arch/model_config.h"
#include "format/safetensors.h"

#include "fuzz/replay.h"

using namespace tunedesk;

namespace {

int fuzz_one(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    try {
        const format::WeightMap map = format::parse_weight_map(text, "fuzz");
        for (const std::string& shard : map.shards)
            if (shard.find('/') != std::string::npos || shard.starts_with(".."))
                throw std::logic_error("a shard outside the folder was accepted");
        for (const auto& entry : map.shard_of)
            if (entry.second >= map.shards.size()) throw std::logic_error("a tensor without a shard");
    } catch (const Error& error) {
        if (error.code() != ExitCode::model) throw;
    }
    try {
        const arch::ModelConfig config = arch::parse_model_config(text, "fuzz");
        if (config.hidden_size % config.num_attention_heads != 0 || config.vocab_size < 1)
            throw std::logic_error("an impossible shape was accepted");
        // What is written must be read again.
        const std::string written = arch::classifier_config(config, {"no", "yes"});
        if (arch::parse_model_config(written, "written").labels.size() != 2)
            throw std::logic_error("the labels were lost");
    } catch (const Error& error) {
        if (error.code() != ExitCode::model || error.where() == "written") throw;
    }
    return 0;
}

} // namespace

class IndexConfigFuzz : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // FAULTS 49
    void corpus() { replay("config", 8000, fuzz_one, {Grammar::json}); }
};

QTEST_GUILESS_MAIN(IndexConfigFuzz)
#include "index_config_fuzz.moc"
