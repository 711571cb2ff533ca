// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/random_floats.h"

#include "kernel/codebook.h"
#include "kernel/kernels.h"

#include <QTest>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

using namespace tunedesk;
using namespace tunedesk::kernel;

class TestKernel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void residual_norm_data();
    void residual_norm();
    void activations_data();
    void activations();
    void activations_in_bf16_data() { activations_data(); }
    void activations_in_bf16();
    void dropout_is_its_reference();
    void optimizers_agree_across_sets();
    void fp16_is_binary16();
    void sixteen_bit_steps_are_rounded_fp32_steps();
    void codebooks_give_the_nearest();
    void nan_stays_nan();
};

void TestKernel::residual_norm_data() {
    QTest::addColumn<int>("set");
    QTest::addColumn<int>("width");
    QTest::addColumn<bool>("with_residual");
    int count = 0;
    const Kernels* const* sets = available_kernels(count);
    for (int i = 0; i < count; ++i)
        for (const int width : {20, 64, 384})
            for (const bool with_residual : {false, true})
                QTest::addRow("%s w%d %s", sets[i]->name, width, with_residual ? "residual" : "plain")
                    << i << width << with_residual;
}

void TestKernel::residual_norm() {
    QFETCH(int, set);
    QFETCH(int, width);
    QFETCH(bool, with_residual);
    int count = 0;
    const Kernels& kernels = *available_kernels(count)[set];
    const std::int64_t rows = 300; // more than one chunk
    const auto size = static_cast<std::size_t>(rows * width);
    const Floats x0 = random_floats(size, 1), residual = random_floats(size, 2), dy = random_floats(size, 3);
    const Floats bias = random_floats(std::size_t(width), 4), beta = random_floats(std::size_t(width), 5);
    Floats gamma = random_floats(std::size_t(width), 6, 0.3);
    for (float& g : gamma)
        g += 1;
    std::vector<std::uint32_t> sample(std::size_t(rows), 9), position(static_cast<std::size_t>(rows));
    for (std::size_t r = 0; r < position.size(); ++r)
        position[r] = static_cast<std::uint32_t>(r);
    Floats x = x0, y(size, NAN), rstd(static_cast<std::size_t>(rows)), dx(size, NAN), d_residual(size, NAN);
    Floats sums(static_cast<std::size_t>(chunk_count(rows) * 3 * width), NAN);
    ResidualNorm n;
    n.rows = {sample.data(), position.data(), rows, width};
    n.x = x.data();
    n.bias = bias.data();
    n.residual = with_residual ? residual.data() : nullptr;
    n.gamma = gamma.data();
    n.beta = beta.data();
    n.eps = 1e-5f;
    n.y = y.data();
    n.rstd = rstd.data();
    n.dropout = {11, 2, 1, 0.1};
    n.dy = dy.data();
    n.dx = dx.data();
    n.d_residual = with_residual ? d_residual.data() : nullptr;
    n.sums = sums.data();
    kernels.residual_norm_forward(n, 0, 100);
    kernels.residual_norm_forward(n, 100, rows);
    kernels.residual_norm_backward(n, 0, chunk_count(rows));

    const std::int64_t padded = (width + 63) / 64 * 64;
    const auto keep = [&](std::int64_t r, std::int64_t c) {
        return dropout_keeps(n.dropout, 9, 0, static_cast<std::uint64_t>(r * padded + c))
                   ? double{n.dropout.scale()}
                   : 0;
    };
    std::vector<double> y_ref(size), dx_ref(size), dres_ref(size), sums_ref(std::size_t(3 * width));
    for (std::int64_t r = 0; r < rows; ++r) {
        std::vector<double> s(static_cast<std::size_t>(width)), hat(s.size()), g(s.size());
        double mean = 0, variance = 0, mean_g = 0, mean_gx = 0;
        const auto at = [&](std::int64_t c) { return static_cast<std::size_t>(r * width + c); };
        for (std::int64_t c = 0; c < width; ++c) {
            const auto i = static_cast<std::size_t>(c);
            s[i] = with_residual ? (double{x0[at(c)]} + bias[i]) * keep(r, c) + residual[at(c)] : x0[at(c)];
            mean += s[i] / double(width);
        }
        for (const double v : s)
            variance += (v - mean) * (v - mean) / double(width);
        const double r_std = 1 / std::sqrt(variance + 1e-5);
        for (std::int64_t c = 0; c < width; ++c) {
            const auto i = static_cast<std::size_t>(c);
            const double after = with_residual ? 1 : keep(r, c), d = dy[at(c)] * after;
            hat[i] = (s[i] - mean) * r_std;
            y_ref[at(c)] = (hat[i] * gamma[i] + beta[i]) * after;
            g[i] = d * gamma[i];
            mean_g += g[i] / double(width);
            mean_gx += g[i] * hat[i] / double(width);
            sums_ref[i + std::size_t(width)] += d * hat[i];
            sums_ref[i + std::size_t(2 * width)] += d;
        }
        for (std::int64_t c = 0; c < width; ++c) {
            const auto i = static_cast<std::size_t>(c);
            dres_ref[at(c)] = (g[i] - mean_g - hat[i] * mean_gx) * r_std;
            dx_ref[at(c)] = dres_ref[at(c)] * (with_residual ? keep(r, c) : 1);
            sums_ref[i] += dx_ref[at(c)];
        }
    }
    Floats total(std::size_t(3 * width), 0);
    for (std::size_t i = 0; i < sums.size(); ++i)
        total[i % total.size()] += sums[i];
    QVERIFY(largest_difference(y_ref, y) < 5e-6);
    QVERIFY(largest_difference(dx_ref, dx) < 5e-6);
    if (with_residual) QVERIFY(largest_difference(dres_ref, d_residual) < 5e-6);
    QVERIFY(largest_difference(sums_ref, total) < 1e-4);
}

