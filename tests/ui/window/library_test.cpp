// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/folder/run_lock.h"
#include "patience.h"
#include "ui/display.h"
#include "ui/window/library/library_model.h"
#include "ui/window/runs.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

using namespace tunedesk;
using namespace tunedesk::ui;

namespace {

QStringList titles(const QAbstractItemModel& model, const QModelIndex& section) {
    QStringList list;
    for (int row = 0; row < model.rowCount(section); ++row)
        list << model.index(row, 0, section).data().toString();
    return list;
}

/// Reads everything now, as Library does little by little.
LibraryEntries read_all() {
    LibraryEntries entries = list_entries({}, {});
    for (LibraryEntryPtr& entry : entries) {
        auto detailed = std::make_shared<LibraryEntry>(*entry);
        read_details(*detailed);
        entry = detailed;
    }
    return entries;
}

} // namespace

/// The list of runs and presets over real run folders and a real register.
class LibraryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        qputenv("XDG_STATE_HOME", folder_->filePath(QStringLiteral("state")).toUtf8());
        QDir().mkpath(folder_->filePath(QStringLiteral("state")));
        test::make_finished_run(path("a"), "first", 0.80, 1e-5);
        test::make_finished_run(path("b"), "second", 0.90, 2e-5);
        test::make_finished_run(path("c"), "third", 0.85, 5e-5);
    }

    void reads_settings_and_metrics() {
        for (const LibraryEntryPtr& entry : read_all()) {
            if (entry->name != "second") continue;
            QCOMPARE(entry->section, Section::finished);
            QVERIFY(entry->status == event::ended_status(0));
            QCOMPARE(entry->metrics.at("accuracy"), 0.90);
            QCOMPARE(entry->metrics.at("loss"), 0.25);
            QCOMPARE(entry->step, 40);
            QCOMPARE(field_text(*entry, "learning_rate").value_or(""), std::string("2e-05"));
            QCOMPARE(field_text(*entry, "training.optim").value_or(""), std::string("adam"));
            QVERIFY(!field_text(*entry, "no_such_key"));
            return;
        }
        QFAIL("the run is not listed");
    }

    void filters_data() {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<QStringList>("left");
        const QStringList all{"first", "second", "third"};
        QTest::newRow("nothing") << "" << all;
        QTest::newRow("word of the title") << "SECOND" << QStringList{"second"};
        QTest::newRow("metric") << "accuracy>0.82" << QStringList{"second", "third"};
        QTest::newRow("metric, at most") << "accuracy<=0.85" << QStringList{"first", "third"};
        QTest::newRow("key, number written otherwise") << "learning_rate=0.00002" << QStringList{"second"};
        QTest::newRow("key with its section")
            << "training.learning_rate!=2e-5" << QStringList{"first", "third"};
        QTest::newRow("several") << "accuracy>0.82 learning_rate>3e-5" << QStringList{"third"};
        QTest::newRow("text key") << "optim=adam third" << QStringList{"third"};
        QTest::newRow("unknown key") << "colour=red" << QStringList{};
        QTest::newRow("state") << "state=done first" << QStringList{"first"};
    }
    void filters() {
        QFETCH(QString, filter);
        QFETCH(QStringList, left);
        LibraryModel model;
        LibraryFilter proxy(&model);
        model.set_entries(read_all());
        proxy.set_order(QStringLiteral("title"), false);
        proxy.set_filter(filter);
        QCOMPARE(titles(proxy, proxy.mapFromSource(model.section_index(Section::finished))), left);
    }

    void sorts_by_metric_and_key() {
        LibraryModel model;
        LibraryFilter proxy(&model);
        model.set_entries(read_all());
        const auto shown = [&] {
            return titles(proxy, proxy.mapFromSource(model.section_index(Section::finished)));
        };
        proxy.set_order(QStringLiteral("accuracy"), true);
        QCOMPARE(shown(), (QStringList{"second", "third", "first"}));
        proxy.set_order(QStringLiteral("training.learning_rate"), false);
        QCOMPARE(shown(), (QStringList{"first", "second", "third"}));
        run::write_note({path("c")}, {.title = {}, .text = {}, .tags = {}, .pinned = true});
        model.set_entries(read_all());
        QCOMPARE(shown(), (QStringList{"third", "first", "second"}));
    }

    void archived_runs_hide() {
        run::write_note({path("a")}, {.title = "kept away", .text = {}, .tags = {"old"}, .archived = true});
        LibraryModel model;
        LibraryFilter proxy(&model);
        model.set_entries(read_all());
        proxy.set_order(QStringLiteral("title"), false);
        const auto shown = [&] {
            return titles(proxy, proxy.mapFromSource(model.section_index(Section::finished)));
        };
        QCOMPARE(shown(), (QStringList{"second", "third"}));
        proxy.set_filter(QStringLiteral("archived"));
        QCOMPARE(shown(), (QStringList{"kept away", "second", "third"}));
        proxy.set_filter(QStringLiteral("archived old"));
        QCOMPARE(shown(), QStringList{"kept away"});
    }

    void models_keep_their_promises() {
        LibraryModel model;
        const QAbstractItemModelTester of_model(&model,
                                                QAbstractItemModelTester::FailureReportingMode::QtTest);
        LibraryFilter proxy(&model);
        const QAbstractItemModelTester of_proxy(&proxy,
                                                QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.set_entries(read_all());
        proxy.set_filter(QStringLiteral("accuracy>0.82"));
        test::make_finished_run(path("d"), "fourth", 0.95, 1e-4);
        fs::remove_all(path("b"));
        model.set_entries(read_all());
        {
            const event::RunLock held({path("a")});
            model.set_entries(read_all());
            QCOMPARE(titles(model, model.section_index(Section::running)), QStringList{"first"});
        }
        proxy.set_filter({});
        model.set_entries(read_all());
        QCOMPARE(model.rowCount(model.section_index(Section::running)), 0);
        QCOMPARE(model.rowCount(model.section_index(Section::finished)), 3);
        model.set_entries({});
    }

    /// Runs of one preset have one name: their folders tell them apart.
    void runs_with_one_title_show_their_folders() {
        LibraryModel model;
        model.set_entries(read_all());
        const auto spoken = [&](const char* run) {
            return model.data(model.index_of(path(run)), Qt::AccessibleTextRole).toString();
        };
        QVERIFY(!spoken("a").contains(QStringLiteral(", a,")));
        test::make_finished_run(path("again"), "first", 0.7, 1e-5);
        QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
        model.set_entries(read_all());
        QVERIFY(!changes.empty());
        QVERIFY(model.shares_title(*model.entry(model.index_of(path("a")))));
        QVERIFY(!model.shares_title(*model.entry(model.index_of(path("b")))));
        QCOMPARE(spoken("a").section(u',', 1, 1), QStringLiteral(" a"));
        QCOMPARE(spoken("again").section(u',', 1, 1), QStringLiteral(" again"));
        fs::remove_all(path("again"));
        model.set_entries(read_all());
        QVERIFY(!model.shares_title(*model.entry(model.index_of(path("a")))));
    }

    void groups_stand_where_their_runs_are() {
        LibraryModel model;
        const QAbstractItemModelTester of_model(&model,
                                                QAbstractItemModelTester::FailureReportingMode::QtTest);
        LibraryFilter proxy(&model);
        const QAbstractItemModelTester of_proxy(&proxy,
                                                QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.set_entries(read_all());
        test::make_finished_run(path("g1"), "swept", 0.7, 1e-3, {"grid", "learning_rate=1e-3"});
        test::make_finished_run(path("g2"), "swept", 0.6, 1e-2, {"grid", "learning_rate=1e-2"});
        test::make_held_run(path("g3"), "swept", {"grid", "learning_rate=1e-1"});
        model.set_entries(read_all());
        const auto groups = [&](Section section) {
            const QModelIndex above = proxy.mapFromSource(model.section_index(section));
            QList<QModelIndex> found;
            for (int row = 0; row < proxy.rowCount(above); ++row)
                if (const QModelIndex at = proxy.index(row, 0, above);
                    !at.data(LibraryModel::GroupRole).isNull())
                    found << at;
            return found;
        };
        QCOMPARE(groups(Section::finished).size(), 1);
        QCOMPARE(groups(Section::finished)[0].data().toString(), QString("grid"));
        proxy.set_order(QStringLiteral("accuracy"), false);
        QCOMPARE(titles(proxy, groups(Section::finished)[0]),
                 (QStringList{"learning_rate=1e-2", "learning_rate=1e-3"}));
        QCOMPARE(titles(proxy, groups(Section::queued)[0]), QStringList{"learning_rate=1e-1"});
        QCOMPARE(model.section_index(Section::finished).data().toString(), QString("Finished (5)"));
        QCOMPARE(model.entries_at(proxy.mapToSource(groups(Section::finished)[0])).size(), std::size_t(2));
        QVERIFY(model.index_of(path("g3")).isValid());
        const LibraryEntryPtr waiting = model.entry(model.index_of(path("g3")));
        QVERIFY(waiting->status == event::waiting_status(1, true) && waiting->section == Section::queued);
        // A group is there as long as one of its runs passes the filter.
        proxy.set_filter(QStringLiteral("accuracy<0.65"));
        QCOMPARE(titles(proxy, groups(Section::finished)[0]), QStringList{"learning_rate=1e-2"});
        proxy.set_filter(QStringLiteral("accuracy>0.75"));
        QVERIFY(groups(Section::finished).isEmpty());
        proxy.set_filter(QStringLiteral("grid"));
        QCOMPARE(titles(proxy, groups(Section::finished)[0]).size(), 2);
        fs::remove_all(path("g1"));
        fs::remove_all(path("g2"));
        fs::remove(state_home() / "queue" / "queue.json");
        model.set_entries(read_all());
        QCOMPARE(titles(proxy, groups(Section::finished)[0]), QStringList{"learning_rate=1e-1"});
        QVERIFY(groups(Section::queued).isEmpty());
        model.set_entries({});
    }

    void a_sweep_shows_what_differs() {
        LibraryModel model;
        test::make_finished_run(path("s1"), "swept", 0.7, 1e-3,
                                {"sweep", "learning_rate=1e-3 max_steps=60 seed=1"});
        test::make_finished_run(path("s2"), "swept", 0.6, 1e-3,
                                {"sweep", "learning_rate=1e-3 max_steps=60 seed=2"});
        test::make_finished_run(path("s3"), "swept", 0.5, 1e-3, {"alone", "learning_rate=1e-3 seed=3"});
        QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
        model.set_entries(read_all());
        const auto shown = [&](const char* run) {
            return model.short_title(*model.entry(model.index_of(path(run))));
        };
        QCOMPARE(shown("s1"), QStringLiteral("seed=1"));
        QCOMPARE(shown("s2"), QStringLiteral("seed=2"));
        QCOMPARE(shown("s3"), QStringLiteral("learning_rate=1e-3 seed=3"));
        QCOMPARE(shown("c"), QStringLiteral("third"));
        fs::remove_all(path("s2"));
        changes.clear();
        model.set_entries(read_all()); // nothing is shared by one alone
        QCOMPARE(shown("s1"), QStringLiteral("learning_rate=1e-3 max_steps=60 seed=1"));
        QVERIFY(!changes.empty());
        fs::remove_all(path("s1"));
        fs::remove_all(path("s3"));
    }

    void lists_runs_or_presets_alone() {
        LibraryModel model;
        const QAbstractItemModelTester of_model(&model,
                                                QAbstractItemModelTester::FailureReportingMode::QtTest);
        LibraryFilter proxy(&model);
        const QAbstractItemModelTester of_proxy(&proxy,
                                                QAbstractItemModelTester::FailureReportingMode::QtTest);
        LibraryEntries entries = read_all();
        for (const char* origin : {"recent", "shipped"}) {
            auto preset = std::make_shared<LibraryEntry>();
            preset->section = Section::presets;
            preset->path = path(origin);
            preset->name = preset->origin = origin;
            entries.push_back(preset);
        }
        model.set_entries(entries);
        const auto presets = [&] {
            return titles(proxy, proxy.mapFromSource(model.section_index(Section::presets)));
        };
        const auto has_runs = [&] { return proxy.mapFromSource(model.index_of(path("c"))).isValid(); };
        QCOMPARE(presets(), QStringList{"recent"});
        QVERIFY(has_runs());
        proxy.set_filter(QStringLiteral("shipped"));
        QVERIFY(presets().contains("shipped") && !presets().contains("recent"));
        proxy.set_filter({});
        proxy.set_listed(LibraryFilter::Listed::presets);
        QCOMPARE(presets(), QStringList{"recent"});
        QVERIFY(!has_runs());
        proxy.set_listed(LibraryFilter::Listed::runs);
        QVERIFY(has_runs() && !proxy.mapFromSource(model.section_index(Section::presets)).isValid());
        proxy.set_listed(LibraryFilter::Listed::queue);
        QVERIFY(!has_runs() && proxy.mapFromSource(model.section_index(Section::queued)).isValid());
        model.set_entries({});
    }

    void unchanged_entries_are_the_same() {
        const LibraryEntries before = read_all();
        const LibraryEntries after = list_entries(before, {});
        QVERIFY(before == after);
        write_file_atomically(path("b") / "exit.json", "{\"code\": 75, \"line\": \"\"}");
        const LibraryEntries later = list_entries(before, {});
        int renewed = 0;
        for (std::size_t i = 0; i < later.size(); ++i)
            renewed += later[i] != before[i];
        QCOMPARE(renewed, 1);
    }

    void follows_notes_baseline_and_ends() {
        auto held = std::make_unique<event::RunLock>(event::RunFolder{path("a")});
        Library library;
        QSignalSpy ended(&library, &Library::run_ended);
        library.refresh();
        QTRY_VERIFY(library.find(path("a")) && library.find(path("a"))->section == Section::running);
        library.set_baseline(path("b"));
        library.set_note(path("b"), {.title = "mine", .text = "good", .tags = {"x"}});
        QTRY_VERIFY(library.find(path("b"))->is_baseline && library.find(path("b"))->note.text == "good");
        QCOMPARE(library.find(path("b"))->title(), std::string("mine"));
        QVERIFY(!fs::exists(path("b") / "notes"));
        held.reset();
        library.refresh();
        QTRY_COMPARE(ended.size(), 1);
        QCOMPARE(ended.at(0).at(0).toString(), QString::fromStdString(path("a").string()));
        library.set_note(path("b"), {});
        QTRY_COMPARE(library.find(path("b"))->title(), std::string("second"));
        QVERIFY(fs::is_empty(state_home() / "notes"));
    }

    void a_run_that_is_being_queued_has_not_ended() {
        fs::remove(path("a") / "events.jsonl");
        fs::remove(path("a") / "exit.json");
        auto held = std::make_unique<event::RunLock>(event::RunFolder{path("a")});
        Library library;
        QSignalSpy ended(&library, &Library::run_ended);
        library.refresh();
        QTRY_VERIFY(library.find(path("a")) && library.find(path("a"))->section == Section::running);
        held.reset(); // its folder is made; its place in the queue is not yet written
        library.refresh();
        QTRY_VERIFY(library.find(path("a"))->section == Section::finished);
        QCOMPARE(ended.size(), 0);
    }

    void broken_notes_are_no_notes() {
        fs::create_directories(state_home() / "notes");
        write_file_atomically(state_home() / "notes" / (event::RunFolder{path("a")}.identity() + ".json"),
                              "{\"title\": 3, \"tags\": [1, \"ok\"], \"pinned\": \"yes\"");
        QVERIFY(run::read_note({path("a")}) == run::RunNote{});
    }

private:
    fs::path path(const char* name) const { return fs::path(folder_->path().toStdString()) / "work" / name; }

    std::unique_ptr<QTemporaryDir> folder_;
};

TUNEDESK_WINDOW_TEST_MAIN(LibraryTest)
#include "library_test.moc"
