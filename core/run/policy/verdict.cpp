// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/policy/verdict.h"

#include "base/errors/error_json.h"
#include "base/text.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <fmt/format.h>
#include <fstream>

namespace tunedesk::run {

namespace {

std::string signal_name(int number) {
    const char* abbreviation = ::sigabbrev_np(number);
    return abbreviation ? fmt::format("SIG{} ({})", abbreviation, number) : fmt::format("{}", number);
}

/// The last line of a log, at most a few hundred characters; "" if it is empty or cannot be read.
std::string last_line(const fs::path& log) {
    constexpr std::int64_t most = 600;
    std::ifstream file(log, std::ios::binary | std::ios::ate);
    if (!file) return {};
    const std::int64_t size = file.tellg();
    std::string end(static_cast<std::size_t>(std::min(size, most)), '\0');
    file.seekg(std::max<std::int64_t>(0, size - most));
    file.read(end.data(), static_cast<std::streamsize>(end.size()));
    end.resize(static_cast<std::size_t>(file.gcount()));
    while (!end.empty() && std::isspace(static_cast<unsigned char>(end.back())))
        end.pop_back();
    const std::size_t start = end.rfind('\n');
    if (start != std::string::npos) end.erase(0, start + 1);
    return shortened(end, 300);
}

bool is_known_code(int code) {
    return code >= static_cast<int>(ExitCode::usage) && code <= static_cast<int>(ExitCode::diverged);
}

/// The error for a rank that exited with this code without a report.
ErrorId exit_without_report(int code) {
    switch (static_cast<ExitCode>(code)) {
    case ExitCode::usage:
        return ErrorId::rank_exited_usage;
    case ExitCode::data:
        return ErrorId::rank_exited_data;
    case ExitCode::model:
        return ErrorId::rank_exited_model;
    case ExitCode::resources:
        return ErrorId::rank_exited_resources;
    case ExitCode::busy:
        return ErrorId::rank_exited_busy;
    case ExitCode::diverged:
        return ErrorId::rank_exited_diverged;
    default:
        return ErrorId::rank_exited;
    }
}

/// Whether the error is a lost peer, and so a consequence of another rank's end. Ranks that disagree end with
/// other exceptions.
bool reports_lost_contact(const Error& error) {
    return error.code() == ExitCode::rank_died && !error.is(ErrorId::ranks_disagree);
}

} // namespace

bool Verdict::is_lost_contact(const event::Event& event) {
    return reports_lost_contact(error_from(event.fields, ErrorId::rank_failed));
}

void Verdict::consider(Weight weight, Error error) {
    if (best_ && weight_ <= weight) return;
    best_ = std::move(error);
    weight_ = weight;
}

void Verdict::failed_event(const event::Event& event) {
    Error error = error_from(event.fields, ErrorId::rank_failed);
    if (!is_known_code(static_cast<int>(error.code())))
        error = Error::in_words(static_cast<int>(ErrorId::rank_failed), error.message(), error.where(),
                                error.next());
    if (error.message().empty()) error = Error(ErrorId::rank_failed, {}, error.where());
    if (error.where().find("rank") == std::string::npos)
        error.with_where(error.where() +
                         fmt::format("{}rank {}", error.where().empty() ? "" : ", ", event.rank));
    const Weight weight = !reports_lost_contact(error)       ? Weight::cause
                          : error.is(ErrorId::worker_failed) ? Weight::failure
                                                             : Weight::contact;
    consider(weight, std::move(error));
}

void Verdict::died(int rank, int signal, const std::string& where, bool out_of_memory) {
    if (out_of_memory)
        return consider(Weight::death, Error(ErrorId::rank_out_of_memory,
                                             {fmt::to_string(rank), signal_name(signal)}, where));
    consider(Weight::death, Error(ErrorId::rank_killed, {fmt::to_string(rank), signal_name(signal)}, where));
}

void Verdict::vanished(int rank, const std::string& host, const std::string& where, const fs::path& log) {
    consider(Weight::death, Error(ErrorId::rank_vanished, {fmt::to_string(rank), host, log.string()}, where));
}

void Verdict::hung(int rank, double seconds, const std::string& where) {
    consider(Weight::death,
             Error(ErrorId::rank_silent, {fmt::to_string(rank), fmt::format("{:.0f}", seconds)}, where));
}

void Verdict::stuck(int rank, double seconds, const std::string& where) {
    consider(Weight::death,
             Error(ErrorId::ranks_stuck, {fmt::format("{:.0f}", seconds), fmt::to_string(rank)}, where));
}

void Verdict::exited(int rank, ProcessEnd end, const std::string& where, const fs::path& log) {
    const std::string last = last_line(log);
    if (end.code == 127 && last.find("shared libraries") != std::string::npos)
        return consider(Weight::exit, Error(ErrorId::rank_lacks_library,
                                            {fmt::to_string(rank), fmt::to_string(end.code), last}, where));
    consider(Weight::exit,
             Error(exit_without_report(end.code),
                   {fmt::to_string(rank), fmt::to_string(end.code), last, log.string()}, where));
}

void Verdict::lost_contact(int rank, const std::string& reason, const std::string& where) {
    consider(Weight::contact, Error(ErrorId::rank_disconnected, {fmt::to_string(rank), reason}, where));
}

void Verdict::lost_gpu(const std::string& name, const std::string& where) {
    consider(Weight::cause, Error(ErrorId::gpu_lost, {name}, where));
}

void Verdict::quote_kernel(const std::vector<std::string>& xids) {
    if (!best_ || best_->code() != ExitCode::rank_died) return;
    std::string quoted;
    for (const std::string& xid : xids)
        quoted += fmt::format("{}\"{}\"", quoted.empty() ? "" : ", ", xid);
    best_ = Error(ErrorId::gpu_error_logged, {best_->message(), quoted}, best_->where());
}

void Verdict::cause(const Error& error) {
    consider(Weight::cause, error);
}

} // namespace tunedesk::run
