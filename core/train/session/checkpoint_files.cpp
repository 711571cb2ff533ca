#include "train/session/checkpoint_files.h"

#include "base/fault.h"
#include "memory/torch_headers.h"

#include <fmt/format.h>

namespace tunedesk::train {

namespace {

constexpr std::uint64_t most_pending_bytes = 4u << 20;

std::map<std::string, std::string> metadata_of(std::int64_t step) {
    return {{"format", "pt"}, {step_key, std::to_string(step)}};
}

/// Writes the pieces that this rank saves.
format::Manifest::Entry write_pieces(const fs::path& folder, const std::string& name,
                                     std::span<const Strategy::StatePiece> pieces, std::int64_t step) {
    model::HostTensors tensors;
    std::vector<format::Manifest::StoredPiece> stored;
    for (const Strategy::StatePiece& one : pieces) {
        if (!one.saves) continue;
        tensors.add(one.piece.tensor, one.values);
        stored.push_back({one.piece, model::dtype_of(one.values.scalar_type()), one.shape, one.piece.tensor});
    }
    const std::string hash = format::write_safetensors(folder / name, tensors.views(), metadata_of(step));
    return {name, fs::file_size(folder / name), hash, std::move(stored)};
}

/// `name`: "model.safetensors".
std::string name_of_rank(const std::string& name, const parallel::World& world) {
    const std::size_t dot = name.find('.');
    return fmt::format("{}-{:05}-of-{:05}{}", name.substr(0, dot), world.rank + 1, world.size,
                       name.substr(dot));
}

std::vector<format::TensorView> views_of(const model::Parameters& parameters) {
    std::vector<format::TensorView> views;
    for (const model::Parameter& parameter : parameters.all())
        views.push_back({parameter.name,
                         model::dtype_of(parameter.value.scalar_type()),
                         parameter.value.sizes().vec(),
                         {}});
    return views;
}

} // namespace

std::vector<format::Manifest::Entry> write_rank_files(const fs::path& folder, const Strategy& strategy,
                                                      const parallel::World& world, std::int64_t step) {
    const bool alone = !strategy.every_rank_saves() || world.size == 1;
    const auto named = [&](const char* name) { return alone ? name : name_of_rank(name, world); };
    std::vector<format::Manifest::Entry> entries;
    entries.push_back(write_pieces(folder, named(weights_name), strategy.weights(), step));
    TUNEDESK_FAULT_AT("checkpoint");
    entries.push_back(write_pieces(folder, named(optimizer_name), strategy.optimizer_state(), step));
    return entries;
}

ModelFileWriter::ModelFileWriter(const fs::path& folder, const model::Parameters& parameters,
                                 std::int64_t step)
    : path_(folder / weights_name), tensors_(views_of(parameters)),
      writer_(path_, tensors_, metadata_of(step)) {}

void ModelFileWriter::append(const at::Tensor& value) {
    const at::Tensor host = value.cpu().contiguous();
    writer_.append({static_cast<const std::byte*>(host.const_data_ptr()), host.nbytes()});
    pending_.push_back(host);
    pending_bytes_ += host.nbytes();
    if (pending_bytes_ < most_pending_bytes) return;
    writer_.flush();
    pending_.clear();
    pending_bytes_ = 0;
}

format::Manifest::Entry ModelFileWriter::finish() {
    const std::string hash = writer_.finish();
    return {path_.filename(), fs::file_size(path_), hash, format::whole_pieces(tensors_)};
}

} // namespace tunedesk::train
