// SPDX-License-Identifier: GPL-3.0-or-later
// Samples made on threads, ahead and in order.

#include "data/files.h"
#include "data/image/loader/batch_loader.h"
#include "data/image/loader/sample_reader.h"
#include "image/golden_image.h"

#include <atomic>
#include <chrono>

using namespace tunedesk;
using namespace tunedesk::image;

namespace {

using Batches = std::vector<std::vector<std::uint32_t>>;

/// Pictures that come of nothing but their numbers; some take longer, and every hundredth is broken.
class MadeSource : public ImageSource {
public:
    explicit MadeSource(std::size_t count) : ImageSource(list(count), "made") {}
    std::string bytes(std::size_t) const override { return {}; }
    Picture picture(std::size_t number, const DecodeOptions&) const override {
        ++decoded;
        if (number % 3 == 0) std::this_thread::sleep_for(std::chrono::microseconds(200));
        if (number % 100 == 99) throw Error(ErrorId::image_unreadable, {"broken"}, place(number));
        return numbered_picture(20, 16, static_cast<unsigned>(number));
    }
    mutable std::atomic<int> decoded = 0;

private:
    static ImageListing list(std::size_t count) {
        ImageListing listing;
        for (std::size_t i = 0; i < count; ++i)
            listing.entries.push_back({std::to_string(i), 0, ImageSplit::train});
        return listing;
    }
};

Batches batches_of(std::uint32_t samples, std::uint32_t size) {
    Batches batches;
    for (std::uint32_t i = 0; i < samples; ++i) {
        if (i % size == 0) batches.emplace_back();
        batches.back().push_back(i * 7 % samples);
    }
    return batches;
}

const TransformSpec small{
    .size = 8, .crop = TransformSpec::Crop::random_resized, .flip = true, .rand_augment = {.operations = 1}};

} // namespace

class LoaderTest : public QObject {
    Q_OBJECT

private:
    static std::vector<ImageBatch> all(BatchLoader& loader) {
        std::vector<ImageBatch> found;
        for (ImageBatch batch; loader.next(batch);)
            found.push_back(std::exchange(batch, {}));
        return found;
    }

private Q_SLOTS:
    void batchesAreTheSameOnAnyNumberOfThreads() {
        Batches batches = batches_of(90, 8);
        batches.insert(batches.begin() + 3, std::vector<std::uint32_t>()); // a rank without samples
        std::vector<ImageBatch> wanted;
        for (const int threads : {1, 2, 5}) {
            SampleReader reader(std::make_shared<MadeSource>(90), small, {.seed = 4});
            const auto fill = [&](std::uint32_t sample, std::span<float> to) { reader.read(sample, 2, to); };
            BatchLoader loader(batches, reader.transform().numbers(), fill, {.threads = threads});
            const std::vector<ImageBatch> found = all(loader);
            QCOMPARE(found.size(), batches.size());
            for (std::size_t i = 0; i < found.size(); ++i) {
                QCOMPARE(found[i].samples, batches[i]);
                QCOMPARE(found[i].values.size(), batches[i].size() * 3 * 8 * 8);
                if (threads > 1) QCOMPARE(found[i].values, wanted[i].values);
            }
            if (threads == 1) wanted = found;
        }
    }

    void anEpochAfterAnotherIsAnother() {
        SampleReader reader(std::make_shared<MadeSource>(4), small, {.seed = 4});
        std::vector<float> one(reader.transform().numbers()), other(one.size()), again(one.size());
        reader.read(2, 0, one);
        reader.read(2, 1, other);
        reader.read(2, 0, again);
        QVERIFY(one != other);
        QCOMPARE(one, again);
    }

    void theCacheKeepsWhatFits() {
        const auto source = std::make_shared<MadeSource>(30);
        constexpr std::uint64_t one = 3 * 20 * 16;
        SampleReader reader(source, small, {.cache_bytes = 10 * one + 5, .seed = 1});
        SampleReader plain(source, small, {.seed = 1});
        std::vector<float> values(reader.transform().numbers()), wanted(values.size());
        for (int epoch = 0; epoch < 3; ++epoch)
            for (std::uint32_t sample = 0; sample < 30; ++sample) {
                reader.read(sample, 0, values);
                plain.read(sample, 0, wanted);
                QCOMPARE(values, wanted);
            }
        QCOMPARE(reader.cached_bytes(), 10 * one);
        QCOMPARE(plain.cached_bytes(), std::uint64_t{0});
        QCOMPARE(source->decoded.load(), 90 + 30 + 20 + 20);
    }

