#pragma once

#include <stdexcept>
#include <string>

namespace tunedesk {

/// Exit codes of every program of the project. 128+n (forced by signal n) is not an enumerator.
enum class ExitCode : int {
    done = 0,
    usage = 2,     ///< the command line or the preset's text
    data = 3,      ///< data that a preset names
    model = 4,     ///< a model or checkpoint that a preset names
    resources = 5, ///< disk or memory
    busy = 6,      ///< run folder locked, port or GPU in use
    rank_died = 7, ///< a rank died or hung
    diverged = 8,  ///< non-finite losses or gradients
    stopped = 75,  ///< stopped on request, resumable
};

/// The one exception that crosses a library's boundary. Libraries neither print nor exit: a program's main()
/// catches it, prints line() and exits with code().
///
/// `id` is the number of TD####; its thousands digit is the exit code (TD2xxx -> 2, ..., TD9xxx -> 75). The
/// ranges below each thousand belong to: x0xx command line and run, x1xx preset or data tables, x2xx
/// tokenizer and cache, x3xx safetensors and model, x4xx checkpoint, x5xx training, x6xx parallel.
class Error : public std::runtime_error {
public:
    /// what: what happened. where: file:line, key, tensor, rank or step, or empty. next: the remedy or the
    /// next command, or empty.
    Error(int id, std::string what, std::string where = {}, std::string next = {});

    int id() const { return id_; }
    ExitCode code() const;
    const std::string& message() const { return what_; }
    const std::string& where() const { return where_; }
    const std::string& kept() const { return kept_; }
    const std::string& next() const { return next_; }

    /// What the failure left in place ("checkpoint step 500, metrics to step 510").
    Error& with_kept(std::string kept);
    Error& with_next(std::string next);

    /// `error[TD####]: what; where (...); kept: ...; next: ...` on one line, empty parts left out.
    std::string line() const;

private:
    int id_;
    std::string what_, where_, kept_, next_;
};

} // namespace tunedesk