void TestKernel::activations_data() {
    QTest::addColumn<int>("set");
    QTest::addColumn<int>("activation");
    int count = 0;
    const Kernels* const* sets = available_kernels(count);
    for (int i = 0; i < count; ++i)
        for (int a = 0; a < 3; ++a)
            QTest::addRow("%s %d", sets[i]->name, a) << i << a;
}

void TestKernel::activations() {
    QFETCH(int, set);
    QFETCH(int, activation);
    int count = 0;
    const Kernels& kernels = *available_kernels(count)[set];
    const auto kind = static_cast<Activation>(activation);
    const auto value = [&](double x) {
        if (kind == Activation::relu) return x > 0 ? x : 0.0;
        if (kind == Activation::gelu) return x * 0.5 * std::erfc(-x * M_SQRT1_2);
        return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
    };
    const std::int64_t rows = 301, width = 77;
    const auto size = static_cast<std::size_t>(rows * width);
    const Floats u0 = random_floats(size, 1, 8), da0 = random_floats(size, 2),
                 bias = random_floats(std::size_t(width), 3);
    Floats u = u0, a(size, NAN), da = da0, sums(static_cast<std::size_t>(chunk_count(rows) * width), NAN);
    kernels.activation_forward(kind, Number::fp32, u.data(), bias.data(), a.data(), width, 0, rows);
    kernels.activation_backward(kind, Number::fp32, u.data(), da.data(), sums.data(), width, rows, 0,
                                chunk_count(rows));
    std::vector<double> a_ref(size), du_ref(size), sums_ref(static_cast<std::size_t>(width));
    for (std::size_t i = 0; i < size; ++i) {
        const double x = double{u0[i]} + bias[i % std::size_t(width)], h = 1e-5;
        a_ref[i] = value(x);
        du_ref[i] =
            da0[i] * (kind == Activation::relu ? double(x > 0) : (value(x + h) - value(x - h)) / (2 * h));
        sums_ref[i % std::size_t(width)] += du_ref[i];
    }
    Floats total(std::size_t(width), 0);
    for (std::size_t i = 0; i < sums.size(); ++i)
        total[i % total.size()] += sums[i];
    QVERIFY(largest_difference(a_ref, a) < 2e-6);
    QVERIFY(largest_difference(a_ref, u) < 2e-6); // the backward pass gives the activations again
    QVERIFY(largest_difference(du_ref, da) < 4e-6);
    QVERIFY(largest_difference(sums_ref, total) < 1e-4);
}

