// SPDX-License-Identifier: GPL-3.0-or-later
// task: sentence-embedding, from preset to predictions: checked, trained on pairs, triplets and scored pairs,
// killed and resumed to the same bits, on several ranks with every strategy, used, and opened with
// sentence-transformers' formulas (sentence_embedding_with_transformers.py).

#include "worker/task_bench.h"

#include <fmt/format.h>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

/// Two sentences of one subject, one of another, and how near the first two are.
std::string table(int rows, int shift) {
    const char* subjects[] = {"the film", "ana", "new york", "rome", "ben", "a movie", "the wolf", "cleo"};
    const char* verbs[] = {"is old", "was in oslo", "saw the film", "left soon"};
    std::string text = "anchor,positive,negative,score\n";
    for (int i = 0; i < rows; ++i) {
        const int k = i * 5 + shift;
        const bool same = k % 3 > 0;
        text += fmt::format("{0} {1},so {2} {3},{4} {1} .,{5}\n", subjects[k % 8], verbs[k % 4],
                            subjects[same ? k % 8 : (k + 3) % 8], verbs[(k / 2) % 4], subjects[(k + 5) % 8],
                            same ? "0.9" : "-0.2");
    }
    return text;
}

} // namespace

class SentenceEmbeddingTest : public QObject {
    Q_OBJECT

    TaskBench bench_{"sentence-embedding",
                     {{"data.text_column", "anchor"},
                      {"data.text_pair_column", "positive"},
                      {"training.per_device_train_batch_size", "8"},
                      {"evaluation.strategy", "epoch"}}};

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
    /// With so many ranks that share a step's samples.
    event::RunFolder trained_on(int ranks, const std::string& name, const Settings& settings) {
        const event::RunFolder run = bench_.bench().folder(name);
        Settings all = with({{"parallel.processes", std::to_string(ranks)},
                             {"training.per_device_train_batch_size", std::to_string(8 / ranks)}},
                            settings);
        for (const Ended& each : bench_.bench().call_ranks(ranks, run, bench_.preset(all)))
            TaskBench::require_success(each);
        return run;
    }
    static double largest_difference(const event::RunFolder& one, const event::RunFolder& other) {
        const auto ours = losses(one), others = losses(other);
        if (ours.empty() || ours.size() != others.size()) return 1;
        double largest = 0;
        for (const auto& [step, loss] : ours)
            largest = std::max(largest, std::abs(others.at(step) - loss));
        return largest;
    }

    static constexpr auto triplets = [] { return Settings{{"data.negative_column", "negative"}}; };
    static constexpr auto scored = [] { return Settings{{"data.score_column", "score"}}; };

private Q_SLOTS:
    void initTestCase() {
        for (const auto& [split, count, shift] :
             {std::tuple("train", 60, 0), {"validation", 24, 7}, {"test", 33, 11}})
            bench_.write(fmt::format("sentence-embedding_{}.csv", split), table(count, shift));
    }

    void check_accepts_the_rows() {
        const Ended checked = bench_.check();
        QVERIFY2(checked.code == 0 &&
                     checked.out.find("60 train, 24 validation, 33 test") != std::string::npos,
                 (checked.out + checked.err).c_str());
    }

    void from_preset_to_predictions() {
        const event::RunFolder whole = bench_.train_killed_and_resumed(
            {{"training.num_train_epochs", "4"}, {"training.learning_rate", "1e-3"}});
        QVERIFY2(TaskBench::read(whole.metrics())
                     .starts_with("step,epoch,train_loss,lr,grad_norm,val_loss,val_mrr,val_recall_1,"
                                  "val_recall_5,val_recall_10,val_triplet_acc,val_spearman,val_pearson,"),
                 TaskBench::read(whole.metrics()).c_str());
        QVERIFY2(TaskBench::test_metric(whole, "recall_at_10") > 0.3,
                 TaskBench::read(whole.report_json()).c_str());
        QVERIFY(TaskBench::read(whole.predictions()).starts_with("text,text_pair,rank,cosine,loss,line\n"));
        const QString folder = QString::fromStdString(whole.root.string());
        const Ended report = bench_.tunedesk({"report", folder});
        QVERIFY2(report.code == 0 && report.out.find("ecall at 10") != std::string::npos,
                 (report.out + report.err).c_str());
        const Ended one = bench_.tunedesk({"predict", folder, "--json", "--text", "ana saw the film"});
        QVERIFY2(one.code == 0, one.err.c_str());
        QVERIFY(parse_json(one.out, "answer", ErrorId::file_unreadable).at("embedding").size() > 8);
        const Ended same =
            bench_.tunedesk({"predict", folder, "--text", "rome is old", "--pair", "rome is old"});
        QVERIFY2(same.out.starts_with("1.0000\t"), (same.out + same.err).c_str());
        const Ended lone = bench_.tunedesk({"predict", folder, "--text", "a", "--pair", "b", "--pair", "c"});
        QVERIFY2(lone.code == 2 && lone.err.find("--pair") != std::string::npos, lone.err.c_str());
        for (const char* out : {"embedded.csv", "embedded.jsonl"}) {
            const Ended many =
                bench_.tunedesk({"predict", folder, "--file",
                                 QString::fromStdString(bench_.place("sentence-embedding_test.csv")), "--out",
                                 QString::fromStdString(bench_.place(out))});
            QVERIFY2(many.code == 0, many.err.c_str());
            const std::string text = TaskBench::read(bench_.place(out));
            QCOMPARE(static_cast<int>(std::ranges::count(text, '\n')),
                     std::string(out).ends_with(".csv") ? 34 : 33);
            QVERIFY2(text.find("pair_embedding") != std::string::npos, text.c_str());
        }
    }

