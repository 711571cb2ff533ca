#include "train/optimizer/optimizer.h"

#include "kernel/codebook.h"
#include "kernel/kernels.h"
#include "model/functions.h"
#include "model/torch_headers.h"
#include "train/memory/offloaded_parameters.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tunedesk::train {

namespace {

constexpr std::int64_t chunk_elements = 1 << 16;
static_assert(chunk_elements % kernel::state_block == 0);
/// Below it, biases and norms, a state in 8 bits saves nothing.
constexpr std::int64_t least_elements_in_8bit = 4096;

/// State in 8 bits that stands for zeros.
at::Tensor encoded_zeros(const at::Tensor& parameter, bool with_sign) {
    return at::full_like(parameter, kernel::codebook(with_sign).nearest(0), at::kByte);
}

at::Tensor empty_state(const at::Tensor& parameter) {
    return at::zeros_like(parameter,
                          parameter.scalar_type() == at::kHalf ? at::kFloat : parameter.scalar_type());
}

/// Gives a slot its state.
void make_state(const at::Tensor& parameter, const Preset::Training& training, auto& slot) {
    const bool adam = training.optim != Preset::Optim::sgd;
    const bool in_8bit =
        training.optim == Preset::Optim::adamw_8bit && parameter.numel() >= least_elements_in_8bit;
    if (in_8bit) {
        const std::int64_t blocks = (parameter.numel() + kernel::state_block - 1) / kernel::state_block;
        slot.first = encoded_zeros(parameter, true);
        slot.second = encoded_zeros(parameter, false);
        slot.first_scales = at::zeros({blocks}, parameter.options().dtype(at::kFloat));
        slot.second_scales = at::zeros_like(slot.first_scales);
        return;
    }
    if (adam || training.momentum > 0) slot.first = empty_state(parameter);
    if (adam) slot.second = empty_state(parameter);
}

void* address(const at::Tensor& tensor) {
    return tensor.defined() ? tensor.mutable_data_ptr() : nullptr;
}

} // namespace

Optimizer::Optimizer(const Preset::Training& training, model::Parameters& parameters,
                     const model::Operations& operations, bool in_backward)
    : training_(training), update_(in_backward        ? &Optimizer::finish_backward
                                   : operations.fused ? &Optimizer::update_fused
                                                      : &Optimizer::update_aten),
      fused_(operations.fused),
      takes_sparse_(operations.fused && training.optim != Preset::Optim::adamw_8bit &&
                    parameters.type() != at::kHalf) { // LibTorch does not add up sparse tensors of fp16
    for (model::Parameter& parameter : parameters.all()) {
        if (!parameter.value.requires_grad()) continue;
        Slot slot{parameter.name, parameter.value, {}, {}, {}, {}, parameter.decays, {}, {}};
        const at::Tensor plain = parameter.value.detach();
        make_state(plain, training, slot);
        first_chunks_.push_back(chunks_.size());
        for (std::int64_t begin = 0; begin < plain.numel(); begin += chunk_elements)
            chunks_.push_back({slots_.size(), begin, std::min(begin + chunk_elements, plain.numel())});
        trained_.push_back(parameter.value);
        slots_.push_back(std::move(slot));
    }
    first_chunks_.push_back(chunks_.size());
    plan_waves(std::numeric_limits<std::int64_t>::max());
    set_updates(0);
    if (in_backward) hook_backward();
}

Optimizer::~Optimizer() {
    if (update_ == &Optimizer::finish_backward) unhook_backward();
}

void Optimizer::set_updates(std::int64_t updates) {
    updates_ = updates;
    if (slots_.empty()) return;
    if (!updates_there_.defined()) {
        const at::TensorOptions there = slots_.front().value.options().dtype(at::kFloat).requires_grad(false);
        updates_there_ = at::empty({}, there);
        rate_there_ = at::zeros({}, there);
        if (update_ == &Optimizer::finish_backward && !fused_)
            squares_there_ = at::zeros({}, there.dtype(at::kDouble));
    }
    counted_ = false;
    updates_there_.fill_(static_cast<double>(updates));
    find_used_rows();
}

/// Rows whose state is not zero; for parameters that no decay changes.
void Optimizer::find_used_rows() {
    for (Slot& slot : slots_) {
        if (!takes_sparse_ || slot.value.dim() != 2 || (slot.decays && training_.weight_decay > 0)) continue;
        slot.used_rows.assign(static_cast<std::size_t>(slot.value.size(0)), 0);
        if (updates_ == 0) continue;
        for (const at::Tensor& state : {slot.first, slot.second}) {
            if (!state.defined()) continue;
            const at::Tensor any = state.ne(0).any(1);
            for (std::size_t row = 0; row < slot.used_rows.size(); ++row)
                slot.used_rows[row] |= any.const_data_ptr<bool>()[row];
        }
    }
}

at::Tensor Optimizer::update(double loss_scale) {
    return (this->*update_)(loss_scale);
}

