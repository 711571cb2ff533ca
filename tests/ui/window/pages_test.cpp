// SPDX-License-Identifier: GPL-3.0-or-later
#include "patience.h"
#include "ui/display.h"
#include "ui/preset/estimate/estimate_strip.h"
#include "ui/preset/estimate/machine_box.h"
#include "ui/preset/setup_page.h"
#include "ui/widgets/text.h"
#include "ui/window/library/library.h"
#include "ui/window/library/sidebar.h"
#include "ui/window/new_run/preset_view.h"
#include "ui/window/new_run/preset_views.h"
#include "ui/window/runs.h"
#include "ui/window/runs/runs_page.h"
#include "ui/window/shell/lazy_tabs.h"
#include "ui/window/shell/main_window.h"
#include "ui/window/shell/theme.h"
#include "ui/window/shell/workspace.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QAction>
#include <QButtonGroup>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QRadioButton>
#include <QScrollBar>
#include <QSettings>
#include <QShortcut>
#include <QTabBar>
#include <map>
#include <set>

using namespace tunedesk;
using namespace tunedesk::ui;

namespace {

/// Parts that Qt makes inside a control and that the control itself serves.
bool is_inner(const QWidget* widget) {
    for (const QWidget* above = widget->parentWidget(); above; above = above->parentWidget())
        if (qobject_cast<const QComboBox*>(above) || qobject_cast<const QAbstractSpinBox*>(above) ||
            qobject_cast<const QLineEdit*>(above) || qobject_cast<const QTabBar*>(above) ||
            qobject_cast<const QAbstractItemView*>(above) || qobject_cast<const QMenuBar*>(above))
            return true;
    return qobject_cast<const QScrollBar*>(widget) != nullptr;
}

bool is_control(const QWidget* widget) {
    if (!widget->isVisible() || !widget->isEnabled() || is_inner(widget)) return false;
    return qobject_cast<const QAbstractButton*>(widget) || qobject_cast<const QComboBox*>(widget) ||
           qobject_cast<const QAbstractSpinBox*>(widget) || qobject_cast<const QLineEdit*>(widget) ||
           qobject_cast<const QAbstractItemView*>(widget) || qobject_cast<const QPlainTextEdit*>(widget) ||
           qobject_cast<const QAbstractSlider*>(widget) || qobject_cast<const QTabBar*>(widget);
}

QString describe(const QWidget* widget) {
    QString text = QString::fromLatin1(widget->metaObject()->className());
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
        text += QStringLiteral(" \"%1\"").arg(button->text());
    if (!widget->accessibleName().isEmpty()) text += QStringLiteral(" [%1]").arg(widget->accessibleName());
    for (const QWidget* above = widget->parentWidget(); above; above = above->parentWidget())
        if (QString::fromLatin1(above->metaObject()->className()).startsWith(QStringLiteral("tunedesk")))
            return text + QStringLiteral(" in ") + QString::fromLatin1(above->metaObject()->className());
    return text;
}

QString name_of(QWidget* widget) {
    const QAccessibleInterface* seen = QAccessible::queryAccessibleInterface(widget);
    return seen ? seen->text(QAccessible::Name) : QString();
}

/// All that Tab reaches from where the focus is, once around.
std::set<QWidget*> reached_by_tab(QWidget* window) {
    std::set<QWidget*> reached;
    for (int presses = 0; presses < 2000; ++presses) {
        QWidget* focus = QApplication::focusWidget();
        if (focus && !reached.insert(focus).second && presses > 3) break;
        QTest::keyClick(focus ? focus : window, Qt::Key_Tab);
    }
    return reached;
}

QStringList mistakes_of_controls(QWidget* window) {
    QStringList mistakes;
    const std::set<QWidget*> reached = reached_by_tab(window);
    for (QWidget* widget : window->findChildren<QWidget*>()) {
        if (!is_control(widget) || widget->window() != window) continue;
        if (name_of(widget).isEmpty()) mistakes << QStringLiteral("no accessible name: ") + describe(widget);
        const QWidget* focus = widget->focusProxy() ? widget->focusProxy() : widget;
        // Of buttons that exclude each other, arrows reach the others.
        if (const auto* button = qobject_cast<const QAbstractButton*>(widget);
            button && !button->isChecked() &&
            (button->autoExclusive() || (button->group() && button->group()->exclusive())))
            continue;
        if (!reached.contains(const_cast<QWidget*>(focus)))
            mistakes << QStringLiteral("not reached by Tab: ") + describe(widget);
    }
    return mistakes;
}

QStringList clashing_shortcuts(QWidget* window) {
    std::map<QString, QStringList> uses;
    const auto use = [&](const QKeySequence& keys, const QString& who) {
        if (!keys.isEmpty()) uses[keys.toString()] << who;
    };
    for (const QAction* action : window->findChildren<QAction*>()) {
        const QWidget* owner = qobject_cast<QWidget*>(action->parent());
        if (owner && !owner->isVisible() && !qobject_cast<const QMenu*>(owner)) continue;
        if (action->shortcutContext() == Qt::WidgetShortcut) continue;
        for (const QKeySequence& keys : action->shortcuts())
            use(keys, action->text());
    }
    for (const QShortcut* shortcut : window->findChildren<QShortcut*>())
        if (const auto* owner = qobject_cast<QWidget*>(shortcut->parent());
            owner && owner->isVisible() && shortcut->context() == Qt::WindowShortcut)
            use(shortcut->key(), QStringLiteral("shortcut"));
    for (const QWidget* widget : window->findChildren<QWidget*>()) {
        if (!widget->isVisible() || widget->window() != window) continue;
        if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
            use(QKeySequence::mnemonic(button->text()), button->text());
        if (const auto* label = qobject_cast<const QLabel*>(widget); label && label->buddy())
            use(QKeySequence::mnemonic(label->text()), label->text());
    }
    for (const QAction* menu : window->findChild<QMenuBar*>()->actions())
        use(QKeySequence::mnemonic(menu->text()), menu->text());
    QStringList clashes;
    for (const auto& [keys, who] : uses)
        if (who.size() > 1) clashes << keys + QStringLiteral(": ") + who.join(QStringLiteral(", "));
    return clashes;
}

} // namespace

