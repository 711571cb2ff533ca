// SPDX-License-Identifier: GPL-3.0-or-later
// Tensors that lose their memory while a run pauses, and numbers that are read late.

#include "train/memory/eviction.h"
#include "train/step/async_scalar.h"

#include <ATen/ATen.h>
#include <QTest>

using namespace tunedesk::train;

class EvictionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Views share memory before and after; contents come back to the bit, into other memory.
    void contentsComeBack() {
        const at::Tensor whole = at::randn({6, 5}), upper = whole.narrow(0, 0, 3),
                         lower = whole.narrow(0, 3, 3);
        const at::Tensor alone = at::arange(7, at::kLong), none;
        at::Tensor leaf = at::randn({4}).set_requires_grad(true);
        const at::Tensor wholes_copy = whole.clone(), alones_copy = alone.clone(),
                         leafs_copy = leaf.detach().clone();
        Eviction eviction({upper, lower, alone, none, leaf});
        QVERIFY(whole.storage().data() == nullptr);
        QVERIFY(leaf.storage().data() == nullptr);
        QCOMPARE(leaf.sizes(), leafs_copy.sizes());
        eviction.restore();
        QVERIFY(whole.equal(wholes_copy));
        QVERIFY(alone.equal(alones_copy));
        QVERIFY(leaf.equal(leafs_copy));
        QVERIFY(upper.storage().is_alias_of(lower.storage()));
        upper.fill_(2);
        QVERIFY(whole[0][0].item<float>() == 2);
        (leaf * 3).sum().backward();
        QVERIFY(leaf.grad().equal(at::full({4}, 3.0)));
    }

    void hostNumbersAreThereAtOnce() {
        const at::Tensor number = at::full({}, 2.5);
        const AsyncScalar late(number);
        number.fill_(7); // later work does not reach it
        QCOMPARE(late.get(), 2.5);
    }
};

QTEST_APPLESS_MAIN(EvictionTest)
#include "eviction_test.moc"
