// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/run_plots.h"

#include "base/error.h"
#include "event/folder/required_run.h"
#include "event/folder/run_folder_guard.h"
#include "report/classification.h"
#include "report/predictions/csv_records.h"
#include "ui/plot/heat_map.h"
#include "ui/plot/pipeline/pipeline_plot.h"
#include "ui/run/plot_board.h"
#include "ui/run/run_feed.h"
#include "ui/widgets/text.h"

#include <charconv>

namespace tunedesk::ui {

namespace {

/// Reads confusion.csv for a heat map; false if it is missing, damaged, or a list of cells.
bool read_confusion(const fs::path& path, QStringList& names, std::vector<std::uint64_t>& counts) {
    std::error_code none;
    if (!fs::exists(path, none)) return false;
    const std::string text = read_file(path, ErrorId::file_unreadable);
    report::CsvRecords records(text);
    std::vector<report::CsvField> fields;
    if (!records.next(fields) || fields.size() < 2 || fields.size() > report::most_square_classes + 1)
        return false;
    if (fields.front().raw(text) == "true") return false; // too many classes to draw
    for (std::size_t i = 1; i < fields.size(); ++i)
        names << to_qt(fields[i].value(text));
    while (records.next(fields)) {
        if (fields.size() != static_cast<std::size_t>(names.size()) + 1) return false;
        for (std::size_t i = 1; i < fields.size(); ++i) {
            std::uint64_t count = 0;
            const std::string_view field = fields[i].raw(text);
            const char* end = field.data() + field.size();
            if (std::from_chars(field.data(), end, count).ptr != end) return false;
            counts.push_back(count);
        }
    }
    return counts.size() == static_cast<std::size_t>(names.size()) * static_cast<std::size_t>(names.size());
}

class Folder {
public:
    explicit Folder(const fs::path& folder) : folder_(folder) {}

    template <typename Render>
    void add(const std::string& name, Render render) {
        make_folders(folder_, ErrorId::folder_not_created);
        for (const char* suffix : {"pdf", "png"}) {
            const QByteArray bytes = render(QString::fromLatin1(suffix));
            written.push_back(folder_ / (name + "." + suffix));
            write_file_atomically(written.back(),
                                  {bytes.constData(), static_cast<std::size_t>(bytes.size())});
        }
    }
    std::vector<fs::path> written;

private:
    fs::path folder_;
};

} // namespace

std::vector<fs::path> write_run_plots(const fs::path& run, const fs::path& folder) {
    const event::RunFolder run_folder{run};
    event::require_run(run_folder);
    event::require_safe_run_folder(run_folder); // default location of the drawn files
    Folder files(folder);
    PlotBoard board(nullptr, true);
    const std::shared_ptr<RunHistory> history = read_history(run_folder);
    board.show_history(run, history);
    const auto filled = board.filled();
    for (const char* name :
         {"loss", "accuracy", "correlation", "error", "perplexity", "learning_rate", "memory", "gpu_memory"})
        if (std::find(filled.begin(), filled.end(), name) != filled.end())
            files.add(name, [&](const QString& suffix) { return board.plot(name)->render(suffix); });
    if (const auto& passes = history->progress().pipeline()) {
        PipelinePlot plot;
        plot.show_passes(*passes, PipelinePlot::tr("Step %1").arg(passes->step));
        files.add("pipeline", [&](const QString& suffix) { return plot.render(suffix); });
    }
    QStringList names;
    std::vector<std::uint64_t> counts;
    if (read_confusion(run_folder.confusion(), names, counts)) {
        HeatMap map;
        map.set_matrix({names, counts});
        files.add("confusion", [&](const QString& suffix) { return map.render(suffix); });
    }
    if (files.written.empty()) throw Error(ErrorId::nothing_to_plot, {run.string()}, run.string());
    return files.written;
}

} // namespace tunedesk::ui
