// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/shell/language.h"

#include <QCoreApplication>
#include <QDir>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>
#include <algorithm>

namespace tunedesk::ui {

namespace {

const QString source_language = QStringLiteral("en");
const QString catalogue_folder = QStringLiteral(":/translations");
const QString catalogue_prefix = QStringLiteral("tunedesk_"), catalogue_suffix = QStringLiteral(".qm");

struct Translators {
    QTranslator texts, qt;
    QString name = source_language;
};

/// They belong to the application and go with it.
Translators& translators() {
    static Translators* const both = new Translators;
    return *both;
}

QString title_of(const QString& name) {
    if (name == source_language) return QStringLiteral("English"); // QLocale: "American English"
    QString title = QLocale(name).nativeLanguageName();
    if (!title.isEmpty()) title.front() = title.front().toUpper();
    return title.isEmpty() ? name : title;
}

QString desktop_language() {
    const QLocale desktop = QLocale::system();
    for (const Language& language : languages())
        if (const QLocale locale(language.name);
            locale.language() == desktop.language() && locale.script() == desktop.script())
            return language.name;
    return source_language;
}

} // namespace

const std::vector<Language>& languages() {
    static const std::vector<Language> all = [] {
        std::vector<Language> found;
        const QString any = catalogue_prefix + u'*' + catalogue_suffix;
        for (const QString& file : QDir(catalogue_folder).entryList({any}, QDir::Files, QDir::Name)) {
            const QString name = file.sliced(catalogue_prefix.size()).chopped(catalogue_suffix.size());
            found.push_back({name, title_of(name)});
        }
        return found;
    }();
    return all;
}

QString language_for(const QString& choice) {
    const auto is_chosen = [&](const Language& language) { return language.name == choice; };
    return std::ranges::any_of(languages(), is_chosen) ? choice : desktop_language();
}

void prefer_fonts_of(const QString& choice) {
    if (language_for(choice) == QStringLiteral("zh_CN") && !qEnvironmentVariableIsSet("FC_LANG"))
        qputenv("FC_LANG", "zh-cn");
}

void choose_language(const QString& choice) {
    Translators& in_use = translators();
    QCoreApplication::removeTranslator(&in_use.texts);
    QCoreApplication::removeTranslator(&in_use.qt);
    in_use.name = language_for(choice);
    // English has a catalogue too: its plural forms.
    if (in_use.texts.load(catalogue_folder + u'/' + catalogue_prefix + in_use.name))
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