void Optimizer::begin_step(double learning_rate, bool keep_memory) {
    learning_rate_ = learning_rate;
    squares_in_backward_ = 0;
    if (rate_there_.defined()) rate_there_.fill_(learning_rate);
    if (offloaded_) offloaded_->drop_gradients();
    if (squares_there_.defined()) {
        squares_there_.zero_();
        if (!std::exchange(counted_, true)) updates_there_.add_(1);
    }
    std::vector<at::Tensor> kept;
    for (Slot& slot : slots_) {
        at::Tensor& gradient = slot.value.mutable_grad();
        if (keep_memory && gradient.defined())
            kept.push_back(gradient);
        else
            gradient.reset();
    }
    if (!kept.empty()) at::_foreach_zero_(kept);
}

at::Tensor Optimizer::update_fused(double loss_scale) {
    const std::vector<RowGradient> all = gradients(0, slots_.size());
    const double norm = gradient_norm(0, all) / loss_scale, limit = training_.max_grad_norm;
    if (std::isfinite(norm)) {
        const double clip = limit > 0 ? std::min(1.0, limit / (norm + 1e-6)) : 1.0;
        step(0, all, clip / loss_scale);
        ++updates_;
    }
    return at::full({}, norm, at::kDouble);
}

/// Of the slots [first, last).
std::vector<RowGradient> Optimizer::gradients(std::size_t first, std::size_t last) const {
    std::vector<RowGradient> all;
    for (std::size_t i = first; i < last; ++i)
        all.emplace_back(slots_[i].value.grad());
    return all;
}

/// Of gradients of the slots from `first` on.
double Optimizer::gradient_norm(std::size_t first, const std::vector<RowGradient>& gradients) const {
    const std::size_t begin_chunk = first_chunks_[first], end_chunk = first_chunks_[first + gradients.size()];
    std::vector<double> squares(end_chunk - begin_chunk);
    model::for_range(static_cast<std::int64_t>(squares.size()), [&](std::int64_t begin, std::int64_t end) {
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
            const Chunk& chunk = chunks_[begin_chunk + i];
            const at::Tensor& values = gradients[chunk.slot - first].values();
            if (chunk.begin < values.numel())
                squares[i] = kernel::kernels().sum_of_squares(model::number_of(values.scalar_type()),
                                                              values.const_data_ptr(), chunk.begin,
                                                              std::min(chunk.end, values.numel()));
        }
    });
    double total = 0;
    for (const double part : squares)
        total += part;
    return std::sqrt(total);
}

void Optimizer::step(std::size_t first, const std::vector<RowGradient>& gradients, double gradient_scale) {
    std::vector<kernel::OptimizerStep> steps;
    for (std::size_t i = first; i < first + gradients.size(); ++i) {
        Slot& slot = slots_[i];
        gradients[i - first].note_rows(slot.used_rows);
        kernel::OptimizerStep o;
        o.number = model::number_of(slot.value.scalar_type());
        o.parameter = address(slot.value);
        o.first = address(slot.first);
        o.second = address(slot.second);
        o.first_scales = static_cast<float*>(address(slot.first_scales));
        o.second_scales = static_cast<float*>(address(slot.second_scales));
        o.learning_rate = learning_rate_;
        o.beta1 = training_.adam_beta1;
        o.beta2 = training_.adam_beta2;
        o.epsilon = training_.adam_epsilon;
        o.weight_decay = slot.decays ? training_.weight_decay : 0;
        o.gradient_scale = gradient_scale;
        o.bias_correction1 = 1 - std::pow(training_.adam_beta1, static_cast<double>(updates_ + 1));
        o.bias_correction2 = 1 - std::pow(training_.adam_beta2, static_cast<double>(updates_ + 1));
        o.decoupled = training_.optim != Preset::Optim::adam;
        o.momentum = training_.momentum;
        o.nesterov = training_.nesterov;
        o.first_step = updates_ == 0;
        steps.push_back(o);
    }
    const kernel::Kernels& kernels = kernel::kernels();
    const auto adam = training_.optim == Preset::Optim::sgd ? kernels.sgd : kernels.adam;
    const auto begin_chunk = static_cast<std::int64_t>(first_chunks_[first]);
    const auto end_chunk = static_cast<std::int64_t>(first_chunks_[first + gradients.size()]);
    model::for_range(end_chunk - begin_chunk, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
            const Chunk& chunk = chunks_[static_cast<std::size_t>(begin_chunk + i)];
            kernel::OptimizerStep one = steps[chunk.slot - first];
            gradients[chunk.slot - first].for_parts(
                chunk.begin, chunk.end, slots_[chunk.slot].used_rows,
                [&](std::int64_t from, std::int64_t to, const void* gradient) {
                    one.gradient = gradient;
                    (one.first_scales ? kernels.adam_8bit : adam)(one, from, to);
                });
        }
    });
}

std::vector<Optimizer::State> Optimizer::states() const {
    const std::string first = training_.optim != Preset::Optim::sgd ? ".exp_avg" : ".momentum_buffer",
                      second = ".exp_avg_sq";
    if (link_) link_->finish();
    std::vector<State> states;
    for (const Slot& slot : slots_) {
        const std::string kind = slot.first_scales.defined() ? "_8bit" : "";
        if (slot.first.defined()) states.push_back({slot.name + first + kind, slot.first});
        if (slot.second.defined()) states.push_back({slot.name + second + kind, slot.second});
        if (kind.empty()) continue;
        states.push_back({slot.name + first + "_scales", slot.first_scales});
        states.push_back({slot.name + second + "_scales", slot.second_scales});
    }
    return states;
}

} // namespace tunedesk::train
