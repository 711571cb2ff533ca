// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/folder/run_folder.h"

#include "base/clock.h"
#include "base/errors/error_json.h"
#include "base/hash.h"

#include <fmt/format.h>

namespace tunedesk::event {

bool RunFolder::holds_run() const {
    std::error_code ignored;
    return fs::is_regular_file(preset(), ignored);
}

std::string RunFolder::identity() const {
    std::error_code failed;
    fs::path path = fs::weakly_canonical(fs::absolute(root), failed);
    if (failed) path = fs::absolute(root).lexically_normal();
    // "RUN" and "RUN/" are one folder.
    if (!path.has_filename() && path.has_parent_path()) path = path.parent_path();
    return content_hash(path.native()).substr(0, 16);
}

fs::path RunFolder::socket() const {
    return runtime_home() / (identity() + ".sock");
}

fs::path RunFolder::flight_record(int rank) const {
    return runtime_home() / (identity() + "." + std::to_string(rank) + ".flight");
}

fs::path RunFolder::lock() const {
    return state_home() / "locks" / (identity() + ".lock");
}

void write_exit(const RunFolder& folder, const ExitRecord& record) {
    Json json;
    json["code"] = record.code;
    json["error"] = nullptr;
    if (record.id != 0) {
        json["error"] = Json{{"id", record.id},
                             {"what", record.what},
                             {"where", record.where},
                             {"kept", record.kept},
                             {"next", record.next}};
        if (record.values) json["error"]["values"] = *record.values;
        if (record.kept_steps) json["error"]["kept_steps"] = to_json(*record.kept_steps);
        if (record.diagnosis) json["error"]["diagnosis"] = to_json(*record.diagnosis);
    }
    json["line"] = record.line;
    json["time"] = record.time.empty() ? utc_text(utc_seconds()) : record.time;
    write_private_file(folder.exit(), json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

ExitRecord exit_record(const Error& error) {
    ExitRecord record;
    record.code = static_cast<int>(error.code());
    record.id = error.id();
    if (error.form()) record.values = error.values();
    record.what = error.message();
    record.where = error.where();
    record.kept = error.kept();
    record.next = error.next();
    record.line = error.line();
    record.time = utc_text(utc_seconds());
    return record;
}

ExitRecord exit_record(Error error, const KeptSteps& kept) {
    ExitRecord record = exit_record(error.with_kept(sentence(phrase_of(kept))));
    record.kept_steps = kept;
    return record;
}

void add_diagnosis(ExitRecord& record, const Diagnosis& diagnosis) {
    record.diagnosis = diagnosis;
    Error error =
        Error::in_words(record.id, record.what + "; " + sentence_of(diagnosis), record.where, record.next);
    record.line = error.with_kept(record.kept).line();
}

Error error_of(const ExitRecord& record) {
    return tunedesk::error_of(record.id, record.values, record.what, record.where, record.next)
        .with_kept(record.kept);
}

Json to_json(const ExitRecord& record) {
    Json json{{"code", record.code}, {"id", record.id},     {"what", record.what}, {"where", record.where},
              {"kept", record.kept}, {"next", record.next}, {"line", record.line}, {"time", record.time}};
    if (record.values) json["values"] = *record.values;
    if (record.kept_steps) json["kept_steps"] = to_json(*record.kept_steps);
    if (record.diagnosis) json["diagnosis"] = to_json(*record.diagnosis);
    return json;
}

ExitRecord exit_record_from(const Json& object) {
    ExitRecord record;
    record.code = static_cast<int>(whole_field(object, "code"));
    record.id = static_cast<int>(whole_field(object, "id"));
    record.what = text_field(object, "what");
    record.where = text_field(object, "where");
    record.kept = text_field(object, "kept");
    record.next = text_field(object, "next");
    record.line = text_field(object, "line");
    record.time = text_field(object, "time");
    record.values = values_from(object);
    record.kept_steps = kept_steps_of(object);
    record.diagnosis = diagnosis_of(object);
    return record;
}

std::optional<ExitRecord> read_exit(const RunFolder& folder) {
    std::error_code ignored;
    if (!fs::exists(folder.exit(), ignored)) return std::nullopt;
    const std::string where = folder.exit().string();
    const Json json = parse_json(read_file(folder.exit(), ErrorId::exit_record_damaged, 1u << 20), where,
                                 ErrorId::exit_record_damaged, {1u << 20, 8});
    const auto damaged = [&](const char* name) {
        return Error(ErrorId::exit_record_damaged,
                     {fmt::format("\"{}\" is missing or of another type", name)}, where);
    };
    const auto whole = [&](const Json& object, const char* name) {
        const auto found = object.find(name);
        if (found == object.end() || !found->is_number_integer()) throw damaged(name);
        return found->get<int>();
    };
    const auto text = [&](const Json& object, const char* name) {
        const auto found = object.find(name);
        if (found == object.end() || !found->is_string()) throw damaged(name);
        return found->get<std::string>();
    };
    if (!json.is_object()) throw damaged("code");
    ExitRecord record;
    record.code = whole(json, "code");
    record.line = text(json, "line");
    record.time = text(json, "time");
    const auto error = json.find("error");
    if (error == json.end()) throw damaged("error");
    if (error->is_null()) return record;
    if (!error->is_object()) throw damaged("error");
    record.id = whole(*error, "id");
    record.what = text(*error, "what");
    record.where = text(*error, "where");
    record.kept = text(*error, "kept");
    record.next = text(*error, "next");
    record.values = values_from(*error);
    record.kept_steps = kept_steps_of(*error);
    record.diagnosis = diagnosis_of(*error);
    return record;
}

} // namespace tunedesk::event
