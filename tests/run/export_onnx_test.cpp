// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX files: read back by a reader of this test's own, and computed by ONNX Runtime beside transformers
// (run_onnx.py).

#include "run/folder/export_onnx.h"

#include "arch/sentence_modules.h"
#include "base/error.h"
#include "base/json.h"
#include "protobuf_message.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <cstring>
#include <map>
#include <set>

using namespace tunedesk;

namespace {

/// "logits f32 [batch_size, 3]"
std::string shown(const Message& value) {
    const Message tensor = value.message(2).message(1);
    std::string text = value.one(1) + (tensor.one(1) == "7" ? " i64 [" : " f32 [");
    for (const std::string& dimension : tensor.message(2).all(1)) {
        const Message extent(dimension);
        text += (text.back() == '[' ? "" : ", ") + extent.one(1) + extent.one(2);
    }
    return text + "]";
}

} // namespace

class ExportOnnxTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    fs::path at(const std::string& name) const { return fs::path(folder_.path().toStdString()) / name; }

    static fs::path golden(const std::string& name) {
        return fs::path(TUNEDESK_SOURCE_DIR "/tests/golden/models") / name;
    }
    /// A sentence-transformers folder of a golden model.
    fs::path sentence_model(const std::string& name, const arch::SentenceModules& modules) const {
        const fs::path to = at(name + "-sentence");
        if (fs::exists(to)) return to;
        fs::copy(golden(name), to);
        for (const auto& [file, text] : arch::sentence_files(modules, 24)) {
            fs::create_directories((to / file).parent_path());
            write_file_atomically(to / file, text);
        }
        return to;
    }
    static void write(const fs::path& model, task::Kind kind, const fs::path& file,
                      std::uint64_t most_bytes = format::most_onnx_bytes) {
        run::write_onnx_of(model, task::task_of(kind), file, most_bytes);
    }
    static Message graph_of(const fs::path& file) {
        return Message(read_file(file, ErrorId::file_unreadable)).message(7);
    }
    static std::vector<std::string> values(const Message& graph) {
        std::vector<std::string> all;
        for (const std::uint64_t field : {11u, 12u})
            for (const std::string& value : graph.all(field))
                all.push_back(shown(Message(value)));
        return all;
    }