// The kernel for bf16 is the one for fp32 on the rounded values, its results rounded once.
void TestKernel::activations_in_bf16() {
    QFETCH(int, set);
    QFETCH(int, activation);
    int count = 0;
    const Kernels& kernels = *available_kernels(count)[set];
    const auto kind = static_cast<Activation>(activation);
    const std::int64_t rows = 301, width = 77;
    const auto size = static_cast<std::size_t>(rows * width);
    const auto rounded = [](float x) { // to nearest even; a NaN keeps its sign and becomes quiet
        const auto bits = std::bit_cast<std::uint32_t>(x);
        if (x != x) return BFloat16{static_cast<std::uint16_t>(bits >> 16 | 0x40)};
        return BFloat16{static_cast<std::uint16_t>((bits + 0x7FFF + (bits >> 16 & 1)) >> 16)};
    };
    const auto widened = [](BFloat16 x) { return std::bit_cast<float>(std::uint32_t{x.bits} << 16); };
    const auto all = [](const auto& values, auto function) {
        std::vector<decltype(function(values[0]))> out;
        for (const auto& each : values)
            out.push_back(function(each));
        return out;
    };
    const auto same = [](const std::vector<BFloat16>& a, const std::vector<BFloat16>& b) {
        return std::memcmp(a.data(), b.data(), a.size() * sizeof(BFloat16)) == 0;
    };
    Floats values = random_floats(size, 1, 8);
    values[5] = NAN;
    values[6] = INFINITY;
    std::vector<BFloat16> u = all(values, rounded), a(size), da = all(random_floats(size, 2), rounded);
    const Floats bias = random_floats(std::size_t(width), 3);
    Floats u32 = all(u, widened), a32(size, NAN), da32 = all(da, widened);
    const auto sum_size = static_cast<std::size_t>(chunk_count(rows) * width);
    Floats sums(sum_size, NAN), sums32(sum_size, NAN);

    kernels.activation_forward(kind, Number::bf16, u.data(), bias.data(), a.data(), width, 0, rows);
    const Floats no_bias(std::size_t(width), 0);
    for (std::size_t i = 0; i < size; ++i) // the sum is kept rounded, and that is what is activated
        u32[i] = widened(rounded(u32[i] + bias[i % std::size_t(width)]));
    QVERIFY(same(u, all(u32, rounded)));
    kernels.activation_forward(kind, Number::fp32, u32.data(), no_bias.data(), a32.data(), width, 0, rows);
    QVERIFY(same(a, all(a32, rounded)));
    QVERIFY(std::isnan(widened(a[5])));

    const std::int64_t chunks = chunk_count(rows);
    kernels.activation_backward(kind, Number::bf16, u.data(), da.data(), sums.data(), width, rows, 0, chunks);
    kernels.activation_backward(kind, Number::fp32, u32.data(), da32.data(), sums32.data(), width, rows, 0,
                                chunks);
    QVERIFY(same(u, all(u32, rounded)));
    QVERIFY(same(da, all(da32, rounded)));
    QVERIFY(std::memcmp(sums.data(), sums32.data(), sum_size * sizeof(float)) == 0);
}

void TestKernel::dropout_is_its_reference() {
    int count = 0;
    const Kernels* const* sets = available_kernels(count);
    const std::int64_t rows = 50, width = 130;
    std::vector<std::uint32_t> sample(static_cast<std::size_t>(rows)), position(sample.size());
    for (std::size_t r = 0; r < sample.size(); ++r) {
        sample[r] = static_cast<std::uint32_t>(r / 7);
        position[r] = static_cast<std::uint32_t>(r % 7);
    }
    const Dropout dropout{0x123456789ABCDEFull, 17, 3, 0.3};
    const Floats ones(static_cast<std::size_t>(rows * width), 1);
    std::int64_t survivors = 0;
    for (int i = 0; i < count; ++i) {
        Floats out(ones.size(), NAN);
        sets[i]->dropout_rows(dropout, {sample.data(), position.data(), rows, width}, ones.data(), out.data(),
                              0, rows);
        for (std::int64_t r = 0; r < rows; ++r)
            for (std::int64_t c = 0; c < width; ++c) {
                const auto index = position[std::size_t(r)] * 192ull + std::uint64_t(c);
                const bool keeps = dropout_keeps(dropout, sample[std::size_t(r)], 0, index);
                QCOMPARE(out[static_cast<std::size_t>(r * width + c)], keeps ? dropout.scale() : 0.0f);
                survivors += keeps;
            }
    }
    const double share = double(survivors) / double(rows * width * count);
    QVERIFY2(std::abs(share - 0.7) < 0.02, qPrintable(QString::number(share)));
}

