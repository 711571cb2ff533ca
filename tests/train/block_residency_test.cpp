// SPDX-License-Identifier: GPL-3.0-or-later
// Encoder layers whose parameters live in the host's memory train as those on the device: the same bits, over
// a link whose copies come as late as they may. That a GPU's copies do as well is for tests/device.

#include "train/memory/block_residency.h"

#include "preset/schema/schema.h"
#include "train/lagging_link.h"
#include "train/memory/offloaded_activations.h"
#include "train/save/checkpointer.h"
#include "train/small_training.h"
#include "train/update.h"

#include <QTest>
#include <set>
#include <stdexcept>

using namespace tunedesk;
using namespace tunedesk::train;
using test::SmallTraining;

namespace {

constexpr std::size_t layers = 5;

/// What happened, in order: a layer's fetch N, the wait for it, and the layers' own work.
std::vector<std::string> events;
std::size_t layers_here_at_most = 0;
const model::Parameters* watched = nullptr;

/// Layers whose parameters have memory.
std::size_t layers_here() {
    std::set<std::string> here;
    for (const model::Parameter& parameter : watched->all())
        if (parameter.host_value.defined() && parameter.value.storage().data())
            here.insert(parameter.name.substr(0, parameter.name.find('.', 19))); // bert.encoder.layer.N
    return here.size();
}

/// Writes down what it is asked for, and which memory of the "device" it copies to and from.
class WatchedLink : public test::LaggingLink {
public:
    Copy fetch(const at::Tensor& to, const at::Tensor& from) override {
        const Copy copy = LaggingLink::fetch(to, from);
        device_[to.storage().data()] = to.storage().nbytes();
        events.push_back("fetch " + std::to_string(++fetches_));
        numbers_[copy] = fetches_;
        return copy;
    }
    Copy put(const at::Tensor& to, const at::Tensor& from) override {
        device_[from.storage().data()] = from.storage().nbytes();
        return LaggingLink::put(to, from);
    }
    void await(Copy copy) override {
        if (numbers_.contains(copy)) events.push_back("await " + std::to_string(numbers_[copy]));
        LaggingLink::await(copy);
    }
    std::uint64_t device_bytes() const {
        std::uint64_t bytes = 0;
        for (const auto& [memory, size] : device_)
            bytes += size;
        return bytes;
    }

private:
    int fetches_ = 0;
    std::map<Copy, int> numbers_;
    std::map<const void*, std::uint64_t> device_;
};

/// LibTorch's operations, which say when a layer works.
const model::Operations& watched_operations() {
    static const model::Operations operations = [] {
        model::Operations all = model::aten_operations();
        all.linear_residual_norm = [](const model::RowView& view, const at::Tensor& x,
                                      const at::Tensor& weight, const at::Tensor& bias,
                                      const at::Tensor& residual, const model::NormParameters& norm,
                                      const kernel::Dropout& dropout, at::ScalarType compute) {
            events.push_back("forward");
            layers_here_at_most = std::max(layers_here_at_most, layers_here());
            const at::Tensor y = model::aten_operations().linear_residual_norm(
                view, x, weight, bias, residual, norm, dropout, compute);
            if (y.requires_grad())
                y.register_hook([](const at::Tensor&) {
                    events.push_back("backward");
                    layers_here_at_most = std::max(layers_here_at_most, layers_here());
                });
            return y;
        };
        return all;
    }();
    return operations;
}

std::string contents(const fs::path& path) {
    return read_file(path, ErrorId::file_unreadable);
}

} // namespace

class BlockResidencyTest : public QObject {
    Q_OBJECT

    using Trained = SmallTraining::Trained;
    std::optional<SmallTraining> small_;
    QTemporaryDir folder_;
    Preset plain_preset_;

    /// tiny-bert with more layers, which are made anew.
    void deepen() {
        const fs::path from = small_->preset.model.path, to = folder_.path().toStdString() + "/deep";
        fs::copy(from, to, fs::copy_options::recursive);
        Json config = parse_json(read_file(from / "config.json", ErrorId::file_unreadable), "config.json",
                                 ErrorId::file_unreadable);
        config["num_hidden_layers"] = layers;
        std::ofstream(to / "config.json") << config.dump();
        small_->preset.model.path = to;
    }

