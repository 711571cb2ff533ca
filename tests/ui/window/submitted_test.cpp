// SPDX-License-Identifier: GPL-3.0-or-later
// What the sidebar says of a run that was submitted to SLURM, as its job waits, runs and ends. Programs of
// the same interface stand in for sbatch and squeue.

#include "patience.h"
#include "preset/yaml/load.h"
#include "run/programs.h"
#include "run/slurm/submitted_run.h"
#include "ui/display.h"
#include "ui/widgets/text.h"
#include "ui/window/library/sidebar.h"

#include <QTreeView>
#include <fstream>

using namespace tunedesk;
using namespace tunedesk::ui;

class SubmittedTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    fs::path path(const char* name) const { return folder_.path().toStdString() + '/' + name; }

    void write_program(const char* name, const std::string& body) const {
        fs::create_directories(path("bin"));
        const fs::path program = path("bin") / name;
        std::ofstream(program) << "#!/bin/sh\n" << body;
        fs::permissions(program, fs::perms::owner_all);
    }
    /// What squeue prints from here on.
    void set_jobs(const std::string& lines) const { write_file_atomically(path("jobs"), lines); }

    /// Of the visible list: the section that an entry is in, and what is said of it.
    static QStringList shown(const QTreeView& list, const fs::path& run) {
        const QAbstractItemModel& model = *list.model();
        for (int section = 0; section < model.rowCount(); ++section) {
            const QModelIndex above = model.index(section, 0);
            for (int row = 0; row < model.rowCount(above); ++row) {
                const QModelIndex entry = model.index(row, 0, above);
                if (entry.data(LibraryModel::PathRole).toString() == to_qt(run))
                    return {above.data().toString(), entry.data(Qt::AccessibleTextRole).toString()};
            }
        }
        return {};
    }

private Q_SLOTS:
    void initTestCase() {
        QVERIFY(folder_.isValid());
        for (const char* name : {"XDG_STATE_HOME", "XDG_RUNTIME_DIR", "XDG_CACHE_HOME"})
            qputenv(name, path(name).c_str());
        for (const char* name : {"XDG_STATE_HOME", "XDG_RUNTIME_DIR", "XDG_CACHE_HOME"})
            fs::create_directories(path(name));
        write_program("sbatch", "[ \"$1\" = --parsable ] && echo 77\n");
        write_program("squeue", "[ \"$1 $2 $3\" = '--noheader --me --format=%A|%T|%r' ] || exit 2\ncat '" +
                                    path("jobs").string() + "'\n");
        write_program("worker", "exit 1\n");
        qputenv("PATH", (path("bin").string() + ':' + qgetenv("PATH").toStdString()).c_str());
        qputenv("TUNEDESK_WORKER", (path("bin") / "worker").c_str());
        QDir::setCurrent(folder_.path());
    }

    void the_entry_says_what_slurm_does_with_the_job() {
        set_jobs("76|RUNNING|None\n77|PENDING|Resources\n");
        const Preset preset = preset::parse("name: submitted\nmodel: {path: /models/small}\n"
                                            "data: {train: /data/train.csv, validation_split: 0.1}\n",
                                            "submitted.yaml", folder_.path().toStdString())
                                  .preset;
        const fs::path run = path("run");
        QCOMPARE(run::submit_run(preset, {run}, {}), std::int64_t{77});

        Library library;
        Sidebar sidebar(&library);
        sidebar.resize(300, 500);
        sidebar.show();
        library.refresh();
        const auto* list = sidebar.findChild<QTreeView*>();
        QVERIFY(list);
        QTRY_COMPARE(shown(*list, run),
                     (QStringList{"Queued (1)", "submitted, queued (SLURM 77, PENDING: Resources)"}));
        set_jobs("77|PENDING|Priority\n");
        QTRY_COMPARE(shown(*list, run),
                     (QStringList{"Queued (1)", "submitted, queued (SLURM 77, PENDING: Priority)"}));
        set_jobs("77|RUNNING|None\n");
        QTRY_COMPARE(shown(*list, run),
                     (QStringList{"Running (1)", "submitted, running (SLURM 77, RUNNING)"}));
        set_jobs(""); // it has ended, and has left nothing
        QTRY_COMPARE(shown(*list, run), (QStringList{"Finished (1)", "submitted, interrupted"}));
    }

    /// The mount that the program runs from is on this machine alone.
    void other_nodes_start_the_appimage() {
        const Preset preset = preset::parse("name: submitted\nmodel: {path: /models/small}\n"
                                            "data: {train: /data/train.csv, validation_split: 0.1}\n",
                                            "submitted.yaml", folder_.path().toStdString())
                                  .preset;
        const fs::path file = path("bin") / "worker";
        qputenv("APPIMAGE", file.c_str());
        const auto is_started = [&](const fs::path& mount) {
            qputenv("APPDIR", mount.c_str());
            return run::script_for(preset, {path("other")}, {}).find(file.string()) != std::string::npos;
        };
        const bool own = is_started(run::program_folder().parent_path()), foreign = is_started(path("bin"));
        qunsetenv("APPIMAGE");
        qunsetenv("APPDIR");
        QVERIFY(own);
        QVERIFY(!foreign);
    }

    /// A job that has just ended may still be in squeue.
    void a_run_that_has_ended_is_no_job_s() {
        set_jobs("77|COMPLETING|None\n");
        event::write_exit({path("run")}, event::exit_record(Error(ErrorId::out_of_memory)));
        Library library;
        Sidebar sidebar(&library);
        sidebar.show();
        library.refresh();
        const auto* list = sidebar.findChild<QTreeView*>();
        QTRY_COMPARE(shown(*list, path("run")).value(0), QStringLiteral("Finished (1)"));
        QTest::qWait(7000); // squeue was asked again since
        QCOMPARE(shown(*list, path("run")).value(0), QStringLiteral("Finished (1)"));
    }
};

TUNEDESK_WINDOW_TEST_MAIN(SubmittedTest)
#include "submitted_test.moc"
