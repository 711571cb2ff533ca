// SPDX-License-Identifier: GPL-3.0-or-later
// The bodies of the GPU's row kernels, compiled for the host and compared with LibTorch's operations and
// their derivatives; and the kernels themselves through NVRTC, which needs no GPU. That they run is for
// tests/device.

#include "cuda/compiler.h"
#include "cuda/row_kernels.cuh"
#include "cuda/row_support.h"

#include <cmath>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

constexpr double eps = 1e-5;

struct Forward {
    at::Tensor y, sum, mean, rstd;
    Forward(std::int64_t count, std::int64_t width)
        : y(at::empty({count, width}, at::kFloat)), sum(at::empty_like(y)),
          mean(at::empty({count}, at::kFloat)), rstd(at::empty_like(mean)) {}
};

struct Backward {
    at::Tensor sum, x, gamma, beta;
};

template <class Number>
Backward backward_of(const Forward& forward, const at::Tensor& dy, const at::Tensor& gamma,
                     const rows::Dropout& before, const rows::Dropout& after, at::ScalarType x_type) {
    const std::int64_t count = dy.size(0), width = dy.size(1);
    Backward out{at::empty_like(dy), at::empty(dy.sizes(), x_type), at::empty_like(gamma),
                 at::empty_like(gamma)};
    for (std::int64_t row = 0; row < count; ++row)
        rows::norm_backward(Alone(), static_cast<rows::Long>(row), static_cast<int>(width), numbers(dy),
                            numbers(forward.sum), numbers(forward.mean), numbers(forward.rstd),
                            numbers(gamma), before, after, numbers(out.sum),
                            static_cast<Number*>(out.x.mutable_data_ptr()));
    for (int column = 0; column < static_cast<int>(width); ++column)
        rows::norm_parameters_backward(column, 0, static_cast<rows::Long>(count), static_cast<int>(width),
                                       numbers(dy), numbers(forward.sum), numbers(forward.mean),
                                       numbers(forward.rstd), after, numbers(out.gamma) + column,
                                       numbers(out.beta) + column);
    return out;
}

} // namespace

class RowKernelsTest : public QObject {
    Q_OBJECT

    static void cases() {
        QTest::addColumn<int>("width");
        QTest::addColumn<double>("probability");
        for (const int width : {384, 33, 4, 1})
            for (const double probability : {0.0, 0.3})
                QTest::addRow("%d %g", width, probability) << width << probability;
    }

private Q_SLOTS:
    void initTestCase() {
        at::manual_seed(7);
        at::set_num_threads(1);
    }

    /// Known answers of Philox4x32-10 from the authors' own test vectors.
    void philox() {
        const rows::Four zeros = rows::philox(0, 0, 0);
        QCOMPARE(zeros.numbers[0], 0x6627e8d5u);
        QCOMPARE(zeros.numbers[3], 0x9b00dbd8u);
        const rows::Four ones = rows::philox(~0ull, ~0ull, ~0ull);
        QCOMPARE(ones.numbers[0], 0x408f276du);
        QCOMPARE(ones.numbers[3], 0x6d5451fdu);
    }

    /// The share that survives, whole tensors apart: by group, by place, by seed.
    void dropoutDraws() {
        const rows::Dropout dropout = dropout_of(0.3);
        const at::Tensor kept = factors_of(dropout, 500, 384);
        const double share = (kept > 0).to(at::kDouble).mean().item<double>();
        QVERIFY(std::abs(share - 0.7) < 5 * std::sqrt(0.21 / (500 * 384)));
        rows::Dropout other = dropout;
        other.offset += 4;
        QVERIFY(!factors_of(other, 500, 384).equal(kept));
        other = dropout;
        ++other.seed;
        QVERIFY(!factors_of(other, 500, 384).equal(kept));
        // A recorded graph's kernels read the generator's place where it lies.
        const long long seed = 123, offset = 1ll << 35;
        other = {dropout.threshold, dropout.scale, 0, 0, &seed, &offset};
        QCOMPARE(dropout.offset, 1ull << 35);
        QVERIFY(factors_of(other, 500, 384).equal(kept));
    }

