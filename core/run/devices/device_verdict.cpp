// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/devices/device_verdict.h"

#include "base/error.h"
#include "base/files/file.h"
#include "base/gpu/accelerator_path.h"
#include "base/hash.h"
#include "base/phrase.h"
#include "event/environment_file.h"
#include "run/programs.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <sys/stat.h>

#ifndef TUNEDESK_LIBTORCH_VERSION
#define TUNEDESK_LIBTORCH_VERSION ""
#endif

namespace tunedesk::run {

namespace {

using Outcome = CheckedRow::Outcome;

constexpr std::pair<Outcome, const char*> outcome_names[] = {{Outcome::passed, "passed"},
                                                             {Outcome::failed, "failed"},
                                                             {Outcome::not_offered, "not offered"},
                                                             {Outcome::not_reached, "not reached"}};

std::string stamp_of(const fs::path& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return "none";
    return fmt::format("{} {}.{:09}", status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

fs::path file_of(const std::string& uuid, const std::string& driver, const std::string& libtorch,
                 const std::string& build) {
    const std::string key = content_hash(uuid + '\n' + driver + '\n' + libtorch + '\n' + build);
    return state_home() / "devices" / "verdicts" / (key + ".json");
}

Json row_json(const CheckedRow& row) {
    return {{"id", sentence(row.comparison)}, // of which versions without phrases make words
            {"comparison", phrase_json(row.comparison)},
            {"technique", row.technique},
            {"outcome", outcome_name(row.outcome)},
            {"figure", std::isfinite(row.figure) ? Json(row.figure) : Json()},
            {"tolerance", row.tolerance},
            {"seconds", row.seconds},
            {"reason", sentence(row.reason)},
            {"why", phrase_json(row.reason)}};
}

CheckedRow parse_row(const Json& json) {
    CheckedRow row;
    const auto phrase = [&](const char* name, const char* words) {
        const auto found = json.find(name);
        return found != json.end() ? phrase_from(*found)
                                   : Phrase::in_words(json.at(words).get<std::string>());
    };
    row.comparison = phrase("comparison", "id");
    row.technique = json.at("technique").get<std::string>();
    const auto name = json.at("outcome").get<std::string>();
    for (const auto& [outcome, known] : outcome_names)
        if (name == known) row.outcome = outcome;
    row.figure = json.at("figure").is_number() ? json.at("figure").get<double>() : NAN;
    row.tolerance = json.at("tolerance").get<double>();
    row.seconds = json.at("seconds").get<double>();
    row.reason = phrase("why", "reason");
    return row;
}

} // namespace

std::string outcome_name(Outcome outcome) {
    return std::ranges::find(outcome_names, outcome, &std::pair<Outcome, const char*>::first)->second;
}

Phrase finding_of(const CheckedRow& row) {
    using enum PhraseId;
    if (!row.reason.is_empty()) return row.reason;
    if (row.outcome == Outcome::not_reached) return Phrase(found_not_reached);
    if (!std::isfinite(row.figure))
        return row.outcome == Outcome::passed ? Phrase() : Phrase(found_no_number);
    const auto text = [](double figure) { return fmt::format("{:.2g}", figure); };
    if (row.tolerance > 0) return Phrase(found_difference_of, {text(row.figure), text(row.tolerance)});
    return row.figure == 0 ? Phrase(found_equal) : Phrase(found_difference, {text(row.figure)});
}

const CheckedRow* DeviceVerdict::first_failure() const {
    const auto found = std::ranges::find_if(
        rows, [](const CheckedRow& row) { return row.technique.empty() && row.outcome != Outcome::passed; });
    return found == rows.end() ? nullptr : &*found;
}

bool DeviceVerdict::is_lasting() const {
    return std::ranges::none_of(rows,
                                [](const CheckedRow& row) { return row.technique.empty() && row.passing; });
}

bool DeviceVerdict::is_good() const {
    return !rows.empty() && !first_failure();
}

std::vector<std::string> DeviceVerdict::left_out() const {
    std::vector<std::string> names;
    for (const CheckedRow& row : rows)
        if (!row.technique.empty() && row.outcome != Outcome::passed &&
            std::ranges::find(names, row.technique) == names.end())
            names.push_back(row.technique);
    return names;
}

std::string DeviceVerdict::summary() const {
    if (const CheckedRow* row = first_failure())
        return fmt::format("failed: {}: {}", sentence(row->comparison), sentence(finding_of(*row)));
    if (rows.empty()) return "failed: nothing was checked";
    std::string text = "good";
    for (const std::string& technique : left_out())
        text += (text == "good" ? ", without " : ", ") + technique;
    return text;
}

std::string built_libtorch() {
    return TUNEDESK_LIBTORCH_VERSION;
}

std::string build_stamp() {
    std::string worker = "none";
    try {
        worker = stamp_of(worker_program());
    } catch (const Error&) {
        // Without a worker there is nothing to check with either.
    }
    return fmt::format("{}; worker {}; library {}", event::project_version(), worker,
                       stamp_of(accelerator_path()));
}

std::optional<DeviceVerdict> read_verdict(const Gpu& gpu, const std::string& driver) {
    const fs::path file = file_of(gpu.uuid, driver, built_libtorch(), build_stamp());
    try {
        return parse_verdict(read_file(file, ErrorId::device_record_invalid, 1 << 20), file.string());
    } catch (const Error&) {
        return std::nullopt; // the check is made again
    }
}

void write_verdict(const DeviceVerdict& verdict) {
    if (!verdict.is_lasting()) return;
    const fs::path file = file_of(verdict.uuid, verdict.driver, verdict.libtorch, verdict.build);
    make_folders(file.parent_path(), ErrorId::folder_not_created, 0700);
    write_private_file(file, to_json(verdict).dump(2) + '\n');
}

Json to_json(const DeviceVerdict& verdict) {
    Json rows = Json::array();
    for (const CheckedRow& row : verdict.rows)
        rows.push_back(row_json(row));
    return {{"tunedesk_device", 1},
            {"uuid", verdict.uuid},
            {"name", verdict.name},
            {"compute_capability", fmt::format("{}.{}", verdict.compute_major, verdict.compute_minor)},
            {"driver", verdict.driver},
            {"libtorch", verdict.libtorch},
            {"versions", verdict.versions},
            {"architectures", verdict.architectures},
            {"build", verdict.build},
            {"checked", verdict.checked},
            {"seconds", verdict.seconds},
            {"good", verdict.is_good()},
            {"left_out", verdict.left_out()},
            {"summary", verdict.summary()},
            {"rows", rows}};
}

DeviceVerdict parse_verdict(const std::string& text, const std::string& where) {
    const Json json = parse_json(text, where, ErrorId::device_record_invalid);
    try {
        DeviceVerdict verdict;
        verdict.uuid = json.at("uuid").get<std::string>();
        verdict.name = json.at("name").get<std::string>();
        verdict.driver = json.at("driver").get<std::string>();
        verdict.libtorch = json.at("libtorch").get<std::string>();
        verdict.versions = json.at("versions").get<std::string>();
        verdict.architectures = json.at("architectures").get<std::vector<int>>();
        verdict.build = json.at("build").get<std::string>();
        verdict.checked = json.at("checked").get<std::string>();
        verdict.seconds = json.at("seconds").get<double>();
        const auto capability = json.at("compute_capability").get<std::string>();
        const std::size_t dot = capability.find('.');
        verdict.compute_major = std::stoi(capability);
        verdict.compute_minor = dot == std::string::npos ? 0 : std::stoi(capability.substr(dot + 1));
        for (const Json& row : json.at("rows"))
            verdict.rows.push_back(parse_row(row));
        return verdict;
    } catch (const Json::exception&) {
        throw Error(ErrorId::device_record_invalid,
                    {TUNEDESK_TRANSLATABLE("ErrorDetail", "a value is missing or of another type")}, where);
    } catch (const std::logic_error&) { // of a compute capability
        throw Error(ErrorId::device_record_invalid,
                    {TUNEDESK_TRANSLATABLE("ErrorDetail", "the compute capability is not a number")}, where);
    }
}

} // namespace tunedesk::run
