// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/plain_text.h"

#include <QCoreApplication>
#include <QEvent>
#include <QLabel>

namespace tunedesk::ui {

namespace {

/// Labels are polished before they are first measured or painted, and those of tool tips before their text is
/// set: until then Qt has only stored the text.
class PlainTextFilter : public QObject {
public:
    using QObject::QObject;

    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Polish)
            if (auto* label = qobject_cast<QLabel*>(watched); label && label->textFormat() == Qt::AutoText)
                label->setTextFormat(Qt::PlainText);
        return false;
    }
};

} // namespace

void show_texts_as_plain() {
    static constexpr auto name = "plainTextFilter";
    QCoreApplication* application = QCoreApplication::instance();
    if (application->findChild<QObject*>(QLatin1String(name), Qt::FindDirectChildrenOnly)) return;
    auto* filter = new PlainTextFilter(application);
    filter->setObjectName(QLatin1String(name));
    application->installEventFilter(filter);
}

QString menu_text(const QString& text) {
    return QString(text).replace(u'&', QStringLiteral("&&"));
}

QString title_text(const QString& text) {
    return QString(text).replace(QStringLiteral("[*]"), QStringLiteral("[*][*]"));
}

} // namespace tunedesk::ui