void TestKernel::optimizers_agree_across_sets() {
    int count = 0;
    const Kernels* const* sets = available_kernels(count);
    const std::size_t size = 1003;
    const Floats p0 = random_floats(size, 1), g = random_floats(size, 2);
    for (int i = 0; i < count; ++i) {
        Floats p = p0, m(size, 0), v(size, 0);
        std::vector<double> p_ref(p0.begin(), p0.end()), m_ref(size), v_ref(size);
        for (int step = 1; step <= 3; ++step) {
            OptimizerStep o;
            o.parameter = p.data();
            o.gradient = g.data();
            o.first = m.data();
            o.second = v.data();
            o.learning_rate = 1e-2;
            o.beta1 = 0.9;
            o.beta2 = 0.999;
            o.epsilon = 1e-8;
            o.weight_decay = 0.1;
            o.decoupled = true;
            o.bias_correction1 = 1 - std::pow(0.9, step);
            o.bias_correction2 = 1 - std::pow(0.999, step);
            sets[i]->adam(o, 0, 500);
            sets[i]->adam(o, 500, std::int64_t(size));
            for (std::size_t k = 0; k < size; ++k) {
                p_ref[k] *= 1 - 1e-3;
                m_ref[k] = 0.9 * m_ref[k] + 0.1 * g[k];
                v_ref[k] = 0.999 * v_ref[k] + 0.001 * double{g[k]} * g[k];
                p_ref[k] -=
                    1e-2 / o.bias_correction1 * m_ref[k] / (std::sqrt(v_ref[k] / o.bias_correction2) + 1e-8);
            }
        }
        QVERIFY(largest_difference(p_ref, p) < 1e-6);
        double squares = 0;
        for (const float x : g)
            squares += double{x} * x;
        QVERIFY(std::abs(sets[i]->sum_of_squares(Number::fp32, g.data(), 0, std::int64_t(size)) - squares) <
                1e-3);
    }
}

namespace {

using Halves = std::vector<std::uint16_t>;

double value_of(std::uint16_t half) {
    const int exponent = half >> 10 & 31, fraction = half & 1023;
    const double magnitude = exponent == 31 ? (fraction ? double(NAN) : double(INFINITY))
                             : exponent     ? std::ldexp(1024 + fraction, exponent - 25)
                                            : std::ldexp(fraction, -24);
    return half >> 15 ? -magnitude : magnitude;
}

/// x as the kernels store it: 0 + x, by the activation that adds a bias.
Halves stored(const Kernels& kernels, Number number, const Floats& x) {
    Halves u(x.size()), a(x.size());
    kernels.activation_forward(Activation::relu, number, u.data(), x.data(), a.data(),
                               static_cast<std::int64_t>(x.size()), 0, 1);
    return u;
}

float widened(Number number, std::uint16_t bits) {
    if (number == Number::fp16) return static_cast<float>(value_of(bits));
    const std::uint32_t wide = std::uint32_t{bits} << 16;
    float x;
    std::memcpy(&x, &wide, sizeof x);
    return x;
}

} // namespace

void TestKernel::fp16_is_binary16() {
    int count = 0;
    const Kernels* const* sets = available_kernels(count);
    for (int i = 0; i < count; ++i) {
        // Every number comes back, and what lies between two goes to the nearer, or to the even one.
        Floats exact, middle, nearer;
        for (std::uint16_t half = 0; half < 0x7C00; ++half) {
            const double here = value_of(half), next = half == 0x7BFF ? 65536 : value_of(half + 1);
            exact.push_back(static_cast<float>(here));
            middle.push_back(static_cast<float>((here + next) / 2));
            nearer.push_back(std::nextafter(middle.back(), 1e9f));
        }
        const Halves a = stored(*sets[i], Number::fp16, exact), b = stored(*sets[i], Number::fp16, middle),
                     c = stored(*sets[i], Number::fp16, nearer);
        for (std::uint16_t half = 0; half < 0x7C00; ++half) {
            QCOMPARE(a[half], half);
            QCOMPARE(b[half], static_cast<std::uint16_t>(half + half % 2));
            QCOMPARE(c[half], static_cast<std::uint16_t>(half + 1));
        }
        const Halves special =
            stored(*sets[i], Number::fp16, {NAN, INFINITY, -INFINITY, 1e9f, -70000, -1.5f});
        QVERIFY(std::isnan(value_of(special[0])));
        QCOMPARE(special[1], std::uint16_t{0x7C00});
        QCOMPARE(special[2], std::uint16_t{0xFC00});
        QCOMPARE(special[3], std::uint16_t{0x7C00});
        QCOMPARE(special[4], std::uint16_t{0xFC00});
        QCOMPARE(value_of(special[5]), -1.5);
        double squares = 0;
        for (const float x : exact)
            squares += double{x} * x;
        const double found =
            sets[i]->sum_of_squares(Number::fp16, a.data(), 0, static_cast<std::int64_t>(a.size()));
        QVERIFY(std::abs(found / squares - 1) < 1e-5);
    }
}

