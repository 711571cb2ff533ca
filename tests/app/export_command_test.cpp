// SPDX-License-Identifier: GPL-3.0-or-later
// `tunedesk export` on real runs: whole models, merged adapters and adapters alone, opened by predict and by
// transformers and PEFT (open_exported.py); and what it refuses.

#include "arch/adapter_folder.h"
#include "base/json.h"
#include "format/safetensors.h"
#include "texts.h"
#include "worker/worker_bench.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <map>

using namespace tunedesk;
using namespace tunedesk::test;

class ExportCommandTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;
    event::RunFolder plain_, adapted_; ///< of all weights; of adapters beside those of plain_

    fs::path at(const std::string& name) const { return bench_.root() / name; }
    static std::string contents(const fs::path& file) { return read_file(file, ErrorId::file_unreadable); }

    Ended call(const QStringList& arguments) const {
        return WorkerBench::wait(*bench_.start_tunedesk(QStringList{"export"} + arguments));
    }
    /// A call that succeeds.
    void write(const QStringList& arguments, const char* says = "") const {
        const Ended ended = call(arguments);
        QVERIFY2(ended.code == 0 && has(ended.out, says), (ended.out + ended.err).c_str());
    }
    /// A call that is refused.
    void refuse(const QStringList& arguments, int code, const char* id, const char* says = "") const {
        const Ended ended = call(arguments);
        QVERIFY2(ended.code == code && has(ended.err, id) && has(ended.err, says),
                 (std::to_string(ended.code) + ' ' + ended.out + ended.err).c_str());
    }

    static constexpr const char* text_ = "word7 word3 word41";

    /// Probabilities by label, as `predict` gives them.
    std::map<std::string, double> predicted(const fs::path& model) const {
        const Ended ended =
            WorkerBench::wait(*bench_.start_tunedesk({"predict", to_qt(model), "--json", "--text", text_}));
        if (ended.code != 0) qFatal("%s", ended.err.c_str());
        return Json::parse(ended.out).at("probabilities").get<std::map<std::string, double>>();
    }
    /// The same from another program, of an ONNX file with the folder's tokenizer; empty where it lacks a
    /// package.
    std::map<std::string, double> opened(const fs::path& model, const fs::path& onnx = {}) const {
        const QString given = qEnvironmentVariable("TUNEDESK_PYTHON");
        const auto python = bench_.start_program(
            given.isEmpty() ? QStringLiteral(TUNEDESK_SOURCE_DIR "/.deps/peer/bin/python") : given,
            QStringList{QStringLiteral(TUNEDESK_SOURCE_DIR "/tests/app/open_exported.py"), to_qt(model),
                        text_} +
                (onnx.empty() ? QStringList() : QStringList{to_qt(onnx)}));
        const Ended ended = WorkerBench::wait(*python, 400);
        if (ended.code == 42) return {};
        if (ended.code != 0) qWarning("%s", (ended.out + ended.err).c_str());
        return ended.code == 0 ? Json::parse(ended.out).get<std::map<std::string, double>>()
                               : std::map<std::string, double>{{"", NAN}};
    }
    static double gap(const std::map<std::string, double>& a, const std::map<std::string, double>& b) {
        double largest = a.empty() || a.size() != b.size() ? INFINITY : 0;
        for (const auto& [label, probability] : a)
            largest = std::max(largest, b.contains(label) ? std::abs(probability - b.at(label)) : INFINITY);
        return largest;
    }

