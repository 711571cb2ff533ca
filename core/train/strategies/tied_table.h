// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/network.h"
#include "parallel/pipeline/peer_link.h"

#include <ATen/core/Tensor.h>
#include <optional>

namespace tunedesk::train {

/// A word embeddings' table that is also the weight of the head's last layer, in a pipeline whose first stage
/// holds it, updates and saves it. The last stage has a copy of its own, which is no parameter: the first
/// gives it the values after each update, and gets the gradient at the end of a step. The other stages take
/// no part. Thread rule: one thread.
class TiedTable {
public:
    /// `stages`: the ranks of one pipeline. Both must outlive this.
    TiedTable(parallel::Group& stages, const model::Network& network);

    /// Whether this rank has the table, or the copy.
    bool is_source() const { return table_.defined() && !is_copy_; }
    bool is_copy() const { return is_copy_; }
    /// Gives the copy the table's values. Both ranks call it. Throws Error 7602.
    void refresh();
    /// The copy's gradient becomes none.
    void drop_gradient();
    /// After the step's last backward pass through the copy. Throws Error 7602.
    void send_gradient();
    /// Waits for that, and returns a scalar whose derivative by the table it is. Throws Error 7602.
    at::Tensor with_gradient();

private:
    at::Tensor table_; ///< undefined where this rank takes no part
    bool is_copy_ = false;
    std::optional<parallel::PeerLink> other_;
};

} // namespace tunedesk::train
