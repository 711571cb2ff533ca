// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/comparison_charts.h"

#include "base/error.h"
#include "ui/compare/compare_page.h"
#include "ui/plot/run_colours.h"
#include "ui/widgets/run_text.h"
#include "ui/widgets/text.h"

namespace tunedesk::ui {

std::vector<Bar> bars_of(const ComparedRuns& runs, const report::Figure& figure) {
    const std::vector<std::string> names = runs.names();
    std::vector<Bar> bars;
    for (std::size_t i = 0; i < runs.runs.size(); ++i) {
        const auto value = figure.read(runs.runs[i]);
        if (!value) continue;
        const auto published = runs.published_figure(i, figure);
        Bar bar{to_qt(names[i]),
                *value,
                to_qt(report::shown(figure, *value)),
                run_colour(runs.runs[i].summary.folder),
                published,
                {}};
        if (published)
            bar.published_text =
                ComparePage::tr("published: %1, %2")
                    .arg(to_qt(report::shown(figure, *published)), to_qt(runs.published[i]->hardware));
        bars.push_back(std::move(bar));
    }
    return bars;
}

std::vector<fs::path> write_comparison_charts(const std::vector<fs::path>& runs, const fs::path& folder) {
    const auto compared = read_compared(runs, {});
    std::vector<fs::path> written;
    for (const char* key : charted_figures) {
        const report::Figure& figure = *report::find_figure(key);
        std::vector<Bar> bars = bars_of(*compared, figure);
        if (bars.empty()) continue;
        BarPlot plot;
        plot.set_title(figure_title(figure));
        if (figure.unit == report::Unit::share) plot.set_full_length(1);
        plot.set_bars(std::move(bars));
        for (const char* suffix : {"pdf", "png"}) {
            const QByteArray bytes = plot.render(QLatin1String(suffix));
            written.push_back(folder / (std::string(key) + "." + suffix));
            write_file_atomically(written.back(),
                                  {bytes.constData(), static_cast<std::size_t>(bytes.size())});
        }
    }
    if (written.empty())
        throw compared->problems.empty()
            ? Error(ErrorId::nothing_to_compare)
            : Error::in_words(static_cast<int>(ErrorId::nothing_to_compare), compared->problems.front());
    return written;
}

} // namespace tunedesk::ui
