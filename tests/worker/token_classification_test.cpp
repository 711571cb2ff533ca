// SPDX-License-Identifier: GPL-3.0-or-later
// task: token-classification, from preset to predictions: checked, trained, killed and resumed to the same
// bits, on two ranks, in every kind of file, used, and compared with transformers
// (token_classification_with_transformers.py).

#include "worker/task_bench.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

struct Sentence {
    std::vector<std::string> words, tags;

    void add(const std::vector<std::string>& more, const std::string& type = {}) {
        for (std::size_t i = 0; i < more.size(); ++i) {
            words.push_back(more[i]);
            tags.push_back(type.empty() ? "O" : (i == 0 ? "B-" : "I-") + type);
        }
    }
};

/// Who saw what where: of one to three words each, in sentences of different lengths.
std::vector<Sentence> sentences(int rows, int shift) {
    const std::vector<std::string> people[] = {{"ana"}, {"ben", "kent"}, {"cleo"}, {"dan", "de", "wolf"}},
                                   places[] = {{"oslo"}, {"new", "york"}, {"rome"}};
    std::vector<Sentence> all;
    for (int i = 0; i < rows; ++i) {
        const int k = i * 7 + shift;
        Sentence sentence;
        if (k % 3 == 0) sentence.add({"so", ","});
        sentence.add(people[k % 4], "PER");
        sentence.add({"saw", "the", k % 2 ? "film" : "movie"});
        if (k % 5 < 3) {
            sentence.add({"in"});
            sentence.add(places[k % 3], "LOC");
        }
        sentence.add({"."});
        all.push_back(std::move(sentence));
    }
    return all;
}

std::string conll(const std::vector<Sentence>& rows, bool of_bilou = false) {
    std::string text = "-DOCSTART- -X- O\n\n";
    for (const Sentence& row : rows) {
        for (std::size_t i = 0; i < row.words.size(); ++i) {
            std::string tag = row.tags[i];
            const bool goes_on = i + 1 < row.tags.size() && row.tags[i + 1].starts_with("I-");
            if (of_bilou && tag != "O" && !goes_on) tag[0] = tag[0] == 'B' ? 'U' : 'L';
            text += fmt::format("{} X {}\n", row.words[i], tag);
        }
        text += '\n';
    }
    return text;
}

std::string jsonl(const std::vector<Sentence>& rows) {
    std::string text;
    for (const Sentence& row : rows)
        text += Json{{"tokens", row.words}, {"tags", row.tags}}.dump() + '\n';
    return text;
}

} // namespace

class TokenClassificationTest : public QObject {
    Q_OBJECT

    TaskBench bench_{"token-classification", {}, ".conll"};

    Settings of_files(const std::string& name) const {
        return {{"data.train", bench_.place("train" + name)},
                {"data.validation", bench_.place("validation" + name)},
                {"data.test", bench_.place("test" + name)},
                {"data.text_column", "tokens"},
                {"data.label_column", "tags"}};
    }
    static Settings with(Settings settings, const Settings& more) {
        for (const auto& [key, value] : more)
            settings[key] = value;
        return settings;
    }
    event::RunFolder trained(const std::string& name, const Settings& settings) {
        const event::RunFolder run = bench_.bench().folder(name);
        TaskBench::require_success(bench_.bench().call(run, bench_.preset(settings)));
        return run;
    }

private Q_SLOTS:
    void initTestCase() {
        for (const auto& [split, count, shift] :
             {std::tuple("train", 60, 0), {"validation", 24, 7}, {"test", 33, 11}}) {
            const std::vector<Sentence> rows = sentences(count, shift);
            bench_.write(fmt::format("token-classification_{}.conll", split), conll(rows));
            bench_.write(fmt::format("{}_bilou.txt", split), conll(rows, true));
            bench_.write(fmt::format("{}.jsonl", split), jsonl(rows));
        }
    }

