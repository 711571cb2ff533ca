// SPDX-License-Identifier: GPL-3.0-or-later
// GGUF files, read back by a reader of this test's own: what they say of a model, where its tensors are, and
// in which order their rows.

#include "run/folder/export_gguf.h"

#include "base/error.h"
#include "base/json.h"
#include "format/number_conversion.h"
#include "format/safetensors.h"

#include <QTemporaryDir>
#include <QTest>
#include <cstring>
#include <map>

using namespace tunedesk;

namespace {

/// Reads what ggml's documentation of the format, version 3, says.
class GgufReader {
public:
    explicit GgufReader(const fs::path& path) : bytes_(read_file(path, ErrorId::file_unreadable)) {
        if (bytes_.substr(0, 4) != "GGUF") qFatal("no GGUF file");
        at_ = 4;
        version = number<std::uint32_t>();
        const auto tensor_count = number<std::uint64_t>(), value_count = number<std::uint64_t>();
        for (std::uint64_t i = 0; i < value_count; ++i) {
            const std::string key = string();
            values[key] = value(number<std::uint32_t>());
        }
        for (std::uint64_t i = 0; i < tensor_count; ++i) {
            const std::string name = string();
            Tensor& tensor = tensors[name];
            tensor.shape.resize(number<std::uint32_t>());
            for (auto& extent : tensor.shape)
                extent = number<std::uint64_t>();
            tensor.type = number<std::uint32_t>();
            tensor.offset = number<std::uint64_t>();
        }
        data_ = (at_ + 31) / 32 * 32;
    }

    struct Tensor {
        std::vector<std::uint64_t> shape; ///< the fastest first
        std::uint32_t type = 0;
        std::uint64_t offset = 0;
        std::uint64_t count() const {
            std::uint64_t all = 1;
            for (const std::uint64_t extent : shape)
                all *= extent;
            return all;
        }
    };
    std::vector<float> numbers(const std::string& name) const {
        const Tensor& tensor = tensors.at(name);
        const std::size_t size = tensor.type == 0 ? 4 : 2;
        const auto type = tensor.type == 0   ? format::DType::F32
                          : tensor.type == 1 ? format::DType::F16
                                             : format::DType::BF16;
        if (tensor.offset % 32 != 0 || data_ + tensor.offset + size * tensor.count() > bytes_.size())
            qFatal("%s is outside", name.c_str());
        return format::to_floats(
            std::as_bytes(std::span(bytes_.data() + data_ + tensor.offset, size * tensor.count())), type);
    }

    std::uint32_t version = 0;
    std::map<std::string, Json> values;
    std::map<std::string, Tensor> tensors;

private:
    template <class Number>
    Number number() {
        Number read{};
        if (at_ + sizeof read > bytes_.size()) qFatal("the file ends early");
        std::memcpy(&read, bytes_.data() + at_, sizeof read);
        at_ += sizeof read;
        return read;
    }
    std::string string() {
        const auto size = number<std::uint64_t>();
        at_ += size;
        return bytes_.substr(at_ - size, size);
    }
    Json value(std::uint32_t type) {
        if (type == 4) return number<std::uint32_t>();
        if (type == 5) return number<std::int32_t>();
        if (type == 6) return number<float>();
        if (type == 7) return number<std::uint8_t>() != 0;
        if (type == 8) return string();
        if (type != 9) qFatal("a value of type %u", type);
        Json list = Json::array();
        const auto of = number<std::uint32_t>();
        for (auto left = number<std::uint64_t>(); left > 0; --left)
            list.push_back(value(of));
        return list;
    }

    std::string bytes_;
    std::size_t at_ = 0, data_ = 0;
};

} // namespace

class ExportGgufTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    /// A golden model with a small byte-level tokenizer.
    fs::path model(const QString& name) const {
        const fs::path to = fs::path(folder_.path().toStdString()) / name.toStdString();
        if (fs::exists(to)) return to;
        fs::copy(fs::path(TUNEDESK_SOURCE_DIR "/tests/golden/models") / name.toStdString(), to);
        const Json tokenizer{
            {"added_tokens", Json::array({{{"id", 5}, {"content", "<|end|>"}, {"special", true}},
                                          {{"id", 6}, {"content", "<tool>"}, {"special", false}}})},
            {"pre_tokenizer",
             {{"type", "Sequence"},
              {"pretokenizers", Json::array({{{"type", "Digits"}, {"individual_digits", true}},
                                             {{"type", "ByteLevel"}, {"add_prefix_space", false}}})}}},
            {"model",
             {{"type", "BPE"},
              {"vocab", {{"a", 0}, {"b", 1}, {"ab", 2}, {"c", 3}, {"abc", 4}}},
              {"merges", Json::array({"a b", Json::array({"ab", "c"})})}}}};
        write_file_atomically(to / "tokenizer.json", tokenizer.dump());
        write_file_atomically(to / "tokenizer_config.json", R"({"chat_template": "{{ messages }}"})");
        return to;
    }
    GgufReader written(const QString& name, format::DType dtype) const {
        const fs::path file = fs::path(folder_.path().toStdString()) / (name.toStdString() + ".gguf");
        run::write_gguf_of(model(name), "a model", file, dtype);
        return GgufReader(file);
    }
    static std::vector<float> numbers(const format::ModelWeights& weights, const char* name) {
        return format::to_floats(weights.data(name), weights.info(name).dtype);
    }

