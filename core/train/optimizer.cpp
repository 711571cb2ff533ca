#include "train/optimizer.h"

#include "kernel/kernels.h"
#include "model/functions.h"
#include "model/torch_headers.h"

#include <algorithm>
#include <cmath>

namespace tunedesk::train {

namespace {

constexpr std::int64_t chunk_elements = 1 << 16;

} // namespace

Optimizer::Optimizer(const Preset::Training& training, model::Parameters& parameters,
                     const model::Operations& operations, bool in_backward)
    : training_(training), update_(in_backward        ? &Optimizer::finish_backward
                                   : operations.fused ? &Optimizer::update_fused
                                                      : &Optimizer::update_aten) {
    const bool adam = training.optim != Preset::Optim::sgd;
    for (model::Parameter& parameter : parameters.all()) {
        if (!parameter.value.requires_grad()) continue;
        Slot slot{parameter.name, parameter.value, {}, {}, parameter.decays};
        const at::Tensor plain = parameter.value.detach();
        if (adam || training.momentum > 0) slot.first = at::zeros_like(plain);
        if (adam) slot.second = at::zeros_like(plain);
        first_chunks_.push_back(chunks_.size());
        for (std::int64_t begin = 0; begin < plain.numel(); begin += chunk_elements)
            chunks_.push_back({slots_.size(), begin, std::min(begin + chunk_elements, plain.numel())});
        trained_.push_back(parameter.value);
        slots_.push_back(std::move(slot));
    }
    first_chunks_.push_back(chunks_.size());
    set_updates(0);
    if (in_backward) hook_backward();
}

Optimizer::~Optimizer() {
    if (update_ == &Optimizer::finish_backward) unhook_backward();
}

void Optimizer::set_updates(std::int64_t updates) {
    updates_ = updates;
    if (!slots_.empty())
        updates_there_ =
            at::full({}, static_cast<double>(updates), slots_.front().value.options().requires_grad(false));
}

at::Tensor Optimizer::update() {
    return (this->*update_)();
}

void Optimizer::begin_step(double learning_rate, bool keep_memory) {
    learning_rate_ = learning_rate;
    squares_in_backward_ = 0;
    for (Slot& slot : slots_) {
        at::Tensor& gradient = slot.value.mutable_grad();
        if (keep_memory && gradient.defined())
            gradient.zero_();
        else
            gradient.reset();
    }
}

at::Tensor Optimizer::update_fused() {
    const double norm = gradient_norm(0, slots_.size()), limit = training_.max_grad_norm;
    if (std::isfinite(norm)) {
        step(0, slots_.size(), learning_rate_, limit > 0 ? std::min(1.0, limit / (norm + 1e-6)) : 1.0);
        ++updates_;
    }
    return at::full({}, norm, at::kDouble);
}

/// The backward pass has updated everything.
at::Tensor Optimizer::finish_backward() {
    const double norm = std::sqrt(squares_in_backward_);
    if (std::isfinite(norm)) ++updates_;
    return at::full({}, norm, at::kDouble);
}

/// Of the slots [first, last).
double Optimizer::gradient_norm(std::size_t first, std::size_t last) const {
    std::vector<at::Tensor> gradients;
    for (std::size_t i = first; i < last; ++i)
        gradients.push_back(slots_[i].value.grad().contiguous());
    const std::size_t begin_chunk = first_chunks_[first], end_chunk = first_chunks_[last];
    std::vector<double> squares(end_chunk - begin_chunk);
    model::for_range(static_cast<std::int64_t>(squares.size()), [&](std::int64_t begin, std::int64_t end) {
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
            const Chunk& chunk = chunks_[begin_chunk + i];
            squares[i] = kernel::kernels().sum_of_squares(
                gradients[chunk.slot - first].const_data_ptr<float>(), chunk.begin, chunk.end);
        }
    });
    double total = 0;
    for (const double part : squares)
        total += part;
    return std::sqrt(total);
}

void Optimizer::step(std::size_t first, std::size_t last, double learning_rate, double gradient_scale) {
    std::vector<kernel::OptimizerStep> steps;
    std::vector<at::Tensor> gradients;
    for (std::size_t i = first; i < last; ++i) {
        const Slot& slot = slots_[i];
        gradients.push_back(slot.value.grad().contiguous());
        kernel::OptimizerStep o;
        o.parameter = slot.value.mutable_data_ptr<float>();
        o.gradient = gradients.back().const_data_ptr<float>();
        o.first = slot.first.defined() ? slot.first.mutable_data_ptr<float>() : nullptr;
        o.second = slot.second.defined() ? slot.second.mutable_data_ptr<float>() : nullptr;
        o.learning_rate = learning_rate;
        o.beta1 = training_.adam_beta1;
        o.beta2 = training_.adam_beta2;
        o.epsilon = training_.adam_epsilon;
        o.weight_decay = slot.decays ? training_.weight_decay : 0;
        o.gradient_scale = gradient_scale;
        o.bias_correction1 = 1 - std::pow(training_.adam_beta1, static_cast<double>(updates_ + 1));
        o.bias_correction2 = 1 - std::pow(training_.adam_beta2, static_cast<double>(updates_ + 1));
        o.decoupled = training_.optim == Preset::Optim::adamw;
        o.momentum = training_.momentum;
        o.nesterov = training_.nesterov;
        o.first_step = updates_ == 0;
        steps.push_back(o);
    }
    const auto update =
        training_.optim == Preset::Optim::sgd ? kernel::kernels().sgd : kernel::kernels().adam;
    const auto begin_chunk = static_cast<std::int64_t>(first_chunks_[first]);
    const auto end_chunk = static_cast<std::int64_t>(first_chunks_[last]);
    model::for_range(end_chunk - begin_chunk, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
            const Chunk& chunk = chunks_[static_cast<std::size_t>(begin_chunk + i)];
            update(steps[chunk.slot - first], chunk.begin, chunk.end);
        }
    });
}

std::vector<Optimizer::State> Optimizer::states() const {
    const bool adam = training_.optim != Preset::Optim::sgd;
    std::vector<State> states;
    for (const Slot& slot : slots_) {
        if (slot.first.defined())
            states.push_back({slot.name + (adam ? ".exp_avg" : ".momentum_buffer"), slot.first});
        if (slot.second.defined()) states.push_back({slot.name + ".exp_avg_sq", slot.second});
    }
    return states;
}

} // namespace tunedesk::train
