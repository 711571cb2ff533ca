// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace tunedesk::parallel {

/// The number of parts into which a run divides its model by depth (stages), its samples (data) and its
/// matrices (tensor).
struct MeshShape {
    int stages = 1, data = 1, tensor = 1;

    bool operator==(const MeshShape&) const = default;
};

enum class Axis { stage, data, tensor };
/// "stage", "data" or "tensor".
const char* name_of(Axis axis);

/// The coordinates of a rank on a mesh, each from 0.
struct MeshPlace {
    int stage = 0, data = 0, tensor = 0;

    bool operator==(const MeshPlace&) const = default;
};

/// The arrangement of a run's ranks: rank = (stage x D + data) x T + tensor, so that ranks of one tensor
/// group are neighbors on a node. The ranks of a group along an axis differ only in that axis: a data group
/// holds the copies or shards of one part of the model, a tensor group the slices of its matrices, a stage
/// group one pipeline from the first stage to the last. A value.
class Mesh {
public:
    /// Throws Error 2602 if an extent is below 1 or the product is not `ranks`.
    Mesh(const MeshShape& shape, int ranks);

    const MeshShape& shape() const { return shape_; }
    int ranks() const { return shape_.stages * shape_.data * shape_.tensor; }
    int extent(Axis axis) const;
    /// `rank` below ranks().
    MeshPlace place_of(int rank) const;
    int rank_at(const MeshPlace& place) const;
    /// Every group along an axis, in the order of its first rank; a group's ranks are in ascending order.
    std::vector<std::vector<int>> groups(Axis axis) const;

private:
    MeshShape shape_;
};

} // namespace tunedesk::parallel