    void check_names_the_tags() {
        const Ended checked = bench_.check();
        QVERIFY2(checked.code == 0, (checked.out + checked.err).c_str());
        QVERIFY2(checked.out.find("60 rows") != std::string::npos &&
                     checked.out.find("5: 0 = B-LOC, 1 = B-PER, 2 = I-LOC, 3 = I-PER, 4 = O") !=
                         std::string::npos,
                 checked.out.c_str());
    }

    void from_preset_to_predictions() {
        const event::RunFolder whole = bench_.train_killed_and_resumed(
            {{"training.num_train_epochs", "20"}, {"training.learning_rate", "5e-3"}});
        QVERIFY2(
            TaskBench::read(whole.metrics())
                .starts_with("step,epoch,train_loss,lr,grad_norm,val_loss,val_f1,val_precision,val_recall,"
                             "val_macro_f1,val_token_acc,test_loss,test_f1,test_precision,test_recall,"
                             "test_macro_f1,test_token_acc\n"),
            TaskBench::read(whole.metrics()).c_str());
        QVERIFY2(TaskBench::test_metric(whole, "f1") > 0.9, TaskBench::read(whole.report_json()).c_str());
        const QString folder = QString::fromStdString(whole.root.string());
        const Ended report = bench_.tunedesk({"report", folder});
        QVERIFY2(report.out.find("LOC") != std::string::npos && report.out.find("PER") != std::string::npos &&
                     report.out.find("micro avg") != std::string::npos,
                 report.out.c_str());
        const Ended one =
            bench_.tunedesk({"predict", folder, "--json", "--text", "ben kent saw the film in new york."});
        QVERIFY2(one.code == 0, one.err.c_str());
        Json entities = parse_json(one.out, "answer", ErrorId::file_unreadable).at("entities");
        for (Json& entity : entities) {
            QVERIFY(entity.at("score").get<double>() > 0.3 && entity.at("score").get<double>() <= 1);
            entity.erase("score");
        }
        QCOMPARE(entities.dump(), (Json{{{"type", "PER"}, {"text", "ben kent"}, {"start", 0}, {"end", 8}},
                                        {{"type", "LOC"}, {"text", "new york"}, {"start", 25}, {"end", 33}}})
                                      .dump());
        const std::string f1 =
            fmt::format("F1 {:.4f} of the entities of 33 labelled rows", TaskBench::test_metric(whole, "f1"));
        for (const std::string& file :
             {bench_.place("token-classification_test.conll"), bench_.place("test_bilou.txt")}) {
            const Ended many = bench_.tunedesk({"predict", folder, "--file", QString::fromStdString(file),
                                                "--out", QString::fromStdString(bench_.place("tagged.csv"))});
            QVERIFY2(many.code == 0 && many.out.find(f1) != std::string::npos,
                     (f1 + "; not " + many.out + many.err).c_str());
        }
        QVERIFY2(TaskBench::read(bench_.place("tagged.csv")).starts_with("text,tags,predicted_tags,line\n"),
                 TaskBench::read(bench_.place("tagged.csv")).c_str());
    }

    /// CoNLL, BILOU and JSONL of the same sentences are the same rows.
    void files_of_all_kinds_are_the_same() {
        const event::RunFolder first = trained("conll", {});
        for (const char* kind : {"_bilou.txt", ".jsonl"}) {
            const event::RunFolder other = trained(std::string("of") + kind, of_files(kind));
            QCOMPARE(TaskBench::read(other.metrics()), TaskBench::read(first.metrics()));
        }
    }

    /// A step's loss is the mean over its labelled tokens, of sentences with different numbers of them,
    /// however they are laid out and added up.
    void batches_of_all_forms_have_the_same_loss() {
        const Settings plain{{"model.dropout", "0"}, {"training.max_steps", "6"}};
        const event::RunFolder packed = trained("packed", plain);
        for (const auto& [name, settings] : {std::pair("padded", Settings{{"data.batching", "padded"}}),
                                             {"at once", // of two micro-batches otherwise
                                              Settings{{"training.per_device_train_batch_size", "8"},
                                                       {"training.gradient_accumulation_steps", "1"}}}}) {
            const auto ours = losses(packed), others = losses(trained(name, with(plain, settings)));
            QCOMPARE(others.size(), ours.size());
            for (const auto& [step, loss] : ours)
                QVERIFY2(std::abs(others.at(step) - loss) < 1e-5, name);
        }
    }