private Q_SLOTS:
    void models_are_described_data() {
        QTest::addColumn<QString>("architecture");
        QTest::addRow("tiny-llama") << "llama";
        QTest::addRow("tiny-mistral") << "llama";
        QTest::addRow("tiny-qwen2") << "qwen2";
        QTest::addRow("tiny-qwen3") << "qwen3";
        QTest::addRow("tiny-gpt2") << "gpt2";
    }
    void models_are_described() {
        QFETCH(QString, architecture);
        const QString name = QString::fromLatin1(QTest::currentDataTag());
        const GgufReader file = written(name, format::DType::F32);
        const format::ModelWeights weights(model(name));
        QCOMPARE(file.version, 3u);
        QCOMPARE(file.values.at("general.architecture").get<std::string>(), architecture.toStdString());
        const auto layers = file.values.at(architecture.toStdString() + ".block_count").get<std::size_t>();
        QVERIFY(layers > 0 &&
                file.tensors.contains("blk." + std::to_string(layers - 1) + ".ffn_down.weight"));
        std::uint64_t there = 0, from = 0;
        for (const auto& [tensor, place] : file.tensors)
            there += place.count();
        for (const std::string& tensor : weights.names())
            from += weights.info(tensor).elements();
        // GPT-2's file has the head beside the table.
        const std::uint64_t head =
            name == QStringLiteral("tiny-gpt2") ? file.tensors.at("output.weight").count() : 0;
        QCOMPARE(there, from + head);
    }

    void words_are_those_of_the_tokenizer() {
        const GgufReader file = written(QStringLiteral("tiny-llama"), format::DType::F16);
        const auto tokens = file.values.at("tokenizer.ggml.tokens").get<std::vector<std::string>>();
        const auto kinds = file.values.at("tokenizer.ggml.token_type").get<std::vector<int>>();
        QCOMPARE(tokens.size(), file.tensors.at("token_embd.weight").shape.at(1));
        QCOMPARE(kinds.size(), tokens.size());
        QCOMPARE(tokens[2], std::string("ab"));
        QCOMPARE(std::vector<int>(kinds.begin(), kinds.begin() + 8),
                 (std::vector<int>{1, 1, 1, 1, 1, 3, 4, 5}));
        QVERIFY(file.values.at("tokenizer.ggml.merges") == Json::array({"a b", "ab c"}));
        QCOMPARE(file.values.at("tokenizer.ggml.pre").get<std::string>(), std::string("smollm"));
        QCOMPARE(file.values.at("tokenizer.chat_template").get<std::string>(), std::string("{{ messages }}"));
        QCOMPARE(file.tensors.at("token_embd.weight").type, 1u);
        QCOMPARE(file.tensors.at("output_norm.weight").type, 0u); // vectors stay as they are
    }

    /// llama.cpp rotates neighboring rows of a head where Hugging Face rotates its halves.
    void rows_of_heads_are_paired() {
        const GgufReader file = written(QStringLiteral("tiny-llama"), format::DType::F32);
        const format::ModelWeights weights(model(QStringLiteral("tiny-llama")));
        const auto check = [&](const char* theirs, const char* ours, const char* heads_key) {
            const std::vector<float> a = file.numbers(theirs), b = numbers(weights, ours);
            const auto heads = file.values.at(heads_key).get<std::size_t>(),
                       rows = static_cast<std::size_t>(weights.info(ours).shape[0]),
                       columns = b.size() / rows, width = rows / heads;
            for (std::size_t head = 0; head < heads; ++head)
                for (std::size_t i = 0; i < width / 2; ++i)
                    for (std::size_t j = 0; j < 2; ++j)
                        for (std::size_t column = 0; column < columns; ++column)
                            QCOMPARE(a[(head * width + 2 * i + j) * columns + column],
                                     b[(head * width + j * width / 2 + i) * columns + column]);
        };
        check("blk.0.attn_q.weight", "model.layers.0.self_attn.q_proj.weight", "llama.attention.head_count");
        check("blk.0.attn_k.weight", "model.layers.0.self_attn.k_proj.weight",
              "llama.attention.head_count_kv");
        QCOMPARE(file.numbers("blk.0.attn_v.weight"),
                 numbers(weights, "model.layers.0.self_attn.v_proj.weight"));
        const GgufReader qwen = written(QStringLiteral("tiny-qwen2"), format::DType::F32);
        const format::ModelWeights own(model(QStringLiteral("tiny-qwen2")));
        QCOMPARE(qwen.numbers("blk.0.attn_q.weight"), numbers(own, "model.layers.0.self_attn.q_proj.weight"));
    }

    void matrices_of_gpt2_are_turned_around() {
        const GgufReader file = written(QStringLiteral("tiny-gpt2"), format::DType::F32);
        const format::ModelWeights weights(model(QStringLiteral("tiny-gpt2")));
        const auto ours = numbers(weights, "transformer.h.0.mlp.c_fc.weight"),
                   theirs = file.numbers("blk.0.ffn_up.weight");
        const auto& shape = weights.info("transformer.h.0.mlp.c_fc.weight").shape; // [inputs, outputs]
        const auto rows = static_cast<std::size_t>(shape[0]), columns = static_cast<std::size_t>(shape[1]);
        QCOMPARE(file.tensors.at("blk.0.ffn_up.weight").shape, (std::vector<std::uint64_t>{rows, columns}));
        for (std::size_t row = 0; row < rows; ++row)
            for (std::size_t column = 0; column < columns; ++column)
                QCOMPARE(theirs[column * rows + row], ours[row * columns + column]);
    }

    void what_has_no_form_is_refused() {
        const fs::path file = fs::path(folder_.path().toStdString()) / "none.gguf";
        QVERIFY_THROWS_EXCEPTION(Error,
                                 run::write_gguf_of(TUNEDESK_SOURCE_DIR "/tests/golden/models/tiny-bert", "a",
                                                    file, format::DType::F16));
        QVERIFY_THROWS_EXCEPTION(Error, run::write_gguf_of(model(QStringLiteral("tiny-llama3")), "a", file,
                                                           format::DType::F16)); // scaled rotation
        const fs::path other = model(QStringLiteral("tiny-qwen3"));
        write_file_atomically(other / "tokenizer.json", R"({"model": {"type": "WordPiece", "vocab": {}}})");
        QVERIFY_THROWS_EXCEPTION(Error, run::write_gguf_of(other, "a", file, format::DType::F16));
        QVERIFY(!fs::exists(file));
    }
};

QTEST_GUILESS_MAIN(ExportGgufTest)
#include "export_gguf_test.moc"
