// SPDX-License-Identifier: GPL-3.0-or-later
// The training step under a strategy, with ranks as threads of one process: that several ranks train as one
// does, and what a strategy gives to who saves.

#include "long_tests.h"
#include "memory/torch_headers.h"
#include "parallel/ranks_as_threads.h"
#include "train/small_training.h"

#include <QTest>
#include <map>
#include <mutex>

using namespace tunedesk;
using namespace tunedesk::train;
using test::SmallTraining;

namespace {

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

/// The share of the weights that differ by more than 1e-5.
double differing_share(const Result& a, const Result& b) {
    std::int64_t differing = 0, all = 0;
    for (std::size_t i = 0; i < a.weights.size(); ++i) {
        differing += ((a.weights[i] - b.weights[i]).abs() > 1e-5).sum().item<std::int64_t>();
        all += a.weights[i].numel();
    }
    return static_cast<double>(differing) / static_cast<double>(all);
}

/// Looks at a network before each of its blocks goes forward.
class Watcher : public model::BlockVisitor {
public:
    Watcher(parallel::Group& group, model::Network& network) : group_(group), network_(network) {
        network.add_visitor(*this); // is told after the strategy
    }

    void before_forward(std::size_t block) override {
        ++forwards;
        const std::int64_t gathers = group_.calls().collectives() - before_;
        // Of the first forward pass: its own block's gather, the next one's, and those before.
        if (passes_ == 1 && block + 1 < network_.block_count())
            late += gathers < static_cast<std::int64_t>(block) + 2;
        look();
    }
    void begin_pass(const model::Pass&, bool) override {
        ++passes_;
        before_ = group_.calls().collectives();
    }
    void before_backward(std::size_t) override { look(); }

    int forwards = 0, late = 0, most_layers = 0;

private:
    void look() {
        int layers = 0;
        for (std::size_t block = 1; block < network_.block_count(); ++block) {
            const std::size_t first = network_.parameters_of_block(block).first;
            layers += network_.parameters().all()[first].value.storage().data() != nullptr;
        }
        most_layers = std::max(most_layers, layers);
    }

    parallel::Group& group_;
    model::Network& network_;
    int passes_ = 0;
    std::int64_t before_ = 0;
};

} // namespace

class StrategiesTest : public QObject {
    Q_OBJECT

    static constexpr int few_steps = 6;

    std::optional<SmallTraining> small_;
    Preset plain_; ///< what every test begins with
    int steps_ = few_steps;
    at::ScalarType compute_ = at::kFloat, params_ = at::kFloat;
    std::map<int, std::optional<Result>> alone_;                            ///< of one rank, by micro-batches
    std::map<QString, std::vector<Result>> by_ddp_;                         ///< by technique, or by ranks
    std::vector<std::pair<const parallel::Group*, std::uint64_t>> watched_; ///< what each had sent before
    std::vector<double>* sent_ = nullptr; ///< gets the bytes that each rank's steps have sent
    std::int64_t elements_ = 0, padded_ = 0;