    /// No more than the batches ahead are made, however slow the consumer is.
    void memoryIsBounded() {
        std::atomic<int> made = 0;
        const auto fill = [&](std::uint32_t, std::span<float> to) {
            std::ranges::fill(to, 1.0F);
            ++made;
        };
        BatchLoader loader(batches_of(100, 5), 3, fill, {.threads = 3, .batches_ahead = 2});
        QTRY_COMPARE(made.load(), 10);
        QTest::qWait(30);
        QCOMPARE(made.load(), 10);
        ImageBatch batch;
        QVERIFY(loader.next(batch));
        QTRY_COMPARE(made.load(), 15);
        QTest::qWait(30);
        QCOMPARE(made.load(), 15);
        const float* memory = batch.values.data();
        bool used_again = false;
        while (loader.next(batch))
            used_again |= batch.values.data() == memory;
        QVERIFY(used_again);
        QCOMPARE(made.load(), 100);
    }

    void brokenImagesAreListedOrThrown() {
        const auto source = std::make_shared<MadeSource>(200); // 99 and 199 are broken
        SampleReader reader(source, small, {.seed = 1});
        const auto fill = [&](std::uint32_t sample, std::span<float> to) { reader.read(sample, 0, to); };
        const Batches batches = {{1, 199, 2, 99}, {3}};
        for (const int threads : {1, 4}) {
            BatchLoader skipping(batches, reader.transform().numbers(), fill,
                                 {.threads = threads, .skip_unreadable = true});
            const std::vector<ImageBatch> found = all(skipping);
            QCOMPARE(found.size(), std::size_t{2});
            QCOMPARE(found[0].rejected.size(), std::size_t{2});
            QCOMPARE(found[0].rejected[0].number, 1u);
            QCOMPARE(found[0].rejected[1].error.where(), std::string("made/99"));
            QVERIFY(found[1].rejected.empty());
            const auto begin = found[0].values.begin() + 3 * 8 * 8;
            QVERIFY(std::all_of(begin, begin + 3 * 8 * 8, [](float value) { return value == 0; }));

            BatchLoader stopping(batches, reader.transform().numbers(), fill, {.threads = threads});
            ImageBatch batch;
            const Error error = error_from([&] { (void)stopping.next(batch); });
            QVERIFY(error.is(ErrorId::image_unreadable));
            QCOMPARE(error.where(), std::string("made/199")); // the first in the batch's order
            QVERIFY(!stopping.next(batch));
        }
    }

    void otherExceptionsReachTheConsumer() {
        const auto fill = [](std::uint32_t sample, std::span<float>) {
            if (sample == 14) throw std::logic_error("fourteen");
        };
        BatchLoader loader({{1, 2}, {14, 3}, {4}}, 1, fill, {.threads = 2, .skip_unreadable = true});
        ImageBatch batch;
        QVERIFY(loader.next(batch));
        QVERIFY_EXCEPTION_THROWN((void)loader.next(batch), std::logic_error);
        QVERIFY(!loader.next(batch));
    }

    void cancellingEndsTheWork() {
        std::atomic<int> made = 0;
        const auto fill = [&](std::uint32_t, std::span<float>) {
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
            ++made;
        };
        {
            BatchLoader loader(batches_of(10000, 100), 1, fill, {.threads = 2, .batches_ahead = 50});
            std::jthread other([&] {
                std::this_thread::sleep_for(std::chrono::milliseconds(20));
                loader.cancel();
            });
            ImageBatch batch;
            while (loader.next(batch)) {
            }
            QVERIFY(!loader.next(batch));
        }
        QVERIFY(made.load() < 5000);
        { // destroyed with work under way
            BatchLoader loader(batches_of(10000, 100), 1, fill, {.threads = 3, .batches_ahead = 9});
        }
        BatchLoader none({}, 1, fill, {});
        ImageBatch batch;
        QVERIFY(!none.next(batch));
    }
};

QTEST_GUILESS_MAIN(LoaderTest)
#include "loader_test.moc"
