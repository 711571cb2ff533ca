#include "ui/window/shell/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace tunedesk::ui {

namespace {

struct Translators {
    QTranslator texts, qt;
    QString name = QStringLiteral("en");
};

/// They belong to the application and go with it.
Translators& translators() {
    static Translators* const both = new Translators;
    return *both;
}

QString known_language(const QString& name) {
    if (name == QStringLiteral("en") || name == QStringLiteral("zh_CN")) return name;
    const QLocale desktop = QLocale::system();
    const bool simplified_chinese =
        desktop.language() == QLocale::Chinese && desktop.script() != QLocale::TraditionalChineseScript;
    return simplified_chinese ? QStringLiteral("zh_CN") : QStringLiteral("en");
}

} // namespace

void prefer_fonts_of(const QString& name) {
    if (known_language(name) == QStringLiteral("zh_CN") && !qEnvironmentVariableIsSet("FC_LANG"))
        qputenv("FC_LANG", "zh-cn");
}

void choose_language(const QString& name) {
    Translators& in_use = translators();
    QCoreApplication::removeTranslator(&in_use.texts);
    QCoreApplication::removeTranslator(&in_use.qt);
    in_use.name = known_language(name);
    // English has a catalogue too: its plural forms.
    if (in_use.texts.load(QStringLiteral(":/translations/tunedesk_") + in_use.name))
        QCoreApplication::installTranslator(&in_use.texts);
    if (in_use.qt.load(QStringLiteral("qtbase_") + in_use.name,
                       QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&in_use.qt);
    QLocale::setDefault(QLocale(in_use.name));
}

QString language_in_use() {
    return translators().name;
}

} // namespace tunedesk::ui
