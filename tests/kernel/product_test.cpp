// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products in bf16 against sums in fp64 of the same rounded numbers, in every order of the operands.

#include "kernel/product.h"

#include <QTest>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

using namespace tunedesk::kernel;

namespace {

std::uint16_t rounded(float value) {
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return static_cast<std::uint16_t>((bits + 0x7FFFu + ((bits >> 16) & 1u)) >> 16);
}

float widened(std::uint16_t half) {
    const std::uint32_t bits = static_cast<std::uint32_t>(half) << 16;
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

/// Random numbers in one of the two types and orders, rows (or columns) a little further apart than needed.
class Operand {
public:
    Operand(std::int64_t rows, std::int64_t columns, Number number, bool column_major, std::mt19937& random)
        : number_(number), stride_((column_major ? rows : columns) + 6 - (column_major ? rows : columns) % 2),
          column_major_(column_major) {
        std::normal_distribution<float> normal;
        wide_.resize(static_cast<std::size_t>(stride_ * (column_major ? columns : rows)));
        for (float& value : wide_) {
            value = normal(random);
            halves_.push_back(rounded(value));
        }
    }
    Matrix matrix() const {
        const void* const data =
            number_ == Number::bf16 ? static_cast<const void*>(halves_.data()) : wide_.data();
        return {data, number_, column_major_ ? 1 : stride_, column_major_ ? stride_ : 1};
    }
    double at(std::int64_t row, std::int64_t column) const {
        return widened(halves_[static_cast<std::size_t>(column_major_ ? column * stride_ + row
                                                                      : row * stride_ + column)]);
    }

private:
    Number number_;
    std::int64_t stride_;
    bool column_major_;
    std::vector<float> wide_;
    std::vector<std::uint16_t> halves_;
};

} // namespace

class ProductTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void equalsTheSums_data() {
        QTest::addColumn<int>("m");
        QTest::addColumn<int>("n");
        QTest::addColumn<int>("k");
        QTest::newRow("one") << 1 << 1 << 2;
        QTest::newRow("a tile") << 8 << 48 << 64;
        QTest::newRow("rests") << 29 << 101 << 38;
        QTest::newRow("rows 1 to 7") << 23 << 47 << 10;
        QTest::newRow("odd inner") << 16 << 49 << 33;
        QTest::newRow("several items") << 600 << 96 << 128;
        QTest::newRow("a tile and rows") << 37 << 50 << 96;
        QTest::newRow("squares and pairs") << 70 << 144 << 71;
    }
    void equalsTheSums() {
        int count = 0;
        const ProductKernels* const* const kernels = available_bf16_products(count);
        if (!count) QSKIP("this processor has no AVX512-BF16");
        QFETCH(int, m);
        QFETCH(int, n);
        QFETCH(int, k);
        std::mt19937 random(7);
        for (const bool a_is_transposed : {false, true})
            for (const Number of_b : {Number::bf16, Number::fp32})
                for (const bool b_is_transposed : {false, true})
                    for (const bool to_bf16 : {false, true}) {
                        const Operand a(m, k, a_is_transposed ? of_b : Number::bf16, a_is_transposed, random);
                        const Operand b(k, n, of_b, b_is_transposed, random);
                        for (int i = 0; i < count; ++i)
                            compare(*kernels[i], a, b, m, n, k, to_bf16);
                    }
    }

private:
    static void compare(const ProductKernels& kernels, const Operand& a, const Operand& b, int m, int n,
                        int k, bool to_bf16) {
        Product p;
        p.a = a.matrix();
        p.b = b.matrix();
        p.m = m;
        p.n = n;
        p.k = k;
        // filled with NaN: nothing beyond an operand may reach a sum
        std::vector<std::uint32_t> packed_a(
            static_cast<std::size_t>(kernels.packed_pairs(m, kernels.rows, k)), 0x7FC07FC0u);
        std::vector<std::uint32_t> packed_b(
            static_cast<std::size_t>(kernels.packed_pairs(n, product_columns, k)), 0x7FC07FC0u);
        p.packed_b = packed_b.data();
        p.out_stride = n + 3;
        p.add = !to_bf16;
        const std::vector<float> bias(static_cast<std::size_t>(n), 0.25f);
        p.bias = p.add ? nullptr : bias.data();
        p.out_number = to_bf16 ? Number::bf16 : Number::fp32;
        std::vector<float> wide(static_cast<std::size_t>(p.out_stride * m), 0.5f);
        std::vector<std::uint16_t> halves(wide.size(), rounded(0.5f));
        p.out = to_bf16 ? static_cast<void*>(halves.data()) : wide.data();
        if (!kernels.reads_in_place(p)) {
            p.packed_a = packed_a.data();
            kernels.pack_a(p, 0, product_panels(m, kernels.rows));
        }
        const std::int64_t panels = product_panels(n, product_columns);
        kernels.pack_b(p, panels / 2, panels); // in any order
        kernels.pack_b(p, 0, panels / 2);
        for (std::int64_t item = 0; item < product_panels(m, p.rows_per_item); ++item)
            kernels.multiply(p, item, item + 1);
        for (std::int64_t r = 0; r < m; ++r)
            for (std::int64_t c = 0; c < p.out_stride; ++c) {
                double expected = 0.5, magnitude = 0.5; // what lay there: beyond the columns nothing changes
                const auto at = static_cast<std::size_t>(r * p.out_stride + c);
                const double got = to_bf16 ? widened(halves[at]) : wide[at];
                if (c >= n) {
                    QCOMPARE(got, 0.5);
                    continue;
                }
                if (to_bf16) expected = bias[0];
                for (std::int64_t i = 0; i < k; ++i) {
                    expected += a.at(r, i) * b.at(i, c);
                    magnitude += std::abs(a.at(r, i) * b.at(i, c));
                }
                const double bound = magnitude * 1e-6 + (to_bf16 ? std::abs(expected) / 256 : 0);
                QVERIFY2(std::abs(got - expected) <= bound,
                         qPrintable(
                             QString("row %1, column %2: %3, not %4").arg(r).arg(c).arg(got).arg(expected)));
            }
    }
};

QTEST_APPLESS_MAIN(ProductTest)
#include "product_test.moc"
