// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace tunedesk::ui {

/// A growing column of numbers in pieces of fixed size: appending does not move existing values, so that its
/// cost is bounded, and a copy shares the pieces (a snapshot of the current rows). Thread rule: one thread
/// modifies it; copies may be read on others concurrently.
template <class T>
class Column {
public:
    static constexpr std::size_t piece = 4096;

    void append(T value) {
        if (size_ == pieces_.size() * piece) pieces_.push_back(std::make_shared_for_overwrite<T[]>(piece));
        pieces_.back()[size_++ % piece] = value;
    }
    T operator[](std::size_t index) const { return pieces_[index / piece][index % piece]; }
    T back() const { return (*this)[size_ - 1]; }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }

    /// Keeps the first `size` rows.
    void truncate(std::size_t size) {
        if (size >= size_) return;
        size_ = size;
        pieces_.resize((size + piece - 1) / piece);
        if (size % piece == 0) return;
        // A snapshot may still read rows that the next append would overwrite.
        auto own = std::make_shared_for_overwrite<T[]>(piece);
        std::copy_n(pieces_.back().get(), size % piece, own.get());
        pieces_.back() = std::move(own);
    }

private:
    std::vector<std::shared_ptr<T[]>> pieces_;
    std::size_t size_ = 0;
};

} // namespace tunedesk::ui
