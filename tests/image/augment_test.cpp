// SPDX-License-Identifier: GPL-3.0-or-later
// RandAugment's operations, mixup and cutmix against torchvision (tests/golden/image/make_image.py).

#include "data/image/augment/mix.h"
#include "data/image/augment/rand_augment.h"
#include "image/golden_image.h"

#include <array>
#include <cmath>
#include <map>

using namespace tunedesk::image;

namespace {

const std::map<std::string, Operation> operations = {
    {"identity", Operation::identity},         {"shear_x", Operation::shear_x},
    {"shear_y", Operation::shear_y},           {"translate_x", Operation::translate_x},
    {"translate_y", Operation::translate_y},   {"rotate", Operation::rotate},
    {"brightness", Operation::brightness},     {"color", Operation::color},
    {"contrast", Operation::contrast},         {"sharpness", Operation::sharpness},
    {"posterize", Operation::posterize},       {"solarize", Operation::solarize},
    {"autocontrast", Operation::autocontrast}, {"equalize", Operation::equalize}};

} // namespace

class AugmentTest : public QObject {
    Q_OBJECT

private:
    GoldenImages golden_;

    void check_all(const std::string& group, const Picture& source, std::size_t least) {
        const auto names = golden_.names(group + "/");
        QVERIFY(names.size() >= least);
        for (const std::string& name : names) {
            const std::size_t slash = name.find('/');
            const Picture made = apply(operations.at(name.substr(0, slash)), copy_of(source),
                                       std::stod(name.substr(slash + 1)));
            const int differs = difference(made, golden_.picture(group + "/" + name));
            QVERIFY2(differs == 0, qPrintable(QString::fromStdString(name) + " " + QString::number(differs)));
        }
    }

private Q_SLOTS:
    void everyOperationIsThatOfTorchvision() {
        check_all("augment", golden_.picture("augment_source"), 40);
        check_all("dull", golden_.picture("dull_source"), 2);
    }

    void strengthsAreThoseOfTorchvision() {
        for (const auto& [name, operation] : operations) {
            const auto wanted = golden_.numbers<double>("strength/" + name);
            QCOMPARE(wanted.size(), std::size_t{31});
            for (int magnitude = 0; magnitude < 31; ++magnitude)
                QCOMPARE(strength_of(operation, magnitude, 31, 24, 18),
                         wanted[static_cast<std::size_t>(magnitude)]);
        }
    }

    /// What has nothing to change is left as it is.
    void edgesOfOperations() {
        for (const auto& [width, height] : {std::pair(1, 1), std::pair(2, 5), std::pair(300, 1)})
            for (const auto& [name, operation] : operations) {
                const Picture picture = numbered_picture(width, height, 3);
                const Picture made = apply(operation, copy_of(picture), 0.5);
                QCOMPARE(made.width(), width);
                QCOMPARE(made.height(), height);
            }
        Picture flat(6, 6);
        std::ranges::fill(flat.pixels(), std::uint8_t{90});
        for (const Operation operation : {Operation::autocontrast, Operation::equalize, Operation::sharpness})
            QCOMPARE(difference(apply(operation, copy_of(flat), 0.9), flat), 0);
        const Picture picture = numbered_picture(9, 9, 4);
        for (const Operation operation : {Operation::translate_x, Operation::translate_y}) {
            const Picture gone = apply(operation, copy_of(picture), -9);
            QVERIFY(std::ranges::all_of(gone.pixels(), [](std::uint8_t value) { return value == 0; }));
        }
    }

