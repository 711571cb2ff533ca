// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/check/inputs_stream.h"

#include "base/errors/error_json.h"

#include <algorithm>
#include <cstring>

namespace tunedesk::run {

namespace {

Json fault_json(const data::RowFault& fault) {
    return Json{{"id", data::id_of(fault.kind)}, {"values", fault.values}};
}

data::RowFault fault_from_json(const Json& json) {
    return {data::fault_kind(json.at("id").get<std::string>()),
            json.at("values").get<std::vector<std::string>>()};
}

Json numbers_json(const std::optional<data::NumberSummary>& numbers) {
    return numbers ? data::to_json(*numbers) : Json();
}

std::optional<data::NumberSummary> numbers_of(const Json& json) {
    return json.is_null() ? std::nullopt : std::optional(data::number_summary_of(json));
}

Json summary_json(const data::TableSummary& summary) {
    return Json{{"file", summary.file},
                {"bytes", summary.bytes},
                {"total", summary.total},
                {"used", summary.used},
                {"rejected", summary.rejected},
                {"classes", summary.classes},
                {"numbers", numbers_json(summary.numbers)}};
}

data::TableSummary summary_of(const Json& json) {
    data::TableSummary summary;
    json.at("file").get_to(summary.file);
    json.at("bytes").get_to(summary.bytes);
    json.at("total").get_to(summary.total);
    json.at("used").get_to(summary.used);
    json.at("rejected").get_to(summary.rejected);
    json.at("classes").get_to(summary.classes);
    summary.numbers = numbers_of(json.at("numbers"));
    return summary;
}

Json file_json(const CheckedFile& file) {
    Json rejected = Json::array();
    for (const data::Rejected& row : file.rejected)
        rejected.push_back(Json{row.line, row.column, fault_json(row.fault)});
    return Json{{"role", file.role},
                {"path", file.path},
                {"summary", summary_json(file.summary)},
                {"columns", file.columns},
                {"rejected", rejected},
                {"duplicates", file.duplicates.count},
                {"duplicate_places", file.duplicates.places},
                {"lengths", file.lengths}};
}

CheckedFile file_of(const Json& json) {
    CheckedFile file;
    json.at("role").get_to(file.role);
    json.at("path").get_to(file.path);
    file.summary = summary_of(json.at("summary"));
    json.at("columns").get_to(file.columns);
    for (const Json& row : json.at("rejected"))
        file.rejected.push_back(
            {row.at(0).get<std::uint64_t>(), row.at(1).get<std::uint64_t>(), fault_from_json(row.at(2))});
    json.at("duplicates").get_to(file.duplicates.count);
    json.at("duplicate_places").get_to(file.duplicates.places);
    json.at("lengths").get_to(file.lengths);
    return file;
}

Json split_json(const CheckedSplit& split) {
    return Json{{"role", split.role},
                {"path", split.path},
                {"cut", split.is_cut},
                {"rows", split.rows},
                {"class_rows", split.class_rows},
                {"numbers", numbers_json(split.numbers)}};
}

CheckedSplit split_of(const Json& json) {
    CheckedSplit split;
    json.at("role").get_to(split.role);
    json.at("path").get_to(split.path);
    json.at("cut").get_to(split.is_cut);
    json.at("rows").get_to(split.rows);
    json.at("class_rows").get_to(split.class_rows);
    split.numbers = numbers_of(json.at("numbers"));
    return split;
}

} // namespace

Json finding_json(const data::Finding& finding) {
    Json rows = Json::array();
    for (const data::Finding::Row& row : finding.rows)
        rows.push_back(Json{row.line, row.column, row.fault ? sentence(*row.fault) : "", row.twin_line,
                            row.fault ? fault_json(*row.fault) : Json()});
    return Json{{"id", finding.id()},
                {"split", finding.split},
                {"file", finding.file},
                {"count", finding.count},
                {"message", finding.message},
                {"blocks", finding.blocks},
                {"mend", data::name_of(finding.mend())},
                {"labels", finding.labels},
                {"twin_split", finding.twin_split},
                {"twin_file", finding.twin_file},
                {"rows", rows}};
}

data::Finding finding_from_json(const Json& json) {
    data::Finding finding;
    finding.kind = data::kind_of_finding(json.at("id").get<std::string>());
    json.at("split").get_to(finding.split);
    json.at("file").get_to(finding.file);
    json.at("count").get_to(finding.count);
    json.at("message").get_to(finding.message);
    json.at("blocks").get_to(finding.blocks);
    json.at("labels").get_to(finding.labels);
    json.at("twin_split").get_to(finding.twin_split);
    json.at("twin_file").get_to(finding.twin_file);
    for (const Json& row : json.at("rows")) {
        std::optional<data::RowFault> fault;
        const auto text = row.at(2).get<std::string>();
        if (row.size() > 4 && !row.at(4).is_null())
            fault = fault_from_json(row.at(4));
        else if (!text.empty()) // an earlier version sends the sentence alone
            fault = data::RowFault{data::RowFault::Kind::other, {text}};
        finding.rows.push_back({row.at(0).get<std::uint64_t>(), row.at(1).get<std::uint64_t>(), fault,
                                row.at(3).get<std::uint64_t>()});
    }
    return finding;
}

namespace {

CheckedInputs inputs_of(const Json& json) {
    CheckedInputs inputs;
    for (const Json& problem : json.at("problems"))
        inputs.problems.push_back(error_from(problem, ErrorId::inspect_answer_invalid));
    json.at("warnings").get_to(inputs.warnings);
    for (const Json& table : json.at("tables"))
        inputs.tables.push_back(summary_of(table));
    for (const Json& file : json.at("files"))
        inputs.files.push_back(file_of(file));
    for (const Json& finding : json.at("findings"))
        inputs.findings.push_back(finding_from_json(finding));
    for (const Json& split : json.at("splits"))
        inputs.splits.push_back(split_of(split));
    json.at("labels").get_to(inputs.labels.names);
    json.at("outputs").get_to(inputs.outputs);
    json.at("labels_origin").get_to(inputs.labels.origin);
    json.at("labels_by_number").get_to(inputs.labels.by_number);
    if (const Json& classes = json.at("head_classes"); !classes.is_null())
        inputs.head_classes = classes.get<std::int64_t>();
    json.at("tokenized").get_to(inputs.tokenized);
    json.at("special_tokens").get_to(inputs.special_tokens);
    json.at("kept_images").get_to(inputs.kept_images);
    json.at("validation_rows").get_to(inputs.validation_rows);
    json.at("extra_rows").get_to(inputs.extra_rows);
    json.at("test_rows").get_to(inputs.test_rows);
    return inputs;
}

std::string as_line(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace

std::string progress_line(std::uint64_t done, std::uint64_t total) {
    return as_line(Json{{"done", done}, {"total", total}});
}

std::string inputs_message(const CheckedInputs& inputs, bool complete) {
    Json json{{"complete", complete}};
    for (const char* list : {"problems", "tables", "files", "findings", "splits"})
        json[list] = Json::array();
    for (const Error& problem : inputs.problems)
        json["problems"].push_back(error_json(problem));
    for (const data::TableSummary& table : inputs.tables)
        json["tables"].push_back(summary_json(table));
    for (const CheckedFile& file : inputs.files)
        json["files"].push_back(file_json(file));
    for (const data::Finding& finding : inputs.findings)
        json["findings"].push_back(finding_json(finding));
    for (const CheckedSplit& split : inputs.splits)
        json["splits"].push_back(split_json(split));
    json["warnings"] = inputs.warnings;
    json["labels"] = inputs.labels.names;
    json["outputs"] = inputs.outputs;
    json["labels_origin"] = inputs.labels.origin;
    json["labels_by_number"] = inputs.labels.by_number;
    json["head_classes"] = inputs.head_classes ? Json(*inputs.head_classes) : Json();
    json["tokenized"] = inputs.tokenized;
    json["special_tokens"] = inputs.special_tokens;
    json["kept_images"] = inputs.kept_images;
    json["validation_rows"] = inputs.validation_rows;
    json["extra_rows"] = inputs.extra_rows;
    json["test_rows"] = inputs.test_rows;
    json["train_lengths"] = complete ? inputs.train_lengths.size() : 0;
    std::string message = as_line(json);
    if (complete)
        message.append(reinterpret_cast<const char*>(inputs.train_lengths.data()),
                       inputs.train_lengths.size() * sizeof(std::uint32_t));
    return message;
}

void InputsReader::take_line(std::string_view line) {
    const Json json = parse_json(line, "tunedesk inspect", ErrorId::inspect_answer_invalid);
    if (json.contains("done")) {
        done = json.at("done").get<std::uint64_t>();
        total = json.at("total").get<std::uint64_t>();
        return;
    }
    inputs = inputs_of(json);
    ++heard;
    const auto rows = json.at("train_lengths").get<std::uint64_t>();
    missing_lengths_ = rows * sizeof(std::uint32_t);
    inputs.train_lengths.reserve(rows);
    is_complete = json.at("complete").get<bool>() && rows == 0;
}

void InputsReader::take(std::string_view bytes) {
    buffer_ += bytes;
    std::size_t at = 0;
    while (at < buffer_.size()) {
        if (missing_lengths_ > 0) {
            const std::size_t whole =
                std::min<std::size_t>(buffer_.size() - at, missing_lengths_) / sizeof(std::uint32_t);
            if (whole == 0) break;
            const std::size_t before = inputs.train_lengths.size();
            inputs.train_lengths.resize(before + whole);
            std::memcpy(inputs.train_lengths.data() + before, buffer_.data() + at,
                        whole * sizeof(std::uint32_t));
            at += whole * sizeof(std::uint32_t);
            missing_lengths_ -= whole * sizeof(std::uint32_t);
            is_complete = missing_lengths_ == 0;
            continue;
        }
        const std::size_t end = buffer_.find('\n', at);
        if (end == std::string::npos) break;
        try {
            take_line(std::string_view(buffer_).substr(at, end - at));
        } catch (const Json::exception& error) {
            throw Error(ErrorId::inspect_answer_invalid, {error.what()}, "tunedesk inspect");
        }
        at = end + 1;
    }
    buffer_.erase(0, at);
}

} // namespace tunedesk::run
