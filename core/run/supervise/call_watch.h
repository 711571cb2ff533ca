#pragma once

#include "event/diagnosis.h"
#include "parallel/ranks/flight_record.h"

#include <optional>
#include <span>

namespace tunedesk::run {

/// Looks once a second whether the ranks have called different collectives. Thread rule: one thread.
class CallWatch {
public:
    /// Whether a second has passed since it last was; `now` in monotonic seconds.
    bool is_due(double now);
    /// Whether the records show the same disagreement as the time before: one look alone may find records of
    /// different moments.
    bool disagree(std::span<const parallel::Flight> flights);

private:
    double last_ = 0;
    std::optional<event::Diagnosis> seen_;
};

} // namespace tunedesk::run
