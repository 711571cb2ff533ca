// SPDX-License-Identifier: GPL-3.0-or-later
#include "format/pieces.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace tunedesk::format {

namespace {

constexpr std::int64_t most_elements = std::int64_t{1} << 53;
constexpr std::size_t most_boxes = 1024;

/// The intersection of two boxes; without elements if it is empty.
Box intersection(const Box& a, const Box& b) {
    Box common = a;
    for (std::size_t i = 0; i < a.offset.size(); ++i) {
        const std::int64_t begin = std::max(a.offset[i], b.offset[i]);
        const std::int64_t end = std::min(a.offset[i] + a.extent[i], b.offset[i] + b.extent[i]);
        common.offset[i] = begin;
        common.extent[i] = std::max<std::int64_t>(0, end - begin);
    }
    return common;
}

bool have_common_elements(const Box& a, const Box& b) {
    for (std::size_t i = 0; i < a.offset.size(); ++i)
        if (std::max(a.offset[i], b.offset[i]) >=
            std::min(a.offset[i] + a.extent[i], b.offset[i] + b.extent[i]))
            return false;
    return true;
}

/// The row-major index of a tensor's element within a box that contains it.
std::int64_t place_in(const Box& box, const std::vector<std::int64_t>& element) {
    std::int64_t place = 0;
    for (std::size_t i = 0; i < element.size(); ++i)
        place = place * box.extent[i] + (element[i] - box.offset[i]);
    return place;
}

/// The first dimension from which on `part` is contiguous within `box`: it covers all later dimensions
/// completely.
std::size_t first_contiguous(const Box& part, const Box& box) {
    std::size_t first = part.extent.size();
    while (first > 0) {
        --first;
        if (part.extent[first] != box.extent[first]) break;
    }
    return first;
}

/// Advances to the next element in row-major order, with dimensions from `below` on at their beginning. False
/// after the last.
bool advance(std::vector<std::int64_t>& element, const Box& within, std::size_t below) {
    for (std::size_t i = below; i-- > 0;) {
        if (++element[i] < within.offset[i] + within.extent[i]) return true;
        element[i] = within.offset[i];
    }
    return false;
}

/// The first element of run number `run` of `part`; elements of a run differ only in the dimensions from
/// `below` on.
std::vector<std::int64_t> first_of_run(const Box& part, std::size_t below, std::int64_t run) {
    std::vector<std::int64_t> element = part.offset;
    for (std::size_t i = below; i-- > 0; run /= part.extent[i])
        element[i] += run % part.extent[i];
    return element;
}

/// Adds the part of a run of `count` elements, from the indices `from` and `to` in the boxes, that is in both
/// ranges.
void add_run(std::vector<CommonRun>& runs, const Piece& from, const Piece& to, CommonRun run) {
    const std::int64_t skipped = std::max({std::int64_t{0}, from.begin - run.from, to.begin - run.to});
    const std::int64_t end = std::min({run.count, from.end - run.from, to.end - run.to});
    if (skipped >= end) return;
    run = {run.from + skipped - from.begin, run.to + skipped - to.begin, end - skipped};
    if (!runs.empty() && runs.back().from + runs.back().count == run.from &&
        runs.back().to + runs.back().count == run.to)
        runs.back().count += run.count;
    else
        runs.push_back(run);
}

std::string box_text(const Box& box) {
    std::string text;
    for (std::size_t i = 0; i < box.offset.size(); ++i)
        text += fmt::format("{}{}+{}", i ? ", " : "", box.offset[i], box.extent[i]);
    return "[" + text + "]";
}

/// An error if the ranges do not divide the box, or "".
std::string range_fault(const Box& box, std::vector<std::pair<std::int64_t, std::int64_t>> ranges) {
    std::ranges::sort(ranges);
    std::int64_t reached = 0;
    for (const auto& [begin, end] : ranges) {
        if (begin != reached || end < begin)
            return fmt::format("the elements from {} of the box {} are {}", std::min(begin, reached),
                               box_text(box), begin > reached ? "missing" : "there twice");
        reached = end;
    }
    if (reached == box.elements()) return {};
    return fmt::format("the elements from {} of the box {} are {}", reached, box_text(box),
                       reached < box.elements() ? "missing" : "beyond its end");
}

bool is_within(const Box& box, const std::vector<std::int64_t>& shape) {
    if (box.offset.size() != shape.size() || box.extent.size() != shape.size()) return false;
    for (std::size_t i = 0; i < shape.size(); ++i)
        if (box.offset[i] < 0 || box.extent[i] < 0 || box.extent[i] > shape[i] ||
            box.offset[i] > shape[i] - box.extent[i])
            return false;
    return true;
}

} // namespace

