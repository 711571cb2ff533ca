// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/network.h"
#include "parallel/pipeline/peer_link.h"

#include <ATen/core/Tensor.h>
#include <optional>

namespace tunedesk::train {

/// A word embedding table tied to the head's last layer, in a pipeline. The first stage holds, updates and
/// saves it. The last stage has a copy that is not a parameter: it receives the values after each update and
/// sends its gradient at the end of a step. Other stages are not involved. Thread rule: one thread.
class TiedTable {
public:
    /// `stages`: the ranks of one pipeline. Both must outlive this.
    TiedTable(parallel::Group& stages, const model::Network& network);

    /// Whether this rank has the table; is_copy(): whether it has the copy.
    bool is_source() const { return table_.defined() && !is_copy_; }
    bool is_copy() const { return is_copy_; }
    /// Sends the table's values to the copy. Both ranks call it. Throws Error 7602.
    void refresh();
    /// Drops the copy's gradient.
    void drop_gradient();
    /// Sends the copy's gradient. Call after the step's last backward pass. Throws Error 7602.
    void send_gradient();
    /// Waits for that gradient, and returns a scalar whose derivative with respect to the table is this
    /// gradient. Throws Error 7602.
    at::Tensor with_gradient();

private:
    at::Tensor table_; ///< undefined on a rank that is not involved
    bool is_copy_ = false;
    std::optional<parallel::PeerLink> other_;
};

} // namespace tunedesk::train
