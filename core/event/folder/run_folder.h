// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/files/file.h"
#include "base/json.h"
#include "event/diagnosis.h"
#include "event/kept_steps.h"

namespace tunedesk::event {

/// Where the parts of a run folder are.
struct RunFolder {
    fs::path root;

    fs::path preset() const { return root / "preset.yaml"; }
    fs::path environment() const { return root / "environment.json"; }
    fs::path exit() const { return root / "exit.json"; }
    fs::path owner() const { return root / "owner.json"; }
    fs::path journal() const { return root / "events.jsonl"; }
    fs::path metrics() const { return root / "metrics.csv"; }
    fs::path tensorboard() const { return root / "tensorboard"; }
    fs::path report_json() const { return root / "report.json"; }
    fs::path report_text() const { return root / "report.txt"; }
    fs::path confusion() const { return root / "confusion.csv"; }
    fs::path predictions() const { return root / "predictions.csv"; }
    fs::path checkpoints() const { return root / "checkpoints"; }
    fs::path best() const { return root / "best"; }
    fs::path final_model() const { return root / "final"; }
    fs::path plots() const { return root / "plots"; }
    fs::path log(int rank) const { return root / "logs" / ("rank" + std::to_string(rank) + ".log"); }

    /// Whether a run lives here: its preset.yaml exists.
    bool holds_run() const;
    /// A short stable identity of the folder (hash of its canonical path): names of its socket and lock.
    std::string identity() const;
    /// runtime_home()/IDENTITY.sock, and state_home()/locks/IDENTITY.lock.
    fs::path socket() const;
    /// Of what a rank does with the others (parallel/flight_record.h): runtime_home()/IDENTITY.RANK.flight.
    fs::path flight_record(int rank) const;
    fs::path lock() const;
};

/// How a run ended, as exit.json holds it: code, error (id, values, what, where, kept, kept_steps, diagnosis,
/// next; null on success), line, time. write_exit() writes `error: null` where id is 0, and the time now
/// where none is given; it throws Error 5001 on a full disk.
struct ExitRecord {
    int code = 0;
    int id = 0; ///< of TD####; 0 on success
    /// Of the catalogue's sentence and advice; std::nullopt if the error came in words.
    std::optional<std::vector<std::string>> values = {};
    std::string what, where;
    std::string kept; ///< in English
    std::string next;
    std::string line; ///< the whole error line
    std::string time; ///< UTC
    /// Of which `kept` is made; std::nullopt if a rank or an older version wrote `kept` in its own words.
    std::optional<KeptSteps> kept_steps = {};
    /// Which rank held up the others; `line` has it in English, `what` does not.
    std::optional<Diagnosis> diagnosis = {};

    bool operator==(const ExitRecord&) const = default;
};
void write_exit(const RunFolder& folder, const ExitRecord& record);
ExitRecord exit_record(const Error& error);
/// Of an error that left this.
ExitRecord exit_record(Error error, const KeptSteps& kept);
/// Without its diagnosis. Only of a record with an id.
Error error_of(const ExitRecord& record);
/// Adds the ranks' flight records to an error's record.
void add_diagnosis(ExitRecord& record, const Diagnosis& diagnosis);
/// The members in one object, for other programs: `report --json` and viewers of a run.
Json to_json(const ExitRecord& record);
/// Reads to_json(); what is missing stays empty.
ExitRecord exit_record_from(const Json& object);
/// std::nullopt if there is none yet. Throws Error 7004 if it is damaged.
std::optional<ExitRecord> read_exit(const RunFolder& folder);

} // namespace tunedesk::event
