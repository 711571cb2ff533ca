// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/error_text.h"

#include "base/errors/catalogue.h"
#include "base/text.h"
#include "ui/widgets/text.h"

#include <QCoreApplication>

namespace tunedesk::ui {

namespace {

/// Translation context of this file's free functions.
class Texts {
    Q_DECLARE_TR_FUNCTIONS(ErrorText)
};

/// Most values are names and numbers; a few are reasons with a translation.
QString shown_value(const std::string& value) {
    const QString said = QCoreApplication::translate("ErrorDetail", value.c_str());
    return said == QString::fromUtf8(value.c_str()) ? to_qt(value) : said;
}

QString translated(const char* form, std::span<const std::string> values) {
    QStringList list;
    for (const std::string& value : values)
        list << shown_value(value);
    return filled(QCoreApplication::translate("Error", form), list);
}

} // namespace

QString error_sentence(const Error& error) {
    if (!error.form()) return to_qt(error.message());
    return translated(error.form()->sentence, error.values());
}

QString error_advice(const Error& error) {
    if (!error.form() || !error.form()->advice || error.has_own_advice()) return shown_value(error.next());
    return translated(error.form()->advice, advice_values(*error.form(), error.values()));
}

QString shown_error(const Error& error, const QString& cause) {
    const QString number = QStringLiteral("%1").arg(error.id(), 4, 10, QLatin1Char('0'));
    QString text = Texts::tr("error[TD%1]: %2").arg(number, error_sentence(error));
    if (!cause.isEmpty()) text += QStringLiteral("; ") + cause;
    if (!error.where().empty()) text += Texts::tr("; where (%1)").arg(to_qt(error.where()));
    if (!error.kept().empty()) text += Texts::tr("; kept: %1").arg(shown_value(error.kept()));
    if (!error.next().empty()) text += Texts::tr("; next: %1").arg(error_advice(error));
    return to_qt(harmless(text.toStdString()));
}

QString phrase_text(const Phrase& phrase) {
    const PhraseForm* form = form_of(phrase);
    if (!form) return to_qt(phrase.text);
    QStringList values;
    for (const std::string& value : phrase.values)
        values << (form->value_context ? QCoreApplication::translate(form->value_context, value.c_str())
                                       : to_qt(value));
    for (const Phrase& part : phrase.parts)
        values << phrase_text(part);
    return filled(QCoreApplication::translate("Phrase", form->english), values);
}

} // namespace tunedesk::ui