    model::Placement placement() const {
        const auto type = [](Preset::Compute compute) {
            return compute == Preset::Compute::bf16   ? at::kBFloat16
                   : compute == Preset::Compute::fp16 ? at::kHalf
                                                      : at::kFloat;
        };
        return {at::kCPU, &model::aten_operations(), type(small_->preset.precision.compute),
                type(small_->preset.precision.params)};
    }

    at::Tensor evaluated(const Trained& one) const {
        const at::NoGradGuard no_gradients;
        at::Tensor logits;
        for (int pass = 0; pass < 2; ++pass) // the second begins where the first has ended
            logits = one.trainable->forward(small_->sets->train,
                                            one.trainable->batch(small_->sets->train, {1, 5, 9}, false), {});
        return logits;
    }

    static void compare(const Trained& a, const Trained& b) {
        QVERIFY(a.losses == b.losses);
        QVERIFY(a.norms == b.norms);
        QCOMPARE(SmallTraining::difference(a, b), 0.0);
        const auto first = a.optimizer->states(), second = b.optimizer->states();
        QCOMPARE(first.size(), second.size());
        for (std::size_t i = 0; i < first.size(); ++i)
            QVERIFY2(first[i].value.equal(second[i].value), first[i].name.c_str());
    }

private Q_SLOTS:
    void initTestCase() {
        at::set_num_threads(1);
        small_.emplace();
        deepen();
        small_->preset.model.dropout = 0.1;
        small_->preset.training.weight_decay = 0.1;
        small_->preset.training.optim = Preset::Optim::adamw;
        plain_preset_ = small_->preset;
    }
    void init() {
        small_->preset = plain_preset_;
        events.clear();
        layers_here_at_most = 0;
    }

    void training_data() {
        QTest::addColumn<QString>("settings");
        QTest::addColumn<int>("micro_batches");
        const auto row = [](const char* name, int micro_batches, const char* settings) {
            QTest::addRow("%s", name) << QString(settings) << micro_batches;
        };
        const char* const all_offloaded = "memory.offload=optimizer,parameters,activations "
                                          "memory.activation_checkpointing=block";
        row("adamw", 1, "");
        row("accumulated", 3, "");
        row("checkpointed", 1, "memory.activation_checkpointing=block");
        row("every two checkpointed, accumulated", 2, "memory.activation_checkpointing=2");
        row("all in one checkpoint", 2, "memory.activation_checkpointing=9");
        row("mixed", 1, "precision.compute=bf16");
        row("mixed, checkpointed, accumulated", 2,
            "precision.compute=bf16 memory.activation_checkpointing=block");
        row("bf16", 2, "precision.compute=bf16 precision.params=bf16");
        row("mixed in fp16, checkpointed, accumulated", 2,
            "precision.compute=fp16 memory.activation_checkpointing=block");
        row("fp16, all offloaded", 2,
            "precision.compute=fp16 precision.params=fp16 "
            "memory.offload=optimizer,parameters,activations memory.activation_checkpointing=block");
        row("sgd", 1, "training.optim=sgd training.momentum=0.9");
        row("8-bit state", 2, "training.optim=adamw_8bit");
        row("last layers", 2, "model.train=last_layers model.last_layers=2");
        row("last layers, checkpointed", 1,
            "model.train=last_layers model.last_layers=3 memory.activation_checkpointing=2");
        row("state offloaded", 2, "memory.offload=optimizer,parameters");
        row("activations offloaded", 1, "memory.offload=parameters,activations");
        row("all offloaded, checkpointed", 2, all_offloaded);
        row("in backward", 1, "memory.optimizer_in_backward=true");
        row("in backward, 8-bit state", 1, "memory.optimizer_in_backward=true training.optim=adamw_8bit");
        row("in backward, checkpointed, activations offloaded", 1,
            "memory.optimizer_in_backward=true memory.offload=parameters,activations "
            "memory.activation_checkpointing=block");
        row("in backward, last layers", 1,
            "memory.optimizer_in_backward=true model.train=last_layers model.last_layers=2");
        row("several micro-batches in flight", -3, "");
        row("several micro-batches in flight, checkpointed", -3, "memory.activation_checkpointing=2");
    }
    /// With evaluations between the steps, to the bit.
    void training() {
        QFETCH(QString, settings);
        QFETCH(int, micro_batches); // below 0: so many, all forward passes first
        for (const QString& setting : settings.split(' ', Qt::SkipEmptyParts))
            QVERIFY(!preset::set(small_->preset, *preset::find_key(setting.section('=', 0, 0).toStdString()),
                                 setting.section('=', 1).toStdString()));
        if (small_->preset.memory.optimizer_in_backward) small_->preset.training.max_grad_norm = 0;
        const auto link = std::make_shared<WatchedLink>();
        Trained plain = small_->trained(placement()),
                offloaded = small_->trained_from_host(placement(), link);
        const auto offloads = [&](const char* what) {
            return std::ranges::find(small_->preset.memory.offload, what) !=
                   small_->preset.memory.offload.end();
        };
        const auto other = std::make_shared<test::LaggingLink>();
        if (offloads("optimizer")) offloaded.optimizer->offload(other);
        if (micro_batches < 0) offloaded.order = {parallel::PipelineSchedule::gpipe, 2, 0};
        micro_batches = std::abs(micro_batches);
        if (offloads("activations"))
            offloaded.execution =
                std::make_unique<OffloadedActivations>(*offloaded.trainable, false, other, 1024);
        for (std::uint32_t number = 0; number < 4; ++number) {
            small_->step(plain, number, static_cast<std::uint32_t>(micro_batches));
            small_->step(offloaded, number, static_cast<std::uint32_t>(micro_batches));
            QVERIFY(evaluated(plain).equal(evaluated(offloaded)));
        }
        QVERIFY(!std::isnan(plain.losses.back()) && plain.losses.back() != plain.losses.front());
        compare(plain, offloaded);
        QVERIFY(link->device_bytes() <= offloaded.residency->device_bytes());
    }