/// A 16-bit optimizer step is the fp32 step of the same numbers, rounded once; the state of fp16 stays fp32.
void TestKernel::sixteen_bit_steps_are_rounded_fp32_steps() {
    int count = 0;
    const Kernels* const* sets = available_kernels(count);
    constexpr std::size_t size = 1003;
    for (int i = 0; i < count; ++i)
        for (const Number number : {Number::bf16, Number::fp16})
            for (const bool adam : {true, false}) {
                const bool wide_state = number == Number::fp16;
                Halves p = stored(*sets[i], number, random_floats(size, 1)),
                       g = stored(*sets[i], number, random_floats(size, 2)),
                       m = stored(*sets[i], number, random_floats(size, 3)),
                       v = stored(*sets[i], number, Floats(size, 0.3f));
                const auto floats = [&](const Halves& bits) {
                    Floats x;
                    for (const std::uint16_t half : bits)
                        x.push_back(widened(number, half));
                    return x;
                };
                Floats p32 = floats(p), g32 = floats(g), m32 = floats(m), v32 = floats(v), m_wide = m32,
                       v_wide = v32;
                OptimizerStep o;
                o.learning_rate = 0.05;
                o.beta1 = 0.9;
                o.beta2 = 0.99;
                o.epsilon = 1e-8;
                o.weight_decay = 0.1;
                o.gradient_scale = 0.25;
                o.momentum = 0.9;
                o.bias_correction1 = 0.2;
                o.bias_correction2 = 0.1;
                const auto run = [&](Number type, void* parameter, void* gradient, void* first,
                                     void* second) {
                    o.number = type;
                    o.parameter = parameter;
                    o.gradient = gradient;
                    o.first = first;
                    o.second = second;
                    (adam ? sets[i]->adam : sets[i]->sgd)(o, 0, 512);
                    (adam ? sets[i]->adam : sets[i]->sgd)(o, 512, std::int64_t(size));
                };
                run(Number::fp32, p32.data(), g32.data(), m32.data(), v32.data());
                run(number, p.data(), g.data(), wide_state ? static_cast<void*>(m_wide.data()) : m.data(),
                    wide_state ? static_cast<void*>(v_wide.data()) : v.data());
                QVERIFY(p == stored(*sets[i], number, p32));
                QVERIFY(wide_state ? m_wide == m32 : m == stored(*sets[i], number, m32));
                QVERIFY(wide_state ? v_wide == v32 : v == stored(*sets[i], number, v32));
            }
}

/// Found by the table as by looking at every number.
void TestKernel::codebooks_give_the_nearest() {
    for (const bool with_sign : {true, false}) {
        const Codebook& book = codebook(with_sign);
        QVERIFY(std::is_sorted(book.values, book.values + 256));
        QCOMPARE(book.values[255], 1.0f);
        QCOMPARE(book.values[with_sign ? 127 : 0], 0.0f);
        PhiloxStream random(3, with_sign);
        for (int i = 0; i < 200'000; ++i) {
            const double magnitude = std::pow(10, -8 * random.uniform());
            const auto x = static_cast<float>(with_sign && i % 2 ? -magnitude : magnitude);
            int best = 0;
            for (int code = 1; code < 256; ++code)
                if (std::abs(double{book.values[code]} - x) < std::abs(double{book.values[best]} - x))
                    best = code;
            if (!with_sign) best = std::max(best, 1); // what is above zero stays so
            const int found = book.nearest(x);
            const double away =
                std::abs(std::abs(double{book.values[found]} - x) - std::abs(double{book.values[best]} - x));
            QVERIFY2(found == best || away < 1e-7 * magnitude, qPrintable(QString::number(x)));
        }
    }
}

void TestKernel::nan_stays_nan() {
    int count = 0;
    const Kernels* const* sets = available_kernels(count);
    for (int i = 0; i < count; ++i) {
        for (const Activation activation : {Activation::gelu, Activation::relu}) {
            Floats u{NAN, 1, INFINITY}, bias(3, 0), a(3);
            sets[i]->activation_forward(activation, Number::fp32, u.data(), bias.data(), a.data(), 3, 0, 1);
            QVERIFY(std::isnan(a[0]));
            QVERIFY(!std::isfinite(a[2]));
        }
        const Floats bad{1, NAN};
        QVERIFY(std::isnan(sets[i]->sum_of_squares(Number::fp32, bad.data(), 0, 2)));
    }
}

QTEST_GUILESS_MAIN(TestKernel)
#include "kernel_test.moc"
