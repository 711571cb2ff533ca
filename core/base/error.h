// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/errors/error_id.h"

#include <stdexcept>
#include <string>
#include <vector>

namespace tunedesk {

/// Exit codes of every program of the project. 128+n (killed by signal n) is not an enumerator.
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

struct ErrorForm;

/// The only exception that libraries throw to their callers. Libraries neither print nor exit: a program's
/// main() catches it, prints line() and exits with code(). It holds an id of the catalogue
/// (base/errors/catalogue.h) and the values of its sentence: code branches on the id, and the sentence is
/// made where it is displayed.
class Error : public std::runtime_error {
public:
    /// values: those of the id's sentence, then of its advice. where: file:line, key, tensor, rank or step,
    /// or empty.
    explicit Error(ErrorId id, std::vector<std::string> values = {}, std::string where = {});

    /// An error with the text of another program or version. number: the digits of TD####.
    static Error in_words(int number, std::string what, std::string where = {}, std::string next = {});

    /// The digits of TD####.
    int id() const { return id_; }
    bool is(ErrorId one) const { return id_ == static_cast<int>(one); }
    ExitCode code() const;
    /// The entry of the catalogue; null for an error of in_words().
    const ErrorForm* form() const { return form_; }
    const std::vector<std::string>& values() const { return values_; }
    /// What happened, in English.
    const std::string& message() const { return what_; }
    const std::string& where() const { return where_; }
    const std::string& kept() const { return kept_; }
    /// The remedy or the next command, in English; may be empty.
    const std::string& next() const { return next_; }
    /// Whether with_next() replaced the catalogue's advice.
    bool has_own_advice() const { return has_own_advice_; }

    Error& with_where(std::string where);
    /// What the failure left in place ("checkpoint step 500, metrics to step 510").
    Error& with_kept(std::string kept);
    /// Replaces the catalogue's advice with a more specific one.
    Error& with_next(std::string next);

    /// `error[TD####]: what; where (...); kept: ...; next: ...` on one line, without empty parts.
    std::string line() const;

private:
    Error(int number, const ErrorForm* form, std::string what);

    int id_;
    const ErrorForm* form_;
    std::vector<std::string> values_;
    std::string what_, where_, kept_, next_;
    bool has_own_advice_ = false;
};

} // namespace tunedesk