    /// All operations are drawn as often, and half of the signed ones turned.
    void drawsAreUniformAndRepeat() {
        Picture picture = numbered_picture(24, 18, 5);
        for (std::size_t i = 0; i < 6; ++i)
            picture.pixels()[i] = i < 3 ? 0 : 255;
        std::map<std::string, int> counts;
        constexpr int draws = 2000;
        for (std::uint32_t sample = 0; sample < draws; ++sample) {
            const SampleKey key{7, 0, sample};
            const Picture made = rand_augment(copy_of(picture), {.operations = 1}, key);
            QCOMPARE(difference(made, rand_augment(copy_of(picture), {.operations = 1}, key)), 0);
            for (const auto& [name, operation] : operations)
                for (const int sign : {1, -1}) {
                    if (sign < 0 && !is_signed(operation)) continue;
                    const double strength = sign * strength_of(operation, 9, 31, 24, 18);
                    if (difference(apply(operation, copy_of(picture), strength), made) == 0)
                        ++counts[name + (sign < 0 ? "-" : "")];
                }
        }
        // The picture has the whole range, so that autocontrast leaves it as identity does: both count twice.
        for (const auto& [name, operation] : operations) {
            const double wanted = draws / 14.0 * (is_signed(operation) ? 0.5 : 1);
            const bool twice = name == "identity" || name == "autocontrast";
            for (const char* sign : {"", "-"}) {
                if (*sign && !is_signed(operation)) continue;
                const double found = counts[name + sign], expected = twice ? 2 * wanted : wanted;
                QVERIFY2(std::abs(found - expected) < 5 * std::sqrt(expected),
                         qPrintable(QString::fromStdString(name) + QString::number(found)));
            }
        }
    }

    void mixedBatchesAreThoseOfTorchvision() {
        const auto batch = golden_.numbers<float>("batch"); // [3, 3, 6, 5]
        std::vector<float> found = batch;
        apply_mix({Mix::Kind::mixup, 0.3, {}}, found, 3, 5, 6);
        QCOMPARE(found, golden_.numbers<float>("mix/mixup"));
        found = batch;
        apply_mix({Mix::Kind::cutmix, 0.7, {1, 2, 3, 3}}, found, 3, 5, 6);
        QCOMPARE(found, golden_.numbers<float>("mix/cutmix"));
        // Labels one after another: each row has lambda at its own, the rest at its partner's.
        for (const auto& [kind, lambda] : {std::pair("mixup", 0.3F), std::pair("cutmix", 0.7F)}) {
            const auto labels = golden_.numbers<float>(std::string("mix_labels/") + kind);
            for (std::size_t i = 0; i < 3; ++i) {
                QCOMPARE(labels[3 * i + i], lambda);
                QCOMPARE(labels[3 * i + mix_partner(i, 3)], 1 - lambda);
            }
        }
        found = batch;
        apply_mix({}, found, 3, 5, 6);
        QCOMPARE(found, batch);
    }

    void lambdasHaveTheirDistribution() {
        for (const double alpha : {0.001, 0.2, 1.0, 4.0}) {
            double sum = 0, squares = 0;
            constexpr int draws = 20000;
            for (std::uint64_t batch = 0; batch < draws; ++batch) {
                const Mix mix = draw_mix({.mixup_alpha = alpha}, 32, 32, 9, batch);
                QVERIFY(mix.kind == Mix::Kind::mixup && mix.lambda >= 0 && mix.lambda <= 1);
                sum += mix.lambda;
                squares += mix.lambda * mix.lambda;
            }
            const double mean = sum / draws, variance = squares / draws - mean * mean;
            QVERIFY(std::abs(mean - 0.5) < 0.02);
            QVERIFY(std::abs(variance - 0.25 / (2 * alpha + 1)) < 0.01);
        }
    }

    void boxesFitTheirLambdas() {
        int cut = 0;
        for (std::uint64_t batch = 0; batch < 4000; ++batch) {
            const Mix mix = draw_mix({.mixup_alpha = 1, .cutmix_alpha = 1}, 40, 30, 2, batch);
            if (mix.kind == Mix::Kind::mixup) continue;
            ++cut;
            const Box& box = mix.box;
            QVERIFY(box.x >= 0 && box.y >= 0 && box.width >= 0 && box.height >= 0);
            QVERIFY(box.x + box.width <= 40 && box.y + box.height <= 30);
            QCOMPARE(mix.lambda, 1.0 - box.width * box.height / 1200.0);
        }
        QVERIFY(cut > 1870 && cut < 2130);
        QVERIFY(draw_mix({}, 8, 8, 1, 1).kind == Mix::Kind::none);
    }
};

QTEST_GUILESS_MAIN(AugmentTest)
#include "augment_test.moc"
