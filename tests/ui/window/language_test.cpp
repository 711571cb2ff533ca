// SPDX-License-Identifier: GPL-3.0-or-later
// Another language is chosen while the window is open: the same place in other words, and nothing is lost.

#include "patience.h"
#include "ui/display.h"
#include "ui/preset/form/preset_document.h"
#include "ui/preset/setup_page.h"
#include "ui/widgets/error_text.h"
#include "ui/widgets/text.h"
#include "ui/window/library/library.h"
#include "ui/window/library/sidebar.h"
#include "ui/window/navigation/settings_dialog.h"
#include "ui/window/navigation/window_host.h"
#include "ui/window/new_run/preset_view.h"
#include "ui/window/new_run/preset_views.h"
#include "ui/window/runs.h"
#include "ui/window/shell/actions.h"
#include "ui/window/shell/language.h"
#include "ui/window/shell/lazy_tabs.h"
#include "ui/window/shell/run_view.h"
#include "ui/window/shell/theme.h"
#include "ui/window/shell/workspace.h"

#include <QComboBox>
#include <QDir>
#include <QLineEdit>
#include <QMenuBar>
#include <QPointer>
#include <QSettings>
#include <algorithm>

using namespace tunedesk;
using namespace tunedesk::ui;

namespace {

constexpr const char* saved_text =
    "tunedesk: 1\nname: words\nmodel: {path: /nowhere}\ndata: {train: t.csv}\n";

/// A text of each kind: a menu, a tab, a dialog and a message of core/.
struct Words {
    QString language, file_menu, report_tab, settings_title;
};

const QList<Words>& all_words() {
    static const QList<Words> all{
        {QStringLiteral("en"), QStringLiteral("&File"), QStringLiteral("Report"), QStringLiteral("Settings")},
        {QStringLiteral("de"), QStringLiteral("&Datei"), QStringLiteral("Bericht"),
         QStringLiteral("Einstellungen")},
        {QStringLiteral("zh_CN"), QStringLiteral("文件(&F)"), QStringLiteral("报告"),
         QStringLiteral("设置")}};
    return all;
}

} // namespace

class LanguageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        run_ =
            test::make_finished_run(to_path(folder_.filePath(QStringLiteral("run"))), "tickets", 0.9, 1e-5);
        write_file_atomically(preset(), saved_text);
        choose_language(QStringLiteral("zh_CN"));
    }

    void a_file_is_a_language() {
        QStringList files, names;
        for (const QString& file : QDir(QStringLiteral(TUNEDESK_SOURCE_DIR "/resources/translations"))
                                       .entryList({QStringLiteral("*.ts")}, QDir::Files, QDir::Name))
            files << file;
        for (const Language& language : languages()) {
            names << QStringLiteral("tunedesk_%1.ts").arg(language.name);
            QVERIFY(!language.title.isEmpty());
            QCOMPARE(language_for(language.name), language.name);
        }
        QCOMPARE(names, files);
        QVERIFY(names.size() >= 3);
        QCOMPARE(language_for(QStringLiteral("tlh")), language_for(QString()));
    }

    void the_window_is_the_same_in_other_words() {
        settings_.setValue(QStringLiteral("window/language"), QStringLiteral("zh_CN"));
        Theme theme;
        WindowHost host(&theme, &settings_);
        host.window()->resize(1180, 700);
        host.window()->show();
        QVERIFY(QTest::qWaitForWindowExposed(host.window()));
        arrange(*host.window());
        const qsizetype alone = ownerless_widgets();
        for (int round = 0; round < 2; ++round)
            for (const Words& words : all_words()) {
                const QPointer<MainWindow> before = host.window();
                const QSize size = before->size();
                choose(*before, words.language);
                QTRY_VERIFY(before.isNull());
                verify(*host.window(), words, size);
                QCOMPARE(ownerless_widgets(), alone);
                if (round == 0) test::keep(*host.window(), QStringLiteral("language-") + words.language);
            }
        QCOMPARE(settings_.value(QStringLiteral("window/language")).toString(), QStringLiteral("zh_CN"));
        // The language in use changes nothing.
        const QPointer<MainWindow> now = host.window();
        choose(*now, QStringLiteral("zh_CN"));
        QTest::qWait(50);
        QCOMPARE(host.window(), now.data());
        host.window()->close_now();
        QCOMPARE(drafts().size(), 1);
        QCOMPARE(read_file(preset(), ErrorId::file_unreadable), std::string(saved_text));
    }

    void a_table_and_a_comparison_stay() {
        choose_language(QStringLiteral("en"));
        settings_.setValue(QStringLiteral("window/language"), QStringLiteral("en"));
        const fs::path other =
            test::make_finished_run(to_path(folder_.filePath(QStringLiteral("other"))), "others", 0.8, 2e-5);
        const fs::path table = to_path(folder_.filePath(QStringLiteral("own.csv")));
        write_file_atomically(table, "text,label\nfine,good\npoor,bad\n");
        Theme theme;
        WindowHost host(&theme, &settings_);
        host.window()->show();
        QTRY_VERIFY(host.window()->library()->find(other));
        const auto page = [&] {
            return QString::fromLatin1(
                host.window()->workspace()->currentWidget()->metaObject()->className());
        };
        host.window()->open(table);
        QTRY_COMPARE(page(), QStringLiteral("tunedesk::ui::CsvPage"));
        choose(*host.window(), QStringLiteral("de"));
        QTRY_COMPARE(host.window()->menuBar()->actions().front()->text(), QStringLiteral("&Datei"));
        QTRY_COMPARE(page(), QStringLiteral("tunedesk::ui::CsvPage"));
        host.window()->workspace()->show_runs({run_, other});
        choose(*host.window(), QStringLiteral("en"));
        QTRY_COMPARE(host.window()->menuBar()->actions().front()->text(), QStringLiteral("&File"));
        QTRY_COMPARE(page(), QStringLiteral("tunedesk::ui::ComparePage"));
        host.window()->close_now();
    }

