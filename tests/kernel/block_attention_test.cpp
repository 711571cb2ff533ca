// SPDX-License-Identifier: GPL-3.0-or-later
// Attention to lists of blocks against plain double precision, in every instruction set.

#include "kernel/random_floats.h"

#include "kernel/kernels.h"

#include <QTest>
#include <bit>
#include <cmath>

using namespace tunedesk;
using namespace tunedesk::kernel;

namespace {

const float* floats(const void* rows) {
    return static_cast<const float*>(rows);
}

/// Sequences whose blocks see the first and the last block, and others by chance; block 0 counts three times
/// for every fourth one.
struct Case {
    static constexpr int lengths[] = {1, 7, 37, 70};
    static constexpr int heads = 2;

    std::vector<Sequence> sequences;
    std::vector<std::vector<KeyBlock>> seen;
    std::vector<std::vector<std::int32_t>> starts;
    std::vector<BlockList> lists;
    Floats qkv, d_out, out, lse, dq, dk, dv;
    std::int64_t keys = 0, queries = 0;
    std::vector<std::uint16_t> narrow; ///< qkv in bf16
    BlockAttention b;

    Case(const Case&) = delete; // `b` points into the others
    Case& operator=(const Case&) = delete;
    Case(int head_dim, int block_size, bool first_only, int group) {
        const std::int64_t width = std::int64_t{heads} * head_dim, key_width = width / group,
                           stride = width + 2 * key_width;
        for (const int length : lengths) {
            const int wanted = first_only ? 1 : length;
            sequences.push_back({queries, keys, wanted, length, 0});
            keys += length;
            queries += wanted;
        }
        make_lists(block_size);
        qkv = random_floats(static_cast<std::size_t>(keys * stride), 1);
        d_out = random_floats(static_cast<std::size_t>(queries * width), 2);
        lse = Floats(static_cast<std::size_t>(heads * queries));
        clear(width, key_width);
        Attention& a = b.attention;
        read(qkv.data(), width, key_width);
        a.q_stride = a.kv_stride = stride;
        a.out = out.data();
        a.out_stride = a.dq_stride = width;
        a.lse = lse.data();
        a.query_rows = queries;
        a.sequences = sequences.data();
        a.sequence_count = std::int64_t(sequences.size());
        a.heads = heads;
        a.head_dim = head_dim;
        a.group = group;
        a.d_out = d_out.data();
        a.dq = dq.data();
        a.dk = dk.data();
        a.dv = dv.data();
        a.dkv_stride = key_width;
        b.block_size = block_size;
        b.lists = lists.data();
    }
    void narrow_inputs() {
        for (float& x : qkv) {
            narrow.push_back(static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(x) >> 16));
            x = std::bit_cast<float>(static_cast<std::uint32_t>(narrow.back()) << 16);
        }
        b.number = Number::bf16;
        read(narrow.data(), b.attention.out_stride, b.attention.dkv_stride);
    }
    void widen_inputs() {
        b.number = Number::fp32;
        read(qkv.data(), b.attention.out_stride, b.attention.dkv_stride);
    }
    /// In parts of so many items.
    void run(const Kernels& kernels, std::int64_t part) const {
        const std::int64_t items = b.attention.heads * b.attention.sequence_count,
                           key_items = items / b.attention.group;
        for (std::int64_t i = 0; i < items; i += part)
            kernels.block_attention_forward(b, i, std::min(items, i + part));
        for (std::int64_t i = 0; i < key_items; i += part)
            kernels.block_attention_backward(b, i, std::min(key_items, i + part));
    }
    std::vector<Floats> results() const { return {out, lse, dq, dk, dv}; }

private:
    template <class Number>
    void read(const Number* rows, std::int64_t width, std::int64_t key_width) {
        b.attention.q = rows;
        b.attention.k = rows + width;
        b.attention.v = rows + width + key_width;
    }
    void clear(std::int64_t width, std::int64_t key_width) {
        out = dq = Floats(static_cast<std::size_t>(queries * width), NAN);
        dk = dv = Floats(static_cast<std::size_t>(keys * key_width), NAN);
    }
    void make_lists(int block_size) {
        PhiloxStream random(3, 4);
        for (int head = 0; head < heads; ++head)
            for (const Sequence& sequence : sequences) {
                const int blocks = (sequence.keys + block_size - 1) / block_size;
                std::vector<KeyBlock>& own = seen.emplace_back();
                std::vector<std::int32_t>& own_starts = starts.emplace_back(1, 0);
                for (int i = 0; i < blocks; ++i) {
                    const bool all = i == 0 || i == blocks - 1;
                    for (int k = 0; k < blocks; ++k)
                        if (all || k == 0 || k == blocks - 1 || random.uniform() < 0.4)
                            own.push_back({k, k == 0 && i % 4 == 1 ? 3 : 1});
                    own_starts.push_back(static_cast<std::int32_t>(own.size()));
                }
            }
        for (std::size_t i = 0; i < seen.size(); ++i)
            lists.push_back({seen[i].data(), starts[i].data()});
    }
};

