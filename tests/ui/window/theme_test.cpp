// SPDX-License-Identifier: GPL-3.0-or-later
#include "patience.h"
#include "private_bus.h"
#include "ui/display.h"
#include "ui/window/shell/theme.h"

#include <QDBusConnection>
#include <QLabel>

using namespace tunedesk;
using namespace tunedesk::ui;

namespace {

const QString appearance = QStringLiteral("org.freedesktop.appearance");
const QString colour_scheme = QStringLiteral("color-scheme");

} // namespace

/// The desktop's portal of settings, as xdg-desktop-portal offers it.
class FakePortal : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.portal.Settings")

public:
    QVariant scheme = 0U;
    QStringList asked;

    void change(const QString& space, const QString& key, const QVariant& value) {
        Q_EMIT SettingChanged(space, key, QDBusVariant(value));
    }

public Q_SLOTS:
    QDBusVariant Read(const QString& space, const QString& key) {
        asked << space + u' ' + key;
        return QDBusVariant(QVariant::fromValue(QDBusVariant(scheme))); // wrapped twice, as the real one does
    }

Q_SIGNALS:
    void SettingChanged(const QString& space, const QString& key, const QDBusVariant& value);
};

/// Dark and light follow the desktop's portal, on a bus of the test's own, or what the user has set.
class ThemeTest : public QObject {
    Q_OBJECT

    test::PrivateBus bus_;
    FakePortal portal_;

    static bool is_dark() { return QApplication::palette().color(QPalette::Window).lightness() < 100; }

private Q_SLOTS:
    void initTestCase() {
        const QString address = bus_.start();
        QVERIFY2(!address.isEmpty(), "dbus-daemon is missing (packages.txt: dbus)");
        qputenv("DBUS_SESSION_BUS_ADDRESS", address.toUtf8());
        QDBusConnection bus = QDBusConnection::connectToBus(address, QStringLiteral("portal"));
        QVERIFY(bus.isConnected());
        QVERIFY(bus.registerService(QStringLiteral("org.freedesktop.portal.Desktop")));
        QVERIFY(bus.registerObject(QStringLiteral("/org/freedesktop/portal/desktop"), &portal_,
                                   QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllSignals));
    }
    void cleanupTestCase() { QDBusConnection::disconnectFromBus(QStringLiteral("portal")); }
    void init() { portal_.asked.clear(); }

    void starts_as_the_desktop_data() {
        QTest::addColumn<QVariant>("scheme");
        QTest::addColumn<bool>("dark");
        QTest::newRow("no preference") << QVariant(0U) << false;
        QTest::newRow("dark") << QVariant(1U) << true;
        QTest::newRow("light") << QVariant(2U) << false;
        QTest::newRow("a number that is none of these") << QVariant(77U) << false;
        QTest::newRow("no number") << QVariant(QStringLiteral("dark")) << false;
    }
    void starts_as_the_desktop() {
        QFETCH(QVariant, scheme);
        QFETCH(bool, dark);
        portal_.scheme = scheme;
        Theme theme;
        theme.choose(Theme::Choice::system);
        QTRY_COMPARE(portal_.asked, QStringList{appearance + u' ' + colour_scheme});
        QTRY_COMPARE(is_dark(), dark);
        QTest::qWait(50);
        QCOMPARE(is_dark(), dark);
    }

    void follows_changes() {
        portal_.scheme = 0U;
        Theme theme;
        theme.choose(Theme::Choice::system);
        QTRY_COMPARE(portal_.asked.size(), 1);
        QLabel shown(QStringLiteral("text"));
        shown.show();
        portal_.change(appearance, colour_scheme, 1U);
        QTRY_VERIFY(theme.is_dark());
        QVERIFY(is_dark());
        QTRY_VERIFY(shown.palette().color(QPalette::Window).lightness() < 100);
        // Other settings are none of the window's.
        portal_.change(appearance, QStringLiteral("accent-color"), 0U);
        portal_.change(QStringLiteral("org.gnome.desktop.interface"), colour_scheme, 0U);
        QTest::qWait(100);
        QVERIFY(is_dark());
        portal_.change(appearance, colour_scheme, 2U);
        QTRY_VERIFY(!is_dark());
    }

    void what_the_user_sets_wins() {
        portal_.scheme = 1U;
        Theme theme;
        theme.choose(Theme::Choice::light);
        QVERIFY(!is_dark());
        theme.choose(Theme::Choice::system);
        QTRY_VERIFY(is_dark());
        theme.choose(Theme::Choice::light);
        portal_.change(appearance, colour_scheme, 2U);
        portal_.change(appearance, colour_scheme, 1U);
        QTest::qWait(100);
        QVERIFY(!is_dark());
        theme.choose(Theme::Choice::dark);
        portal_.change(appearance, colour_scheme, 2U);
        QTest::qWait(100);
        QVERIFY(is_dark());
        theme.choose(Theme::Choice::system);
        QVERIFY(!is_dark());
    }
};

TUNEDESK_WINDOW_TEST_MAIN(ThemeTest)
#include "theme_test.moc"