private Q_SLOTS:
    void initTestCase() {
        plain_ = bench_.finish("plain", {{"training.num_train_epochs", "1"}});
        write({to_qt(plain_.root), to_qt(at("base")), "--model", "final"}, "final written: ");
        adapted_ = bench_.finish("adapted", {{"model.path", at("base").string()},
                                             {"model.init", "pretrained"},
                                             {"model.train", "lora"},
                                             {"lora.rank", "4"},
                                             {"training.learning_rate", "1e-2"},
                                             {"checkpoint.keep", "20"},
                                             {"checkpoint.every_n_steps", "3"}});
        QVERIFY(fs::exists(adapted_.best()) && fs::exists(adapted_.final_model()));
    }

    void a_whole_model() {
        for (const char* file : {"config.json", "model.safetensors", "vocab.txt", "tokenizer_config.json"})
            QCOMPARE(contents(at("base") / file), contents(plain_.final_model() / file));
        QVERIFY(has(contents(at("base/README.md")), "library_name: transformers\n"));
        write({to_qt(plain_.root), to_qt(at("best of plain"))}, "best written: ");
        QCOMPARE(contents(at("best of plain") / "model.safetensors"),
                 contents(plain_.best() / "model.safetensors"));
    }

    void adapters_merged_and_alone() {
        const auto own = predicted(adapted_.root);
        QVERIFY(gap(own, predicted(at("base"))) > 1e-3);
        write({to_qt(adapted_.root), to_qt(at("merged"))}, "best, adapters merged, written: ");
        write({to_qt(adapted_.root), to_qt(at("merged as said")), "--merged"});
        write({to_qt(adapted_.root), to_qt(at("adapter")), "--adapter"}, "best, adapters alone, written: ");
        QCOMPARE(contents(at("merged/model.safetensors")), contents(at("merged as said/model.safetensors")));
        QVERIFY(!fs::exists(at("merged") / arch::adapter_config_name));
        QVERIFY(gap(own, predicted(at("merged"))) < 1e-5);

        QVERIFY(!fs::exists(at("adapter/model.safetensors")));
        for (const char* file : {arch::adapter_config_name, arch::adapter_weights_name, "vocab.txt"})
            QCOMPARE(contents(at("adapter") / file), contents(adapted_.best() / file));
        const std::string card = contents(at("adapter/README.md"));
        QVERIFY2(has(card, "library_name: peft\n") && has(card, "base_model: \"base\"\n"), card.c_str());
        QCOMPARE(gap(own, predicted(at("adapter"))), 0.0);
    }

    /// A checkpoint has its tensors under the model's names, and no configuration.
    void adapters_of_a_checkpoint() {
        const std::string name = "step-00000003";
        write({to_qt(adapted_.root), to_qt(at("early")), "--adapter", "--model", to_qt(name)},
              "step-00000003, adapters alone");
        const format::SafetensorsFile early(at("early") / arch::adapter_weights_name),
            best(adapted_.best() / arch::adapter_weights_name),
            saved(adapted_.checkpoints() / name / "model.safetensors");
        QCOMPARE(early.tensors().size(), best.tensors().size());
        bool differ = false;
        for (const auto& [tensor, info] : best.tensors()) {
            const auto there = early.data(tensor),
                       own = saved.data(tensor.substr(std::string(arch::adapter_name_prefix).size()));
            QVERIFY2(std::ranges::equal(there, own), tensor.c_str());
            differ |= !std::ranges::equal(there, best.data(tensor));
        }
        QVERIFY(differ);
        // The same of a run that was ended before its first model.
        fs::copy(adapted_.root, at("ended"), fs::copy_options::recursive);
        fs::remove_all(at("ended/best"));
        fs::remove_all(at("ended/final"));
        write({to_qt(at("ended")), to_qt(at("of ended")), "--adapter", "--model", to_qt(name)});
        for (const char* file : {arch::adapter_config_name, arch::adapter_weights_name, "config.json"})
            QCOMPARE(contents(at("of ended") / file), contents(at("early") / file));
        QVERIFY(gap(predicted(at("of ended")), predicted(at("early"))) == 0);
        write({to_qt(at("ended")), to_qt(at("newest of ended"))}, "step-"); // the newest checkpoint
    }

    void transformers_and_peft_open_it_data() {
        QTest::addColumn<bool>("alone");
        QTest::addRow("merged") << false;
        QTest::addRow("adapters alone") << true;
    }
    void transformers_and_peft_open_it() {
        QFETCH(bool, alone);
        const fs::path target = at(alone ? "for PEFT" : "for transformers");
        write({to_qt(adapted_.root), to_qt(target), alone ? "--adapter" : "--merged"});
        const auto theirs = opened(target);
        if (theirs.empty()) QSKIP("Python lacks transformers or PEFT");
        const double difference = gap(theirs, predicted(target));
        QVERIFY2(difference < 1e-5, qPrintable(QString::number(difference)));
    }

    /// With the adapters added to the weights, and with padding behind the text.
    void onnx_runtime_opens_it() {
        const fs::path file = at("model.onnx"), folder = at("tokenizer");
        write({to_qt(adapted_.root), to_qt(file)}, "best written: ");
        write({to_qt(adapted_.root), to_qt(folder)});
        QVERIFY(!fs::exists(at("model.onnx.folder")));
        const double difference = gap(opened(folder, file), predicted(adapted_.root));
        QVERIFY2(difference < 1e-5, qPrintable(QString::number(difference)));
        refuse({to_qt(adapted_.root), to_qt(file)}, 2, "TD2114", "model.onnx");
        refuse({to_qt(adapted_.root), to_qt(at("new.onnx")), "--adapter"}, 2, "TD2000", "whole model");
    }

    void refusals() {
        const QString run = to_qt(adapted_.root), plain = to_qt(plain_.root), new_one = to_qt(at("new"));
        fs::create_directories(at("full"));
        write_file_atomically(at("full/note.txt"), "kept");
        write_file_atomically(at("file"), "kept");
        refuse({run, to_qt(at("full"))}, 5, "TD5009", "full");
        refuse({run, to_qt(at("file"))}, 5, "TD5009", "file");
        QCOMPARE(contents(at("file")) + contents(at("full/note.txt")), std::string("keptkept"));
        refuse({plain, new_one, "--adapter"}, 2, "TD2000", "model.train: lora");
        refuse({run, new_one, "--adapter", "--merged"}, 2, "TD2000");
        refuse({run, new_one, "--model", "worst"}, 2, "TD2000", "it has best, final, step-");
        refuse({run}, 2, "TD2000", "DESTINATION");
        refuse({to_qt(bench_.model()), new_one}, 2, "TD2012");
        // A damaged checkpoint is named, not written.
        fs::copy(adapted_.root, at("damaged"), fs::copy_options::recursive);
        const fs::path weights = at("damaged/checkpoints/step-00000003/model.safetensors");
        std::string bytes = contents(weights);
        bytes[bytes.size() - 2] = static_cast<char>(bytes[bytes.size() - 2] ^ 1);
        write_file_atomically(weights, bytes);
        refuse({to_qt(at("damaged")), new_one, "--model", "step-00000003"}, 4, "TD4403", "step-00000003");
        // Neither does another model take the place of one that cannot be read.
        fs::remove_all(at("damaged/best"));
        fs::create_symlink("gone", at("damaged/best"));
        refuse({to_qt(at("damaged")), new_one}, 4, "TD4301", "a broken symbolic link; where (");
        fs::remove(at("damaged/best"));
        fs::remove_all(at("damaged/final"));
        fs::remove_all(at("damaged/checkpoints"));
        refuse({to_qt(at("damaged")), new_one}, 4, "TD4338");
        QVERIFY(!fs::exists(at("new")) && !fs::exists(at("new.tmp")));
    }
};

QTEST_GUILESS_MAIN(ExportCommandTest)
#include "export_command_test.moc"
