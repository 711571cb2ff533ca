// SPDX-License-Identifier: GPL-3.0-or-later
// Sums of a table's gradient by the rows that are used, with ranks as threads of one process, against sums of
// the whole table: the same bits, of fewer bytes.

#include "parallel/row_sum.h"

#include "memory/torch_headers.h"
#include "parallel/gradient_reducer.h"
#include "parallel/ranks_as_threads.h"

#include <QTest>
#include <tuple>
#include <vector>

using namespace tunedesk;
using namespace tunedesk::parallel;

namespace {

constexpr std::int64_t rows = 500, width = 24;

/// A rank's gradients of three micro-batches, which use so many rows each, and some of them twice.
std::vector<at::Tensor> gradients_of(int rank, std::int64_t used, at::ScalarType type) {
    std::vector<at::Tensor> all;
    at::Generator random = at::detail::createCPUGenerator(static_cast<std::uint64_t>(100 + rank));
    for (int micro = 0; used > 0 && micro < 3; ++micro) {
        const at::Tensor numbers =
            std::get<0>(at::randperm(rows, random, at::kLong).narrow(0, 0, used).sort());
        all.push_back(at::_sparse_coo_tensor_unsafe(
            numbers.unsqueeze(0), at::randn({used, width}, random).to(type), {rows, width},
            at::TensorOptions(type).layout(at::kSparse), /*is_coalesced=*/true));
    }
    return all;
}

/// As autograd adds them up, and as it does where they are whole; undefined and zeros where there are none.
at::Tensor accumulated(const std::vector<at::Tensor>& gradients) {
    at::Tensor sum;
    for (const at::Tensor& one : gradients)
        sum = sum.defined() ? sum + one : one;
    return sum;
}
at::Tensor accumulated_whole(const std::vector<at::Tensor>& gradients, at::ScalarType type) {
    at::Tensor sum = at::zeros({rows, width}, type);
    for (const at::Tensor& one : gradients)
        sum += one.to_dense();
    return sum;
}

} // namespace

class RowSumTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sumsAreThoseOfWholeTables_data() {
        QTest::addColumn<bool>("shared");
        QTest::addColumn<int>("ranks");
        QTest::addColumn<int>("used");
        QTest::addColumn<bool>("short_numbers");
        for (const int used : {20, 400}) { // of 500 rows few, and nearly all
            QTest::addRow("Gloo, 2 ranks, %d", used) << false << 2 << used << false;
            QTest::addRow("shared memory, 2 ranks, %d", used) << true << 2 << used << false;
            QTest::addRow("shared memory, 4 ranks, %d", used) << true << 4 << used << false;
            QTest::addRow("shared memory, 3 ranks, %d, bf16", used) << true << 3 << used << true;
        }
    }
    /// The last rank has no rows in it.
    void sumsAreThoseOfWholeTables() {
        QFETCH(bool, shared);
        QFETCH(int, ranks);
        QFETCH(int, used);
        QFETCH(bool, short_numbers);
        const at::ScalarType type = short_numbers ? at::kBFloat16 : at::kFloat;
        struct Rank {
            at::Tensor whole, summed, of_whole;
            std::uint64_t bytes = 0, whole_bytes = 0, bytes_twice = 0;
        };
        std::vector<Rank> all(static_cast<std::size_t>(ranks));
        const std::string thrown = test::run_ranks(ranks, [&](const World& world) {
            Group group(world, 60, {}, shared ? Transport::fastest : Transport::gloo);
            RowSum sum(group, at::zeros({rows, width}, type));
            const auto own = gradients_of(world.rank, world.rank + 1 < ranks ? used : 0, type);
            Rank& rank = all[static_cast<std::size_t>(world.rank)];
            rank.whole = accumulated_whole(own, type).to(at::kFloat);
            group.sum(rank.whole, Purpose::gradient_sum);
            rank.summed = sum.sum(accumulated(own));
            rank.bytes = sum.bytes();
            rank.whole_bytes = sum.whole_bytes();
            rank.of_whole = sum.sum(accumulated_whole(own, type));
            rank.bytes_twice = sum.bytes();
            group.barrier(Purpose::evaluation);
        });
        QVERIFY2(thrown.empty(), thrown.c_str());
        for (const Rank& rank : all) {
            QVERIFY(rank.summed.to_dense().equal(rank.whole.to(type)));
            QCOMPARE(rank.summed.is_sparse(), used == 20);
            QCOMPARE(rank.whole_bytes, std::uint64_t{rows * width * 4});
            const std::uint64_t sent = rank.summed.is_sparse()
                                           ? static_cast<std::uint64_t>(rank.summed._nnz()) * width * 4
                                           : rank.whole_bytes;
            QCOMPARE(rank.bytes, 4 * rows + sent);
            if (used == 20) QVERIFY(rank.summed.is_coalesced() && rank.bytes < rank.whole_bytes / 2);
            // Whole gradients are taken too; their rows of zeros are not sent.
            QVERIFY(rank.of_whole.to_dense().equal(rank.summed.to_dense()));
            QVERIFY(rank.bytes_twice <= 2 * rank.bytes);
        }
    }

    /// A table and a matrix, two micro-batches a step: by buckets alone, and with the table's rows.
    void aReducersGradientsAreTheSame() {
        const auto gradients = [](bool by_rows) {
            std::vector<at::Tensor> results(4);
            const std::string thrown = test::run_ranks(2, [&](const World& world) {
                Group group(world, 60);
                const at::Tensor table = at::ones({rows, width}).set_requires_grad(true),
                                 matrix = at::full({width, 3}, 0.5).set_requires_grad(true);
                GradientReducer reducer(group, {table, matrix}, 25,
                                        by_rows ? std::vector<at::Tensor>{table} : std::vector<at::Tensor>{});
                QCOMPARE(reducer.sums_rows(), by_rows);
                for (const bool last : {false, true}) {
                    at::Generator random =
                        at::detail::createCPUGenerator(static_cast<std::uint64_t>(7 + world.rank + 2 * last));
                    const at::Tensor ids = at::randint(rows, {30}, random, at::kLong);
                    const at::Tensor out = at::embedding(table, ids, -1, false, by_rows).matmul(matrix);
                    // In the second micro-batch the last rank has no samples.
                    const bool shadows = last && world.rank == 1;
                    reducer.backward(shadows ? at::Tensor() : out.square().sum(), last);
                }
                const auto first = static_cast<std::size_t>(2 * world.rank);
                results[first] = table.grad().to_dense().clone();
                results[first + 1] = matrix.grad().clone();
                group.barrier(Purpose::evaluation);
            });
            if (!thrown.empty()) qFatal("%s", thrown.c_str());
            return results;
        };
        const auto whole = gradients(false), by_rows = gradients(true);
        for (std::size_t i = 0; i < whole.size(); ++i) {
            QVERIFY(whole[i].equal(by_rows[i]));
            QVERIFY(whole[i].equal(whole[i % 2]) && whole[i].abs().sum().item<double>() > 0);
        }
    }
};

QTEST_GUILESS_MAIN(RowSumTest)
#include "row_sum_test.moc"
