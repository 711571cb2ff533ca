// SPDX-License-Identifier: GPL-3.0-or-later
// The Watch page over real trainings by the real supervisor and the real worker: phases, bars beside the
// terminal's, ranks that are stopped and killed, and a window that freezes.

#include "base/clock.h"
#include "event/journal/journal.h"
#include "patience.h"
#include "run/devices/rank_memory.h"
#include "ui/display.h"
#include "ui/real_run.h"
#include "ui/run/action_bar.h"
#include "ui/run/progress_panel.h"
#include "ui/run/rank_model.h"
#include "ui/run/watch_page.h"
#include "ui/run/watch_tabs.h"
#include "ui/widgets/message_bar.h"

#include <QAction>
#include <QRegularExpression>
#include <QSet>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTimer>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <pty.h>

using namespace tunedesk;
using namespace tunedesk::ui;

namespace {

constexpr int long_ms = 120'000; // two cores, shared with other tests

/// `tunedesk attach` in a terminal of its own.
class Terminal {
public:
    explicit Terminal(const fs::path& run) {
        winsize size{40, 220, 0, 0};
        child_ = ::forkpty(&master_, nullptr, nullptr, &size);
        if (child_ == 0) {
            ::setenv("TERM", "xterm", 1);
            ::setenv("LC_ALL", "C.UTF-8", 1);
            ::execl(TUNEDESK_BIN_DIR "/tunedesk", "tunedesk", "--no-gui", "attach", run.c_str(), nullptr);
            ::_exit(127);
        }
        ::fcntl(master_, F_SETFL, O_NONBLOCK);
    }
    ~Terminal() {
        ::kill(child_, SIGKILL);
        ::waitpid(child_, nullptr, 0);
        ::close(master_);
    }
    /// All that was printed so far.
    const QString& text() {
        char buffer[65536];
        for (ssize_t n = 0; (n = ::read(master_, buffer, sizeof buffer)) > 0;)
            text_ += QString::fromUtf8(buffer, n);
        return text_;
    }
    /// The bar of this name as it was drawn last.
    QString row(const QString& name) {
        const qsizetype begin = text().lastIndexOf(name + u':');
        return begin < 0 ? QString() : text_.mid(begin, text_.indexOf(u'\n', begin) - begin);
    }

private:
    int master_ = -1;
    pid_t child_ = -1;
    QString text_;
};

/// What a bar says without its clock: "12/28", and the figures behind the rate.
QStringList figures_of(const QString& bar) {
    static const QRegularExpression done(QStringLiteral("(\\d+/\\d+) \\[")),
        figures(QStringLiteral("(, loss=[^\\]]*)"));
    return {done.match(bar).captured(1), figures.match(bar).captured(1)};
}

QString text_of(const WatchPage& page, const QString& label) {
    for (const QString& text : page.progress()->texts())
        if (text.startsWith(label)) return text;
    return {};
}

QString remark_of(const WatchPage& page, int rank) {
    return page.tabs()->ranks()->index(rank, RankModel::remark).data().toString();
}

int pid_of(const event::RunFolder& folder, int rank) {
    for (const run::RankMemory& process : run::rank_memory(folder))
        if (process.rank == rank) return process.pid;
    return 0;
}

std::vector<std::int64_t> journalled_steps(const event::RunFolder& folder) {
    std::vector<std::int64_t> steps;
    event::replay_journal(folder, 0, [&](const event::Event& event) {
        if (event.type == event::Type::Step)
            steps.push_back(static_cast<std::int64_t>(event::number(event.fields, "step", 0)));
    });
    return steps;
}

/// A window of its own process, to be frozen: watches a run to its end and prints the steps that it shows.
int be_a_window(const QString& run) {
    WatchPage page;
    page.show();
    QObject::connect(page.feed(), &RunFeed::source_changed, [&page] {
        if (page.feed()->source() == RunFeed::Source::live) std::puts("live");
        std::fflush(stdout);
    });
    QObject::connect(&page, &WatchPage::ended, [&page] {
        const auto& places = page.feed()->history()->steps().timeline()->places(Timeline::By::step);
        for (std::size_t i = 0; i < places.size(); ++i)
            std::printf("%.0f\n", places[i]);
        QApplication::exit();
    });
    page.show_run(run.toStdString());
    return QApplication::exec();
}

} // namespace

class WatchRealTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        if (const QString missing = test::RealRun::missing(); !missing.isEmpty()) QSKIP(qPrintable(missing));
    }

    void phases_bars_and_ranks() {
        const QTemporaryDir folder;
        const QString sentences = QStringLiteral(TUNEDESK_SOURCE_DIR "/resources/samples/sst2/");
        test::RealRun run(folder.path().toStdString(), 2, -1,
                          {QStringLiteral("training.num_train_epochs=200"),
                           QStringLiteral("data.train=") + sentences + QStringLiteral("validation.tsv"),
                           QStringLiteral("data.validation=") + sentences + QStringLiteral("test.tsv"),
                           QStringLiteral("evaluation.strategy=steps"),
                           QStringLiteral("evaluation.every_n_steps=10"),
                           QStringLiteral("checkpoint.monitor=val_acc")});
        QTRY_VERIFY_WITH_TIMEOUT(fs::exists(run.folder().journal()), long_ms);
        WatchPage page;
        page.resize(1100, 800);
        page.show();
        QSet<QString> early, later;
        bool mixed = false; // a rank's bar beside those of the phases before training
        QTimer look;
        connect(&look, &QTimer::timeout, this, [&] {
            const bool has_steps = page.feed()->history() && page.feed()->history()->steps().rows() > 0;
            (has_steps ? later : early) << page.state_text();
            QSet<QString> labels;
            for (const QString& text : page.progress()->texts())
                labels << text.section(u':', 0, 0);
            mixed = mixed || (labels.contains("rank 1") && labels.contains("tokenizing"));
            (has_steps ? later : early) |= labels;
        });
        look.start(20);
        QSignalSpy ended(&page, &WatchPage::ended);
        page.show_run(run.folder().root);
        QTRY_VERIFY_WITH_TIMEOUT(later.contains("evaluation"), long_ms);
        const QSet<QString> phases{"reading", "tokenizing", "loading", "reading data", "loading the model"};
        QVERIFY2(early.intersects(phases), qPrintable(QStringList(early.values()).join(u',')));
        QVERIFY(!mixed);
        for (const char* bar : {"total", "rank 0", "rank 1"})
            QVERIFY2(later.contains(bar), bar);
        QVERIFY(
            std::any_of(later.begin(), later.end(), [](auto& text) { return text.startsWith("epoch "); }));

        const RankModel& ranks = *page.tabs()->ranks();
        for (const int rank : {0, 1})
            for (const int part : {0, 1, 2}) // weights, gradients and the optimizer's state of each
                QTRY_VERIFY_WITH_TIMEOUT(
                    !ranks.index(rank, RankModel::first_part + part).data().toString().isEmpty(), long_ms);
        test::keep(page, QStringLiteral("rank-memory"));

        the_terminal_says_the_same(page, run);
        a_stopped_rank_is_named(page, run);
        QVERIFY(::kill(pid_of(run.folder(), 1), SIGKILL) == 0);
        QTRY_VERIFY_WITH_TIMEOUT(!ended.isEmpty(), long_ms);
        QCOMPARE(ended[0][1].toInt(), 7);
        QVERIFY2(page.news()->text().contains("rank 1"), qPrintable(page.news()->text()));
        QVERIFY(page.actions()->action(RunAction::resume)->isEnabled());
    }

    void a_frozen_window_catches_up() {
        const QTemporaryDir folder;
        test::RealRun run(
            folder.path().toStdString(), 1, 120,
            {QStringLiteral("evaluation.strategy=no"), QStringLiteral("supervision.viewer_queue_events=16")});
        QTRY_VERIFY_WITH_TIMEOUT(!journalled_steps(run.folder()).empty(), long_ms);
        QProcess window;
        window.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        window.start(QCoreApplication::applicationFilePath(),
                     {QStringLiteral("--window"), to_qt(run.folder().root)});
        QTRY_VERIFY_WITH_TIMEOUT(window.canReadLine(), long_ms);
        QCOMPARE(window.readLine(), QByteArray("live\n"));
        const auto pid = static_cast<pid_t>(window.processId());
        ::kill(pid, SIGSTOP);
        const std::size_t before = journalled_steps(run.folder()).size();
        QTRY_VERIFY_WITH_TIMEOUT(journalled_steps(run.folder()).size() >= before + 40, long_ms);
        ::kill(pid, SIGCONT);
        QVERIFY(window.waitForFinished(long_ms));
        std::vector<std::int64_t> shown;
        for (const QByteArray& line : window.readAll().split('\n'))
            if (!line.isEmpty()) shown.push_back(line.toLongLong());
        QCOMPARE(shown.size(), std::size_t(120));
        QVERIFY(shown == journalled_steps(run.folder()));
        QVERIFY(run.process().waitForFinished(long_ms));
        QCOMPARE(run.process().exitCode(), 0);
    }

private:
    void the_terminal_says_the_same(WatchPage& page, test::RealRun& run) {
        Terminal terminal(run.folder().root);
        QTRY_VERIFY_WITH_TIMEOUT(terminal.row("rank 1").contains(u']'), long_ms);
        QTRY_VERIFY_WITH_TIMEOUT(figures_of(terminal.row("total"))[1].contains("val_acc="), long_ms);
        page.actions()->action(RunAction::pause)->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(page.state_text(), QStringLiteral("paused"), long_ms);
        // Both draw a few times a second.
        QTRY_COMPARE_WITH_TIMEOUT(figures_of(text_of(page, "total")), figures_of(terminal.row("total")),
                                  5000);
        QVERIFY(figures_of(text_of(page, "total"))[1].contains("MiB"));
        for (const char* rank : {"rank 0", "rank 1"})
            QTRY_COMPARE_WITH_TIMEOUT(figures_of(text_of(page, rank)), figures_of(terminal.row(rank)), 5000);
        QTRY_VERIFY(page.actions()->action(RunAction::go_on)->isEnabled());
        page.actions()->action(RunAction::go_on)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(page.state_text() != "paused", long_ms);
    }

    void a_stopped_rank_is_named(WatchPage& page, test::RealRun& run) {
        const int pid = pid_of(run.folder(), 1);
        QVERIFY(pid > 0);
        ::kill(pid, SIGSTOP);
        QTRY_VERIFY_WITH_TIMEOUT(remark_of(page, 1).startsWith("silent: stopped by a signal"), 30'000);
        QTRY_COMPARE_WITH_TIMEOUT(remark_of(page, 0), QStringLiteral("waits for rank 1"), 30'000);
        QTRY_VERIFY(page.tabs()->tabText(0).contains(u'2'));
        ::kill(pid, SIGCONT);
        QTRY_COMPARE_WITH_TIMEOUT(page.tabs()->ranks()->remarkable(), 0, 30'000);
    }
};

TUNEDESK_TWO_WINDOWS_TEST_MAIN(WatchRealTest, be_a_window)
#include "watch_real_test.moc"
