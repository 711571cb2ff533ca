// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/predict/embedding_file.h"

#include "base/files/streamed_file.h"
#include "base/json_object.h"
#include "base/text.h"
#include "data/rows/numbers.h"
#include "report/predictions/predictions.h"

#include <cmath>
#include <fmt/format.h>

namespace tunedesk::run {

namespace {

/// Names of what is added to a file's columns, in their order.
struct AddedColumns {
    std::vector<std::string> names;

    AddedColumns(const std::vector<std::string>& own, bool has_pairs) {
        names.push_back(report::unused_column("embedding", own));
        if (!has_pairs) return;
        names.push_back(report::unused_column("pair_embedding", own));
        names.push_back(report::unused_column("cosine", own));
    }
};

/// Takes the rows in their order and writes them.
class EmbeddingWriter {
public:
    virtual ~EmbeddingWriter() = default;
    virtual void add(std::size_t row, const PredictionServer::EmbeddedText& answer) = 0;
    virtual void close() = 0;
};

class CsvWriter : public EmbeddingWriter {
public:
    CsvWriter(const RowFile& from, bool has_pairs, const fs::path& to)
        : from_(from), has_pairs_(has_pairs), writer_(to, {}, header(from, has_pairs)) {}

    void add(std::size_t row, const PredictionServer::EmbeddedText& answer) override {
        std::vector<std::string> added{Json(answer.embedding).dump()};
        if (has_pairs_) {
            added.push_back(Json(answer.pair).dump());
            added.push_back(shortest(answer.cosine.value_or(NAN)));
        }
        std::vector<std::string_view> cells;
        for (const auto& column : from_.cells)
            cells.emplace_back(column[row]);
        cells.insert(cells.end(), added.begin(), added.end() - 1);
        writer_.add_tags(cells, added.back(), from_.rows.lines[row]);
    }
    void close() override { writer_.close(); }

private:
    static report::PredictionsWriter::Header header(const RowFile& from, bool has_pairs) {
        std::vector<std::string> names = from.columns;
        const AddedColumns added(from.columns, has_pairs);
        names.insert(names.end(), added.names.begin(), added.names.end() - 1);
        std::string before;
        for (const std::string& name : names)
            before += (before.empty() ? "" : ",") + csv_field(name);
        return {before, added.names.back(), {}, report::unused_column("line", from.columns)};
    }

    const RowFile& from_;
    const bool has_pairs_;
    report::PredictionsWriter writer_;
};

class JsonlWriter : public EmbeddingWriter {
public:
    JsonlWriter(const RowFile& from, bool has_pairs, fs::path to)
        : from_(from), added_(from.columns, has_pairs), out_(std::move(to)) {}

    void add(std::size_t row, const PredictionServer::EmbeddedText& answer) override {
        Json line = Json::object();
        for (std::size_t i = 0; i < from_.columns.size(); ++i)
            append_member(line, from_.columns[i], from_.cells[i][row]);
        append_member(line, added_.names[0], answer.embedding);
        if (added_.names.size() > 1) {
            append_member(line, added_.names[1], answer.pair);
            append_member(line, added_.names[2], answer.cosine.value_or(NAN));
        }
        out_.write(line.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n');
    }
    void close() override { out_.close(); }

private:
    const RowFile& from_;
    const AddedColumns added_;
    StreamedFile out_;
};

} // namespace

FilePredictions embed_rows(PredictionServer& server, const RowFile& from, const fs::path& to,
                           const std::function<bool()>& wanted) {
    const bool has_pairs = !from.rows.texts.empty() && from.rows.texts.front().pair.has_value();
    std::unique_ptr<EmbeddingWriter> writer;
    if (to.extension() == ".jsonl")
        writer = std::make_unique<JsonlWriter>(from, has_pairs, to);
    else
        writer = std::make_unique<CsvWriter>(from, has_pairs, to);
    FilePredictions result;
    std::vector<float> scores, cosines;
    embed_all(
        server, from.rows.texts,
        [&](std::size_t i, const PredictionServer::EmbeddedText& answer) {
            writer->add(i, answer);
            ++result.rows;
            if (!from.label || !answer.cosine) return;
            const auto score = data::decimal_number(trimmed(from.cells[*from.label][i]));
            if (!score) return;
            scores.push_back(static_cast<float>(*score));
            cosines.push_back(static_cast<float>(*answer.cosine));
        },
        wanted);
    if (result.rows < from.rows.texts.size()) return {};
    writer->close();
    result.labelled = scores.size();
    if (!scores.empty()) result.numbers = report::regression_scores(scores, cosines);
    return result;
}

} // namespace tunedesk::run
