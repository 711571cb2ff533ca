// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/save/checkpoint_files.h"

#include "base/fault.h"
#include "memory/torch_headers.h"

#include <fmt/format.h>
#include <tuple>

namespace tunedesk::train {

namespace {

/// Writes the pieces that this rank saves.
format::Manifest::Entry write_pieces(const fs::path& folder, const std::string& name,
                                     std::span<const Strategy::StatePiece> pieces, std::int64_t step) {
    model::HostTensors tensors;
    std::vector<format::Manifest::StoredPiece> stored;
    std::map<std::string, int> count; // of a tensor a rank may have several boxes
    for (const Strategy::StatePiece& one : pieces) {
        if (!one.saves) continue;
        const int number = count[one.piece.tensor]++;
        const std::string key =
            number == 0 ? one.piece.tensor : fmt::format("{}#{}", one.piece.tensor, number);
        tensors.add(key, one.values);
        stored.push_back({one.piece, model::dtype_of(one.values.scalar_type()), one.shape, key});
    }
    const std::string hash = format::write_safetensors(folder / name, tensors.views(), metadata_of(step));
    return {name, fs::file_size(folder / name), hash, std::move(stored)};
}

/// Of several ranks with copies of the same pieces only one saves them.
bool saves_any(std::span<const Strategy::StatePiece> pieces) {
    return std::ranges::any_of(pieces, &Strategy::StatePiece::saves);
}

/// `name`: "model.safetensors".
std::string name_of_rank(const std::string& name, const parallel::World& world) {
    const std::size_t dot = name.find('.');
    return fmt::format("{}-{:05}-of-{:05}{}", name.substr(0, dot), world.rank + 1, world.size,
                       name.substr(dot));
}

/// The names of this rank's files of weights and optimizer state.
std::pair<std::string, std::string> names_of_rank(const Strategy& strategy, const parallel::World& world) {
    if (!strategy.every_rank_saves() || world.size == 1) return {weights_name, optimizer_name};
    return {name_of_rank(weights_name, world), name_of_rank(optimizer_name, world)};
}

/// Copies the pieces that this rank saves, into the tensors of the last copies where they fit.
void copy_pieces(std::vector<Strategy::StatePiece> from, std::vector<Strategy::StatePiece>& copies) {
    std::erase_if(from, [](const Strategy::StatePiece& piece) { return !piece.saves; });
    copies.resize(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) {
        const at::Tensor& values = from[i].values;
        at::Tensor host = copies[i].values;
        if (!host.defined() || host.sizes() != values.sizes() || host.scalar_type() != values.scalar_type())
            host = at::empty(values.sizes(), values.options().device(at::kCPU));
        host.copy_(values);
        copies[i] = std::move(from[i]);
        copies[i].values = host;
    }
}

} // namespace

std::map<std::string, std::string> metadata_of(std::int64_t step) {
    return {{"format", "pt"}, {step_key, std::to_string(step)}};
}

std::vector<format::Manifest::Entry> write_rank_files(const fs::path& folder, const Strategy& strategy,
                                                      const parallel::World& world, std::int64_t step) {
    const auto [weights, optimizer] = names_of_rank(strategy, world);
    std::vector<format::Manifest::Entry> entries;
    const std::vector<Strategy::StatePiece> pieces = strategy.weights();
    if (!saves_any(pieces)) return entries;
    entries.push_back(write_pieces(folder, weights, pieces, step));
    TUNEDESK_FAULT_AT("checkpoint");
    entries.push_back(write_pieces(folder, optimizer, strategy.optimizer_state(), step));
    return entries;
}

void RankStateCopy::take(const Strategy& strategy, const parallel::World& world, std::int64_t step) {
    copy_pieces(strategy.weights(), weights_);
    copy_pieces(strategy.optimizer_state(), optimizer_state_);
    std::tie(weights_file_, optimizer_file_) = names_of_rank(strategy, world);
    step_ = step;
}

std::vector<format::Manifest::Entry> RankStateCopy::write(const fs::path& folder) const {
    std::vector<format::Manifest::Entry> entries;
    if (!saves_any(weights_)) return entries;
    entries.push_back(write_pieces(folder, weights_file_, weights_, step_));
    TUNEDESK_FAULT_AT("checkpoint");
    entries.push_back(write_pieces(folder, optimizer_file_, optimizer_state_, step_));
    return entries;
}

} // namespace tunedesk::train
