#include "run/supervise/call_watch.h"

#include "parallel/ranks/diagnose.h"

#include <utility>

namespace tunedesk::run {

namespace {

constexpr double interval_seconds = 1;

} // namespace

bool CallWatch::is_due(double now) {
    if (now - last_ < interval_seconds) return false;
    last_ = now;
    return true;
}

bool CallWatch::disagree(std::span<const parallel::Flight> flights) {
    const auto before = std::exchange(seen_, parallel::find_disagreement(flights));
    return seen_ && seen_ == before;
}

} // namespace tunedesk::run
