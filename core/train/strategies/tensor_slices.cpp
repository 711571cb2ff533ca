// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/strategies/tensor_slices.h"

#include "memory/torch_headers.h"
#include "train/strategies/copies.h"

#include <algorithm>
#include <stdexcept>

namespace tunedesk::train {

namespace {

/// Adds the parts in each box of a piece of a slice's tensor, in which the boxes of the whole tensor are
/// concatenated.
void add_boxes(const Strategy::StatePiece& from, const arch::TensorPart& part,
               std::vector<Strategy::StatePiece>& to) {
    const at::Tensor values = from.values.view(-1);
    std::int64_t place = 0; // of the box in the slice
    for (const format::Box& box : part.boxes) {
        const std::int64_t begin = std::max(from.piece.begin, place),
                           end = std::min(from.piece.end, place + box.elements());
        if (begin < end)
            to.push_back({.piece = {from.piece.tensor, box, begin - place, end - place},
                          .shape = part.whole,
                          .values = values.narrow(0, begin - from.piece.begin, end - begin),
                          .saves = from.saves});
        place += box.elements();
    }
}

/// The whole tensor of all slices, of which `own` is this rank's; zeros are added up, so that it is exact.
at::Tensor gathered(const at::Tensor& own, const arch::TensorPart& part, parallel::Group& slices) {
    at::Tensor whole = at::zeros(part.whole, own.options().requires_grad(false));
    const at::Tensor values = own.reshape(-1);
    std::int64_t place = 0;
    for (const format::Box& box : part.boxes) {
        model::box_view(whole, box).copy_(values.narrow(0, place, box.elements()).view(box.extent));
        place += box.elements();
    }
    slices.sum(whole, parallel::Purpose::parameter_export);
    return whole;
}

} // namespace

at::Tensor TensorSlices::norm_over_shards(const at::Tensor& norm) {
    at::Tensor squares = within_->norm_over_shards(norm).to(at::kDouble).square();
    slices_.sum(squares, parallel::Purpose::norm_sum);
    return squares.sqrt();
}

/// `state`: the name of a parameter, or of one of its states: NAME.exp_avg.
const arch::TensorPart& TensorSlices::part_of(const std::string& state) const {
    const model::Parameter* parameter = parameters_.find(state);
    if (!parameter) parameter = parameters_.find(state.substr(0, state.rfind('.')));
    if (!parameter) throw std::logic_error("no parameter has the state " + state);
    return parameter->part;
}

std::vector<Strategy::StatePiece> TensorSlices::of_whole(std::vector<StatePiece> pieces) const {
    std::vector<StatePiece> all;
    for (StatePiece& piece : pieces) {
        const arch::TensorPart& part = part_of(piece.piece.tensor);
        if (part.is_whole()) {
            piece.saves = piece.saves && slices_.world().leads();
            all.push_back(std::move(piece));
        } else {
            add_boxes(piece, part, all);
        }
    }
    return all;
}

void TensorSlices::for_each_parameter(
    const std::function<void(const std::string&, const at::Tensor&)>& visit) const {
    const at::NoGradGuard no_gradients;
    within_->for_each_parameter([&](const std::string& name, const at::Tensor& value) {
        const arch::TensorPart& part = part_of(name);
        visit(name, part.is_whole() ? value : gathered(value, part, slices_));
    });
}

/// Unless every rank saves its own part, also compares the copies of whole tensors on other slices.
std::string TensorSlices::match_copies() {
    const std::string found = within_->match_copies();
    if (within_->every_rank_saves()) return found;
    std::vector<at::Tensor> copies;
    for (const std::vector<StatePiece>& pieces : {within_->weights(), within_->optimizer_state()})
        for (const StatePiece& piece : pieces)
            if (part_of(piece.piece.tensor).is_whole()) copies.push_back(piece.values);
    const std::string other = train::match_copies(copies, slices_);
    return found.empty() ? other : found;
}

} // namespace tunedesk::train