    void triplets_and_scores_are_learnt_killed_and_resumed() {
        const Settings more{{"training.num_train_epochs", "6"}, {"training.learning_rate", "1e-3"}};
        const event::RunFolder three = bench_.train_killed_and_resumed(with(more, triplets()));
        QVERIFY(TaskBench::test_metric(three, "triplet_accuracy") > 0.5);
        QVERIFY(TaskBench::read(three.predictions())
                    .starts_with("text,text_pair,negative,rank,cosine,loss,line\n"));
        const event::RunFolder of_scores = bench_.train_killed_and_resumed(with(more, scored()));
        QVERIFY2(TaskBench::test_metric(of_scores, "spearman_cosine") > 0.2,
                 TaskBench::read(of_scores.report_json()).c_str());
        QVERIFY(
            TaskBench::read(of_scores.predictions()).starts_with("text,text_pair,score,cosine,loss,line\n"));
        QVERIFY(TaskBench::read(of_scores.report_json()).find("\"val_spearman\"") != std::string::npos);
    }

    void batches_of_all_forms_have_the_same_loss() {
        const Settings plain{{"model.dropout", "0"}, {"training.max_steps", "6"}};
        const event::RunFolder packed = trained("packed", plain);
        const event::RunFolder padded = trained("padded", with(plain, {{"data.batching", "padded"}}));
        QVERIFY(largest_difference(packed, padded) < 1e-5);
        const event::RunFolder checkpointed =
            trained("recomputed", with(plain, {{"memory.activation_checkpointing", "block"}}));
        QVERIFY(largest_difference(packed, checkpointed) < 1e-6);
        const event::RunFolder bucketed = trained("bucketed", with(plain, {{"data.batching", "bucketed"}}));
        QVERIFY(TaskBench::test_metric(bucketed, "mrr") > 0);
    }

    /// A step's texts are compared over all ranks, whatever divides the state.
    void ranks_compare_all_texts_data() {
        QTest::addColumn<QString>("strategy");
        QTest::addColumn<bool>("three");
        for (const char* strategy : {"ddp", "zero1", "zero2", "zero3", "fsdp"})
            QTest::newRow(strategy) << QString(strategy) << false;
        QTest::newRow("triplets") << QString("ddp") << true;
    }
    void ranks_compare_all_texts() {
        QFETCH(QString, strategy);
        QFETCH(bool, three);
        const Settings plain =
            with({{"model.dropout", "0"}, {"training.max_steps", "6"}, {"logging.every_n_steps", "1"}},
                 three ? triplets() : Settings());
        const std::string name = strategy.toStdString() + (three ? "-three" : "");
        const event::RunFolder one = bench_.bench().folder(three ? "one-three" : "one");
        if (!fs::exists(one.report_json())) // the same beside every strategy
            TaskBench::require_success(bench_.bench().call(one, bench_.preset(plain)));
        const event::RunFolder two =
            trained_on(2, "two-" + name, with(plain, {{"parallel.strategy", strategy.toStdString()}}));
        const double difference = largest_difference(one, two);
        QVERIFY2(difference < 1e-5, qPrintable(QString::number(difference)));
    }

    /// The last micro-batch of an epoch leaves ranks without samples, which gather with the others.
    void ranks_without_samples_take_part() {
        const Settings uneven{{"parallel.strategy", "ddp"},
                              {"training.per_device_train_batch_size", "59"},
                              {"training.gradient_accumulation_steps", "2"},
                              {"training.num_train_epochs", "2"}};
        const event::RunFolder run = trained_on(2, "uneven", uneven);
        QVERIFY(TaskBench::test_metric(run, "mrr") > 0);
    }

    void adapters_and_frozen_layers_learn() {
        for (const auto& [name, settings] :
             {std::pair("adapters", Settings{{"model.train", "lora"}, {"lora.rank", "4"}}),
              {"frozen", Settings{{"model.train", "last_layers"}}},
              {"first", Settings{{"model.pooling", "first"}}},
              {"bf16", Settings{{"precision.compute", "bf16"}}}}) {
            const event::RunFolder run = trained(name, settings);
            QVERIFY2(TaskBench::test_metric(run, "mrr") > 0.05, TaskBench::read(run.report_json()).c_str());
            const Ended one = bench_.tunedesk(
                {"predict", QString::fromStdString(run.root.string()), "--text", "rome", "--pair", "rome"});
            QVERIFY2(one.out.starts_with("1.0000\t"), (one.out + one.err).c_str());
        }
    }

