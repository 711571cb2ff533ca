// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/shell/language.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace tunedesk::ui;

namespace {

struct Message {
    QString context, source;
    QStringList forms;
    bool is_unfinished = false;
};

QList<Message> messages_of(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) qFatal("cannot read %s", qPrintable(path));
    QXmlStreamReader xml(&file);
    QList<Message> messages;
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) continue;
        if (xml.name() == u"name") context = xml.readElementText();
        if (xml.name() == u"source") messages.append({context, xml.readElementText(), {}, false});
        if (xml.name() == u"translation") {
            Message& message = messages.last();
            message.is_unfinished = xml.attributes().hasAttribute(QStringLiteral("type"));
            const QString text = xml.readElementText(QXmlStreamReader::IncludeChildElements);
            message.forms << text;
        }
    }
    return messages;
}

QStringList placeholders(const QString& text) {
    static const QRegularExpression place(QStringLiteral("%(n|L?\\d)"));
    QStringList found;
    for (auto match = place.globalMatch(text); match.hasNext();)
        found << match.next().captured(0);
    found.sort();
    found.removeDuplicates();
    return found;
}

} // namespace

class TranslationsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void are_complete_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("plurals_only");
        for (const QString& name : QDir(QStringLiteral(TUNEDESK_SOURCE_DIR "/resources/translations"))
                                       .entryList({QStringLiteral("*.ts")}, QDir::Files))
            QTest::newRow(qPrintable(name)) << name << (name == QStringLiteral("tunedesk_en.ts"));
    }
    /// lupdate finds no text in the sources that the catalogue does not have, and all entries are translated.
    void are_complete() {
        QFETCH(QString, name);
        QFETCH(bool, plurals_only);
        const QTemporaryDir folder;
        const QString copy = folder.filePath(name);
        QVERIFY(QFile::copy(QStringLiteral(TUNEDESK_SOURCE_DIR "/resources/translations/") + name, copy));
        QFile::setPermissions(copy, QFile::ReadOwner | QFile::WriteOwner);
        QStringList arguments{"-silent", "-no-obsolete", "-locations", "none", "-I",      ".",   "-I",
                              "core",    "-extensions",  "cpp,h",      "ui",   "app/gui", "-ts", copy};
        if (plurals_only) arguments.prepend(QStringLiteral("-pluralonly"));
        QProcess update;
        update.setWorkingDirectory(QStringLiteral(TUNEDESK_SOURCE_DIR));
        update.start(QStringLiteral(TUNEDESK_LUPDATE), arguments);
        QVERIFY(update.waitForFinished(60'000));
        QCOMPARE(update.exitCode(), 0);
        const QList<Message> messages = messages_of(copy);
        QVERIFY(messages.size() > (plurals_only ? 3 : 400));
        QStringList wrong;
        const QString place = QStringLiteral("{}");
        for (const Message& message : messages) {
            const bool empty = message.forms.join(QString()).trimmed().isEmpty();
            // A plural form may write its number as a word.
            const QString text = message.forms.join(u' ');
            const bool places = (plurals_only || placeholders(message.source) == placeholders(text)) &&
                                message.source.count(place) == text.count(place); // filled in turn
            if (message.is_unfinished || empty || !places)
                wrong << message.context + QStringLiteral(": ") + message.source;
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }

    void chosen_language_is_used() {
        choose_language(QStringLiteral("zh_CN"));
        QCOMPARE(language_in_use(), QStringLiteral("zh_CN"));
        QCOMPARE(QCoreApplication::translate("tunedesk::ui::LibraryModel", "Finished"),
                 QStringLiteral("已结束"));
        QCOMPARE(QCoreApplication::translate("RunAction", "Stop"), QStringLiteral("停止"));
        // The buttons of Qt's own dialogs: packaging/packages.txt, qt6-translations-l10n.
        QCOMPARE(QCoreApplication::translate("QPlatformTheme", "OK"), QStringLiteral("确定"));
        QCOMPARE(QCoreApplication::translate("QPlatformTheme", "Cancel"), QStringLiteral("取消"));
        choose_language(QStringLiteral("de"));
        QCOMPARE(QCoreApplication::translate("RunAction", "Stop"), QStringLiteral("Stoppen"));
        QCOMPARE(QCoreApplication::translate("QPlatformTheme", "Cancel"), QStringLiteral("Abbrechen"));
        choose_language(QStringLiteral("en"));
        QCOMPARE(QCoreApplication::translate("QPlatformTheme", "Cancel"), QStringLiteral("Cancel"));
        QCOMPARE(QCoreApplication::translate("tunedesk::ui::LibraryModel", "Finished"),
                 QStringLiteral("Finished"));
        const char* classes = "%n class(es)";
        QCOMPARE(QCoreApplication::translate("tunedesk::ui::CsvFindings", classes, nullptr, 1),
                 QStringLiteral("1 class"));
        QCOMPARE(QCoreApplication::translate("tunedesk::ui::CsvFindings", classes, nullptr, 3),
                 QStringLiteral("3 classes"));
    }
};

QTEST_GUILESS_MAIN(TranslationsTest)
#include "translations_test.moc"
