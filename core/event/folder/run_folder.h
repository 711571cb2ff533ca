// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/files/file.h"
#include "base/json.h"
#include "event/diagnosis.h"
#include "event/kept_steps.h"

namespace tunedesk::event {

/// The paths of the parts of a run folder.
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

    /// Whether this is a run folder: preset.yaml exists.
    bool holds_run() const;
    /// A short hash of the canonical path; the folder's socket and lock are named by it.
    std::string identity() const;
    /// runtime_home()/IDENTITY.sock, and state_home()/locks/IDENTITY.lock.
    fs::path socket() const;
    /// A rank's record of its collectives (parallel/ranks/flight_record.h):
    /// runtime_home()/IDENTITY.RANK.flight.
    fs::path flight_record(int rank) const;
    fs::path lock() const;
};

/// How a run ended, as exit.json holds it: code, error (id, values, what, where, kept, kept_steps, diagnosis,
/// next; null on success), line, time. write_exit() writes `error: null` where id is 0, and the time now
/// where none is given; it throws Error 5001 on a full disk.
struct ExitRecord {
    int code = 0;
    int id = 0; ///< number of the error (TD####); 0 on success
    /// Values for the catalogue's sentence and advice; std::nullopt if the error has free text only.
    std::optional<std::vector<std::string>> values = {};
    std::string what, where;
    std::string kept; ///< in English
    std::string next;
    std::string line; ///< the whole error line
    std::string time; ///< UTC
    /// The values that `kept` is made from; std::nullopt if `kept` is free text of a rank or of an older
    /// version.
    std::optional<KeptSteps> kept_steps = {};
    /// The rank that held up the others. `line` includes it in English, `what` does not.
    std::optional<Diagnosis> diagnosis = {};

    bool operator==(const ExitRecord&) const = default;
};
void write_exit(const RunFolder& folder, const ExitRecord& record);
ExitRecord exit_record(const Error& error);
/// The same with `kept_steps`, from which `kept` is made.
ExitRecord exit_record(Error error, const KeptSteps& kept);
/// The record's error without the diagnosis. The record must have an id.
Error error_of(const ExitRecord& record);
/// Adds a diagnosis to a failed run's record, and to its `line` in English.
void add_diagnosis(ExitRecord& record, const Diagnosis& diagnosis);
/// All members as one object, for `report --json` and viewers of a run.
Json to_json(const ExitRecord& record);
/// Reads the object of to_json(); missing members stay empty.
ExitRecord exit_record_from(const Json& object);
/// std::nullopt if there is none yet. Throws Error 7004 if it is damaged.
std::optional<ExitRecord> read_exit(const RunFolder& folder);

} // namespace tunedesk::event
