// SPDX-License-Identifier: GPL-3.0-or-later
// What the window shows of a training step is what the step trains on: the same images, cut, flipped,
// augmented and mixed.

#include "memory/torch_headers.h"
#include "plan/data_specs.h"
#include "plan/image_batches.h"
#include "plan/model_folder.h"
#include "train/images/image_mixer.h"
#include "train/images/pictures.h"

#include <QTemporaryDir>
#include <QTest>

using namespace tunedesk;

namespace {

constexpr int image_side = 32, image_count = 60;

/// CIFAR-10's binary form of noise.
std::string records() {
    std::string bytes;
    unsigned noise = 7;
    for (int i = 0; i < image_count; ++i) {
        bytes += static_cast<char>(i % 3);
        for (int value = 0; value < 3 * image_side * image_side; ++value) {
            noise = noise * 1103515245u + 12345u;
            bytes += static_cast<char>(noise >> 16);
        }
    }
    return bytes;
}

/// The pixels of a normalized image, [3, height, width], as levels.
at::Tensor levels(const at::Tensor& pixels) {
    return (pixels * 0.5 + 0.5) * 255;
}

at::Tensor levels(const image::Picture& picture) {
    const auto pixels = picture.pixels();
    const at::Tensor bytes = at::empty({picture.height(), picture.width(), 3}, at::kByte);
    std::copy(pixels.begin(), pixels.end(), bytes.mutable_data_ptr<std::uint8_t>());
    return bytes.permute({2, 0, 1}).to(at::kFloat);
}

} // namespace

class ImageBatchesTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    Preset preset() const {
        Preset preset;
        preset.task = task::Kind::image_classification;
        preset.model.architecture = Preset::Architecture::vit;
        preset.model.patch_size = 8;
        preset.model.width = 32;
        preset.model.feed_forward = 64;
        preset.model.heads = 4;
        preset.model.layers = 1;
        preset.data.train = folder_.filePath("data_batch_1.bin").toStdString();
        preset.data.validation.clear();
        preset.data.test.clear();
        preset.data.image_size = 24;
        preset.data.horizontal_flip = true;
        preset.data.random_crop = Preset::RandomCrop::resized;
        preset.data.rand_augment = 2;
        preset.training.per_device_train_batch_size = 6;
        preset.training.gradient_accumulation_steps = 2;
        preset.training.seed = 5;
        return preset;
    }

private Q_SLOTS:
    void initTestCase() {
        qputenv("XDG_CACHE_HOME", folder_.filePath("cache").toUtf8());
        write_file_atomically(folder_.filePath("data_batch_1.bin").toStdString(), records());
    }

    void shown_images_are_those_that_are_trained_on_data() {
        QTest::addColumn<double>("mixup");
        QTest::addColumn<double>("cutmix");
        QTest::newRow("not mixed") << 0.0 << 0.0;
        QTest::newRow("mixup") << 0.4 << 0.0;
        QTest::newRow("cutmix") << 0.0 << 1.0;
    }
    void shown_images_are_those_that_are_trained_on() {
        QFETCH(double, mixup);
        QFETCH(double, cutmix);
        Preset preset = this->preset();
        preset.training.mixup_alpha = mixup;
        preset.training.cutmix_alpha = cutmix;
        const plan::TrainingBatches batches(preset);
        QCOMPARE(batches.steps(), std::size_t{image_count / 12});
        QCOMPARE(batches.classes().size(), std::size_t{3});

        const std::shared_ptr<const image::ImageSource> source =
            image::open_image_source(preset.data.train, plan::image_spec(preset));
        const auto pictures = train::open_pictures(preset, plan::model_config(preset), source, true);
        pictures->begin_epoch(0, {});
        const train::ImageMixer mixer(preset);
        for (const std::size_t step : {0, 3}) {
            const auto shown = batches.images(step);
            QCOMPARE(shown.size(), std::size_t{6});
            auto batch = std::make_shared<model::Batch>();
            std::vector<at::Tensor> pixels;
            std::vector<std::int64_t> labels;
            for (const plan::TrainingImage& image : shown) {
                pixels.push_back(pictures->pixels(static_cast<std::uint32_t>(image.number)).clone());
                labels.push_back(static_cast<std::int64_t>(image.number % 3)); // as records() wrote them
                batch->sequences.push_back({});
                QCOMPARE(static_cast<std::int64_t>(image.label), labels.back());
            }
            batch->pixels = at::stack(pixels);
            batch->labels = at::tensor(at::ArrayRef<std::int64_t>(labels));
            const model::Pass pass{
                .training = true, .seed = 5, .step = static_cast<std::uint32_t>(step), .micro_batches = 2};
            const auto mixed = mixer.mixed(batch, pass, 1);
            for (std::size_t i = 0; i < shown.size(); ++i) {
                const at::Tensor trained = levels(mixed->pixels[static_cast<std::int64_t>(i)]);
                const double off = (trained - levels(shown[i].picture)).abs().max().item<double>();
                QVERIFY2(off < 0.51, qPrintable(QString::number(off)));
                QCOMPARE(shown[i].own_part, mixed->own_part);
                QCOMPARE(shown[i].partner >= 0, mixed->other_labels.defined());
                if (mixed->other_labels.defined())
                    QCOMPARE(static_cast<std::int64_t>(shown[i].partner),
                             mixed->other_labels[static_cast<std::int64_t>(i)].item<std::int64_t>());
            }
            QCOMPARE(mixed->other_labels.defined(), mixup + cutmix > 0);
        }
    }

    /// Each step deals other images, and an epoch deals each once.
    void an_epoch_shows_no_image_twice() {
        Preset preset = this->preset();
        preset.training.gradient_accumulation_steps = 1;
        const plan::TrainingBatches batches(preset);
        std::set<std::size_t> seen;
        for (std::size_t step = 0; step < batches.steps(); ++step)
            for (const plan::TrainingImage& image : batches.images(step))
                QVERIFY(seen.insert(image.number).second);
        QCOMPARE(seen.size(), std::size_t{image_count});
    }

    void a_missing_file_is_named() {
        Preset preset = this->preset();
        preset.data.train = folder_.filePath("nowhere").toStdString();
        QVERIFY_EXCEPTION_THROWN(plan::TrainingBatches{preset}, Error);
    }
};

QTEST_GUILESS_MAIN(ImageBatchesTest)
#include "image_batches_test.moc"
