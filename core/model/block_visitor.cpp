// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/block_visitor.h"

#include <algorithm>
#include <ranges>

namespace tunedesk::model {

void BlockVisitors::begin_pass(const Pass& pass, bool has_backward) const {
    for (BlockVisitor* visitor : visitors_)
        visitor->begin_pass(pass, has_backward);
}

void BlockVisitors::before_forward(std::size_t block) const {
    for (BlockVisitor* visitor : visitors_)
        visitor->before_forward(block);
}

void BlockVisitors::after_forward(std::size_t block) const {
    for (BlockVisitor* visitor : visitors_ | std::views::reverse)
        visitor->after_forward(block);
}

void BlockVisitors::before_backward(std::size_t block) const {
    for (BlockVisitor* visitor : visitors_)
        visitor->before_backward(block);
}

void BlockVisitors::end_without_backward() const {
    for (BlockVisitor* visitor : visitors_ | std::views::reverse)
        visitor->end_without_backward();
}

bool BlockVisitors::any_is_collective() const {
    return std::ranges::any_of(visitors_, &BlockVisitor::is_collective);
}

} // namespace tunedesk::model
