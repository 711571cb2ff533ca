// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parallel/group.h"
#include "parallel/ranks/mesh.h"

#include <array>
#include <memory>

namespace tunedesk::parallel {

/// This rank's groups along the axes of a mesh. A group of all ranks is the run's own group, except along the
/// stages of a pipeline, which have separate connections; a group of one rank has no connections. Thread
/// rule: that of Group.
class MeshGroups {
public:
    /// A collective: all ranks of `all`, which must outlive this, make it with the same mesh. Throws what
    /// Group::split() does.
    MeshGroups(Group& all, const Mesh& mesh);

    const Mesh& mesh() const { return mesh_; }
    Group& all() const { return all_; }
    Group& along(Axis axis) const;

private:
    Mesh mesh_;
    Group& all_;
    std::array<std::unique_ptr<Group>, 3> split_; ///< by Axis; null if it is all_
};

} // namespace tunedesk::parallel