    void scores_that_are_no_similarity_are_named() {
        bench_.write("stars.csv",
                     "anchor,positive,score\nana left,ana is old,0.5\nrome,oslo,4\nben,cleo,0.1\n");
        const Ended ended = bench_.check(with(scored(), {{"data.train", bench_.place("stars.csv")}}));
        QVERIFY2(ended.code == 3 &&
                     ended.err.find("the score \"4\" is outside -1 to 1") != std::string::npos &&
                     ended.err.find("stars.csv:3") != std::string::npos,
                 (ended.out + ended.err).c_str());
    }

    void what_does_not_fit_is_refused_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("said");
        QTest::newRow("features") << "model.train"
                                  << "features"
                                  << "features needs a classifier";
        QTest::newRow("no second text") << "data.text_pair_column"
                                        << ""
                                        << "name a column of the files";
        QTest::newRow("monitor") << "checkpoint.monitor"
                                 << "val_spearman"
                                 << "is not measured on such rows";
        QTest::newRow("static graph") << "precision.static_graph"
                                      << "true"
                                      << "records batches with one text per row";
    }
    void what_does_not_fit_is_refused() {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(QString, said);
        const std::string wrong =
            bench_.not_refused({{key.toStdString(), value.toStdString()}}, said.toStdString());
        QVERIFY2(wrong.empty(), wrong.c_str());
    }

    /// A stranger's folder may not have its pooling read from elsewhere.
    void a_pooling_that_leads_out_is_refused() {
        const fs::path folder = bench_.place("leads-out");
        fs::copy(TUNEDESK_SOURCE_DIR "/tests/golden/models/tiny-bert", folder);
        fs::create_directories(bench_.place("elsewhere"));
        write_file_atomically(bench_.place("elsewhere") + "/config.json",
                              R"({"pooling_mode_mean_tokens": true})");
        write_file_atomically(
            folder / "modules.json",
            R"([{"type": "a.Transformer", "path": ""}, {"type": "a.Pooling", "path": "1_Pooling"}])");
        fs::create_directory_symlink(bench_.place("elsewhere"), folder / "1_Pooling");
        const Ended refused = bench_.check({{"model.path", folder.string()}});
        QVERIFY2(refused.code == 4 &&
                     refused.err.find("points outside the model folder") != std::string::npos,
                 (refused.out + refused.err).c_str());
        fs::remove(folder / "1_Pooling");
        fs::copy(bench_.place("elsewhere"), folder / "1_Pooling");
        TaskBench::require_success(bench_.check({{"model.path", folder.string()}}));
        // In a hub cache it is a link to the snapshot's blobs.
        const fs::path cache = bench_.place("models--a--b");
        fs::create_directories(cache / "snapshots");
        fs::create_directories(cache / "blobs");
        fs::copy(folder, cache / "snapshots/1", fs::copy_options::recursive);
        fs::rename(cache / "snapshots/1/1_Pooling/config.json", cache / "blobs/pooling");
        fs::create_symlink("../../../blobs/pooling", cache / "snapshots/1/1_Pooling/config.json");
        TaskBench::require_success(bench_.check({{"model.path", (cache / "snapshots/1").string()}}));
    }

    void equals_transformers_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("pooling");
        for (const char* model : {"tiny-bert", "tiny-distilbert", "tiny-roberta", "tiny-electra"})
            QTest::newRow(model) << QString(model) << QString("mean");
        QTest::newRow("first token") << QString("tiny-bert") << QString("first");
    }
    void equals_transformers() {
        QFETCH(QString, model);
        QFETCH(QString, pooling);
        const std::string path = TUNEDESK_SOURCE_DIR "/tests/golden/models/" + model.toStdString();
        const event::RunFolder run =
            trained("opened-" + model.toStdString() + pooling.toStdString(),
                    {{"model.path", path}, {"model.pooling", pooling.toStdString()}});
        const QString folder = QString::fromStdString(run.root.string());
        const std::string out = bench_.place(model.toStdString() + pooling.toStdString() + ".jsonl");
        TaskBench::require_success(bench_.tunedesk(
            {"predict", folder, "--file", QString::fromStdString(bench_.place("sentence-embedding_test.csv")),
             "--out", QString::fromStdString(out)}));
        const std::string wrong = bench_.compared_by("sentence_embedding_with_transformers.py",
                                                     {folder, QString::fromStdString(out)});
        if (wrong.starts_with("skip: ")) QSKIP(wrong.c_str());
        QVERIFY2(wrong.empty(), wrong.c_str());
    }
};

QTEST_GUILESS_MAIN(SentenceEmbeddingTest)
#include "sentence_embedding_test.moc"
