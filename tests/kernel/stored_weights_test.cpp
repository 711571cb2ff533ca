// SPDX-License-Identifier: GPL-3.0-or-later
// Weights that are stored in fewer bits than they are computed with: every instruction set.

#include "kernel/random_floats.h"

#include "kernel/kernels.h"
#include "kernel/nf4.h"

#include <QTest>
#include <bit>
#include <cmath>
#include <cstring>

using namespace tunedesk;
using namespace tunedesk::kernel;

class StoredWeightsTest : public QObject {
    Q_OBJECT

    static void add_sets(const std::vector<int>& sizes) {
        QTest::addColumn<int>("set");
        QTest::addColumn<int>("size");
        int count = 0;
        const Kernels* const* sets = available_kernels(count);
        for (int i = 0; i < count; ++i)
            for (const int size : sizes)
                QTest::addRow("%s, %d", sets[i]->name, size) << i << size;
    }
    static const Kernels& chosen() {
        QFETCH(int, set);
        int count = 0;
        return *available_kernels(count)[set];
    }

private Q_SLOTS:
    void rowsByWeights_data() { add_sets({1, 15, 16, 33, 576}); }
    void rowsByWeights() {
        QFETCH(int, size);
        constexpr std::int64_t outputs = 11;
        const std::int64_t stride = size + 3;
        const Floats x = random_floats(static_cast<std::size_t>(size), 1),
                     weight = random_floats(static_cast<std::size_t>(outputs * stride), 2);
        std::vector<std::uint16_t> narrow(weight.size());
        for (const bool is_bf16 : {false, true}) {
            Floats read = weight;
            if (is_bf16)
                for (std::size_t i = 0; i < narrow.size(); ++i) {
                    narrow[i] = static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(weight[i]) >> 16);
                    read[i] = std::bit_cast<float>(static_cast<std::uint32_t>(narrow[i]) << 16);
                }
            Floats out(outputs, NAN);
            RowProduct p;
            p.x = x.data();
            p.weight = is_bf16 ? static_cast<const void*>(narrow.data()) : weight.data();
            p.number = is_bf16 ? Number::bf16 : Number::fp32;
            p.inputs = size;
            p.weight_stride = stride;
            p.out = out.data();
            chosen().row_product(p, 0, 6);
            chosen().row_product(p, 6, outputs);
            std::vector<double> wanted(outputs, 0);
            for (std::int64_t o = 0; o < outputs; ++o)
                for (std::int64_t i = 0; i < size; ++i)
                    wanted[static_cast<std::size_t>(o)] += double{x[static_cast<std::size_t>(i)]} *
                                                           read[static_cast<std::size_t>(o * stride + i)];
            QVERIFY(largest_difference(wanted, out) < 1e-5);
        }
    }

    void fourBits_data() { add_sets({1, 63, 64, 65, 1000}); }
    void fourBits() {
        QFETCH(int, size);
        std::vector<std::uint8_t> codes(static_cast<std::size_t>(size + 1) / 2);
        for (std::size_t i = 0; i < codes.size(); ++i)
            codes[i] = static_cast<std::uint8_t>(i * 37 + 11);
        const std::int64_t blocks = (size + nf4_block - 1) / nf4_block;
        const Floats scales = random_floats(static_cast<std::size_t>(blocks), 3);
        Floats out(static_cast<std::size_t>(size) + 1, NAN);
        FourBit f;
        f.codes = codes.data();
        f.scales = scales.data();
        f.count = size;
        f.out = out.data();
        chosen().four_bit_values(f, 0, blocks);
        for (std::size_t i = 0; i < static_cast<std::size_t>(size); ++i) {
            const std::uint8_t byte = codes[i / 2];
            QCOMPARE(out[i], nf4_values[i % 2 ? byte & 15 : byte >> 4] * scales[i / nf4_block]);
        }
        QVERIFY(std::isnan(out.back()));
    }

    void theNearestOfSixteen() {
        for (int code = 0; code < 16; ++code)
            QCOMPARE(int{nf4_nearest(nf4_values[code])}, code);
        for (float x = -1.1f; x <= 1.1f; x += 0.0007f) {
            const float distance = std::abs(nf4_values[nf4_nearest(x)] - x);
            for (const float value : nf4_values)
                QVERIFY(distance <= std::abs(value - x) + 1e-7f);
        }
    }
};

QTEST_GUILESS_MAIN(StoredWeightsTest)
#include "stored_weights_test.moc"
