// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace tunedesk::run {

/// The small files of a run folder that the window's pages read: preset, environment, exit record, report and
/// tables. Never weights or checkpoints.
class RunFiles {
public:
    /// Lists the existing files of at most 32 MiB.
    explicit RunFiles(const event::RunFolder& folder);

    /// Changes if one of the files, except metrics.csv, may have changed.
    const std::string& stamp() const { return stamp_; }
    /// Prints the files as lines: `{"type":"Files","names":[...]}`, the files in pieces of 256 KiB as
    /// `{"type":"File","name":...,"last":B,"text":...}`, and `{"type":"FilesDone","stamp":...}`. Stops when
    /// `print` returns false.
    void print(const std::function<bool(const std::string&)>& print) const;

    static const std::vector<std::string>& names();

private:
    fs::path root_;
    std::vector<std::string> present_;
    std::string stamp_;
};

/// Receives these lines and writes the files into a folder. Ignores other names, and pieces of a file beyond
/// 32 MiB. Thread rule: one thread.
class RunFilesReceiver {
public:
    explicit RunFilesReceiver(fs::path folder) : folder_(std::move(folder)) {}

    /// Handles a line; false if it is not about files. Throws Error 7050 for a damaged one, 5001 if they
    /// cannot be written.
    bool take(const std::string& line);
    /// The stamp of the files after a complete transfer; empty before, and on the next call.
    std::string take_stamp();

private:
    void begin(const Json& line);
    void add(const Json& line);
    void commit(const Json& line);

    fs::path folder_;
    std::map<std::string, std::string> files_;
    std::string stamp_;
};

} // namespace tunedesk::run
