// SPDX-License-Identifier: GPL-3.0-or-later
// Attention's kernels against plain double precision: every instruction set in fp32, and where the processor
// has it the one of bf16 products.

#include "kernel/random_floats.h"

#include "kernel/kernels.h"

#include <QTest>
#include <bit>
#include <cmath>
#include <optional>

using namespace tunedesk;
using namespace tunedesk::kernel;

namespace {

const float* numbers(const void* rows) {
    return static_cast<const float*>(rows);
}

std::uint16_t rounded(float x) {
    const auto bits = std::bit_cast<std::uint32_t>(x);
    return static_cast<std::uint16_t>((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}
float widened(std::uint16_t x) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(x) << 16);
}

/// Attention in plain double precision, with gradients: what the kernels are held against.
struct AttentionReference {
    std::vector<double> out, dq, dk, dv;

    explicit AttentionReference(const Attention& a, std::int64_t query_rows, std::int64_t key_rows) {
        const std::int64_t width = static_cast<std::int64_t>(a.heads) * a.head_dim;
        out.assign(static_cast<std::size_t>(query_rows * width), 0);
        dq = out;
        dk.assign(static_cast<std::size_t>(key_rows * width / a.group), 0);
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
        const std::int64_t of_keys = std::int64_t{head / a.group} * a.head_dim, key_width = width / a.group;
        const std::int64_t row = s.query_start + q;
        const int seen = a.causal ? q + 1 : s.keys;
        std::vector<double> p(static_cast<std::size_t>(seen)), flow(p.size());
        double total = 0, delta = 0;
        for (int k = 0; k < seen; ++k) {
            double score = 0;
            for (int d = 0; d < a.head_dim; ++d)
                score += double{numbers(a.q)[row * a.q_stride + column + d]} *
                         numbers(a.k)[(s.key_start + k) * a.kv_stride + of_keys + d];
            total += p[static_cast<std::size_t>(k)] = std::exp(score * scale);
        }
        for (int k = 0; k < seen; ++k) {
            const auto index = static_cast<std::uint64_t>(q) * static_cast<std::uint64_t>(keys_padded) +
                               static_cast<std::uint64_t>(k);
            const double keep =
                dropout_keeps(a.dropout, s.sample, static_cast<std::uint32_t>(head), index) ? drop_scale : 0;
            double& probability = p[static_cast<std::size_t>(k)];
            probability /= total;
            double product = 0;
            for (int d = 0; d < a.head_dim; ++d) {
                const double g = a.d_out[row * a.out_stride + column + d];
                const std::int64_t at = (s.key_start + k) * key_width + of_keys + d;
                const double value = numbers(a.v)[(s.key_start + k) * a.kv_stride + of_keys + d];
                out[static_cast<std::size_t>(row * width + column + d)] += probability * keep * value;
                dv[static_cast<std::size_t>(at)] += probability * keep * g;
                product += g * value;
            }
            flow[static_cast<std::size_t>(k)] = product * keep;
            delta += probability * product * keep;
        }
        for (int k = 0; k < seen; ++k) {
            const double ds =
                p[static_cast<std::size_t>(k)] * (flow[static_cast<std::size_t>(k)] - delta) * scale;
            for (int d = 0; d < a.head_dim; ++d) {
                const std::int64_t key = s.key_start + k;
                dq[static_cast<std::size_t>(row * width + column + d)] +=
                    ds * numbers(a.k)[key * a.kv_stride + of_keys + d];
                dk[static_cast<std::size_t>(key * key_width + of_keys + d)] +=
                    ds * numbers(a.q)[row * a.q_stride + column + d];
            }
        }
    }
};

/// Sequences of some lengths side by side, and what their attention reads and writes.
struct Case {
    std::vector<Sequence> sequences;
    Floats qkv, d_out, out, lse, dq, dk, dv;
    std::int64_t keys = 0, queries = 0;
    Attention a;

