// SPDX-License-Identifier: GPL-3.0-or-later
// task: image-classification, from preset to predictions: CIFAR-10's binary files and folders of PNG,
// checked, trained, killed and resumed to the same bits, on two ranks, used, and opened by transformers.

#include "worker/task_bench.h"

#include <QImage>
#include <fmt/format.h>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

constexpr int side = 32;

/// Red, green and blue images with some noise: the class is the channel that is bright.
std::string cifar_records(int count, int shift) {
    std::string bytes;
    unsigned noise = 12345u + static_cast<unsigned>(shift);
    for (int i = 0; i < count; ++i) {
        const int label = (i * 7 + shift) % 3;
        bytes += static_cast<char>(label);
        for (int channel = 0; channel < 3; ++channel)
            for (int pixel = 0; pixel < side * side; ++pixel) {
                noise = noise * 1103515245u + 12345u;
                bytes +=
                    static_cast<char>((channel == label ? 140 : 60) + static_cast<int>(noise >> 16 & 63));
            }
    }
    return bytes;
}

void write_png(const fs::path& file, int label, int number) {
    fs::create_directories(file.parent_path());
    QImage image(20 + number % 5, 24, QImage::Format_RGB32);
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            int parts[3] = {60 + (x * 13 + number) % 40, 60 + (y * 7) % 40, 60};
            parts[label] += 100;
            image.setPixel(x, y, qRgb(parts[0], parts[1], parts[2]));
        }
    if (!image.save(QString::fromStdString(file.string()), "PNG"))
        throw std::runtime_error("no PNG was written");
}

const Settings small_vit{{"model.architecture", "vit"}, {"model.patch_size", "8"}, {"model.width", "32"},
                         {"model.feed_forward", "64"},  {"model.heads", "4"},      {"model.layers", "2"},
                         {"data.image_size", "32"}};

} // namespace

class ImagesTest : public QObject {
    Q_OBJECT

    TaskBench bench_{"image-classification", small_vit};

    Settings cifar(const Settings& more = {}) const {
        Settings all{{"data.train", bench_.place("train/data_batch_1.bin")},
                     {"data.validation", bench_.place("validation/test_batch.bin")},
                     {"data.test", bench_.place("test/test_batch.bin")}};
        for (const auto& [key, value] : more)
            all[key] = value;
        return all;
    }

private Q_SLOTS:
    void initTestCase() {
        for (const char* folder : {"train", "validation", "test"})
            fs::create_directories(bench_.place(folder));
        bench_.write("train/data_batch_1.bin", cifar_records(48, 0));
        bench_.write("validation/test_batch.bin", cifar_records(18, 1));
        bench_.write("test/test_batch.bin", cifar_records(24, 2));
        for (const char* split : {"train", "validation", "test"})
            for (int i = 0; i < 18; ++i)
                write_png(bench_.place(fmt::format(
                              "pictures/{}/{}/{}.png", split,
                              std::array{"blue", "green", "red"}[static_cast<std::size_t>(i % 3)], i)),
                          2 - i % 3, i);
    }

    void check_says_images_and_classes() {
        const Ended checked = bench_.check(cifar());
        QVERIFY2(checked.code == 0, (checked.out + checked.err).c_str());
        QVERIFY2(checked.out.find("48 rows") != std::string::npos, checked.out.c_str());
    }

    void from_preset_to_predictions() {
        const event::RunFolder whole =
            bench_.train_killed_and_resumed(cifar({{"training.num_train_epochs", "8"},
                                                   {"training.learning_rate", "3e-3"},
                                                   {"data.random_crop", "padded"},
                                                   {"data.horizontal_flip", "true"},
                                                   {"data.rand_augment", "1"}}));
        QVERIFY2(TaskBench::test_metric(whole, "accuracy") > 0.9,
                 TaskBench::read(whole.report_json()).c_str());
        QVERIFY2(TaskBench::read(whole.predictions()).find("test_batch.bin") != std::string::npos,
                 TaskBench::read(whole.predictions()).substr(0, 300).c_str());
        const std::string processor = TaskBench::read(whole.final_model() / "preprocessor_config.json");
        QVERIFY2(processor.find("\"height\": 32") != std::string::npos, processor.c_str());

        const QString folder = QString::fromStdString(whole.root.string());
        const Ended one = bench_.tunedesk({"predict", folder, "--json", "--text",
                                           QString::fromStdString(bench_.place("pictures/test/red/2.png"))});
        QVERIFY2(one.code == 0, (one.out + one.err).c_str());
        const Ended none = bench_.tunedesk({"predict", folder, "--text", "no-such-picture.png"});
        QVERIFY2(none.code == 3 && none.err.find("no-such-picture.png") != std::string::npos,
                 none.err.c_str());
        const Ended report = bench_.tunedesk({"report", folder});
        QVERIFY2(report.out.find("accuracy") != std::string::npos, report.out.c_str());
    }

