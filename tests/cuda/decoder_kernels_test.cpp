// SPDX-License-Identifier: GPL-3.0-or-later
// The decoders' kernels as operations of the models, on the host: compared with LibTorch's own, derivatives
// too.

#include "cuda/decoder_operations.h"
#include "cuda/row_support.h"
#include "memory/torch_headers.h"
#include "model/support.h"

using namespace tunedesk;
using namespace tunedesk::test;
using namespace tunedesk::model;

namespace {

const Operations& kernels() {
    static const Operations operations = cuda::with_decoder_kernels(aten_operations());
    return operations;
}

} // namespace

class DecoderKernelsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        at::manual_seed(7);
        at::set_num_threads(1);
    }

    void norms_data() {
        QTest::addColumn<int>("width");
        QTest::addColumn<bool>("centred");
        for (const int width : {576, 33, 4, 1})
            for (const bool centred : {false, true})
                QTest::addRow("%d, %s", width, centred ? "LayerNorm" : "RMSNorm") << width << centred;
    }
    void norms() {
        QFETCH(int, width);
        QFETCH(bool, centred);
        const at::Tensor dy = at::randn({70, width}), x0 = at::randn({70, width}) * 3 + 1,
                         gamma0 = at::randn({width});
        at::Tensor results[2], d_x[2], d_gamma[2];
        for (const int i : {0, 1}) {
            const at::Tensor x = x0.clone().requires_grad_(), gamma = gamma0.clone().requires_grad_();
            const NormParameters norm{gamma, centred ? at::zeros({width}) : at::Tensor(), 1e-5};
            results[i] = (i ? kernels() : aten_operations()).norm({}, x, norm);
            results[i].backward(dy);
            d_x[i] = x.grad();
            d_gamma[i] = gamma.grad();
        }
        QVERIFY(near(results[1].detach(), results[0].detach(), 1e-5));
        if (width > 1) QVERIFY(near(d_x[1], d_x[0], 1e-4)); // of one column the gradient is rounding
        QVERIFY(near(d_gamma[1], d_gamma[0], 1e-4));
    }

    void rotations_data() {
        QTest::addColumn<int>("heads");
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("type");
        for (const at::ScalarType type : {at::kFloat, at::kBFloat16})
            for (const int heads : {1, 9})
                for (const int width : {2, 6, 64})
                    QTest::addRow("%d of %d, %s", heads, width, at::toString(type))
                        << heads << width << static_cast<int>(type);
    }
    void rotations() {
        QFETCH(int, heads);
        QFETCH(int, width);
        QFETCH(int, type);
        const Samples samples({5, 17, 1, 30}, 80, 2);
        auto batch = std::make_shared<Batch>(make_batch(samples.list, false, 0));
        add_tensors(*batch, at::Device(at::kCPU));
        arch::LayerKind kind;
        kind.head_width = width;
        kind.position = arch::PositionKind::rotary;
        RotaryTable table(kind, at::kCPU);
        const auto scalar = static_cast<at::ScalarType>(type);
        const at::Tensor x0 = at::randn({batch->rows(), heads * width}).to(scalar),
                         dy = at::randn({batch->rows(), heads * width}).to(scalar);
        at::Tensor results[2], d_x[2];
        for (const int i : {0, 1}) {
            const at::Tensor x = x0.clone().requires_grad_();
            results[i] = (i ? kernels() : aten_operations()).rotate(batch, x, heads, table.of(*batch));
            results[i].backward(dy);
            d_x[i] = x.grad();
        }
        const double bound = scalar == at::kFloat ? 1e-6 : 1e-2;
        QVERIFY(near(results[1].detach(), results[0].detach(), bound));
        QVERIFY(near(d_x[1], d_x[0], bound));
    }
};

QTEST_GUILESS_MAIN(DecoderKernelsTest)
#include "decoder_kernels_test.moc"
