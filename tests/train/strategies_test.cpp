// The training step under a strategy, with ranks as threads of one process: that several ranks train as one
// does, and what a strategy gives to who saves.

#include "memory/torch_headers.h"
#include "parallel/ranks_as_threads.h"
#include "train/small_training.h"

#include <QTest>
#include <mutex>

using namespace tunedesk;
using namespace tunedesk::train;
using test::SmallTraining;

namespace {

constexpr int steps = 6;

struct NamedStrategy {
    const char* name;
    Preset::Strategy strategy;
};
constexpr NamedStrategy strategies[] = {{"ddp", Preset::Strategy::ddp},
                                        {"zero1", Preset::Strategy::zero1},
                                        {"zero2", Preset::Strategy::zero2},
                                        {"zero3", Preset::Strategy::zero3},
                                        {"fsdp", Preset::Strategy::fsdp}};

/// What a rank has after its steps.
struct Result {
    std::vector<double> losses, norms;
    std::vector<std::int64_t> rights;
    std::vector<at::Tensor> weights;
};

Result result_of(const SmallTraining::Trained& one) {
    Result result{one.losses, one.norms, one.rights, {}};
    one.strategy->for_each_parameter(
        [&](const std::string&, const at::Tensor& value) { result.weights.push_back(value.clone()); });
    return result;
}

double difference(const Result& a, const Result& b) {
    double top = 0;
    for (std::size_t i = 0; i < a.weights.size(); ++i)
        top = std::max(top, (a.weights[i] - b.weights[i]).abs().max().item<double>());
    return top;
}

} // namespace

class StrategiesTest : public QObject {
    Q_OBJECT

    std::optional<SmallTraining> small_;

    /// Takes the same steps on so many ranks.
    std::vector<Result> train(int ranks, std::uint32_t micro_batches) {
        std::vector<Result> results(static_cast<std::size_t>(ranks));
        std::mutex making; // the loader's messages go one after another
        const std::string thrown = test::run_ranks(ranks, [&](const parallel::World& world) {
            parallel::Group group(world, 60);
            std::unique_lock lock(making);
            SmallTraining::Trained one = small_->trained_in(group, {});
            lock.unlock();
            for (std::uint32_t number = 0; number < steps; ++number)
                small_->step(one, number, micro_batches);
            results[static_cast<std::size_t>(world.rank)] = result_of(one);
            group.barrier(parallel::Purpose::evaluation);
        });
        if (!thrown.empty()) qFatal("%s", thrown.c_str());
        return results;
    }

private Q_SLOTS:
    void cleanup() { small_->preset.parallel.strategy = Preset::Strategy::ddp; }
    void initTestCase() {
        at::set_num_threads(1);
        small_.emplace();
        small_->preset.model.dropout = 0.1;
        small_->preset.training.max_grad_norm = 0.5;
        small_->preset.training.optim = Preset::Optim::sgd; // Adam makes whole steps of gradients of rounding
        small_->preset.training.momentum = 0.9;
    }

    void ranksTrainAsOne_data() {
        QTest::addColumn<Preset::Strategy>("strategy");
        QTest::addColumn<int>("ranks");
        QTest::addColumn<int>("micro_batches");
        for (const auto& [name, strategy] : strategies)
            for (const int ranks : {2, 3, 4})
                for (const int micro_batches : {1, 2})
                    QTest::addRow("%s, %d ranks, %d micro-batches", name, ranks, micro_batches)
                        << strategy << ranks << micro_batches;
    }
    /// Also in steps in which ranks have no samples in the last micro-batch, and take part without.
    void ranksTrainAsOne() {
        QFETCH(Preset::Strategy, strategy);
        QFETCH(int, ranks);
        QFETCH(int, micro_batches);
        const Result one = train(1, static_cast<std::uint32_t>(micro_batches)).front();
        small_->preset.parallel.strategy = strategy;
        const std::vector<Result> all = train(ranks, static_cast<std::uint32_t>(micro_batches));
        for (const Result& rank : all) {
            QCOMPARE(difference(rank, all.front()), 0.0); // the same bits on all ranks
            QVERIFY(rank.norms == all.front().norms);
        }
        QVERIFY(difference(all.front(), one) < 1e-5);
        for (std::size_t step = 0; step < steps; ++step) {
            double loss = 0;
            std::int64_t right = 0;
            for (const Result& rank : all) {
                loss += rank.losses[step];
                right += rank.rights[step];
            }
            QVERIFY(std::abs(loss - one.losses[step]) < 1e-5);
            QVERIFY(std::abs(all.front().norms[step] - one.norms[step]) < 1e-5 * one.norms[step]);
            QCOMPARE(right, one.rights[step]);
        }
    }

    /// Replicated: every rank holds whole tensors, the first one saves them.
    void replicatedPieces() {
        std::vector<std::vector<Strategy::StatePiece>> weights(2), moments(2);
        std::mutex making;
        const std::string thrown = test::run_ranks(2, [&](const parallel::World& world) {
            parallel::Group group(world, 60);
            const std::lock_guard lock(making);
            const SmallTraining::Trained one = small_->trained_in(group, {});
            weights[static_cast<std::size_t>(world.rank)] = one.strategy->weights();
            moments[static_cast<std::size_t>(world.rank)] = one.strategy->optimizer_state();
            QCOMPARE(one.strategy->data_rank(), world.rank);
        });
        QVERIFY2(thrown.empty(), thrown.c_str());
        QCOMPARE(weights[0].size(), moments[0].size()); // a momentum for each
        for (const auto* all : {&weights, &moments})
            for (std::size_t i = 0; i < all->front().size(); ++i) {
                const Strategy::StatePiece &first = all->front()[i], &second = all->back()[i];
                QCOMPARE(first.piece, format::Piece::whole(first.piece.tensor, first.shape));
                QCOMPARE(first.piece, second.piece);
                QVERIFY(first.saves && !second.saves);
                QVERIFY(first.values.equal(second.values));
            }
    }

    /// Copies that have drifted apart become those of the first rank, and the others are named.
    void copiesMatch() {
        std::vector<std::string> found(3), again(3);
        std::vector<at::Tensor> values(3);
        std::mutex making;
        const std::string thrown = test::run_ranks(3, [&](const parallel::World& world) {
            parallel::Group group(world, 60);
            std::unique_lock lock(making);
            const SmallTraining::Trained one = small_->trained_in(group, {});
            lock.unlock();
            const auto rank = static_cast<std::size_t>(world.rank);
            if (rank == 2) one.strategy->weights().front().values.add_(1);
            found[rank] = one.strategy->match_copies();
            again[rank] = one.strategy->match_copies();
            values[rank] = one.strategy->weights().front().values.clone();
        });
        QVERIFY2(thrown.empty(), thrown.c_str());
        for (std::size_t rank = 0; rank < 3; ++rank) {
            QVERIFY2(found[rank].find("rank 2 are not those of rank 0") != std::string::npos,
                     found[rank].c_str());
            QVERIFY(again[rank].empty());
            QVERIFY(values[rank].equal(values[0]));
        }
    }
};

QTEST_GUILESS_MAIN(StrategiesTest)
#include "strategies_test.moc"
