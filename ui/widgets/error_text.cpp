#include "ui/widgets/error_text.h"

#include "base/text.h"
#include "ui/widgets/text.h"

#include <QCoreApplication>

namespace tunedesk::ui {

namespace {

/// The context of this file's texts, for it has no class.
class Texts {
    Q_DECLARE_TR_FUNCTIONS(ErrorText)
};

} // namespace

QString shown_error(const Error& error) {
    QString text =
        Texts::tr("error[TD%1]: %2")
            .arg(QStringLiteral("%1").arg(error.id(), 4, 10, QLatin1Char('0')), to_qt(error.message()));
    if (!error.where().empty()) text += Texts::tr("; where (%1)").arg(to_qt(error.where()));
    if (!error.kept().empty()) text += Texts::tr("; kept: %1").arg(to_qt(error.kept()));
    if (!error.next().empty()) text += Texts::tr("; next: %1").arg(to_qt(error.next()));
    return to_qt(harmless(text.toStdString()));
}

QString phrase_text(const Phrase& phrase) {
    const PhraseForm* form = form_of(phrase);
    if (!form) return to_qt(phrase.text);
    QStringList values;
    for (const std::string& value : phrase.values)
        values << (form->value_context ? QCoreApplication::translate(form->value_context, value.c_str())
                                       : to_qt(value));
    return filled(QCoreApplication::translate("Phrase", form->english), values);
}

} // namespace tunedesk::ui