struct Results {
    std::vector<double> out, dq, dk, dv;
};

/// In plain double precision, with gradients.
struct Reference : Results {
    explicit Reference(const Case& c) : c_(c), a_(c.b.attention) {
        out.assign(c.out.size(), 0);
        dq = out;
        dk.assign(c.dk.size(), 0);
        dv = dk;
        for (int head = 0; head < a_.heads; ++head)
            for (std::int64_t i = 0; i < a_.sequence_count; ++i)
                for (int q = 0; q < a_.sequences[i].queries; ++q)
                    add_row(a_.sequences[i], c.b.lists[head * a_.sequence_count + i], head, q);
    }

private:
    struct Key {
        int place;
        double weight, product = 0; ///< of d_out and its value
    };

    double q(std::int64_t row, int head, int d) const {
        return floats(a_.q)[row * a_.q_stride + head * a_.head_dim + d];
    }
    double of_key(const void* rows, std::int64_t row, int head, int d) const {
        return floats(rows)[row * a_.kv_stride + head / a_.group * a_.head_dim + d];
    }
    std::size_t key_place(std::int64_t row, int head, int d) const {
        return static_cast<std::size_t>(row * a_.dkv_stride + head / a_.group * a_.head_dim + d);
    }

    std::vector<Key> keys_of(const Sequence& s, const BlockList& list, int head, int query) const {
        const double scale = 1 / std::sqrt(a_.head_dim);
        std::vector<Key> keys;
        const int number = query / c_.b.block_size;
        double total = 0;
        for (std::int32_t at = list.starts[number]; at < list.starts[number + 1]; ++at)
            for (int i = 0; i < c_.b.block_size; ++i) {
                const int key = list.seen[at].number * c_.b.block_size + i;
                if (key >= s.keys) break;
                double score = 0;
                for (int d = 0; d < a_.head_dim; ++d)
                    score += q(s.query_start + query, head, d) * of_key(a_.k, s.key_start + key, head, d);
                keys.push_back({key, list.seen[at].times * std::exp(score * scale)});
                total += keys.back().weight;
            }
        for (Key& key : keys)
            key.weight /= total;
        return keys;
    }

    void add_row(const Sequence& s, const BlockList& list, int head, int query) {
        const double scale = 1 / std::sqrt(a_.head_dim);
        const std::int64_t row = s.query_start + query, first = row * a_.out_stride + head * a_.head_dim;
        std::vector<Key> keys = keys_of(s, list, head, query);
        double delta = 0;
        for (Key& key : keys) {
            for (int d = 0; d < a_.head_dim; ++d) {
                const double value = of_key(a_.v, s.key_start + key.place, head, d);
                const double g = double{a_.d_out[first + d]};
                out[static_cast<std::size_t>(first + d)] += key.weight * value;
                dv[key_place(s.key_start + key.place, head, d)] += key.weight * g;
                key.product += g * value;
            }
            delta += key.weight * key.product;
        }
        for (const Key& key : keys) {
            const double ds = key.weight * (key.product - delta) * scale;
            for (int d = 0; d < a_.head_dim; ++d) {
                dq[static_cast<std::size_t>(first + d)] +=
                    ds * of_key(a_.k, s.key_start + key.place, head, d);
                dk[key_place(s.key_start + key.place, head, d)] += ds * q(row, head, d);
            }
        }
    }