    void dropAddNorm_data() { cases(); }
    void dropAddNorm() {
        QFETCH(int, width);
        QFETCH(double, probability);
        constexpr std::int64_t count = 70;
        const rows::Dropout dropout = dropout_of(probability), none{};
        const at::Tensor mask = factors_of(dropout, count, width),
                         gamma = at::randn({width}).requires_grad_(),
                         beta = at::randn({width}).requires_grad_(),
                         residual = (at::randn({count, width}) * 3 + 1).requires_grad_(),
                         dy = at::randn({count, width});
        for (const at::ScalarType type : {at::kFloat, at::kBFloat16}) {
            const at::Tensor x = at::randn({count, width}).to(type).requires_grad_();
            for (const at::Tensor& leaf : {gamma, beta, residual})
                leaf.mutable_grad().reset();
            const at::Tensor expected =
                at::layer_norm(x.to(at::kFloat) * mask + residual, {width}, gamma, beta, eps);
            expected.backward(dy);
            Forward ours(count, width);
            const rows::Norm norm{numbers(gamma), numbers(beta), static_cast<float>(eps)};
            const auto run = [&](auto* in, std::int64_t row) {
                rows::drop_add_norm(Alone(), static_cast<rows::Long>(row), width, in, numbers(residual), norm,
                                    dropout, numbers(ours.sum), numbers(ours.y), numbers(ours.mean),
                                    numbers(ours.rstd));
            };
            for (std::int64_t row = 0; row < count; ++row)
                if (type == at::kFloat)
                    run(static_cast<const float*>(x.const_data_ptr()), row);
                else
                    run(static_cast<const rows::Bf16*>(x.const_data_ptr()), row);
            QVERIFY(near(ours.y, expected, 1e-5));
            const at::Tensor g = gamma.detach();
            const Backward back = type == at::kFloat
                                      ? backward_of<float>(ours, dy, g, dropout, none, type)
                                      : backward_of<rows::Bf16>(ours, dy, g, dropout, none, type);
            if (width > 1) { // of one column the gradient is rounding
                QVERIFY(near(back.sum, residual.grad(), 1e-4));
                QVERIFY(near(back.x, x.grad(), type == at::kFloat ? 1e-4 : 1e-2));
                QVERIFY(near(back.gamma, gamma.grad(), 1e-4));
            }
            QVERIFY(near(back.beta, beta.grad(), 1e-4));
        }
    }

    void embedNorm_data() { cases(); }
    void embedNorm() {
        QFETCH(int, width);
        QFETCH(double, probability);
        constexpr std::int64_t count = 50;
        const rows::Dropout dropout = dropout_of(probability), none{};
        const at::Tensor mask = factors_of(dropout, count, width),
                         gamma = at::randn({width}).requires_grad_(),
                         beta = at::randn({width}).requires_grad_(), dy = at::randn({count, width});
        for (const bool typed : {true, false}) {
            const at::Tensor word = at::randn({9, width}), position = at::randn({16, width}),
                             type = at::randn({2, width});
            const at::Tensor ids = at::randint(9, {count}, at::kLong),
                             places = at::randint(16, {count}, at::kLong),
                             kinds = at::randint(2, {count}, at::kLong);
            at::Tensor sum = word.index_select(0, ids) + position.index_select(0, places);
            if (typed) sum = sum + type.index_select(0, kinds);
            sum.requires_grad_();
            for (const at::Tensor& leaf : {gamma, beta})
                leaf.mutable_grad().reset();
            const at::Tensor expected = at::layer_norm(sum, {width}, gamma, beta, eps) * mask;
            expected.backward(dy);
            Forward ours(count, width);
            const rows::Norm norm{numbers(gamma), numbers(beta), static_cast<float>(eps)};
            const auto row_of = [&](const at::Tensor& table, const at::Tensor& index, std::int64_t row) {
                return static_cast<const float*>(numbers(table)) +
                       index.const_data_ptr<std::int64_t>()[row] * width;
            };
            for (std::int64_t row = 0; row < count; ++row)
                rows::embed_norm(Alone(), static_cast<rows::Long>(row), width, row_of(word, ids, row),
                                 row_of(position, places, row), typed ? row_of(type, kinds, row) : nullptr,
                                 norm, dropout, numbers(ours.sum), numbers(ours.y), numbers(ours.mean),
                                 numbers(ours.rstd));
            QVERIFY(near(ours.y, expected, 1e-5));
            const Backward back = backward_of<float>(ours, dy, gamma.detach(), none, dropout, at::kFloat);
            if (width > 1) {
                QVERIFY(near(back.sum, sum.grad(), 1e-4));
                QVERIFY(near(back.gamma, gamma.grad(), 1e-4));
            }
            QVERIFY(near(back.beta, beta.grad(), 1e-4));
        }
    }

    /// Every number that bf16 has, and what lies between two of them, rounds as LibTorch's.
    void bf16Rounds() {
        const at::Tensor values = at::cat({at::randn({10000}) * 1e3, at::randn({1000}) * 1e-39f,
                                           at::tensor({0.f, -0.f, INFINITY, -INFINITY})});
        const at::Tensor expected = values.to(at::kBFloat16);
        for (std::int64_t i = 0; i < values.numel(); ++i) {
            rows::Bf16 one{};
            rows::store(&one, numbers(values)[i]);
            QCOMPARE(rows::load(&one), expected[i].item<float>());
        }
    }

    /// For one GPU; the build step tunedesk-check-kernels compiles for all.
    void compilesForAGpu() {
        const std::string code = cuda::compiled(cuda::kernels_source, "kernels.cu", "sm_90");
        QVERIFY(code.size() > 1000 && code.starts_with("\177ELF"));
        for (const std::string& name : cuda::kernel_names())
            QVERIFY(code.find(".text." + name) != std::string::npos);
    }

    void mistakesAreExplained() {
        try {
            cuda::compiled("this is no CUDA", "mistake.cuh", "sm_80");
            QFAIL("it was compiled");
        } catch (const std::runtime_error& error) {
            QVERIFY(std::string(error.what()).find("mistake.cuh does not compile for sm_80") == 0);
            QVERIFY(std::string(error.what()).find("error") != std::string::npos);
        }
    }
};

QTEST_APPLESS_MAIN(RowKernelsTest)
#include "row_kernels_test.moc"
