// SPDX-License-Identifier: GPL-3.0-or-later
#include "parallel/ranks/mesh.h"

#include "base/error.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>

namespace tunedesk::parallel {

namespace {

constexpr int largest_extent = 1 << 20; // the product of three fits an int64

/// The coordinate that differs within a group along the axis.
int& coordinate(MeshPlace& place, Axis axis) {
    return axis == Axis::stage ? place.stage : axis == Axis::data ? place.data : place.tensor;
}

} // namespace

const char* name_of(Axis axis) {
    return axis == Axis::stage ? "stage" : axis == Axis::data ? "data" : "tensor";
}

Mesh::Mesh(const MeshShape& shape, int ranks) : shape_(shape) {
    const int least = std::min({shape.stages, shape.data, shape.tensor});
    const int most = std::max({shape.stages, shape.data, shape.tensor});
    if (least < 1 || most > largest_extent ||
        std::int64_t{shape.stages} * shape.data * shape.tensor != std::int64_t{ranks})
        throw Error(ErrorId::mesh_size_mismatch,
                    {fmt::to_string(shape.stages), fmt::to_string(shape.data), fmt::to_string(shape.tensor),
                     fmt::to_string(ranks)},
                    "parallel");
}

int Mesh::extent(Axis axis) const {
    return axis == Axis::stage ? shape_.stages : axis == Axis::data ? shape_.data : shape_.tensor;
}

MeshPlace Mesh::place_of(int rank) const {
    return {rank / (shape_.data * shape_.tensor), rank / shape_.tensor % shape_.data, rank % shape_.tensor};
}

int Mesh::rank_at(const MeshPlace& place) const {
    return (place.stage * shape_.data + place.data) * shape_.tensor + place.tensor;
}

std::vector<std::vector<int>> Mesh::groups(Axis axis) const {
    std::vector<std::vector<int>> groups;
    for (int rank = 0; rank < ranks(); ++rank) {
        MeshPlace place = place_of(rank);
        if (coordinate(place, axis) != 0) continue;
        std::vector<int>& group = groups.emplace_back();
        for (int i = 0; i < extent(axis); ++i) {
            coordinate(place, axis) = i;
            group.push_back(rank_at(place));
        }
    }
    return groups;
}

} // namespace tunedesk::parallel
