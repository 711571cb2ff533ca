#include "run/policy/verdict.h"

#include "base/text.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <fmt/format.h>
#include <fstream>

namespace tunedesk::run {

namespace {

constexpr const char* gpu_remedy = "look at it with nvidia-smi; reset it or reboot, then resume";

std::string signal_name(int number) {
    const char* abbreviation = ::sigabbrev_np(number);
    return abbreviation ? fmt::format("SIG{} ({})", abbreviation, number) : fmt::format("{}", number);
}

/// The last words of a log, at most a few hundred characters; "" where it has none or cannot be read.
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

} // namespace

bool Verdict::is_lost_contact(const event::Event& event) {
    const int id = static_cast<int>(event::number(event.fields, "id", 7013));
    return id / 1000 == 7 && id != disagreement;
}

void Verdict::consider(Weight weight, Error error) {
    if (best_ && weight_ <= weight) return;
    best_ = std::move(error);
    weight_ = weight;
}

void Verdict::failed_event(const event::Event& event) {
    int id = static_cast<int>(event::number(event.fields, "id", 7013));
    if (!is_known_code(id / 1000)) id = 7013;
    std::string where = text_field(event.fields, "where");
    if (where.find("rank") == std::string::npos)
        where += fmt::format("{}rank {}", where.empty() ? "" : ", ", event.rank);
    std::string what = text_field(event.fields, "what");
    if (what.empty()) what = "a rank failed without saying why";
    Error error(id, what, where, text_field(event.fields, "next"));
    error.with_kept(text_field(event.fields, "kept"));
    consider(id / 1000 == 7 && id != disagreement ? Weight::contact : Weight::cause, std::move(error));
}

void Verdict::died(int rank, int signal, const std::string& where, bool out_of_memory) {
    if (out_of_memory)
        return consider(Weight::death,
                        Error(7018,
                              fmt::format("rank {} was killed by {}, likely out of memory (the control "
                                          "group's oom_kill counter rose)",
                                          rank, signal_name(signal)),
                              where,
                              "lower training.per_device_train_batch_size, or raise the memory limit, then "
                              "resume"));
    consider(Weight::death,
             Error(7011, fmt::format("rank {} died by signal {}", rank, signal_name(signal)), where));
}

void Verdict::hung(int rank, double seconds, const std::string& where) {
    consider(Weight::death, Error(7012, fmt::format("rank {} was silent for {:.0f} s", rank, seconds), where,
                                  "see the rank's log; supervision.rank_timeout_seconds sets the limit"));
}

void Verdict::stuck(int rank, double seconds, const std::string& where) {
    consider(Weight::death,
             Error(7070,
                   fmt::format("no rank has made progress for {:.0f} s; the likeliest cause is rank {}",
                               seconds, rank),
                   where,
                   "see the ranks' logs; supervision.rank_timeout_seconds sets the limit, for the disk "
                   "supervision.disk_timeout_seconds"));
}

void Verdict::exited(int rank, ProcessEnd end, const std::string& where, const fs::path& log) {
    const int code = is_known_code(end.code) ? end.code : 7;
    std::string what = fmt::format("rank {} ended with exit code {} without saying why", rank, end.code);
    const std::string last = last_line(log);
    if (!last.empty()) what += fmt::format("; its log ends \"{}\"", last);
    const bool lacks_library = end.code == 127 && last.find("shared libraries") != std::string::npos;
    consider(Weight::exit,
             Error(code * 1000 + 13, what, where,
                   lacks_library ? "set the program up anew (packaging/setup.sh), or put LibTorch "
                                   "where the worker looks for it: README, \"Install\""
                                 : "read " + log.string()));
}

void Verdict::lost_contact(int rank, const std::string& reason, const std::string& where) {
    consider(
        Weight::contact,
        Error(7017, fmt::format("rank {} lost its connection to the supervisor: {}", rank, reason), where));
}

void Verdict::lost_gpu(const std::string& name, const std::string& where) {
    consider(Weight::cause, Error(7020, name + " is lost: it has fallen off the bus", where, gpu_remedy));
}

void Verdict::quote_kernel(const std::vector<std::string>& xids) {
    if (!best_ || best_->code() != ExitCode::rank_died) return;
    std::string quoted;
    for (const std::string& xid : xids)
        quoted += fmt::format("{}\"{}\"", quoted.empty() ? "" : ", ", xid);
    best_ = Error(7023, fmt::format("{}; the kernel's log says of the GPU: {}", best_->message(), quoted),
                  best_->where(), gpu_remedy);
}

void Verdict::cause(const Error& error) {
    consider(Weight::cause, error);
}

} // namespace tunedesk::run
