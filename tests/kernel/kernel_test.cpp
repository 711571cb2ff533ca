#include "kernel/kernels.h"

#include "base/philox.h"

#include <QTest>
#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

using namespace tunedesk;
using namespace tunedesk::kernel;

namespace {

using Floats = std::vector<float>;

Floats random_floats(std::size_t count, std::uint64_t stream, double scale = 1) {
    PhiloxStream random(7, stream);
    Floats values(count);
    for (float& x : values)
        x = static_cast<float>((random.uniform() * 2 - 1) * scale);
    return values;
}

double largest_difference(const std::vector<double>& a, const Floats& b) {
    double worst = a.size() == b.size() ? 0 : 1e30;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        worst = std::max(worst, std::isnan(b[i]) ? 1e30 : std::abs(a[i] - b[i]));
    return worst;
}

/// Attention in plain double precision, with gradients: what the kernels are held against.
struct AttentionReference {
    std::vector<double> out, dq, dk, dv;

    explicit AttentionReference(const Attention& a, std::int64_t query_rows, std::int64_t key_rows) {
        const std::int64_t width = static_cast<std::int64_t>(a.heads) * a.head_dim;
        out.assign(static_cast<std::size_t>(query_rows * width), 0);
        dq = out;
        dk.assign(static_cast<std::size_t>(key_rows * width), 0);
        dv = dk;
        for (std::int64_t i = 0; i < a.sequence_count; ++i)
            for (int head = 0; head < a.heads; ++head)
                for (int q = 0; q < a.sequences[i].queries; ++q)
                    add_row(a, a.sequences[i], head, q);
    }

private:
    void add_row(const Attention& a, const Sequence& s, int head, int q) {
        const int keys_padded = (s.keys + 15) / 16 * 16;
        const double scale = 1 / std::sqrt(a.head_dim),
                     drop_scale = 65536.0 / (65536.0 - a.dropout.threshold());
        const std::int64_t column = std::int64_t{head} * a.head_dim,
                           width = std::int64_t{a.heads} * a.head_dim;
        const std::int64_t row = s.query_start + q;
        std::vector<double> p(static_cast<std::size_t>(s.keys)), flow(p.size());
        double total = 0, delta = 0;
        for (int k = 0; k < s.keys; ++k) {
            double score = 0;
            for (int d = 0; d < a.head_dim; ++d)
                score += double{a.q[row * a.q_stride + column + d]} *
                         a.k[(s.key_start + k) * a.kv_stride + column + d];
            total += p[static_cast<std::size_t>(k)] = std::exp(score * scale);
        }
        for (int k = 0; k < s.keys; ++k) {
            const auto index = static_cast<std::uint64_t>(q) * static_cast<std::uint64_t>(keys_padded) +
                               static_cast<std::uint64_t>(k);
            const double keep =
                dropout_keeps(a.dropout, s.sample, static_cast<std::uint32_t>(head), index) ? drop_scale : 0;
            double& probability = p[static_cast<std::size_t>(k)];
            probability /= total;
            double product = 0;
            for (int d = 0; d < a.head_dim; ++d) {
                const double g = a.d_out[row * a.out_stride + column + d];
                const std::int64_t at = (s.key_start + k) * width + column + d;
                const double value = a.v[(s.key_start + k) * a.kv_stride + column + d];
                out[static_cast<std::size_t>(row * width + column + d)] += probability * keep * value;
                dv[static_cast<std::size_t>(at)] += probability * keep * g;
                product += g * value;
            }
            flow[static_cast<std::size_t>(k)] = product * keep;
            delta += probability * product * keep;
        }
        for (int k = 0; k < s.keys; ++k) {
            const double ds =
                p[static_cast<std::size_t>(k)] * (flow[static_cast<std::size_t>(k)] - delta) * scale;
            for (int d = 0; d < a.head_dim; ++d) {
                const std::int64_t key = s.key_start + k;
                dq[static_cast<std::size_t>(row * width + column + d)] +=
                    ds * a.k[key * a.kv_stride + column + d];
                dk[static_cast<std::size_t>(key * width + column + d)] +=
                    ds * a.q[row * a.q_stride + column + d];
            }
        }
    }
};

} // namespace

class TestKernel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void attention_data();
    void attention();
    void residual_norm_data();
    void residual_norm();
    void activations_data();
    void activations();
    void activations_in_bf16_data() { activations_data(); }
    void activations_in_bf16();
    void dropout_is_its_reference();
    void optimizers_agree_across_sets();
    void nan_stays_nan();
};

