// SPDX-License-Identifier: GPL-3.0-or-later
// report.json, and the other files of a run folder that `report` and `list` read: exit.json and the journal.
#include "event/folder/run_folder.h"
#include "report/run_report.h"
#include "report/run_summary.h"

#include "fuzz/replay.h"

using namespace tunedesk;

namespace {

int report_one(const std::uint8_t* data, std::size_t size) {
    try {
        const report::RunReport read =
            report::parse_report_json({reinterpret_cast<const char*>(data), size}, "fuzz");
        const auto text = [](const report::RunReport& report) {
            return to_json(report).dump(2, ' ', false, Json::error_handler_t::replace);
        };
        const std::string written = text(read);
        if (text(report::parse_report_json(written, "written")) != written)
            throw std::logic_error("read again it is another");
    } catch (const Error& error) {
        if (error.id() != 4190 || error.where() == "written") throw;
    }
    return 0;
}

int read_report(const std::uint8_t* data, std::size_t size) try {
    (void)report::parse_report_json({reinterpret_cast<const char*>(data), size}, "fuzz");
    return 0;
} catch (const Error&) {
    return 0;
}

/// The bytes as this file of a run folder that holds nothing else but a preset.
int read_as(const char* name, const std::uint8_t* data, std::size_t size) {
    const std::string folder = std::string("run-") + name + "/";
    fuzz::file_with(nullptr, 0, folder + "preset.yaml");
    const fs::path file = fuzz::file_with(data, size, folder + name);
    const report::RunSummary run = report::read_run(file.parent_path());
    try {
        (void)event::read_exit({file.parent_path()});
    } catch (const Error& error) {
        if (error.id() != 7004) throw;
    }
    (void)run;
    return 0;
}

int exit_one(const std::uint8_t* data, std::size_t size) {
    return read_as("exit.json", data, size);
}
int journal_one(const std::uint8_t* data, std::size_t size) {
    return read_as("events.jsonl", data, size);
}
int environment_one(const std::uint8_t* data, std::size_t size) {
    return read_as("environment.json", data, size);
}

/// The first byte says which file it is.
[[maybe_unused]] int fuzz_one(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    constexpr fuzz::FuzzOne all[] = {report_one, exit_one, journal_one, environment_one};
    return all[data[0] % 4](data + 1, size - 1);
}

} // namespace

class ReportFuzz : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void reports() { replay("report", 4000, report_one, {Grammar::json, read_report}); }
    void ends() { replay("exit", 1000, exit_one, {Grammar::json}); }
    void environments() { replay("environment", 500, environment_one, {Grammar::json}); }
    void journals() { replay("journal", 500, journal_one, {Grammar::json_lines}); }
};

QTEST_GUILESS_MAIN(ReportFuzz)
#include "report_fuzz.moc"
