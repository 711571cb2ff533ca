// SPDX-License-Identifier: GPL-3.0-or-later
// Resizing, cutting and normalizing against Pillow and torchvision (tests/golden/image/make_image.py).

#include "data/image/crop.h"
#include "data/image/normalize.h"
#include "data/image/resize.h"
#include "data/image/resize_passes.h"
#include "data/image/transform.h"
#include "image/golden_image.h"

#include <cstdio>
#include <set>

using namespace tunedesk::image;

namespace tunedesk::image::plain {
extern const ResizePasses passes;
}

class ResizeTest : public QObject {
    Q_OBJECT

private:
    GoldenImages golden_;
    const Picture source_ = golden_.picture("source");

    template <class... Numbers>
    static void parse(const std::string& name, const char* form, Numbers*... to) {
        QCOMPARE(std::sscanf(name.c_str(), form, to...), static_cast<int>(sizeof...(to)));
    }

private Q_SLOTS:
    void pixelsAreThoseOfPillow() {
        const auto check = [&](const std::string& kind, Filter filter) {
            const auto sizes = golden_.names("resize/" + kind + "/");
            QVERIFY(sizes.size() >= 8);
            for (const std::string& size : sizes) {
                int width = 0, height = 0;
                parse(size, "%dx%d", &width, &height);
                const Picture made = resize(source_.view(), width, height, filter);
                const int differs = difference(made, golden_.picture("resize/" + kind + "/" + size));
                QVERIFY2(differs == 0, qPrintable(QString::fromStdString(kind + size)));
            }
        };
        check("bilinear", Filter::bilinear);
        check("bicubic", Filter::bicubic);
    }

    void partsAreResizedAlone() {
        const auto names = golden_.names("part/");
        QVERIFY(names.size() >= 4);
        for (const std::string& name : names) {
            Box box;
            parse(name, "%d,%d,%dx%d", &box.x, &box.y, &box.width, &box.height);
            const Picture made = resize(source_.view().part(box), 16, 16, Filter::bicubic);
            QCOMPARE(difference(made, golden_.picture("part/" + name)), 0);
        }
    }

    /// The loops of every instruction set give the same.
    void loopsAgree() {
        const Picture from = numbered_picture(53, 1, 7);
        const std::vector<std::int32_t> coefficients = {1 << 20, -(1 << 19), 1 << 22, 3 << 18};
        for (const int count : {1, 2, 4}) {
            const Taps taps{0, count, coefficients.data()};
            std::vector<std::uint8_t> one(133), other(133);
            resize_passes().vertical(from.row(0), 3, taps, one.data(), one.size());
            plain::passes.vertical(from.row(0), 3, taps, other.data(), other.size());
            QCOMPARE(one, other);
        }
    }

    void sameSizeIsTheSamePicture() {
        QCOMPARE(difference(resize(source_.view(), 40, 30, Filter::bicubic), source_), 0);
    }

    void middlesAreThoseOfTorchvision() {
        const auto names = golden_.names("center/");
        QVERIFY(names.size() >= 3);
        for (const std::string& name : names) {
            TransformSpec spec{.crop = TransformSpec::Crop::center};
            parse(name, "%d/%d", &spec.shorter_side, &spec.size);
            QCOMPARE(difference(Transform(spec).picture(source_, {}), golden_.picture("center/" + name)), 0);
        }
    }

    void paddedPartsAreThoseOfTorchvision() {
        const auto names = golden_.names("padded/");
        QVERIFY(names.size() >= 4);
        for (const std::string& name : names) {
            Shift shift;
            parse(name, "%d,%d", &shift.x, &shift.y);
            QCOMPARE(difference(padded_crop(source_.view(), 4, shift), golden_.picture("padded/" + name)), 0);
        }
        // Further than the picture is wide: nothing of it.
        const Picture nothing = padded_crop(source_.view(), 50, {100, 100});
        QVERIFY(std::ranges::all_of(nothing.pixels(), [](std::uint8_t value) { return value == 0; }));
    }

