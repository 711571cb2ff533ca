// SPDX-License-Identifier: GPL-3.0-or-later
// Gradients that are gathered block by block: what a source is handed, when, and what it adds up itself.

#include "memory/torch_headers.h"
#include "plan/flat_layout.h"
#include "train/memory/gradient_blocks.h"

#include <QTest>
#include <map>
#include <stdexcept>

using namespace tunedesk;
using namespace tunedesk::train;

namespace {

/// Keeps what it is handed. `adds`: as ranks' shards do, it adds the step's gradients up by itself; else, as
/// host memory does, it gives the sum so far back.
class KeepingSource : public BlockSource {
public:
    explicit KeepingSource(bool adds) : adds_(adds) {}

    Transfer fetch_parameters(std::size_t, const at::Tensor&) override { return 0; }
    void store_parameters(std::size_t, const at::Tensor&) override {}
    bool has_gradients(std::size_t block) const override { return !adds_ && sums.contains(block); }
    Transfer fetch_gradients(std::size_t block, const at::Tensor& slot) override {
        slot.copy_(sums.at(block));
        return ++transfers_;
    }
    Transfer store_gradients(std::size_t block, const at::Tensor& slot) override {
        handed.push_back(block);
        if (adds_ && sums.contains(block))
            sums[block] = sums[block] + slot;
        else
            sums[block] = slot.clone();
        return ++transfers_;
    }
    void drop_gradients() override { sums.clear(); }
    void await(Transfer) override {}
    void finish() override {}

    std::vector<std::size_t> handed;
    std::map<std::size_t, at::Tensor> sums;

private:
    bool adds_;
    Transfer transfers_ = 0;
};

/// Blocks 1 to 3 with two parameters each.
ModelLayout three_blocks() {
    ModelLayout layout;
    layout.blocks.resize(4);
    for (std::size_t block = 1; block < layout.blocks.size(); ++block) {
        const std::int64_t sizes[] = {300, 7 * static_cast<std::int64_t>(block)};
        const plan::FlatLayout flat = plan::flat_layout(sizes, 1);
        layout.blocks[block].elements = flat.elements;
        layout.blocks[block].first = layout.trained.size();
        for (std::size_t i = 0; i < 2; ++i)
            layout.trained.push_back({block, flat.begins[i], at::ones({sizes[i]}).set_requires_grad(true)});
        layout.blocks[block].last = layout.trained.size();
    }
    return layout;
}

/// Runs through the blocks in order, so that the backward pass comes to the last one first.
void run_passes(const ModelLayout& layout, float factor) {
    at::Tensor hidden = at::ones({});
    for (const TrainedParameter& one : layout.trained)
        hidden = hidden * (one.value * factor).sum().sigmoid() + 0.5 * one.value.square().sum();
    hidden.backward();
}

/// The gradients of the same passes by autograd alone, in the layout's order.
std::vector<at::Tensor> expected(std::initializer_list<float> factors) {
    const ModelLayout layout = three_blocks();
    for (const float factor : factors)
        run_passes(layout, factor);
    std::vector<at::Tensor> gradients;
    for (const TrainedParameter& one : layout.trained)
        gradients.push_back(one.value.grad());
    return gradients;
}

void compare(const KeepingSource& source, const ModelLayout& layout,
             const std::vector<at::Tensor>& gradients) {
    for (std::size_t i = 0; i < layout.trained.size(); ++i) {
        const TrainedParameter& one = layout.trained[i];
        QVERIFY(source.sums.at(one.block).narrow(0, one.begin, one.value.numel()).equal(gradients[i]));
        QVERIFY(!one.value.grad().defined());
    }
}

} // namespace

class GradientBlocksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sums_data() {
        QTest::addColumn<bool>("adds");
        QTest::addRow("host memory") << false;
        QTest::addRow("shards") << true;
    }
    /// A block is handed on once a micro-batch, when it is complete; two micro-batches add up to the bit.
    void sums() {
        QFETCH(bool, adds);
        const ModelLayout layout = three_blocks();
        KeepingSource source(adds);
        GradientBlocks blocks(layout, source, at::TensorOptions(at::kFloat), 1);
        run_passes(layout, 0.01F);
        QVERIFY((source.handed == std::vector<std::size_t>{3, 2, 1}));
        compare(source, layout, expected({0.01F}));
        run_passes(layout, -0.02F);
        QVERIFY((source.handed == std::vector<std::size_t>{3, 2, 1, 3, 2, 1}));
        compare(source, layout, expected({0.01F, -0.02F}));
        blocks.drop();
        run_passes(layout, 0.03F);
        compare(source, layout, expected({0.03F}));
    }

    /// The norm is that of the step's sum so far, where the source gives it back.
    void norms() {
        const ModelLayout layout = three_blocks();
        KeepingSource source(false);
        GradientBlocks blocks(layout, source, at::TensorOptions(at::kFloat), 1);
        run_passes(layout, 0.01F);
        run_passes(layout, -0.02F);
        const std::vector<at::Tensor> gradients = expected({0.01F, -0.02F});
        for (std::size_t i = 0; i < gradients.size(); ++i)
            QVERIFY(at::allclose(blocks.norm(i), gradients[i].to(at::kDouble).norm(), 1e-6));
    }

    /// For the update a block comes back, and only two are on the device.
    void activation() {
        const ModelLayout layout = three_blocks();
        KeepingSource source(false);
        GradientBlocks blocks(layout, source, at::TensorOptions(at::kFloat), 1);
        run_passes(layout, 0.01F);
        const std::vector<at::Tensor> gradients = expected({0.01F});
        for (std::size_t block = 1; block <= 3; ++block) {
            blocks.activate(block, block < 3 ? block + 1 : 0);
            for (std::size_t i = layout.blocks[block].first; i < layout.blocks[block].last; ++i)
                QVERIFY(blocks.gradient(i).equal(gradients[i]));
        }
        QCOMPARE(blocks.device_bytes(), std::uint64_t{2 * 768 * sizeof(float)});
    }

    /// No other part may take these gradients meanwhile.
    void isTheOnlyOwner() {
        const ModelLayout layout = three_blocks();
        KeepingSource source(true);
        std::optional<GradientBlocks> blocks(std::in_place, layout, source, at::TensorOptions(at::kFloat), 1);
        const auto take = [&] {
            memory::GradientHook(layout.trained[0].value, memory::GradientHook::Use::take, {});
        };
        QVERIFY_THROWS_EXCEPTION(std::logic_error, take());
        blocks.reset();
        take();
    }
};

QTEST_APPLESS_MAIN(GradientBlocksTest)
#include "gradient_blocks_test.moc"