    void a_folder_with_splits_serves_all_three() {
        const std::string pictures = bench_.place("pictures");
        const event::RunFolder run = bench_.bench().folder("pictures");
        const Ended ended = bench_.bench().call(run, bench_.preset({{"data.train", pictures},
                                                                    {"data.validation", pictures},
                                                                    {"data.test", pictures},
                                                                    {"training.num_train_epochs", "8"},
                                                                    {"training.learning_rate", "3e-3"}}));
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        QVERIFY2(TaskBench::test_metric(run, "accuracy") > 0.9, TaskBench::read(run.report_json()).c_str());
        const std::string config = TaskBench::read(run.final_model() / "config.json");
        QVERIFY2(config.find("\"0\": \"blue\"") != std::string::npos, config.c_str());
    }

    /// The batch's images and labels are mixed by its samples' keys, after a kill as before.
    void mixed_images_data() {
        QTest::addColumn<QString>("key");
        QTest::newRow("mixup") << "training.mixup_alpha";
        QTest::newRow("cutmix") << "training.cutmix_alpha";
    }
    void mixed_images() {
        QFETCH(QString, key);
        const event::RunFolder mixed =
            bench_.train_killed_and_resumed(cifar({{"training.num_train_epochs", "8"},
                                                   {"training.learning_rate", "3e-3"},
                                                   {key.toStdString(), "0.8"}}));
        QVERIFY2(TaskBench::test_metric(mixed, "accuracy") > 0.8,
                 TaskBench::read(mixed.report_json()).c_str());
    }

    void two_ranks_learn_the_same() { QVERIFY(bench_.difference_of_two_ranks(cifar()) < 1e-4); }
    void two_stages_learn_the_same() {
        const Settings mixed{{"training.mixup_alpha", "0.8"},
                             {"training.gradient_accumulation_steps", "3"},
                             {"training.optim", "sgd"},
                             {"model.dropout", "0.1"}};
        QVERIFY(bench_.difference_of_two_stages(cifar(mixed)) < 1e-5);
    }

    void a_broken_image_is_named_and_may_be_left_out() {
        const fs::path broken = bench_.place("broken");
        fs::copy(bench_.place("pictures"), broken, fs::copy_options::recursive);
        const fs::path file = broken / "train/red/2.png";
        fs::resize_file(file, fs::file_size(file) / 2);
        Settings settings{{"data.train", broken.string()},
                          {"data.validation", broken.string()},
                          {"data.test", broken.string()}};
        const Ended stopped = bench_.check(settings);
        QVERIFY2(stopped.code == 3 && (stopped.out + stopped.err).find("2.png") != std::string::npos,
                 (stopped.out + stopped.err).c_str());
        settings["data.bad_rows"] = "skip";
        const Ended skipped = bench_.check(settings);
        QVERIFY2(skipped.code == 0 && skipped.out.find("1 rejected") != std::string::npos,
                 (skipped.out + skipped.err).c_str());
    }

    void what_does_not_fit_is_refused_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("said");
        QTest::newRow("patches") << "data.image_size"
                                 << "30"
                                 << "must divide data.image_size";
        QTest::newRow("no size") << "data.image_size"
                                 << "0"
                                 << "give its size";
        QTest::newRow("features") << "model.train"
                                  << "features"
                                  << "features supports only texts";
        QTest::newRow("task") << "task"
                              << "text-classification"
                              << "vit reads images";
    }
    void what_does_not_fit_is_refused() {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(QString, said);
        const Ended ended = bench_.check(cifar({{key.toStdString(), value.toStdString()}}));
        QVERIFY2(ended.code == 2 && ended.err.find(said.toStdString()) != std::string::npos,
                 ended.err.c_str());
    }

    /// A model of Hugging Face's, trained at another size than its own.
    void a_model_folder_takes_images_of_another_size() {
        const event::RunFolder run = bench_.bench().folder("interpolated");
        const Ended ended = bench_.bench().call(
            run, bench_.preset(cifar({{"model.path", TUNEDESK_SOURCE_DIR "/tests/golden/models/tiny-vit"},
                                      {"model.init", "pretrained"},
                                      {"model.architecture", "none"},
                                      {"model.ignore_mismatched_sizes", "true"},
                                      {"data.image_size", "20"}})));
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
        QVERIFY(TaskBench::read(run.final_model() / "config.json").find("\"image_size\": 20") !=
                std::string::npos);
    }
};

QTEST_GUILESS_MAIN(ImagesTest)
#include "images_test.moc"