std::int64_t elements_of(const std::vector<std::int64_t>& shape) {
    std::int64_t elements = 1;
    for (const std::int64_t extent : shape) {
        if (extent < 0 || (extent > 0 && elements > most_elements / extent)) return -1;
        elements *= extent;
    }
    return elements;
}

Box Box::whole(const std::vector<std::int64_t>& shape) {
    return {std::vector<std::int64_t>(shape.size(), 0), shape};
}

std::int64_t Box::elements() const {
    return elements_of(extent);
}

Piece Piece::whole(std::string tensor, const std::vector<std::int64_t>& shape) {
    return {std::move(tensor), Box::whole(shape), 0, elements_of(shape)};
}

std::vector<CommonRun> overlap(const Piece& from, const Piece& to) {
    std::vector<CommonRun> runs;
    if (from.tensor != to.tensor || from.box.offset.size() != to.box.offset.size()) return runs;
    const Box common = intersection(from.box, to.box);
    if (common.elements() <= 0) return runs;
    const std::size_t first = std::max(first_contiguous(common, from.box), first_contiguous(common, to.box));
    std::int64_t count = 1;
    for (std::size_t i = first; i < common.extent.size(); ++i)
        count *= common.extent[i];
    // If a box is stored in thousands of ranges, each is found by binary search.
    const auto reaches_both = [&](std::int64_t run) {
        const std::vector<std::int64_t> element = first_of_run(common, first, run);
        return place_in(from.box, element) + count > from.begin &&
               place_in(to.box, element) + count > to.begin;
    };
    const std::int64_t end = common.elements() / count;
    std::int64_t begin = 0;
    for (std::int64_t beyond = end; begin < beyond;) {
        const std::int64_t middle = begin + (beyond - begin) / 2;
        if (reaches_both(middle))
            beyond = middle;
        else
            begin = middle + 1;
    }
    if (begin == end) return runs;
    std::vector<std::int64_t> element = first_of_run(common, first, begin);
    do {
        const CommonRun run{place_in(from.box, element), place_in(to.box, element), count};
        if (run.from >= from.end || run.to >= to.end) break; // the following ranges are beyond it
        add_run(runs, from, to, run);
    } while (advance(element, common, first));
    return runs;
}

std::string partition_fault(const std::vector<std::int64_t>& shape, std::span<const Piece> pieces) {
    std::map<std::vector<std::int64_t>, std::vector<const Piece*>> by_box; // offsets, then extents
    for (const Piece& piece : pieces) {
        if (!is_within(piece.box, shape))
            return "the box " + box_text(piece.box) + " is not within the tensor";
        std::vector<std::int64_t> key = piece.box.offset;
        key.insert(key.end(), piece.box.extent.begin(), piece.box.extent.end());
        by_box[key].push_back(&piece);
        if (by_box.size() > most_boxes) return fmt::format("more than {} boxes", most_boxes);
    }
    std::int64_t elements = 0;
    std::vector<const Box*> boxes;
    for (const auto& [key, parts] : by_box) {
        const Box& box = parts.front()->box;
        for (const Box* other : boxes)
            if (have_common_elements(box, *other))
                return "the boxes " + box_text(*other) + " and " + box_text(box) + " overlap";
        boxes.push_back(&box);
        elements += box.elements();
        std::vector<std::pair<std::int64_t, std::int64_t>> ranges;
        for (const Piece* part : parts)
            ranges.emplace_back(part->begin, part->end);
        if (std::string fault = range_fault(box, std::move(ranges)); !fault.empty()) return fault;
    }
    if (elements == elements_of(shape) && !pieces.empty()) return {};
    return fmt::format("its pieces hold {} of {} elements", elements, elements_of(shape));
}

} // namespace tunedesk::format
