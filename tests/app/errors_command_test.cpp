// SPDX-License-Identifier: GPL-3.0-or-later
// `tunedesk errors`: the catalogue of errors as a user reads it.

#include "base/error.h"
#include "base/errors/catalogue.h"

#include <QProcess>
#include <QRegularExpression>
#include <QTest>
#include <map>

using namespace tunedesk;

class ErrorsCommandTest : public QObject {
    Q_OBJECT

    struct Result {
        int code = -1;
        QString out, err;
    };

    static Result call(const QStringList& arguments) {
        QProcess process;
        process.start(TUNEDESK_BIN_DIR "/tunedesk", QStringList{"--no-gui", "errors"} + arguments);
        if (!process.waitForFinished(30000)) return {};
        return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
                QString::fromUtf8(process.readAllStandardError())};
    }

    static QString name_of(const ErrorForm& form) { return QString("TD%1").arg(static_cast<int>(form.id)); }

private Q_SLOTS:
    void one_is_explained() {
        const Result one = call({"TD2003"});
        QCOMPARE(one.code, 0);
        QCOMPARE(one.out, QString("TD2003: --no-gui needs a command\n"
                                  "exit code 2: the command line or a preset's text\n"
                                  "next: see tunedesk --help\n"));
        QCOMPARE(call({"td2003"}).out, one.out);
        QCOMPARE(call({"2003"}).out, one.out);
        QVERIFY(call({"TD2002"}).out.startsWith("TD2002: '...' is not a command"));
        QVERIFY(call({"TD2100"}).out.startsWith("TD2100: a preset is not valid; "));
    }

    void others_are_refused_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("of no version") << QStringList{"TD2999"};
        QTest::newRow("no number") << QStringList{"TD"};
        QTest::newRow("a number and more") << QStringList{"TD2003x"};
        QTest::newRow("a page of one") << QStringList{"TD2003", "--markdown"};
    }
    void others_are_refused() {
        QFETCH(QStringList, arguments);
        const Result refused = call(arguments);
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains("TD2000"), qPrintable(refused.err));
    }

    void all_are_listed() {
        const QString list = call({}).out;
        for (const auto& forms : error_catalogue())
            for (const ErrorForm& form : forms)
                QVERIFY2(list.contains("\n  " + name_of(form) + "  "), qPrintable(name_of(form)));
        static const QRegularExpression of_values_alone("^  TD\\d+  [^a-z]*$",
                                                        QRegularExpression::MultilineOption);
        QVERIFY2(!list.contains(of_values_alone), qPrintable(of_values_alone.match(list).captured()));
    }

    /// Every error is on the page once, under the exit code that a program ends with.
    void each_is_under_its_exit_code() {
        const QString page = call({"--markdown"}).out;
        QVERIFY(page.startsWith("# Errors\n"));
        static const QRegularExpression line("^## Exit code (\\d+):|^\\| TD(\\d+) \\| \\S",
                                             QRegularExpression::MultilineOption);
        std::map<int, int> codes;
        int code = 0;
        for (auto found = line.globalMatch(page); found.hasNext();) {
            const auto match = found.next();
            if (match.hasCaptured(1))
                code = match.captured(1).toInt();
            else
                QVERIFY(codes.emplace(match.captured(2).toInt(), code).second);
        }
        std::size_t count = 0;
        for (const auto& forms : error_catalogue())
            for (const ErrorForm& form : forms) {
                const int number = static_cast<int>(form.id);
                QCOMPARE(codes[number], static_cast<int>(Error::in_words(number, "").code()));
                ++count;
            }
        QCOMPARE(codes.size(), count);
    }
};

QTEST_APPLESS_MAIN(ErrorsCommandTest)
#include "errors_command_test.moc"