    void numbersAreThoseOfTorchvision() {
        const Normalizer normalizer({0.485F, 0.456F, 0.406F}, {0.229F, 0.224F, 0.225F});
        std::vector<float> found(source_.bytes());
        normalizer.write(source_.view(), found);
        QCOMPARE(found, golden_.numbers<float>("normalized"));
    }

    void flippingTwiceChangesNothing() {
        Picture picture = copy_of(source_);
        flip_horizontally(picture);
        QCOMPARE(picture.row(3)[0], source_.row(3)[3 * 39]);
        QCOMPARE(picture.row(3)[3 * 39 + 2], source_.row(3)[2]);
        flip_horizontally(picture);
        QCOMPARE(difference(picture, source_), 0);
    }

    void randomPartsAreInTheirRanges() {
        const CropRanges ranges;
        double area = 0;
        std::set<int> lefts;
        for (std::uint32_t sample = 0; sample < 2000; ++sample) {
            const SampleKey key{3, 1, sample};
            const Box box = random_resized_box(100, 80, ranges, key);
            QCOMPARE(box, random_resized_box(100, 80, ranges, key));
            QVERIFY(box.x >= 0 && box.y >= 0 && box.x + box.width <= 100 && box.y + box.height <= 80);
            const double ratio = static_cast<double>(box.width) / box.height;
            QVERIFY(ratio > 0.7 && ratio < 1.42); // rounded to pixels
            QVERIFY(box.width * box.height > 0.07 * 8000);
            area += box.width * box.height / 8000.0;
            lefts.insert(box.x);
        }
        // Uniform in [0.08, 1] is 0.54 in the middle; large parts are rejected more often.
        QVERIFY2(area / 2000 > 0.44 && area / 2000 < 0.54, qPrintable(QString::number(area / 2000)));
        QVERIFY(lefts.size() > 60);
        // No part of such a picture has the ratio: its middle, as wide as it may be.
        QCOMPARE(random_resized_box(400, 3, ranges, {}), (Box{198, 0, 4, 3}));
        QCOMPARE(random_resized_box(3, 400, ranges, {}), (Box{0, 198, 3, 4}));
    }

    void shiftsAndFlipsAreUniform() {
        std::array<int, 9> counts{};
        int flipped = 0;
        for (std::uint32_t sample = 0; sample < 9000; ++sample) {
            const Shift shift = random_shift(4, {5, 2, sample});
            ++counts.at(static_cast<std::size_t>(shift.x));
            QVERIFY(shift.y >= 0 && shift.y <= 8);
            flipped += flips({5, 2, sample});
        }
        for (const int count : counts)
            QVERIFY(count > 880 && count < 1120); // 1,000 and four standard deviations
        QVERIFY(flipped > 4310 && flipped < 4690);
    }

    void transformsDependOnTheKeyAlone() {
        const TransformSpec spec{.size = 24,
                                 .crop = TransformSpec::Crop::random_resized,
                                 .flip = true,
                                 .rand_augment = {.operations = 2}};
        const Transform transform(spec);
        std::vector<float> one(transform.numbers()), other(transform.numbers());
        transform.write(source_, {1, 2, 3}, one);
        transform.write(source_, {1, 2, 3}, other);
        QCOMPARE(one, other);
        int equal = 0;
        for (const SampleKey& key : {SampleKey{2, 2, 3}, SampleKey{1, 3, 3}, SampleKey{1, 2, 4}}) {
            transform.write(source_, key, other);
            equal += one == other;
        }
        QCOMPARE(equal, 0);
        // More operations leave the crop and the flip as they are.
        TransformSpec plain = spec;
        plain.rand_augment.operations = 0;
        const Picture before = Transform(plain).picture(source_, {1, 2, 3});
        const Picture after = rand_augment(copy_of(before), spec.rand_augment, {1, 2, 3});
        QCOMPARE(difference(transform.picture(source_, {1, 2, 3}), after), 0);
    }
};

QTEST_GUILESS_MAIN(ResizeTest)
#include "resize_test.moc"
