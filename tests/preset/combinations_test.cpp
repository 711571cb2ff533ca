// SPDX-License-Identifier: GPL-3.0-or-later
// The table of what may be combined, row by row: what all its readers rely on. What the rows say is tested
// where they are read (mistakes_test, applies_test).

#include "preset/schema/checks.h"
#include "preset/schema/combinations/combinations.h"
#include "preset/schema/schema.h"

#include <QTest>
#include <iterator>
#include <set>
#include <sstream>
#include <stdexcept>

using namespace tunedesk;
using preset::Combination;

namespace {

std::vector<std::string> words(const std::string& text) {
    std::istringstream stream(text);
    return {std::istream_iterator<std::string>(stream), {}};
}

/// A preset in which nothing is refused.
Preset runnable() {
    Preset preset;
    preset.model.path = "m";
    preset.data.train = "t.csv";
    preset.data.validation = "v.csv";
    return preset;
}

} // namespace

class CombinationsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rowsNameKeys() {
        for (const Combination& row : preset::combinations()) {
            const std::vector<std::string> keys = words(row.keys);
            QVERIFY(!keys.empty());
            for (const std::string& key : keys) {
                QVERIFY2(preset::find_key(key), key.c_str());
                QVERIFY(row.concerns(key));
            }
            QVERIFY(!row.concerns(keys[0].substr(1)));
            for (const std::string& key : row.other_keys())
                QVERIFY2(preset::find_key(key), key.c_str());
            // A row that refuses names the one key at which the problem is shown.
            if (row.kind != Combination::Kind::not_used) QCOMPARE(keys.size(), std::size_t{1});
        }
    }

    /// A key that has no effect is no reason to refuse: with the values of the defaults nothing is.
    void defaultsRun() {
        const Preset preset = runnable();
        for (const Combination& row : preset::combinations())
            if (row.kind != Combination::Kind::not_used) QVERIFY2(!row.applies(preset), row.keys.c_str());
        preset::require_runnable(preset);
    }

    void kinds_data() {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<bool>("is_conflict");
        QTest::addRow("refused") << QByteArray("training.max_steps") << QByteArray("0") << true;
        QTest::addRow("refused by another key")
            << QByteArray("training.nesterov") << QByteArray("true") << true;
        QTest::addRow("not in this version")
            << QByteArray("training.optim") << QByteArray("adamw_8bit") << false;
    }
    /// What a check refuses does not run: both read the same rows.
    void kinds() {
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, value);
        QFETCH(bool, is_conflict);
        Preset preset = runnable();
        if (!is_conflict) {
            preset.parallel.tensor_size = 2;
            preset.parallel.processes = 2;
        }
        QVERIFY(!preset::set(preset, *preset::find_key(key.toStdString()), value.toStdString()));
        const auto conflicts = preset::check_combinations(preset);
        const auto problems = preset::unsupported(preset);
        QCOMPARE(conflicts.size(), std::size_t{is_conflict});
        QCOMPARE(problems.size(), std::size_t{!is_conflict});
        const std::string found = is_conflict ? conflicts[0].key : problems[0].key;
        QCOMPARE(QByteArray::fromStdString(found), key);
        QVERIFY_THROWS_EXCEPTION(std::logic_error, preset::require_runnable(preset));
    }

    /// Who shows a reason finds it in the catalogue, in the reader's language.
    void reasonsAreOfTheCatalogue() {
        for (const Combination& row : preset::combinations()) {
            const Phrase reason = row.reason(runnable());
            const PhraseForm* form = form_of(reason);
            QVERIFY2(form && reason.text.empty(), row.keys.c_str());
            const std::string_view english = form->english;
            std::size_t places = 0;
            for (std::size_t at = english.find("{}"); at != english.npos; at = english.find("{}", at + 2))
                ++places;
            QCOMPARE(reason.values.size(), places);
        }
    }

    /// A problem is found once: no two rows refuse the same keys for the same value.
    void reasonsDiffer() {
        std::set<std::string> seen;
        for (const Combination& row : preset::combinations()) {
            if (row.kind == Combination::Kind::not_used) continue;
            const Preset preset = runnable();
            const std::string text = row.keys + '|' + row.others + '|' + sentence(row.reason(preset));
            QVERIFY2(seen.insert(text).second, text.c_str());
        }
    }
};

QTEST_APPLESS_MAIN(CombinationsTest)
#include "combinations_test.moc"
