// SPDX-License-Identifier: GPL-3.0-or-later
#include "parallel/mesh_groups.h"

namespace tunedesk::parallel {

MeshGroups::MeshGroups(Group& all, const Mesh& mesh) : mesh_(mesh), all_(all) {
    for (const Axis axis : {Axis::stage, Axis::data, Axis::tensor}) {
        const bool sends = axis == Axis::stage && mesh.extent(axis) > 1;
        if (sends || mesh.extent(axis) < mesh.ranks())
            split_[static_cast<std::size_t>(axis)] =
                all.split(name_of(axis), mesh.groups(axis),
                          sends ? GroupKey::Channel::pipeline : GroupKey::Channel::data);
    }
}

Group& MeshGroups::along(Axis axis) const {
    Group* const split = split_[static_cast<std::size_t>(axis)].get();
    return split ? *split : all_;
}

} // namespace tunedesk::parallel