private:
    /// The report of a run in front, a filter, and a preset that was changed behind it.
    void arrange(MainWindow& window) {
        window.open(preset());
        PresetView* view = nullptr;
        QTRY_VERIFY((view = window.workspace()->preset_view()) && !view->setup()->document()->text().empty());
        view->setup()->set_key(QStringLiteral("training.seed"), QStringLiteral("4711"));
        QTRY_VERIFY(view->is_modified());
        window.open(run_);
        QTRY_VERIFY(window.workspace()->run_view());
        window.workspace()->tabs()->go_to(QStringLiteral("report"));
        QTRY_VERIFY(window.library()->find(run_));
        window.sidebar()->select(run_);
        window.sidebar()->findChild<QLineEdit*>()->setText(QStringLiteral("tickets"));
        QTRY_COMPARE(window.sidebar()->selected().size(), std::size_t(1));
    }

    /// Widgets that no other owns: a window, and whatever was forgotten when another one went.
    static qsizetype ownerless_widgets() {
        const QWidgetList all = QApplication::topLevelWidgets();
        return std::ranges::count_if(all, [](const QWidget* widget) { return !widget->parent(); });
    }

    /// By the dialog, as a user does.
    static void choose(MainWindow& window, const QString& language) {
        auto* dialog = window.findChild<SettingsDialog*>();
        if (!dialog) window.findChild<Actions*>()->settings->trigger();
        QTRY_VERIFY((dialog = window.findChild<SettingsDialog*>()) && dialog->isVisible());
        auto* box = dialog->findChild<QComboBox*>(QStringLiteral("language"));
        const int index = box->findData(language);
        QVERIFY(index >= 0);
        box->setCurrentIndex(index);
        Q_EMIT box->activated(index);
    }

    void verify(MainWindow& window, const Words& words, QSize size) {
        QCOMPARE(language_in_use(), words.language);
        QVERIFY(window.isVisible());
        QCOMPARE(window.size(), size);
        QCOMPARE(window.menuBar()->actions().front()->text(), words.file_menu);
        QVERIFY(window.workspace()->run_view());
        QCOMPARE(window.workspace()->run_view()->run(), run_);
        LazyTabs* tabs = window.workspace()->tabs();
        QCOMPARE(tabs->current_name(), QStringLiteral("report"));
        QCOMPARE(tabs->tabText(tabs->currentIndex()), words.report_tab);
        SettingsDialog* dialog = nullptr;
        QTRY_VERIFY((dialog = window.findChild<SettingsDialog*>()) && dialog->isVisible());
        QCOMPARE(dialog->windowTitle(), words.settings_title);
        const QString said = error_sentence(Error(ErrorId::window_display_missing));
        QCOMPARE(said == to_qt(Error(ErrorId::window_display_missing).message()),
                 words.language == QStringLiteral("en"));
        QTRY_COMPARE(window.sidebar()->selected().size(), std::size_t(1));
        QCOMPARE(window.sidebar()->selected().front()->path, run_);
        QCOMPARE(window.sidebar()->view().words, QStringLiteral("tickets"));
        const std::vector<PresetView*> changed = window.workspace()->presets()->modified();
        QCOMPARE(changed.size(), std::size_t(1));
        QCOMPARE(changed.front()->preset(), preset());
        QVERIFY(changed.front()->source().contains(QStringLiteral("seed: 4711")));
        QCOMPARE(drafts().size(), 1); // on the disk, too
    }

    fs::path preset() const { return to_path(folder_.filePath(QStringLiteral("p.yaml"))); }
    static QStringList drafts() {
        return QDir(to_qt(state_home() / "drafts")).entryList({QStringLiteral("*.json")}, QDir::Files);
    }

    QTemporaryDir folder_;
    fs::path run_;
    QSettings settings_{folder_.filePath(QStringLiteral("w.ini")), QSettings::IniFormat};
};

TUNEDESK_WINDOW_TEST_MAIN(LanguageTest)
#include "language_test.moc"