/// Every page of the window: all controls are reached by Tab and have a name, no shortcut is used twice,
/// nothing needs more than 1280x720.
class PagesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        run_ = test::make_finished_run(path("runs/a"), "first", 0.80, 1e-5);
        test::make_finished_run(path("runs/b"), "second", 0.90, 2e-5);
        test::make_held_run(path("runs/q"), "third", {"grid", "learning_rate=1e-5"});
        QVERIFY(QFile::copy(QStringLiteral(TUNEDESK_SOURCE_DIR "/resources/samples/own.csv"),
                            to_qt(path("own.csv"))));
        write_file_atomically(path("p.yaml"),
                              "tunedesk: 1\nname: p\nmodel: {path: /models/none}\n"
                              "data: {train: own.csv, validation_split: 0.2, test_split: 0.2}\n");
        settings_ =
            std::make_unique<QSettings>(folder_.filePath(QStringLiteral("w.ini")), QSettings::IniFormat);
        window_ = std::make_unique<MainWindow>(&theme_, settings_.get());
        window_->resize(1280, 720);
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
        QApplication::setActiveWindow(window_.get());
        QTRY_VERIFY(window_->library()->find(run_));
        qputenv("TUNEDESK_SSH", "/bin/false");
        QTest::qWait(200); // the settings, which name no server, have been read
        window_->workspace()->presets()->set_servers(
            {QStringLiteral("box"), QStringLiteral("me@gpu1.example.org")});
    }
    void cleanupTestCase() { window_.reset(); }

    void pages_data() {
        QTest::addColumn<QString>("subject");
        QTest::addColumn<int>("tab");
        QTest::newRow("start") << "" << -1;
        QTest::newRow("my CSV") << "own.csv" << -1;
        for (int tab = 0; tab < 2; ++tab)
            QTest::addRow("preset %d", tab) << "p.yaml" << tab;
        QTest::newRow("preset for a server") << "for a server" << 0;
        for (int tab = 0; tab < 4; ++tab)
            QTest::addRow("run %d", tab) << "runs/a" << tab;
        QTest::newRow("compare") << "compare" << -1;
        QTest::newRow("queued") << "queued" << -1;
        QTest::newRow("runs") << "table" << -1;
    }
    void pages() {
        QFETCH(QString, subject);
        QFETCH(int, tab);
        if (subject == QStringLiteral("compare"))
            window_->workspace()->show_runs({path("runs/a"), path("runs/b")});
        else if (subject == QStringLiteral("queued"))
            window_->sidebar()->select(path("runs/q"));
        else if (subject == QStringLiteral("table"))
            window_->workspace()->setCurrentWidget(window_->findChild<RunsPage*>());
        else if (subject == QStringLiteral("for a server"))
            choose_server();
        else if (!subject.isEmpty())
            open(path(subject.toUtf8().constData()));
        if (LazyTabs* tabs = window_->workspace()->tabs(); tabs && tab >= 0) {
            if (tab >= tabs->count()) return;
            tabs->setCurrentIndex(tab);
        }
        QTest::qWait(800); // what is read in the background arrives
        const QStringList mistakes = mistakes_of_controls(window_.get()) + clashing_shortcuts(window_.get());
        QVERIFY2(mistakes.isEmpty(), qPrintable(QStringLiteral("\n") + mistakes.join(u'\n')));
        const QSize needed = window_->minimumSizeHint();
        QVERIFY2(needed.width() <= 1280 && needed.height() <= 720,
                 qPrintable(QStringLiteral("needs %1x%2").arg(needed.width()).arg(needed.height())));
        QCOMPARE(window_->size(), QSize(1280, 720));
    }

private:
    /// One that cannot be reached.
    void choose_server() {
        open(path("p.yaml"));
        EstimateStrip* strip = window_->workspace()->preset_view()->setup()->strip();
        QVERIFY(strip->machines()->isVisible());
        QTest::keyClick(strip->machines(), Qt::Key_End);
        QCOMPARE(strip->server(), QStringLiteral("me@gpu1.example.org"));
    }
    /// A preset and a table are looked into first.
    void open(const fs::path& file) {
        const QWidget* before = window_->workspace()->currentWidget();
        const bool is_shown =
            window_->workspace()->preset_view() && window_->workspace()->preset_view()->preset() == file;
        window_->open(file);
        if (!is_shown) QTRY_VERIFY(window_->workspace()->currentWidget() != before || fs::is_directory(file));
    }
    fs::path path(const char* name) const { return fs::path(folder_.path().toStdString()) / name; }

    QTemporaryDir folder_;
    fs::path run_;
    Theme theme_;
    std::unique_ptr<QSettings> settings_;
    std::unique_ptr<MainWindow> window_;
};

TUNEDESK_WINDOW_TEST_MAIN(PagesTest)
#include "pages_test.moc"
