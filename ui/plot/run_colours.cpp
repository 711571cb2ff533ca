// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/run_colours.h"

#include "base/hash.h"
#include "ui/style/tokens.h"
#include "ui/widgets/text.h"

#include <QColorDialog>
#include <QHash>
#include <QSettings>
#include <QThreadPool>
#include <QVariantMap>
#include <algorithm>
#include <array>

namespace tunedesk::ui {

namespace {

QString file_name() {
    return to_qt(state_home() / "colours.ini");
}

QString key_of(const fs::path& run) {
    return to_qt("runs/" + content_hash(run.lexically_normal().native()).substr(0, 16));
}

/// The contents of the file and later choices, cached because models request colors during painting.
struct Known {
    QHash<QString, QColor> colours;
    unsigned next = 0; ///< index in the choices
};

Known& known_colours() {
    static QString read_from;
    static Known known;
    if (const QString file = file_name(); file != read_from) { // read once; tests change the state folder
        read_from = file;
        known = {};
        const QSettings settings(file, QSettings::IniFormat);
        known.next = settings.value(QStringLiteral("next"), 0).toUInt();
        for (const QString& key : settings.allKeys())
            if (const QColor colour(settings.value(key).toString());
                key.startsWith(QStringLiteral("runs/")) && colour.isValid())
                known.colours.insert(key, colour);
    }
    return known;
}

/// Written in the background, because it waits for the disk.
void keep(const QVariantMap& values) {
    QThreadPool::globalInstance()->start([values, file = file_name()] {
        QSettings settings(file, QSettings::IniFormat);
        for (auto value = values.cbegin(); value != values.cend(); ++value)
            settings.setValue(value.key(), value.value());
    });
}

} // namespace

const std::vector<QColor>& run_colour_choices() {
    static const std::vector<QColor> colours(style::light_colors().series.begin(),
                                             style::light_colors().series.end());
    return colours;
}

QColor run_colour(const fs::path& run) {
    Known& known = known_colours();
    const QString key = key_of(run);
    if (const auto found = known.colours.constFind(key); found != known.colours.cend()) return *found;
    const auto& choices = run_colour_choices();
    const QColor colour = choices[known.next % choices.size()];
    known.next = static_cast<unsigned>((known.next + 1) % choices.size());
    known.colours.insert(key, colour);
    keep({{key, colour.name()}, {QStringLiteral("next"), known.next}});
    return colour;
}

void set_run_colour(const fs::path& run, const QColor& colour) {
    const QString key = key_of(run);
    known_colours().colours.insert(key, colour);
    keep({{key, colour.name()}});
    Q_EMIT run_colour_changes().changed(to_qt(run));
}

Qt::PenStyle curve_line(const QColor& colour, std::size_t nth) {
    static constexpr std::array lines = {Qt::SolidLine, Qt::DashLine, Qt::DashDotLine, Qt::DotLine,
                                         Qt::DashDotDotLine};
    const auto first = std::ranges::find(lines, style::series_line(colour)) - lines.begin();
    return lines[(static_cast<std::size_t>(first) + nth) % lines.size()];
}

void ask_run_colour(const fs::path& run, QWidget* parent) {
    auto* dialog = new QColorDialog(run_colour(run), parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(RunColourChanges::tr("Colour of the run"));
    for (std::size_t i = 0; i < run_colour_choices().size(); ++i)
        QColorDialog::setCustomColor(static_cast<int>(i), run_colour_choices()[i]);
    QObject::connect(dialog, &QColorDialog::colorSelected, dialog,
                     [run](const QColor& colour) { set_run_colour(run, colour); });
    dialog->open();
}

RunColourChanges& run_colour_changes() {
    static RunColourChanges changes;
    return changes;
}

} // namespace tunedesk::ui
