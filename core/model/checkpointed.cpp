// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/checkpointed.h"

#include "memory/meter.h"
#include "memory/torch_headers.h"

#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/autograd/custom_function.h>

namespace tunedesk::model {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/// The state of the generator of dropout masks; empty if masks are counter-based.
class Draws {
public:
    explicit Draws(const Placement& placement)
        : generator_(placement.operations->dropout_source == DropoutSource::generator
                         ? at::globalContext().defaultGenerator(placement.device)
                         : at::Generator()) {}
    at::Tensor state() {
        if (!generator_.defined()) return {};
        const std::lock_guard lock(generator_.mutex());
        return generator_.get_state();
    }
    void restore(const at::Tensor& state) {
        if (!generator_.defined()) return;
        const std::lock_guard lock(generator_.mutex());
        generator_.set_state(state);
    }

private:
    at::Generator generator_;
};

/// The part of a pass that is run again in the backward pass.
struct Segment : torch::CustomClassHolder {
    std::span<const std::unique_ptr<Block>> blocks;
    std::vector<at::Tensor> parameters;
    std::shared_ptr<const Batch> batch;
    Pass pass;
    Placement placement;
    at::Tensor draws;

    at::Tensor run(at::Tensor hidden) const {
        for (const std::unique_ptr<Block>& block : blocks)
            hidden = block->forward(hidden, batch, pass);
        return hidden;
    }
};

struct Checkpointed : torch::autograd::Function<Checkpointed> {
    static at::Tensor forward(AutogradContext* context, const at::Tensor& hidden, at::TensorList,
                              const c10::intrusive_ptr<Segment>& segment) {
        segment->draws = Draws(segment->placement).state();
        memory::keep({hidden});
        context->save_for_backward({hidden});
        context->saved_data["segment"] = at::IValue::make_capsule(segment);
        return segment->run(hidden);
    }

    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const auto capsule = context->saved_data["segment"].toCapsule();
        const Segment& segment = *static_cast<const Segment*>(capsule.get());
        const at::AutoGradMode with_gradients(true);
        at::Tensor hidden = context->get_saved_variables()[0].detach();
        const bool needs_hidden = context->needs_input_grad(0);
        hidden.set_requires_grad(needs_hidden);
        Draws draws(segment.placement);
        const at::Tensor present = draws.state();
        draws.restore(segment.draws);
        const at::Tensor out = segment.run(hidden);
        draws.restore(present);

        variable_list inputs = segment.parameters;
        if (needs_hidden) inputs.insert(inputs.begin(), hidden);
        variable_list result = torch::autograd::grad({out}, inputs, {gradients[0]}, /*retain_graph=*/{},
                                                     /*create_graph=*/false, /*allow_unused=*/true);
        if (!needs_hidden) result.insert(result.begin(), at::Tensor());
        result.emplace_back(); // no gradient for `segment`
        return result;
    }
};

} // namespace

at::Tensor checkpointed(std::span<const std::unique_ptr<Block>> blocks,
                        const std::vector<at::Tensor>& parameters, const at::Tensor& hidden,
                        const std::shared_ptr<const Batch>& batch, const Pass& pass,
                        const Placement& placement) {
    auto segment = c10::make_intrusive<Segment>();
    segment->blocks = blocks;
    segment->parameters = parameters;
    segment->batch = batch;
    segment->pass = pass;
    segment->placement = placement;
    return Checkpointed::apply(hidden, at::TensorList(parameters), segment);
}

} // namespace tunedesk::model