    void two_ranks_learn_the_same() { QVERIFY(bench_.difference_of_two_ranks() < 1e-5); }

    void adapters_and_frozen_layers_learn() {
        for (const auto& [name, settings] :
             {std::pair("adapters", Settings{{"model.train", "lora"}, {"lora.rank", "4"}}),
              {"frozen", Settings{{"model.train", "last_layers"}}}}) {
            const event::RunFolder run = trained(name, with(settings, {{"training.num_train_epochs", "12"},
                                                                       {"training.learning_rate", "1e-2"}}));
            QVERIFY2(TaskBench::test_metric(run, "f1") > 0.5, TaskBench::read(run.report_json()).c_str());
        }
    }

    void rows_that_cannot_be_used_are_named() {
        bench_.write("unseen.conll", conll(sentences(20, 0)) + "mars X B-ORB\n");
        const Ended unseen = bench_.check({{"data.test", bench_.place("unseen.conll")}});
        QVERIFY2(unseen.code == 3 && unseen.err.find("unknown label \"B-ORB\"") != std::string::npos,
                 (unseen.out + unseen.err).c_str());
        bench_.write("ragged.conll", conll(sentences(20, 0)) + "the X O\nfilm O\n");
        const Ended ragged = bench_.check({{"data.train", bench_.place("ragged.conll")}});
        QVERIFY2(ragged.code == 3 && ragged.err.find("ragged.conll:") != std::string::npos,
                 (ragged.out + ragged.err).c_str());
    }

    void what_does_not_fit_is_refused_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("said");
        QTest::newRow("features") << "model.train"
                                  << "features"
                                  << "features needs rows with one target";
        QTest::newRow("monitor") << "checkpoint.monitor"
                                 << "val_acc"
                                 << "is not a metric of task: token-classification";
    }
    void what_does_not_fit_is_refused() {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(QString, said);
        const std::string wrong =
            bench_.not_refused({{key.toStdString(), value.toStdString()}}, said.toStdString());
        QVERIFY2(wrong.empty(), wrong.c_str());
    }

    void equals_transformers_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("model_class");
        QTest::addColumn<bool>("one_step");
        QTest::newRow("one step that changes nothing") << "tiny-bert"
                                                       << "BertForTokenClassification" << true;
        QTest::newRow("two epochs") << "tiny-bert"
                                    << "BertForTokenClassification" << false;
        QTest::newRow("DistilBERT") << "tiny-distilbert"
                                    << "DistilBertForTokenClassification" << true;
        QTest::newRow("RoBERTa") << "tiny-roberta"
                                 << "RobertaForTokenClassification" << true;
        QTest::newRow("ELECTRA") << "tiny-electra"
                                 << "ElectraForTokenClassification" << true;
    }
    void equals_transformers() {
        QFETCH(QString, model);
        QFETCH(QString, model_class);
        QFETCH(bool, one_step);
        Settings settings =
            with(of_files(".jsonl"),
                 {{"model.path", TUNEDESK_SOURCE_DIR "/tests/golden/models/" + model.toStdString()}});
        if (one_step) settings = with(settings, TaskBench::one_idle_step(60));
        const event::RunFolder run =
            trained(fmt::format("opened-{}-{}", model.toStdString(), one_step), settings);
        const std::string wrong =
            bench_.compared_by("token_classification_with_transformers.py",
                               {QString::fromStdString(run.root.string()), model_class,
                                one_step ? QString::fromStdString(bench_.place("train.jsonl")) : QString()});
        if (wrong.starts_with("skip: ")) QSKIP(wrong.c_str());
        QVERIFY2(wrong.empty(), wrong.c_str());
    }
};

QTEST_GUILESS_MAIN(TokenClassificationTest)
#include "token_classification_test.moc"