void TestKernel::attention_data() {
    QTest::addColumn<int>("set");
    QTest::addColumn<int>("head_dim");
    QTest::addColumn<double>("dropout");
    QTest::addColumn<bool>("first_only");
    int count = 0;
    const Kernels* const* sets = available_kernels(count);
    for (int i = 0; i < count; ++i)
        for (const int head_dim : {8, 16, 32, 40, 64, 128})
            for (const double p : {0.0, 0.1})
                for (const bool first_only : {false, true})
                    QTest::addRow("%s d%d p%g %s", sets[i]->name, head_dim, p, first_only ? "first" : "all")
                        << i << head_dim << p << first_only;
}

void TestKernel::attention() {
    QFETCH(int, set);
    QFETCH(int, head_dim);
    QFETCH(double, dropout);
    QFETCH(bool, first_only);
    int count = 0;
    const Kernels& kernels = *available_kernels(count)[set];
    const int heads = 3;
    const std::int64_t width = std::int64_t{heads} * head_dim;
    const int lengths[] = {1, 7, 16, 37, 100};
    std::vector<Sequence> sequences;
    std::int64_t keys = 0, queries = 0;
    for (const int length : lengths) {
        const int wanted = first_only ? 1 : length;
        sequences.push_back({queries, keys, wanted, length, static_cast<std::uint32_t>(1000 + length)});
        keys += length;
        queries += wanted;
    }
    const auto size = static_cast<std::size_t>(keys * width * 3);
    const Floats qkv = random_floats(size, 1), d_out = random_floats(size / 3, 2);
    Floats out(static_cast<std::size_t>(queries * width), NAN),
        lse(static_cast<std::size_t>(heads * queries));
    Floats dq(out.size(), NAN), dk(size / 3, NAN), dv(size / 3, NAN);
    Attention a;
    a.q = qkv.data();
    a.k = qkv.data() + width;
    a.v = qkv.data() + 2 * width;
    a.q_stride = a.kv_stride = 3 * width;
    a.out = out.data();
    a.out_stride = width;
    a.lse = lse.data();
    a.query_rows = queries;
    a.sequences = sequences.data();
    a.sequence_count = std::int64_t(sequences.size());
    a.heads = heads;
    a.head_dim = head_dim;
    a.dropout = {42, 3, 5, dropout};
    a.d_out = d_out.data();
    a.dq = dq.data();
    a.dk = dk.data();
    a.dv = dv.data();
    a.dq_stride = a.dkv_stride = width;
    const std::int64_t items = heads * a.sequence_count;
    kernels.attention_forward(a, 0, items);
    kernels.attention_backward(a, 0, items / 2);
    kernels.attention_backward(a, items / 2, items);
    const AttentionReference reference(a, queries, keys);
    QVERIFY(largest_difference(reference.out, out) < 2e-6);
    QVERIFY(largest_difference(reference.dq, dq) < 5e-6);
    QVERIFY(largest_difference(reference.dk, dk) < 2e-5);
    QVERIFY(largest_difference(reference.dv, dv) < 2e-5);
}

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
    kernels.activation_forward(kind, u.data(), bias.data(), a.data(), width, 0, rows);
    kernels.activation_backward(kind, u.data(), da.data(), sums.data(), width, rows, 0, chunk_count(rows));
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

    kernels.activation_forward_bf16(kind, u.data(), bias.data(), a.data(), width, 0, rows);
    const Floats no_bias(std::size_t(width), 0);
    for (std::size_t i = 0; i < size; ++i) // the sum is kept rounded, and that is what is activated
        u32[i] = widened(rounded(u32[i] + bias[i % std::size_t(width)]));
    QVERIFY(same(u, all(u32, rounded)));
    kernels.activation_forward(kind, u32.data(), no_bias.data(), a32.data(), width, 0, rows);
    QVERIFY(same(a, all(a32, rounded)));
    QVERIFY(std::isnan(widened(a[5])));

    const std::int64_t chunks = chunk_count(rows);
    kernels.activation_backward_bf16(kind, u.data(), da.data(), sums.data(), width, rows, 0, chunks);
    kernels.activation_backward(kind, u32.data(), da32.data(), sums32.data(), width, rows, 0, chunks);
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
        QVERIFY(std::abs(sets[i]->sum_of_squares(g.data(), 0, std::int64_t(size)) - squares) < 1e-3);
    }
}

void TestKernel::nan_stays_nan() {
    int count = 0;
    const Kernels* const* sets = available_kernels(count);
    for (int i = 0; i < count; ++i) {
        for (const Activation activation : {Activation::gelu, Activation::relu}) {
            Floats u{NAN, 1, INFINITY}, bias(3, 0), a(3);
            sets[i]->activation_forward(activation, u.data(), bias.data(), a.data(), 3, 0, 1);
            QVERIFY(std::isnan(a[0]));
            QVERIFY(!std::isfinite(a[2]));
        }
        const Floats bad{1, NAN};
        QVERIFY(std::isnan(sets[i]->sum_of_squares(bad.data(), 0, 2)));
    }
}

QTEST_GUILESS_MAIN(TestKernel)
#include "kernel_test.moc"
