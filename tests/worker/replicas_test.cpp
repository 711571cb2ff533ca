// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks on unlike processors: their replicas part by rounding, and each checkpoint joins them again.

#include "patience.h"
#include "texts.h"
#include "worker/worker_bench.h"

using namespace tunedesk;
using namespace tunedesk::test;

class ReplicasTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;
    fs::path preset_;

    /// A worker whose rank 1 rounds otherwise.
    std::string unlike_worker() const {
        const fs::path program = bench_.root() / "unlike" / "tunedesk-worker";
        fs::create_directories(program.parent_path());
        write_file_atomically(
            program, "#!/bin/sh\n[ $RANK = 0 ] || export TUNEDESK_KERNELS=plain\nexec " TUNEDESK_BIN_DIR
                     "/tunedesk-worker \"$@\"\n");
        fs::permissions(program, fs::perms::owner_all);
        return program.string();
    }
    event::RunFolder run(const std::string& name, const Environment& environment, int code = 0) {
        const event::RunFolder folder = bench_.folder(name);
        const Ended ended = WorkerBench::wait(*bench_.start_supervised(2, folder, preset_, environment));
        if (ended.code != code) qFatal("%d: %s", ended.code, (ended.out + ended.err).c_str());
        return folder;
    }
    static bool parted(const event::RunFolder& folder) {
        return read_file(folder.journal(), ErrorId::file_unreadable)
                   .find("are not bit-identical to those of rank 0") != std::string::npos;
    }

private Q_SLOTS:
    void initTestCase() { preset_ = bench_.preset(); }

    void alike_they_stay_equal() { QVERIFY(!parted(run("alike", {}))); }

    /// Or a run that was killed would continue with other weights than the undisturbed one.
    void unlike_they_are_joined_at_each_checkpoint() {
        const std::string worker = unlike_worker();
        const event::RunFolder whole = run("whole", {{"TUNEDESK_WORKER", worker}});
        QVERIFY(parted(whole));
        const event::RunFolder killed = run(
            "killed", {{"TUNEDESK_WORKER", worker}, {"TUNEDESK_FAULT", "optimizer@0:8:kill"}}, /*code=*/7);
        QCOMPARE(checkpoints(killed).front(), 5);
        const Ended resumed = WorkerBench::wait(
            *bench_.start_tunedesk({"resume", to_qt(killed.root)}, {{"TUNEDESK_WORKER", worker}}));
        QVERIFY2(resumed.code == 0, (resumed.out + resumed.err).c_str());
        QCOMPARE(difference(traces_but_saves(whole), traces_but_saves(killed)), std::string());
    }
};

QTEST_GUILESS_MAIN(ReplicasTest)
#include "replicas_test.moc"
