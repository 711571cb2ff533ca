// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace tunedesk::run {

/// The small files of a run folder that pages about it read: the preset, the environment, the end, the report
/// with its tables. Never weights, never checkpoints.
class RunFiles {
public:
    /// Those of at most 32 MiB that are there now.
    explicit RunFiles(const event::RunFolder& folder);

    /// Changes whenever one of them may have.
    const std::string& stamp() const { return stamp_; }
    /// All as lines: `{"type":"Files","names":[...]}`, the files in pieces of 256 KiB as
    /// `{"type":"File","name":...,"last":B,"text":...}`, and `{"type":"FilesDone","stamp":...}`. `print` says
    /// whether to go on.
    void print(const std::function<bool(const std::string&)>& print) const;

    static const std::vector<std::string>& names();

private:
    fs::path root_;
    std::vector<std::string> present_;
    std::string stamp_;
};

/// Takes those lines and puts the files into a folder. Whatever the lines say: no other names, no larger
/// files. Thread rule: one thread.
class RunFilesReceiver {
public:
    explicit RunFilesReceiver(fs::path folder) : folder_(std::move(folder)) {}

    /// Whether it is a line about files. Throws Error 7050 for a damaged one, 5001 if they cannot be written.
    bool take(const std::string& line);
    /// The stamp of the files in the folder once they were complete; taken away by the call.
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
