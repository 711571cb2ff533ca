// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/check/bundle_listing.h"

#include "base/errors/error_json.h"
#include "base/hash.h"
#include "base/phrase.h"
#include "run/check/check.h"
#include "run/printed_error.h"
#include "run/programs.h"

#include <QProcess>

namespace tunedesk::run {

namespace {

constexpr std::uint64_t most_bundle_bytes = 4u << 20; // as preset::parse_bundle()
constexpr std::size_t most_answer_bytes = 32u << 20;

/// Runs `tunedesk inspect --bundle FILE ...`; the object that it answers with.
Json ask_inspect(const QStringList& arguments) {
    const QString program = QString::fromStdString((program_folder() / "tunedesk").string());
    QProcess process;
    process.start(program, QStringList{QStringLiteral("--no-gui"), QStringLiteral("inspect")} + arguments);
    if (!process.waitForStarted())
        throw Error(ErrorId::program_not_started,
                    {program.toStdString(), process.errorString().toStdString()});
    process.closeWriteChannel();
    process.waitForFinished(-1); // it reads 4 MiB, and the files that the preset names
    if (process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
        throw printed_error(process.readAllStandardError().toStdString(), "tunedesk inspect");
    Json json = parse_json(process.readAllStandardOutput().toStdString(), "tunedesk inspect",
                           ErrorId::command_answer_invalid, {most_answer_bytes, 16});
    if (!json.is_object()) throw Error(ErrorId::command_answer_invalid, {"not a JSON object"});
    if (const auto error = json.find("error"); error != json.end())
        throw error_from(*error, ErrorId::command_answer_invalid);
    return json;
}

QString text_of(const fs::path& path) {
    return QString::fromStdString(path.string());
}

const Json& list_in(const Json& json, const char* name) {
    const auto found = json.find(name);
    if (found == json.end() || !found->is_array())
        throw Error(ErrorId::command_answer_invalid, {std::string("no list of ") + name});
    return *found;
}

} // namespace

preset::Bundle listed_bundle(const fs::path& file, const std::string& hash) {
    const std::string bytes = read_file(file, ErrorId::bundle_refused, most_bundle_bytes);
    if (content_hash(bytes) != hash)
        throw Error(ErrorId::bundle_refused,
                    {TUNEDESK_TRANSLATABLE("ErrorDetail", "it has changed since it was shown")},
                    file.string());
    return preset::parse_bundle(bytes, file.string());
}

BundleListing list_bundle(const fs::path& file, const fs::path& folder) {
    const std::string bytes = read_file(file, ErrorId::bundle_refused, most_bundle_bytes);
    BundleListing listing{preset::parse_bundle(bytes, file.string()), content_hash(bytes), {}, {}};
    Check found = check(preset::parse_draft(listing.bundle.preset_yaml, "preset.yaml", folder));
    listing.preset_problems = std::move(found.preset_problems);
    listing.problems = std::move(found.inputs.problems);
    return listing;
}

Json to_json(const BundleListing& listing) {
    const preset::Bundle& bundle = listing.bundle;
    Json json = {{"hash", listing.hash},        {"name", bundle.name},
                 {"note", bundle.note},         {"created", bundle.created},
                 {"versions", bundle.versions}, {"parents", Json::array()},
                 {"needs", Json::array()},      {"preset_problems", Json::array()},
                 {"problems", Json::array()}};
    for (const auto& [name, text] : bundle.parents)
        json["parents"].push_back(name);
    for (const preset::BundleNeed& need : bundle.needs)
        json["needs"].push_back({{"key", need.key},
                                 {"place", need.place},
                                 {"hash", need.hash},
                                 {"bytes", need.bytes},
                                 {"source", need.source}});
    for (const preset::Problem& problem : listing.preset_problems)
        json["preset_problems"].push_back(
            {{"place", problem.place}, {"key", problem.key}, {"what", phrase_json(problem.what)}});
    for (const Error& problem : listing.problems)
        json["problems"].push_back(error_json(problem));
    return json;
}

BundleListing bundle_listing_from(const Json& json) {
    BundleListing listing;
    preset::Bundle& bundle = listing.bundle;
    listing.hash = text_field(json, "hash");
    bundle.name = text_field(json, "name");
    bundle.note = text_field(json, "note");
    bundle.created = text_field(json, "created");
    if (const auto versions = json.find("versions"); versions != json.end() && versions->is_object())
        bundle.versions = *versions;
    for (const Json& parent : list_in(json, "parents"))
        if (parent.is_string()) bundle.parents.emplace_back(parent.get<std::string>(), std::string());
    for (const Json& need : list_in(json, "needs"))
        if (need.is_object())
            bundle.needs.push_back(
                {text_field(need, "key"), text_field(need, "place"), text_field(need, "hash"),
                 static_cast<std::uint64_t>(std::max<std::int64_t>(0, whole_field(need, "bytes", 0))),
                 text_field(need, "source")});
    for (const Json& problem : list_in(json, "preset_problems"))
        if (problem.is_object())
            listing.preset_problems.push_back({text_field(problem, "place"), text_field(problem, "key"),
                                               phrase_from(problem.value("what", Json()))});
    for (const Json& problem : list_in(json, "problems"))
        listing.problems.push_back(error_from(problem, ErrorId::command_answer_invalid));
    return listing;
}

BundleListing list_bundle_apart(const fs::path& file) {
    return bundle_listing_from(ask_inspect({QStringLiteral("--bundle"), text_of(fs::absolute(file))}));
}

fs::path unpack_bundle_apart(const fs::path& file, const std::string& hash, const fs::path& folder) {
    const fs::path into = fs::absolute(folder);
    ask_inspect({QStringLiteral("--bundle"), text_of(fs::absolute(file)), QStringLiteral("--hash"),
                 QString::fromStdString(hash), QStringLiteral("--into"), text_of(into)});
    return into / "preset.yaml";
}

} // namespace tunedesk::run
