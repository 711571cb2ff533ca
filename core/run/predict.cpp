#include "run/predict.h"

#include "base/error.h"
#include "data/table.h"
#include "event/run_folder.h"
#include "report/classification.h"

#include <limits>

namespace tunedesk::run {

fs::path model_of(const fs::path& run_or_model) {
    const event::RunFolder run{run_or_model};
    std::string what = "there is no such run or model folder", next;
    if (fs::is_directory(run_or_model)) {
        if (!run.holds_run()) return run_or_model;
        if (fs::is_directory(run.best())) return run.best();
        if (fs::is_directory(run.final_model())) return run.final_model();
        what = "the run has left no model yet";
        next = "wait for its first evaluation, or resume it";
    }
    throw Error(4335, what, run_or_model.string(), next);
}

TextFile read_texts(const fs::path& file, const std::string& column, const std::string& pair_column) {
    data::TableSpec spec;
    spec.text_column = column;
    spec.text_pair_column = pair_column;
    spec.label_column.clear();
    const data::Table table = data::read_table(file, spec);
    TextFile result;
    for (const data::Table::Row& row : table.rows()) {
        result.texts.push_back({std::string(row.text), std::string(row.pair)});
        result.lines.push_back(row.line);
    }
    return result;
}

void predict_all(PredictionServer& server, const std::vector<PredictionServer::Text>& texts,
                 const std::function<void(std::size_t, const std::vector<double>&)>& see,
                 const std::function<bool()>& wanted) {
    // Small requests: a frame holds a megabyte, and longest texts are cut by the worker, not here.
    constexpr std::size_t most_texts = 32, most_bytes = 256u << 10;
    for (std::size_t begin = 0; begin < texts.size() && wanted();) {
        std::vector<PredictionServer::Text> part;
        for (std::size_t i = begin, bytes = 0;
             i < texts.size() && part.size() < most_texts && (part.empty() || bytes < most_bytes); ++i) {
            part.push_back(texts[i]);
            bytes += texts[i].text.size() + texts[i].pair.size();
        }
        const auto probabilities = server.predict(part);
        for (std::size_t i = 0; i < part.size(); ++i)
            see(begin + i, probabilities.at(i));
        begin += part.size();
    }
}

std::size_t predict_file(PredictionServer& server, const TextFile& from, bool pairs, const fs::path& to,
                         const std::function<bool()>& wanted) {
    report::PredictionsWriter writer(to, server.labels(), pairs);
    std::size_t done = 0;
    predict_all(
        server, from.texts,
        [&](std::size_t i, const std::vector<double>& probabilities) {
            const std::vector<float> values(probabilities.begin(), probabilities.end());
            writer.add(from.texts[i].text, from.texts[i].pair, -1, values,
                       std::numeric_limits<double>::quiet_NaN(), from.lines[i]);
            ++done;
        },
        wanted);
    if (done < from.texts.size()) return 0;
    writer.close();
    return done;
}

} // namespace tunedesk::run
