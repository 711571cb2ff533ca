// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/policy/outcome.h"

#include <fmt/format.h>

namespace tunedesk::run {

namespace {

Error stop_error(const RunFacts& facts, const std::string& root) {
    Error error(ErrorId::stopped_on_request, {root}, facts.where());
    if (facts.stop_reason.empty()) return error;
    return Error::in_words(error.id(), facts.stop_reason, error.where(), error.next());
}

event::ExitRecord requested_end(const RunFacts& facts, const RunControl& control) {
    const bool stopped = control.state() == RunState::stopped;
    const int number = control.forced_by();
    const std::string root = facts.folder.root.string();
    const Error error =
        stopped ? stop_error(facts, root)
                : Error(ErrorId::killed_on_request, {fmt::to_string(number), root}, facts.where());
    event::ExitRecord record = event::exit_record(error, facts.milestones.kept);
    if (!stopped) record.code = 128 + number;
    return record;
}

bool explains(const event::Diagnosis& diagnosis, const Error& error) {
    const bool is_the_error =
        error.is(ErrorId::ranks_disagree) && diagnosis.kind == event::Diagnosis::Kind::threw;
    return error.code() == ExitCode::rank_died && !is_the_error;
}

} // namespace

event::ExitRecord outcome_of(const RunFacts& facts, const RunControl& control,
                             const std::vector<std::string>& xids) {
    const RunState state = control.state();
    if (state == RunState::done) return {};
    const std::string again = "tunedesk --no-gui resume " + facts.folder.root.string();
    if (state == RunState::stopped || state == RunState::killed) return requested_end(facts, control);
    Verdict verdict = facts.verdict;
    if (!xids.empty()) verdict.quote_kernel(xids);
    Error error = verdict.has_any() ? verdict.error() : Error(ErrorId::ranks_ended);
    if (error.next().empty()) error.with_next(again);
    event::ExitRecord record =
        error.kept().empty() ? event::exit_record(error, facts.milestones.kept) : event::exit_record(error);
    if (facts.diagnosis && explains(*facts.diagnosis, error)) add_diagnosis(record, *facts.diagnosis);
    return record;
}

} // namespace tunedesk::run
