// The optimizer in LibTorch's fused functions, for parameters on a device. Everything is enqueued: whether an
// update is left out is decided there.

#include "train/optimizer/optimizer.h"

#include "kernel/codebook.h"
#include "kernel/kernels.h"
#include "model/torch_headers.h"
#include "train/memory/offloaded_parameters.h"

#include <map>

namespace tunedesk::train {

/// What LibTorch's functions take, of parameters that all decay or all do not.
struct Optimizer::Lists {
    std::vector<at::Tensor> parameters, gradients, first, second, updates;
};

namespace {

/// Whether LibTorch's functions take a parameter as it is: their state must be of its type, and SGD's loses
/// too much in 16 bits. Another is stepped in fp32 on its own.
bool is_taken_as_it_is(const at::Tensor& parameter, const at::Tensor& state, Preset::Optim optim) {
    return parameter.scalar_type() == at::kFloat ||
           (optim != Preset::Optim::sgd && parameter.scalar_type() == state.scalar_type());
}

/// [elements] as [blocks, state_block], with zeros behind the last.
at::Tensor in_blocks(const at::Tensor& x) {
    const std::int64_t missing = -x.numel() % kernel::state_block;
    return at::constant_pad_nd(x.flatten(), {0, missing < 0 ? missing + kernel::state_block : 0})
        .view({-1, kernel::state_block});
}

/// A codebook's numbers, or the midpoints between them, on a device: copied once, since a step that is
/// recorded copies nothing from the host.
at::Tensor on_device(const float* numbers, std::int64_t count, at::Device device) {
    thread_local std::map<std::pair<const float*, at::DeviceIndex>, at::Tensor> copies;
    at::Tensor& copy = copies[{numbers, device.index()}];
    if (!copy.defined())
        copy = at::tensor(at::ArrayRef<float>(numbers, static_cast<std::size_t>(count))).to(device);
    return copy;
}

/// State in 8 bits as fp32, in the parameter's shape.
at::Tensor decode(const at::Tensor& codes, const at::Tensor& scales, const kernel::Codebook& book) {
    const at::Tensor blocks = in_blocks(codes);
    return (on_device(book.values, 256, codes.device())
                .index_select(0, blocks.flatten().to(at::kInt))
                .view_as(blocks) *
            scales.unsqueeze(1))
        .flatten()
        .narrow(0, 0, codes.numel())
        .view(codes.sizes());
}

void encode(const at::Tensor& x, const at::Tensor& codes, const at::Tensor& scales,
            const kernel::Codebook& book, const at::Tensor& left_out) {
    const at::Tensor blocks = in_blocks(x), top = blocks.abs().amax(1);
    const at::Tensor shares = blocks / at::where(top > 0, top, 1).unsqueeze(1);
    at::Tensor nearest = at::bucketize(shares, on_device(book.midpoints, 255, x.device()));
    if (book.values[0] == 0) nearest = at::maximum(nearest, (shares > 0).to(nearest.scalar_type()));
    nearest = nearest.flatten().narrow(0, 0, x.numel()).view(x.sizes()).to(at::kByte);
    const at::Tensor keep = left_out.to(at::kBool);
    codes.copy_(at::where(keep, codes, nearest));
    scales.copy_(at::where(keep, scales, top));
}

} // namespace

at::Tensor Optimizer::update_aten(double loss_scale) {
    const at::NoGradGuard no_gradients;
    if (offloaded_) offloaded_->rest();
    const at::Tensor norm = gradient_norm_aten() / loss_scale;
    const at::Tensor left_out = norm.isfinite().logical_not().to(at::kFloat);
    at::Tensor divisor; // of the gradients
    if (training_.max_grad_norm > 0)
        divisor = ((norm + 1e-6) / training_.max_grad_norm).clamp_min(1) * loss_scale;
    else if (loss_scale != 1)
        divisor = at::full({}, loss_scale, norm.options());
    updates_there_.add_(1);
    step_waves(divisor, left_out);
    updates_there_.sub_(left_out);
    if (offloaded_) offloaded_->rest();
    return norm;
}

at::Tensor Optimizer::gradient_norm_aten() {
    std::vector<at::Tensor> here;
    for (const Slot& slot : slots_)
        if (!slot.offloaded) here.push_back(slot.value.grad().contiguous());
    std::vector<at::Tensor> norms = at::_foreach_norm(here, 2, at::kFloat);
    if (offloaded_) // in the slots' order, in which they are added up
        for (std::size_t i = 0; i < slots_.size(); ++i)
            if (slots_[i].offloaded)
                norms.insert(norms.begin() + static_cast<std::ptrdiff_t>(i),
                             offloaded_->gradient_norm(*slots_[i].offloaded));
    return at::stack(norms).norm();
}

/// Steps tensors that lie on the device, or parts of them: every element is stepped by itself.
void Optimizer::step_pieces(const std::vector<Piece>& pieces, const at::Tensor& divisor,
                            const at::Tensor& left_out) {
    Lists groups[2];
    for (const Piece& piece : pieces) {
        const bool as_it_is = is_taken_as_it_is(piece.value, piece.first, training_.optim);
        Lists one, &lists = as_it_is ? groups[piece.decays] : one;
        lists.parameters.push_back(as_it_is ? piece.value : piece.value.to(at::kFloat));
        lists.gradients.push_back(piece.gradient.to(lists.parameters.back().scalar_type()));
        const at::ScalarType type = lists.parameters.back().scalar_type();
        if (piece.first.defined()) lists.first.push_back(piece.first.to(type));
        if (piece.second.defined()) lists.second.push_back(piece.second.to(type));
        lists.updates.push_back(updates_there_);
        if (one.parameters.empty()) continue;
        step_aten(one, piece.decays, divisor, left_out);
        piece.value.copy_(one.parameters.back());
        if (!one.first.empty()) piece.first.copy_(one.first.back()); // itself where it was fp32
        if (!one.second.empty()) piece.second.copy_(one.second.back());
    }
    for (const bool decays : {false, true})
        if (!groups[decays].parameters.empty()) step_aten(groups[decays], decays, divisor, left_out);
}

void Optimizer::step_8bit_aten(const Slot& slot, const at::Tensor& gradient, const at::Tensor& divisor,
                               const at::Tensor& left_out) {
    const kernel::Codebook &of_first = kernel::codebook(true), &of_second = kernel::codebook(false);
    Lists one;
    one.parameters.push_back(slot.value.to(at::kFloat));
    one.gradients.push_back(gradient.to(at::kFloat));
    one.first.push_back(decode(slot.first, slot.first_scales, of_first));
    one.second.push_back(decode(slot.second, slot.second_scales, of_second));
    one.updates.push_back(updates_there_);
    step_aten(one, slot.decays, divisor, left_out);
    slot.value.copy_(one.parameters.back());
    encode(one.first.back(), slot.first, slot.first_scales, of_first, left_out);
    encode(one.second.back(), slot.second, slot.second_scales, of_second, left_out);
}

void Optimizer::step_aten(const Lists& l, bool decays, const at::Tensor& divisor,
                          const at::Tensor& left_out) {
    const auto optional = [](const at::Tensor& t) { return t.defined() ? std::optional(t) : std::nullopt; };
    const double decay = decays ? training_.weight_decay : 0, beta1 = training_.adam_beta1,
                 beta2 = training_.adam_beta2, epsilon = training_.adam_epsilon;
    switch (training_.optim) {
    case Preset::Optim::sgd: // momentum that starts at zero needs no first step of its own
        at::_fused_sgd_(l.parameters, l.gradients, l.first, decay, training_.momentum, rate_there_,
                        /*dampening=*/0, training_.nesterov, /*maximize=*/false, /*is_first_step=*/false,
                        optional(divisor), left_out);
        break;
    case Preset::Optim::adam:
        at::_fused_adam_(l.parameters, l.gradients, l.first, l.second, {}, l.updates, rate_there_, beta1,
                         beta2, decay, epsilon, /*amsgrad=*/false, /*maximize=*/false, optional(divisor),
                         left_out);
        break;
    case Preset::Optim::adamw:
    case Preset::Optim::adamw_8bit: // of the small tensors, whose state is as adamw has it
        at::_fused_adamw_(l.parameters, l.gradients, l.first, l.second, {}, l.updates, rate_there_, beta1,
                          beta2, decay, epsilon, /*amsgrad=*/false, /*maximize=*/false, optional(divisor),
                          left_out);
        break;
    }
}

} // namespace tunedesk::train
