// SPDX-License-Identifier: GPL-3.0-or-later
// Which hooks a tensor's gradient has, in which order they are called, and which are refused.

#include "memory/gradient_hook.h"

#include "memory/torch_headers.h"

#include <QTest>
#include <optional>
#include <stdexcept>
#include <torch/csrc/autograd/function_hook.h>
#include <torch/csrc/autograd/variable.h>

using tunedesk::memory::GradientHook;
using Use = GradientHook::Use;

namespace {

/// As another library would install it.
struct Foreign : torch::autograd::PostAccumulateGradHook {
    explicit Foreign(int& count) : calls(count) {}
    void operator()(const at::Tensor&) override { ++calls; }
    int& calls;
};

bool has_slot(const at::Tensor& parameter) {
    return torch::autograd::impl::post_acc_grad_hooks(parameter) != nullptr;
}

} // namespace

class GradientHookTest : public QObject {
    Q_OBJECT

    at::Tensor parameter_;
    QStringList calls_;

    GradientHook::Work noting(const char* name) {
        return [this, name](const at::Tensor& parameter) {
            calls_ << name + QString(parameter.grad().defined() ? "" : " nothing");
        };
    }
    QString called_in_a_pass() {
        calls_.clear();
        parameter_.mutable_grad().reset();
        (parameter_ * 2).sum().backward();
        return calls_.join(", ");
    }

private Q_SLOTS:
    void init() { parameter_ = at::ones({3}).set_requires_grad(true); }

    /// Whoever comes first: the gradient is taken before it is watched.
    void order() {
        const GradientHook first(parameter_, Use::watch, noting("first"));
        const GradientHook taking(parameter_, Use::take, [&](const at::Tensor& parameter) {
            noting("taking")(parameter);
            parameter.mutable_grad().reset();
        });
        const GradientHook second(parameter_, Use::watch, noting("second"));
        QCOMPARE(called_in_a_pass(), QString("taking, first nothing, second nothing"));
    }

    /// A second part that takes the gradient is refused, and the first one keeps it.
    void oneTakes() {
        std::optional<GradientHook> taking(std::in_place, parameter_, Use::take, noting("taking"));
        QVERIFY_THROWS_EXCEPTION(std::logic_error, GradientHook(parameter_, Use::take, noting("another")));
        QCOMPARE(called_in_a_pass(), QString("taking"));
        taking.reset();
        taking.emplace(parameter_, Use::take, GradientHook::Work()); // reserved, without work
        QVERIFY_THROWS_EXCEPTION(std::logic_error, GradientHook(parameter_, Use::take, noting("another")));
        QCOMPARE(called_in_a_pass(), QString());
    }

    /// A hook goes with its object, wherever that was moved, and takes no other one with it.
    void lifetimes() {
        std::vector<GradientHook> hooks;
        std::optional<GradientHook> other(std::in_place, parameter_, Use::watch, noting("other"));
        for (const char* name : {"a", "b", "c", "d"})
            hooks.emplace_back(parameter_, Use::watch, noting(name));
        QCOMPARE(called_in_a_pass(), QString("other, a, b, c, d"));
        hooks.clear();
        QCOMPARE(called_in_a_pass(), QString("other"));
        other.reset();
        QVERIFY(!has_slot(parameter_));
        QCOMPARE(called_in_a_pass(), QString());
    }

    void foreignHooks() {
        int calls = 0;
        torch::autograd::impl::set_post_acc_grad_hooks(parameter_, std::make_unique<Foreign>(calls));
        QVERIFY_THROWS_EXCEPTION(std::logic_error, GradientHook(parameter_, Use::watch, noting("watching")));
        QCOMPARE(called_in_a_pass(), QString());
        QCOMPARE(calls, 1);
    }
};

QTEST_APPLESS_MAIN(GradientHookTest)
#include "gradient_hook_test.moc"