    /// Takes the same steps on so many ranks. `watch`: called with each rank's training before its first
    /// step.
    std::vector<Result> train(
        int ranks, std::uint32_t micro_batches, parallel::Transport transport = parallel::Transport::fastest,
        const std::function<void(parallel::Group&, SmallTraining::Trained&)>& watch =
            [](parallel::Group&, SmallTraining::Trained&) {}) {
        std::vector<Result> results(static_cast<std::size_t>(ranks));
        std::mutex making; // the loader's messages go one after another
        const std::string thrown = test::run_ranks(ranks, [&](const parallel::World& world) {
            parallel::Group group(world, 60, {}, transport);
            std::unique_lock lock(making);
            SmallTraining::Trained one =
                small_->trained_in(group, model::placement_on(at::kCPU, compute_, params_));
            watch(group, one);
            lock.unlock();
            for (std::uint32_t number = 0; number < static_cast<std::uint32_t>(steps_); ++number)
                small_->step(one, number, micro_batches);
            if (sent_) {
                lock.lock();
                for (const auto& [watched, before] : watched_)
                    if (watched == &group)
                        sent_->push_back(static_cast<double>(group.calls().bytes_sent() - before));
                lock.unlock();
            }
            results[static_cast<std::size_t>(world.rank)] = result_of(one);
            group.barrier(parallel::Purpose::evaluation);
        });
        if (!thrown.empty()) qFatal("%s", thrown.c_str());
        return results;
    }

private Q_SLOTS:
    void init() {
        small_->preset = plain_;
        compute_ = params_ = at::kFloat;
        steps_ = few_steps;
    }
    void initTestCase() {
        at::set_num_threads(1);
        small_.emplace();
        small_->preset.model.dropout = 0.1;
        small_->preset.training.max_grad_norm = 0.5;
        small_->preset.training.optim = Preset::Optim::sgd; // Adam makes whole steps of gradients of rounding
        small_->preset.training.momentum = 0.9;
        plain_ = small_->preset;
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
        steps_ = test::rounds(20, 50);
        std::optional<Result>& alone = alone_[micro_batches];
        if (!alone) alone = train(1, static_cast<std::uint32_t>(micro_batches)).front();
        const Result& one = *alone;
        small_->preset.parallel.strategy = strategy;
        const std::vector<Result> all = train(ranks, static_cast<std::uint32_t>(micro_batches));
        for (const Result& rank : all) {
            QCOMPARE(difference(rank, all.front()), 0.0); // the same bits on all ranks
            QVERIFY(rank.norms == all.front().norms);
        }
        QVERIFY(difference(all.front(), one) < 1e-5);
        for (std::size_t step = 0; step < one.losses.size(); ++step) {
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

    void bitsOfDdp_data() {
        QTest::addColumn<Preset::Strategy>("strategy");
        QTest::addColumn<int>("ranks");
        QTest::addColumn<parallel::Transport>("transport");
        using enum parallel::Transport;
        for (const auto& [name, strategy] : strategies) {
            if (strategy == Preset::Strategy::ddp) continue;
            QTest::addRow("%s, 2 ranks over gloo", name) << strategy << 2 << gloo;
            QTest::addRow("%s, 2 ranks", name) << strategy << 2 << fastest;
            QTest::addRow("%s, 4 ranks", name) << strategy << 4 << fastest; // sums in rank order
        }
    }
    /// Without clipping, whose norm is added up in another order, the weights are those of ddp to the bit.
    void bitsOfDdp() {
        QFETCH(Preset::Strategy, strategy);
        QFETCH(int, ranks);
        QFETCH(parallel::Transport, transport);
        small_->preset.training.max_grad_norm = 0;
        small_->preset.training.optim = Preset::Optim::adamw;
        std::vector<Result>& by_ddp =
            by_ddp_[QStringLiteral("%1 over %2").arg(ranks).arg(static_cast<int>(transport))];
        if (by_ddp.empty()) by_ddp = train(ranks, 1, transport);
        const Result& ddp = by_ddp.front();
        small_->preset.parallel.strategy = strategy;
        for (const Result& rank : train(ranks, 1, transport))
            QCOMPARE(difference(rank, ddp), 0.0);
    }

    void techniquesHold_data() {
        QTest::addColumn<Preset::Strategy>("strategy");
        QTest::addColumn<QString>("technique");
        for (const auto& [name, strategy] : strategies)
            for (const char* technique :
                 {"checkpointing", "checkpointing 2", "last layers", "frozen head only", "8-bit", "bf16",
                  "bf16 parameters", "fp16 parameters"})
                QTest::addRow("%s, %s", name, technique) << strategy << technique;
    }
    /// Three ranks with two micro-batches against ddp's: what a technique changes it changes for all alike.
    /// Frozen parts leave ranks without a trained piece.
    void techniquesHold() {
        QFETCH(Preset::Strategy, strategy);
        QFETCH(QString, technique);
        Preset& preset = small_->preset;
        double tolerance = 1e-5;
        if (technique == "checkpointing") preset.memory.activation_checkpointing = "block";
        if (technique == "checkpointing 2") preset.memory.activation_checkpointing = "2";
        if (technique == "last layers") preset.model.train = Preset::Train::last_layers;
        if (technique == "last layers") preset.model.last_layers = 1;
        if (technique == "frozen head only") preset.model.train = Preset::Train::last_layers;
        if (technique == "frozen head only") preset.model.last_layers = 0;
        if (technique == "8-bit") preset.training.optim = Preset::Optim::adamw_8bit;
        const bool is_8bit = technique == "8-bit";
        if (is_8bit) tolerance = 3e-4;
        if (technique.startsWith("bf16")) compute_ = at::kBFloat16;
        if (technique == "bf16 parameters") params_ = at::kBFloat16;
        if (technique == "fp16 parameters") compute_ = params_ = at::kHalf;
        if (technique == "bf16") tolerance = 1e-4;
        if (technique.endsWith("parameters")) tolerance = 4e-3; // a rounding of a weight near 0.5
        std::vector<Result>& ddp = by_ddp_[technique];
        if (ddp.empty()) ddp = train(3, 2);
        preset.parallel.strategy = strategy;
        const std::vector<Result> all = train(3, 2);
        for (const Result& rank : all) {
            QCOMPARE(difference(rank, all.front()), 0.0);
            // A state between two codes may go to either, which moves its weight by several steps of the
            // rate.
            QVERIFY2(difference(rank, ddp.front()) < (is_8bit ? 1e-3 : tolerance),
                     qPrintable(QString::number(difference(rank, ddp.front()))));
            if (is_8bit) QVERIFY(differing_share(rank, ddp.front()) < 0.01);
        }
        for (std::size_t rank = 0; rank < all.size(); ++rank)
            for (std::size_t step = 0; step < ddp[rank].losses.size(); ++step)
                QVERIFY(std::abs(all[rank].losses[step] - ddp[rank].losses[step]) < 10 * tolerance);
    }

    /// Whatever the layout, the ranks' pieces are each element once, and hold what the whole parameters hold.
    void piecesAreWhole_data() {
        QTest::addColumn<Preset::Strategy>("strategy");
        for (const auto& [name, strategy] : strategies)
            if (strategy != Preset::Strategy::ddp) QTest::addRow("%s", name) << strategy;
    }
    void piecesAreWhole() {
        QFETCH(Preset::Strategy, strategy);
        small_->preset.parallel.strategy = strategy;
        small_->preset.training.optim = Preset::Optim::adamw_8bit;
        std::map<std::string, std::vector<format::Piece>> pieces;
        std::map<std::string, std::vector<std::int64_t>> shapes;
        std::map<std::string, at::Tensor> whole, collected;
        std::mutex making;
        const std::string thrown = test::run_ranks(3, [&](const parallel::World& world) {
            parallel::Group group(world, 60);
            std::unique_lock lock(making);
            const SmallTraining::Trained one = small_->trained_in(group, {});
            lock.unlock();
            std::map<std::string, at::Tensor> mine;
            one.strategy->for_each_parameter(
                [&](const std::string& name, const at::Tensor& value) { mine[name] = value.clone(); });
            lock.lock();
            whole = mine;
            for (const auto& list : {one.strategy->weights(), one.strategy->optimizer_state()})
                for (const Strategy::StatePiece& piece : list) {
                    pieces[piece.piece.tensor].push_back(piece.piece);
                    shapes[piece.piece.tensor] = piece.shape;
                    QVERIFY(piece.saves);
                    QCOMPARE(piece.values.numel(), piece.piece.elements());
                }
            for (const Strategy::StatePiece& piece : one.strategy->weights()) {
                at::Tensor& to = collected[piece.piece.tensor];
                if (!to.defined()) to = at::full(piece.shape, NAN);
                to.view({-1})
                    .narrow(0, piece.piece.begin, piece.piece.elements())
                    .copy_(piece.values.flatten());
            }
            lock.unlock();
            group.barrier(parallel::Purpose::evaluation);
        });
        QVERIFY2(thrown.empty(), thrown.c_str());
        for (const auto& [name, list] : pieces)
            QCOMPARE(format::partition_fault(shapes[name], list), std::string());
        QCOMPARE(collected.size(), whole.size());
        for (const auto& [name, value] : whole)
            QVERIFY2(collected[name].equal(value), name.c_str());
    }

    void bytesOfAStep_data() {
        QTest::addColumn<Preset::Strategy>("strategy");
        QTest::addColumn<double>("parameters");
        QTest::addColumn<QString>("checkpointing");
        for (const QString checkpointing : {"none", "block", "2"})
            for (const auto& [name, strategy] : strategies) {
                const bool in_shards =
                    strategy == Preset::Strategy::zero3 || strategy == Preset::Strategy::fsdp;
                QTest::addRow("%s, %s", name, qPrintable(checkpointing))
                    << strategy << (in_shards ? 3.0 : 2.0) << checkpointing;
            }
    }
    /// Each rank sends (N - 1) / N of the parameters' bytes two or three times a step. zero3 finds the last
    /// blocks where the forward pass has left them: less than theory. Padding is more, by 256 x N elements a
    /// block at most.
    void bytesOfAStep() {
        QFETCH(Preset::Strategy, strategy);
        QFETCH(double, parameters);
        QFETCH(QString, checkpointing);
        small_->preset.parallel.strategy = strategy;
        small_->preset.memory.activation_checkpointing = checkpointing.toStdString();
        const auto watch = [&](parallel::Group& group, SmallTraining::Trained& one) {
            watched_.push_back({&group, group.calls().bytes_sent()});
            elements_ = 0;
            padded_ = 0;
            for (const model::Parameter& parameter : one.trainable->model().parameters().all())
                elements_ += parameter.value.numel();
            if (one.shards)
                for (const BlockLayout& block : one.shards->layout().blocks)
                    padded_ += block.elements;
        };
        watched_.clear();
        std::vector<double> sent;
        sent_ = &sent;
        train(4, 1, parallel::Transport::fastest, watch);
        sent_ = nullptr;
        const double theory = parameters * 3 / 4 * static_cast<double>(elements_) * 4;
        const double padding =
            padded_ > 0 ? static_cast<double>(padded_) / static_cast<double>(elements_) : 1;
        QCOMPARE(sent.size(), std::size_t{4});
        // ddp sums the word embeddings' gradients by the rows that are used.
        const bool exact = strategy == Preset::Strategy::zero1 || strategy == Preset::Strategy::zero2;
        for (const double bytes : sent) {
            const double ratio = bytes / steps_ / theory / padding;
            QVERIFY2(ratio < 1.02 && ratio > (exact ? 0.98 : 0.6), qPrintable(QString::number(ratio)));
        }
    }

    void gathersAhead_data() {
        QTest::addColumn<QString>("checkpointing");
        for (const QString checkpointing : {"none", "block", "2"})
            QTest::addRow("%s", qPrintable(checkpointing)) << checkpointing;
    }
    /// zero3: the next block's gather is under way before a block goes forward, at most two layers have
    /// memory at one time, and none after the step.
    void gathersAhead() {
        QFETCH(QString, checkpointing);
        small_->preset.parallel.strategy = Preset::Strategy::zero3;
        small_->preset.memory.activation_checkpointing = checkpointing.toStdString();
        std::vector<std::unique_ptr<Watcher>> watchers;
        std::mutex mutex;
        const auto watch = [&](parallel::Group& group, SmallTraining::Trained& one) {
            const std::lock_guard lock(mutex);
            watchers.push_back(std::make_unique<Watcher>(group, one.trainable->model().network()));
        };
        train(2, 1, parallel::Transport::fastest, watch);
        QCOMPARE(watchers.size(), std::size_t{2});
        for (const auto& watcher : watchers) {
            QVERIFY(watcher->forwards >= 2 * 4);
            QCOMPARE(watcher->late, 0);
            QVERIFY(watcher->most_layers <= 2);
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
            QVERIFY2(found[rank].find("rank 2 are not bit-identical to those of rank 0") != std::string::npos,
                     found[rank].c_str());
            QVERIFY(again[rank].empty());
            QVERIFY(values[rank].equal(values[0]));
        }
    }
};

QTEST_GUILESS_MAIN(StrategiesTest)
#include "strategies_test.moc"
