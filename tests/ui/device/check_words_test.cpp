// SPDX-License-Identifier: GPL-3.0-or-later
// The names of a self-check in the window's language; its phrases are in window_words.

#include "run/devices/checked_training.h"
#include "ui/device/check_words.h"
#include "ui/widgets/error_text.h"
#include "ui/widgets/text.h"
#include "ui/window/shell/language.h"

#include <QRegularExpression>
#include <QTest>

using namespace tunedesk;
using namespace tunedesk::ui;

namespace {

/// Without words that are names and have no other in Chinese.
bool is_chinese(QString text) {
    static const QRegularExpression names(QStringLiteral("\\b(bf16|fp16|fp32|tf32|AdamW|GPU)\\b"));
    static const QRegularExpression latin(QStringLiteral("[A-Za-z]")), han(QStringLiteral("\\p{Han}"));
    text.remove(names);
    return text.contains(han) && !text.contains(latin);
}

} // namespace

class CheckWordsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { choose_language(QStringLiteral("zh_CN")); }

    void steps() {
        for (const run::Technique& technique : run::techniques()) {
            const QString step = step_text({3, technique.comparison, 1, 2});
            QVERIFY2(is_chinese(step) && step.contains(u'3'), qPrintable(step));
            QVERIFY(step.contains(phrase_text(technique.comparison)));
        }
        QVERIFY(step_text({0, Phrase::in_words("something new"), 1, 2})
                    .contains(QStringLiteral("something new")));
    }

    void techniques() {
        for (const run::Technique& technique : run::techniques()) {
            const QString text = technique_text(technique.technique);
            const bool is_name = std::string(technique.technique).ends_with("16") || text == u"tf32";
            QVERIFY2(text.isEmpty() || is_name || is_chinese(text), technique.technique);
        }
        QCOMPARE(technique_text("something new"), QStringLiteral("something new"));
    }
};

QTEST_GUILESS_MAIN(CheckWordsTest)
#include "check_words_test.moc"
