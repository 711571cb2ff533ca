// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/figures.h"
#include "report/published.h"

#include <QTest>
#include <set>

using namespace tunedesk::report;

class PublishedTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void every_entry_says_something() {
        std::set<std::string> names;
        QVERIFY(published().size() > 10);
        for (const Published& entry : published()) {
            QVERIFY2(names.insert(entry.recipe).second, entry.recipe.c_str());
            QVERIFY(!entry.title.empty() && !entry.hardware.empty());
            QVERIFY2(entry.accuracy || entry.train_seconds || entry.peak_memory_bytes || entry.batch_seconds,
                     entry.recipe.c_str());
            if (entry.accuracy) QVERIFY(*entry.accuracy > 0 && *entry.accuracy <= 1);
            if (entry.part_of.empty()) continue;
            QVERIFY2(find_published(entry.part_of) && find_figure(entry.figure), entry.recipe.c_str());
            QVERIFY2(entry.against.empty() || find_figure(entry.against), entry.recipe.c_str());
        }
    }

    void the_presets_recipes_are_there() {
        QCOMPARE(find_published("R1-plain")->accuracy.value(), 0.926);
        QCOMPARE(find_published("R1-plain")->train_seconds.value(), 1307.4);
        QVERIFY(find_published("R1-ddp"));
        QCOMPARE(find_published("R4-fp32")->peak_memory_bytes.value(), 26.79e9);
        QCOMPARE(find_published("R4-on-device")->peak_memory_bytes.value(), 0.65e9);
        QVERIFY(!find_published("R9"));
        QVERIFY(!find_published(""));
    }
};

QTEST_GUILESS_MAIN(PublishedTest)
#include "published_test.moc"