    /// The step that is left out leaves the parameters at home as they were.
    void stepsAreLeftOut() {
        Trained plain = small_->trained(placement()),
                offloaded = small_->trained_from_host(placement(), std::make_shared<WatchedLink>());
        for (Trained* one : {&plain, &offloaded}) {
            small_->step(*one, 0);
            one->optimizer->begin_step(0.01, false);
            const auto batch = one->execution->batch(small_->sets->train, {3, 4}, 2);
            (one->trainable->forward(small_->sets->train, batch, {}) * INFINITY).sum().backward();
            QVERIFY(!std::isfinite(test::update(*one->optimizer).item<double>()));
            small_->step(*one, 1);
        }
        compare(plain, offloaded);
    }

    /// Gradients that the backward pass uses up cannot go home as well.
    void gradientsAreTakenOnce() {
        small_->preset.memory.optimizer_in_backward = true;
        small_->preset.training.max_grad_norm = 0;
        model::Placement there = placement();
        there.layers_on_host = true;
        const Trained one = small_->trained(there);
        QVERIFY_THROWS_EXCEPTION(std::logic_error, offload_parameters(one.trainable->model().network(),
                                                                      std::make_shared<WatchedLink>(),
                                                                      /*with_gradients=*/true));
    }

    void checkpoints() {
        small_->preset.memory.optimizer_in_backward = false;
        Trained plain = small_->trained(placement()),
                offloaded = small_->trained_from_host(placement(), std::make_shared<WatchedLink>());
        const auto saver = [&](const char* name) {
            const fs::path root = fs::path(folder_.path().toStdString()) / name;
            fs::create_directory(root);
            return Checkpointer({root}, small_->preset, {}, small_->sets->labels);
        };
        const Checkpointer of_plain = saver("plain"), of_offloaded = saver("offloaded");
        const auto save = [&](const Checkpointer& checkpointer, const Trained& one) {
            TrainState state;
            state.step = state.updates = 2;
            SaveCrew crew(small_->group(), *one.strategy);
            const auto write = [&](const fs::path& folder) { return crew.write_state(folder, state.step); };
            return checkpointer.save(state, write).path;
        };
        for (std::uint32_t number = 0; number < 2; ++number)
            for (Trained* one : {&plain, &offloaded})
                small_->step(*one, number);
        const fs::path first = save(of_plain, plain), second = save(of_offloaded, offloaded);
        for (const char* name : {"model.safetensors", "optimizer.safetensors"})
            QVERIFY(contents(first / name) == contents(second / name));
        for (std::uint32_t number = 2; number < 4; ++number)
            small_->step(plain, number);
        small_->step(offloaded, 7); // is undone
        of_offloaded.restore(2, *offloaded.strategy, true);
        offloaded.losses.resize(2);
        offloaded.norms.resize(2);
        for (std::uint32_t number = 2; number < 4; ++number)
            small_->step(offloaded, number);
        compare(plain, offloaded);
        QVERIFY(of_plain.load_model(first, *offloaded.strategy, 2));
        QVERIFY(of_plain.load_model(first, *plain.strategy, 2));
        QVERIFY(!of_plain.load_model(first, *plain.strategy, 3));
        QVERIFY(evaluated(plain).equal(evaluated(offloaded)));
    }