private Q_SLOTS:
    void inputs_and_outputs_are_those_of_optimum_data() {
        using Names = std::vector<std::string>;
        QTest::addColumn<task::Kind>("kind");
        QTest::addColumn<Names>("expected");
        const std::string of_tokens = " i64 [batch_size, sequence_length]",
                          logits = "logits f32 [batch_size, 3]";
        const std::string ids = "input_ids" + of_tokens, mask = "attention_mask" + of_tokens,
                          types = "token_type_ids" + of_tokens;
        const auto text = task::Kind::text_classification;
        QTest::addRow("tiny-bert") << text << Names{ids, mask, types, logits};
        QTest::addRow("tiny-electra") << text << Names{ids, mask, types, logits};
        QTest::addRow("tiny-distilbert") << text << Names{ids, mask, "logits f32 [batch_size, 2]"};
        QTest::addRow("tiny-roberta") << text << Names{ids, mask, logits};
        QTest::addRow("tiny-vit") << task::Kind::image_classification
                                  << Names{"pixel_values f32 [batch_size, 3, 12, 12]",
                                           "logits f32 [batch_size, 5]"};
        QTest::addRow("one-layer-distilbert")
            << task::Kind::token_classification
            << Names{ids, mask, "logits f32 [batch_size, sequence_length, 4]"};
    }
    void inputs_and_outputs_are_those_of_optimum() {
        QFETCH(task::Kind, kind);
        QFETCH(std::vector<std::string>, expected);
        const std::string name = QTest::currentDataTag();
        const fs::path file = at(name + ".names.onnx");
        write(golden(name), kind, file);
        QCOMPARE(values(graph_of(file)), expected);
    }

    /// Nodes read what is there before them, tensors have as many values as their shapes, and each is read.
    void the_graph_is_whole() {
        const fs::path file = at("whole.onnx");
        write(golden("tiny-bert"), task::Kind::multi_label, file);
        const Message model(read_file(file, ErrorId::file_unreadable)), graph = model.message(7);
        QCOMPARE(model.one(1), std::string("8"));
        QCOMPARE(model.message(8).one(2), std::string("17"));
        std::set<std::string> known, read;
        for (const std::string& input : graph.all(11))
            known.insert(Message(input).one(1));
        for (const std::string& text : graph.all(5)) {
            const Message tensor(text);
            std::size_t bytes = tensor.one(2) == "7" ? 8 : 4;
            for (const std::string& extent : tensor.all(1))
                bytes *= std::stoull(extent);
            QCOMPARE(tensor.one(9).size(), bytes);
            QVERIFY2(known.insert(tensor.one(8)).second, tensor.one(8).c_str());
        }
        for (const std::string& text : graph.all(1)) {
            const Message node(text);
            for (const std::string& input : node.all(1)) {
                QVERIFY2(known.contains(input), input.c_str());
                read.insert(input);
            }
            QVERIFY2(known.insert(node.one(2)).second, node.one(2).c_str());
        }
        known.erase("logits");
        QCOMPARE(read, known);
        std::map<std::string, std::string> metadata;
        for (const std::string& text : model.all(14))
            metadata[Message(text).one(1)] = Message(text).one(2);
        QCOMPARE(metadata["task"], std::string("multi-label-classification"));
        QCOMPARE(metadata["problem_type"], std::string("multi_label_classification"));
        QCOMPARE(Json::parse(metadata["id2label"]).at("2").get<std::string>(), std::string("LABEL_2"));
        QCOMPARE(metadata["max_length"], std::string("48"));
    }

    void tensors_of_a_large_model_are_beside_it() {
        const fs::path file = at("large.onnx");
        write(golden("tiny-electra"), task::Kind::text_classification, file, 1000);
        const std::uint64_t size = fs::file_size(format::onnx_data_path(file));
        int outside = 0;
        for (const std::string& text : graph_of(file).all(5)) {
            const Message tensor(text);
            if (tensor.one(14) != "1") continue;
            std::map<std::string, std::string> place;
            for (const std::string& entry : tensor.all(13))
                place[Message(entry).one(1)] = Message(entry).one(2);
            QCOMPARE(place["location"], std::string("large.onnx.data"));
            QCOMPARE(std::stoull(place["offset"]) % 4096, 0ull);
            QVERIFY(std::stoull(place["offset"]) + std::stoull(place["length"]) <= size);
            QVERIFY(tensor.one(9).empty());
            ++outside;
        }
        QVERIFY(outside > 10);
    }

    void a_missing_tensor_leaves_no_file() {
        const fs::path model = at("no weights");
        fs::copy(golden("tiny-roberta"), model);
        fs::copy_file(golden("tiny-vit") / "model.safetensors", model / "model.safetensors",
                      fs::copy_options::overwrite_existing);
        QVERIFY_THROWS_EXCEPTION(Error, write(model, task::Kind::text_classification, at("none.onnx")));
        QVERIFY(!fs::exists(at("none.onnx")) && !fs::exists(at("none.onnx.data")));
    }

    void what_has_no_form_is_refused_data() {
        QTest::addColumn<task::Kind>("kind");
        QTest::addColumn<QString>("says");
        QTest::addRow("tiny-gpt2") << task::Kind::language_modeling << "FILE.gguf";
        QTest::addRow("tiny-llama") << task::Kind::text_classification << "decoder";
        QTest::addRow("tiny-bigbird") << task::Kind::text_classification << "block-sparse";
    }
    void what_has_no_form_is_refused() {
        QFETCH(task::Kind, kind);
        QFETCH(QString, says);
        const fs::path file = at("refused.onnx");
        try {
            write(golden(QTest::currentDataTag()), kind, file);
            QFAIL("it is written");
        } catch (const Error& error) {
            QVERIFY(error.is(ErrorId::architecture_unsupported));
            QVERIFY2(QString::fromStdString(error.line()).contains(says), error.line().c_str());
        }
        QVERIFY(!fs::exists(file));
    }

    /// Padded batches of several lengths, and single samples; of each file the largest difference.
    void onnx_runtime_computes_what_transformers_does() {
        QStringList words;
        const auto add = [&](const char* kind, const fs::path& model, task::Kind task,
                             std::uint64_t most_bytes = format::most_onnx_bytes) {
            const fs::path file = at(model.filename().string() + "-" + kind + ".onnx");
            write(model, task, file, most_bytes);
            for (const std::string& word : {std::string(kind), model.string(), file.string()})
                words << QString::fromStdString(word);
        };
        for (const char* name : {"tiny-bert", "tiny-distilbert", "tiny-roberta", "one-layer-bert"})
            add("sequence", golden(name), task::Kind::text_classification);
        add("sequence", golden("tiny-electra"), task::Kind::text_classification, 1000);
        for (const char* name : {"tiny-bert", "tiny-distilbert"})
            add("tokens", golden(name), task::Kind::token_classification);
        for (const char* name : {"tiny-vit", "tiny-vit-gray"})
            add("image", golden(name), task::Kind::image_classification);
        const auto embedding = task::Kind::sentence_embedding;
        add("mean", sentence_model("tiny-roberta", {task::Readout::mean, true, 20}), embedding);
        add("first", sentence_model("tiny-electra", {task::Readout::first, false, 20}), embedding);

        const QString given = qEnvironmentVariable("TUNEDESK_PYTHON");
        QProcess python;
        python.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        python.start(given.isEmpty() ? QStringLiteral(TUNEDESK_SOURCE_DIR "/.deps/peer/bin/python") : given,
                     QStringList{QStringLiteral(TUNEDESK_SOURCE_DIR "/tests/run/run_onnx.py")} + words);
        QVERIFY(python.waitForFinished(400000));
        QCOMPARE(python.exitCode(), 0);
        const Json differences = Json::parse(python.readAllStandardOutput().toStdString());
        QCOMPARE(differences.size(), static_cast<std::size_t>(words.size() / 3));
        for (const auto& [file, difference] : differences.items())
            QVERIFY2(difference.get<double>() < 1e-4, (file + ": " + difference.dump()).c_str());
    }
};

QTEST_GUILESS_MAIN(ExportOnnxTest)
#include "export_onnx_test.moc"