    Case(const Case&) = delete; // `a` points into the others
    Case& operator=(const Case&) = delete;
    Case(int head_dim, double dropout, bool first_only, bool causal, int group) {
        const int heads = group == 1 ? 3 : 6;
        const std::int64_t width = std::int64_t{heads} * head_dim, key_width = width / group,
                           stride = width + 2 * key_width;
        for (const int length : {1, 7, 16, 37, 70}) {
            const int wanted = first_only ? 1 : length;
            sequences.push_back({queries, keys, wanted, length, static_cast<std::uint32_t>(1000 + length)});
            keys += length;
            queries += wanted;
        }
        qkv = random_floats(static_cast<std::size_t>(keys * stride), 1);
        d_out = random_floats(static_cast<std::size_t>(keys * width), 2);
        out = dq = Floats(static_cast<std::size_t>(queries * width), NAN);
        lse = Floats(static_cast<std::size_t>(heads * queries));
        dk = dv = Floats(static_cast<std::size_t>(keys * key_width), NAN);
        read(qkv.data(), width, key_width);
        a.q_stride = a.kv_stride = stride;
        a.out = out.data();
        a.out_stride = width;
        a.lse = lse.data();
        a.query_rows = queries;
        a.sequences = sequences.data();
        a.sequence_count = std::int64_t(sequences.size());
        a.heads = heads;
        a.head_dim = head_dim;
        a.group = group;
        a.causal = causal;
        a.dropout = {42, 3, 5, dropout};
        a.d_out = d_out.data();
        a.dq = dq.data();
        a.dk = dk.data();
        a.dv = dv.data();
        a.dq_stride = width;
        a.dkv_stride = key_width;
    }
    template <class Number>
    void read(const Number* rows, std::int64_t width, std::int64_t key_width) {
        a.q = rows;
        a.k = rows + width;
        a.v = rows + width + key_width;
    }
    void run(const auto& forward, const auto& backward) const {
        const std::int64_t items = a.heads * a.sequence_count, key_items = items / a.group;
        forward(a, 0, items);
        backward(a, 0, key_items / 2);
        backward(a, key_items / 2, key_items);
    }
};

/// Half of the combinations, in which any three values still meet. Those of one shape
/// follow each other.
void add_shapes(const std::vector<std::pair<std::string, int>>& sets) {
    int number = 0;
    for (const int head_dim : {8, 16, 32, 40, 64, 128, 200, 256}) {
        ++number;
        for (const double p : {0.0, 0.1})
            for (const bool first_only : {false, true})
                for (const bool causal : {false, true})
                    for (const int group : {1, 2, 6}) {
                        if ((number + (p > 0) + first_only + causal + group / 2) % 2 != 0) continue;
                        for (const auto& [name, set] : sets)
                            QTest::addRow("%s d%d p%g %s %s, groups of %d", name.c_str(), head_dim, p,
                                          first_only ? "first" : "all", causal ? "causal" : "full", group)
                                << set << head_dim << p << first_only << causal << group;
                    }
    }
}

} // namespace

class AttentionKernelTest : public QObject {
    Q_OBJECT

    std::optional<AttentionReference> reference_; ///< of the shape, whatever the set
    std::string shape_;

    static void add_columns() {
        QTest::addColumn<int>("set");
        QTest::addColumn<int>("head_dim");
        QTest::addColumn<double>("dropout");
        QTest::addColumn<bool>("first_only");
        QTest::addColumn<bool>("causal");
        QTest::addColumn<int>("group");
    }
    /// Of the row's columns.
    static Case fetched() {
        QFETCH(int, head_dim);
        QFETCH(double, dropout);
        QFETCH(bool, first_only);
        QFETCH(bool, causal);
        QFETCH(int, group);
        return Case(head_dim, dropout, first_only, causal, group);
    }

private Q_SLOTS:
    void inFp32_data() {
        add_columns();
        int count = 0;
        const Kernels* const* sets = available_kernels(count);
        std::vector<std::pair<std::string, int>> named;
        for (int i = 0; i < count; ++i)
            named.emplace_back(sets[i]->name, i);
        add_shapes(named);
    }
    void inFp32() {
        QFETCH(int, set);
        int count = 0;
        const Kernels& kernels = *available_kernels(count)[set];
        Case c = fetched();
        c.run(kernels.attention_forward, kernels.attention_backward);
        const std::string row = QTest::currentDataTag(), shape = row.substr(row.find(' '));
        if (shape != shape_) reference_.emplace(c.a, c.queries, c.keys);
        shape_ = shape;
        const AttentionReference& reference = *reference_;
        QVERIFY(largest_difference(reference.out, c.out) < 2e-6);
        QVERIFY(largest_difference(reference.dq, c.dq) < 5e-6);
        QVERIFY(largest_difference(reference.dk, c.dk) < 2e-5);
        QVERIFY(largest_difference(reference.dv, c.dv) < 2e-5);
    }

    void inBf16_data() {
        add_columns();
        add_shapes({{bf16_attention() ? "bf16" : "fp32 alone", -1}});
    }
    /// Against the reference on the rounded numbers: what remains is the rounding of probabilities and of
    /// their gradients, 2^-9 of each.
    void inBf16() {
        const AttentionKernels* const kernels = bf16_attention();
        if (!kernels) return; // not on this processor
        Case c = fetched();
        std::vector<std::uint16_t> narrow(c.qkv.size());
        for (std::size_t i = 0; i < narrow.size(); ++i) {
            narrow[i] = rounded(c.qkv[i]);
            c.qkv[i] = widened(narrow[i]);
        }
        for (float& g : c.d_out)
            g = widened(rounded(g));
        const std::int64_t width = c.a.out_stride, key_width = c.a.dkv_stride;
        c.read(narrow.data(), width, key_width);
        c.run(kernels->forward, kernels->backward);
        c.read(c.qkv.data(), width, key_width);
        const AttentionReference reference(c.a, c.queries, c.keys);
        // In shares of the largest number; a query with a single key has gradients of 0.
        const auto close = [](const char* name, const std::vector<double>& wanted, const Floats& found,
                              double bound) {
            double top = 0.05;
            for (const double x : wanted)
                top = std::max(top, std::abs(x));
            const double share = largest_difference(wanted, found) / top;
            if (share >= bound) qWarning("%s: %.3g", name, share);
            return share < bound;
        };
        QVERIFY(close("out", reference.out, c.out, 5e-3));
        QVERIFY(close("dq", reference.dq, c.dq, 1.2e-2));
        QVERIFY(close("dk", reference.dk, c.dk, 1.2e-2));
        QVERIFY(close("dv", reference.dv, c.dv, 1.2e-2));
    }
};

QTEST_GUILESS_MAIN(AttentionKernelTest)
#include "attention_kernel_test.moc"