    const Case& c_;
    const Attention& a_;
};

} // namespace

class BlockAttentionTest : public QObject {
    Q_OBJECT

    Results expected_; ///< of the shape, whatever the set
    std::string shape_;

private Q_SLOTS:
    void againstDoublePrecision_data() {
        QTest::addColumn<int>("set");
        QTest::addColumn<int>("head_dim");
        QTest::addColumn<int>("block_size");
        QTest::addColumn<bool>("first_only");
        QTest::addColumn<int>("group");
        int count = 0;
        const Kernels* const* sets = available_kernels(count);
        // Half of the combinations, in which any two values still meet.
        int dims = 0, blocks = 0;
        for (const int head_dim : {8, 40, 64, 256}) {
            ++dims;
            for (const int block_size : {1, 16, 24, 64}) {
                ++blocks;
                for (const bool first_only : {false, true})
                    for (const int group : {1, 2}) {
                        if ((dims + blocks + first_only + group) % 2 != 0) continue;
                        for (int set = 0; set < count; ++set)
                            QTest::addRow("%s d%d blocks of %d, %s, groups of %d", sets[set]->name, head_dim,
                                          block_size, first_only ? "first" : "all", group)
                                << set << head_dim << block_size << first_only << group;
                    }
            }
        }
    }
    void againstDoublePrecision() {
        QFETCH(int, set);
        QFETCH(int, head_dim);
        QFETCH(int, block_size);
        QFETCH(bool, first_only);
        QFETCH(int, group);
        int count = 0;
        const Kernels& kernels = *available_kernels(count)[set];
        const Case c(head_dim, block_size, first_only, group);
        c.run(kernels, 1);
        const std::string row = QTest::currentDataTag(), shape = row.substr(row.find(' '));
        if (shape != shape_) expected_ = Reference(c);
        shape_ = shape;
        const Results& reference = expected_;
        QVERIFY(largest_difference(reference.out, c.out) < 2e-6);
        QVERIFY(largest_difference(reference.dq, c.dq) < 5e-6);
        QVERIFY(largest_difference(reference.dk, c.dk) < 2e-5);
        QVERIFY(largest_difference(reference.dv, c.dv) < 2e-5);

        // To the bit, however items are split.
        const Case again(head_dim, block_size, first_only, group);
        again.run(kernels, 7);
        QVERIFY(again.results() == c.results());
    }

    void ofBf16() {
        int count = 0;
        const Kernels* const* sets = available_kernels(count);
        for (int set = 0; set < count; ++set) {
            Case c(40, 24, false, 2);
            c.narrow_inputs();
            c.run(*sets[set], 3);
            const std::vector<Floats> found = c.results();
            c.widen_inputs();
            c.run(*sets[set], 3);
            QVERIFY(found == c.results());
        }
    }

    /// Lists of all blocks are full attention.
    void allBlocks() {
        const Case c(64, 200, false, 1); // of a single block
        const Kernels& kernels = tunedesk::kernel::kernels();
        c.run(kernels, 100);
        const Case full(64, 200, false, 1);
        kernels.attention_forward(full.b.attention, 0, Case::heads * full.b.attention.sequence_count);
        for (std::size_t i = 0; i < c.out.size(); ++i)
            QVERIFY(std::abs(c.out[i] - full.out[i]) < 1e-6f);
    }
};

QTEST_GUILESS_MAIN(BlockAttentionTest)
#include "block_attention_test.moc"
