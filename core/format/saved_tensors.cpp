// SPDX-License-Identifier: GPL-3.0-or-later
#include "format/saved_tensors.h"

#include "base/activity.h"
#include "base/error.h"
#include "base/text.h"
#include "format/manifest.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace tunedesk::format {

namespace {

using Metadata = std::map<std::string, std::string>;

constexpr std::size_t copied_at_once = 4 << 20;

std::vector<Manifest::StoredPiece> whole_tensors_of(const SafetensorsFile& file) {
    std::vector<Manifest::StoredPiece> pieces;
    for (const auto& [name, info] : file.tensors())
        pieces.push_back({Piece::whole(name, info.shape), info.dtype, info.shape, name});
    return pieces;
}

/// Copies in portions, whose mapped memory is released immediately.
void copy_mapped(std::span<const std::byte> from, std::byte* to) {
    for (std::size_t begin = 0; begin < from.size(); begin += copied_at_once) {
        const auto part = from.subspan(begin, std::min(copied_at_once, from.size() - begin));
        std::memcpy(to + begin, part.data(), part.size());
        if (from.size() > copied_at_once) release_mapped(part);
        activity::touch();
    }
}

} // namespace

SavedTensors::SavedTensors(const fs::path& folder, const std::string& name) {
    const fs::path path = folder / manifest_name;
    Manifest manifest =
        parse_manifest(read_file(path, ErrorId::manifest_unreadable, max_manifest_bytes), path.string());
    std::erase_if(manifest.files, [&](const Manifest::Entry& entry) {
        return !entry.name.starts_with(name) || !entry.name.ends_with(".safetensors");
    });
    files_.reserve(manifest.files.size());
    for (Manifest::Entry& entry : manifest.files) {
        const SafetensorsFile& file = files_.emplace_back(folder / entry.name);
        add_file(file, entry.pieces.empty() ? whole_tensors_of(file) : std::move(entry.pieces));
    }
}

SavedTensors::SavedTensors(SafetensorsFile file) {
    const SafetensorsFile& kept = files_.emplace_back(std::move(file));
    add_file(kept, whole_tensors_of(kept));
}

void SavedTensors::add_file(const SafetensorsFile& file, std::vector<Manifest::StoredPiece> pieces) {
    const auto contradicts = [&](const std::string& tensor) {
        return Error(ErrorId::saved_tensor_mismatch, {},
                     fmt::format("{}: {}", file.path().string(), shortened(tensor)));
    };
    if (pieces.size() != file.tensors().size()) throw contradicts("");
    for (Manifest::StoredPiece& stored : pieces) {
        const std::string& name = stored.piece.tensor;
        const auto held = file.tensors().find(stored.key);
        if (held == file.tensors().end() || held->second.dtype != stored.dtype ||
            held->second.elements() != static_cast<std::uint64_t>(stored.piece.elements()))
            throw contradicts(name);
        const auto [known, is_new] = tensors_.emplace(name, Info{stored.dtype, stored.shape});
        const bool is_whole = stored.piece == Piece::whole(name, stored.shape);
        // the tensor is in two files, one of which lists no pieces
        if (!is_new && is_whole) throw contradicts(name);
        stored_[name].push_back({stored.piece, file.data(stored.key)});
    }
}

void SavedTensors::read(const Piece& piece, std::span<std::byte> target) const {
    const auto found = stored_.find(piece.tensor);
    if (found == stored_.end()) throw Error(ErrorId::tensor_missing, {shortened(piece.tensor)});
    const std::size_t size = size_of(tensors_.at(piece.tensor).dtype);
    for (const Stored& stored : found->second) {
        for (const CommonRun& run : overlap(stored.piece, piece))
            copy_mapped(stored.data.subspan(static_cast<std::size_t>(run.from) * size,
                                            static_cast<std::size_t>(run.count) * size),
                        target.data() + static_cast<std::size_t>(run.to) * size);
        release_mapped(stored.data);
    }
}

std::string SavedTensors::write_whole(const fs::path& path, const std::string& prefix) const {
    std::vector<TensorView> views;
    for (const auto& [name, info] : tensors_)
        views.push_back({prefix + name, info.dtype, info.shape, {}});
    SafetensorsWriter writer(path, views, files_.empty() ? Metadata{} : files_.front().metadata());
    std::vector<std::byte> portion;
    for (const TensorView& view : views) {
        Piece piece = Piece::whole(view.name.substr(prefix.size()), view.shape);
        const std::size_t size = size_of(view.dtype);
        const auto at_once = static_cast<std::int64_t>(copied_at_once / size);
        for (const std::int64_t elements = piece.end; piece.begin < elements; piece.begin = piece.end) {
            piece.end = std::min(piece.begin + at_once, elements);
            portion.resize(static_cast<std::size_t>(piece.elements()) * size);
            read(piece, portion);
            writer.append(portion);
            writer.flush();
        }
    }
    return writer.finish();
}

} // namespace tunedesk::format