    void order_data() {
        QTest::addColumn<QString>("checkpointed");
        QTest::addColumn<QString>("expected");
        const QString forward =
            "fetch 1, fetch 2, await 1, forward, fetch 3, await 2, forward, fetch 4, await 3, "
            "forward, fetch 5, await 4, forward, await 5, forward, ";
        QTest::addRow("none") << "none"
                              << forward + "backward, fetch 6, backward, fetch 7, await 6, backward, "
                                           "fetch 8, await 7, backward, await 8, backward";
        // The layer that goes forward again is there when it goes backward.
        QTest::addRow("block") << "block"
                               << forward +
                                      "forward, backward, fetch 6, forward, backward, fetch 7, await 6, "
                                      "forward, backward, fetch 8, await 7, forward, backward, await 8, "
                                      "forward, backward";
        // Layers 5; 3 and 4; 1 and 2.
        QTest::addRow("2") << "2"
                           << forward +
                                  "forward, fetch 6, backward, fetch 7, await 6, forward, await 7, forward, "
                                  "backward, fetch 8, backward, fetch 9, await 8, forward, await 9, "
                                  "forward, backward, backward";
    }
    /// A layer comes while the one before it works; two have room at a time.
    void order() {
        QFETCH(QString, checkpointed);
        QFETCH(QString, expected);
        small_->preset.memory.activation_checkpointing = checkpointed.toStdString();
        small_->preset.memory.optimizer_in_backward = true; // no gradients among the copies
        small_->preset.training.max_grad_norm = 0;
        model::Placement there = placement();
        there.operations = &watched_operations();
        const auto link = std::make_shared<WatchedLink>();
        Trained one = small_->trained_from_host(there, link);
        small_->preset.memory.optimizer_in_backward = false;
        watched = &one.trainable->model().parameters();
        QCOMPARE(layers_here(), std::size_t{0});
        if (checkpointed == "2") one.optimizer.reset(); // see combinations_memory.cpp
        const auto batch = one.trainable->batch(small_->sets->train, {1, 2, 3}, false);
        one.strategy->begin_pass({parallel::Action::Pass::forward, 0});
        const at::Tensor sum = one.trainable->forward(small_->sets->train, batch, {}).sum();
        one.strategy->begin_pass({parallel::Action::Pass::backward, 0});
        sum.backward();
        QStringList all;
        for (const std::string& event : events)
            all << QString::fromStdString(event);
        QCOMPARE(all.join(", "), expected);
        QCOMPARE(layers_here_at_most, std::size_t{1});
        one.residency->evict_all();
        QCOMPARE(layers_here(), std::size_t{0});
        // Two rooms, each for the largest layer: its tensors begin at multiples of 256 numbers.
        std::uint64_t layer = 0;
        for (const std::int64_t numbers :
             {3 * 32 * 32, 3 * 32, 32 * 32, 32, 32, 32, 48 * 32, 48, 32 * 48, 32, 32, 32})
            layer += static_cast<std::uint64_t>((numbers + 255) / 256 * 256) * sizeof(float);
        QCOMPARE(one.residency->device_bytes(), 2 * layer);
        QCOMPARE(link->device_bytes(), 2 * layer);
    }

    /// An evaluation leaves nothing behind, and fetches each layer once.
    void evaluation() {
        model::Placement there = placement();
        there.operations = &watched_operations();
        Trained one = small_->trained_from_host(there, std::make_shared<WatchedLink>());
        watched = &one.trainable->model().parameters();
        evaluated(one);
        QCOMPARE(layers_here(), std::size_t{0});
        QCOMPARE(std::ranges::count_if(events, [](const std::string& e) { return e.starts_with("fetch"); }),
                 std::ptrdiff_t{2 * layers});
    }

    void nothingIsMadeOnTheDevice() {
        model::Placement there = placement();
        there.layers_on_host = true;
        const Trained one = small_->trained(there);
        watched = &one.trainable->model().parameters();
        QCOMPARE(layers_here(), std::size_t{0});
        const Trained plain = small_->trained(placement());
        QCOMPARE(SmallTraining::difference(one, plain), 0.0);
    }
};

QTEST_APPLESS_MAIN(BlockResidencyTest)
#include "block_residency_test.moc"
