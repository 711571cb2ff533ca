#include "ui/plot/run_colours.h"

#include "base/hash.h"
#include "ui/widgets/text.h"

#include <QSettings>

namespace tunedesk::ui {

namespace {

QString file_name() {
    return to_qt(state_home() / "colours.ini");
}

QString key_of(const fs::path& run) {
    return to_qt("runs/" + content_hash(run.lexically_normal().native()).substr(0, 16));
}

} // namespace

const std::vector<QColor>& run_colour_choices() {
    static const std::vector<QColor> colours = {
        QColor(0x00, 0x72, 0xB2), // blue
        QColor(0xD5, 0x5E, 0x00), // vermillion
        QColor(0x00, 0x9E, 0x73), // bluish green
        QColor(0xCC, 0x79, 0xA7), // reddish purple
        QColor(0xE6, 0x9F, 0x00), // orange
        QColor(0x56, 0xB4, 0xE9), // sky blue
    };
    return colours;
}

QColor run_colour(const fs::path& run) {
    QSettings settings(file_name(), QSettings::IniFormat);
    const QColor known(settings.value(key_of(run)).toString());
    if (known.isValid()) return known;
    const auto& choices = run_colour_choices();
    const auto turn = settings.value("next", 0).toUInt() % choices.size();
    settings.setValue("next", static_cast<unsigned>((turn + 1) % choices.size()));
    settings.setValue(key_of(run), choices[turn].name());
    return choices[turn];
}

void set_run_colour(const fs::path& run, const QColor& colour) {
    QSettings(file_name(), QSettings::IniFormat).setValue(key_of(run), colour.name());
}

} // namespace tunedesk::ui
