// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/slurm_cluster.h"

#include "base/clock.h"
#include "base/files/file.h"
#include "texts.h"

#include <QStandardPaths>
#include <csignal>
#include <fmt/format.h>
#include <fstream>
#include <sys/prctl.h>
#include <thread>
#include <unistd.h>

namespace tunedesk::test {

namespace {

/// D: the cluster's folder, P, Q and R: ports.
constexpr const char* settings = R"(ClusterName=tunedesk
SlurmctldHost=localhost(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={D}/munge/munge.socket
CredType=cred/munge
SlurmctldPort={P}
SlurmctldPidFile={D}/slurmctld.pid
SlurmctldLogFile={D}/log/slurmctld.log
StateSaveLocation={D}/state
SlurmdPidFile={D}/slurmd.%n.pid
SlurmdLogFile={D}/log/slurmd.%n.log
SlurmdSpoolDir={D}/spool.%n
SwitchType=switch/none
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/builtin
PropagateResourceLimits=NONE
ReturnToService=2
SlurmdParameters=config_overrides
InactiveLimit=0
KillWait=2
SlurmctldTimeout=10
SlurmdTimeout=30
Waittime=0
NodeName=n1 NodeHostname=localhost NodeAddr=127.0.0.1 Port={Q} CPUs=2 RealMemory=4000 State=UNKNOWN
NodeName=n2 NodeHostname=localhost NodeAddr=127.0.0.1 Port={R} CPUs=2 RealMemory=4000 State=UNKNOWN
PartitionName=p Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP OverSubscribe=NO
)";

/// The first process of the namespace: with it, all end.
constexpr const char* daemons = R"(D=$1
export SLURM_CONF=$D/slurm.conf
mount --bind "$D/hosts" /etc/hosts || exit 1
munged --foreground --socket="$D/munge/munge.socket" --key-file="$D/munge/key" --pid-file="$D/munge/munged.pid" \
    --log-file="$D/munge/munged.log" --seed-file="$D/munge/seed" --num-threads=2 &
sleep 0.5
slurmctld -c -D &
slurmd -N n1 -D &
slurmd -N n2 -D &
wait
)";

} // namespace

SlurmCluster::SlurmCluster(const WorkerBench& bench) : bench_(bench) {
    for (const char* program : {"slurmctld", "slurmd", "munged", "sbatch", "unshare"}) {
        const QStringList places{"/usr/sbin", "/usr/bin", "/sbin", "/bin"};
        if (QStandardPaths::findExecutable(program, places).isEmpty())
            problem_ = std::string(program) + " is missing";
    }
    if (!problem_.empty()) return;
    write_settings();
    start();
}

SlurmCluster::~SlurmCluster() {
    if (!daemons_) return;
    daemons_->kill();
    daemons_->waitForFinished(10'000);
}

void SlurmCluster::write_settings() const {
    const fs::path root = folder_.path().toStdString();
    for (const char* name : {"munge", "log", "state", "spool.n1", "spool.n2"})
        fs::create_directories(root / name);
    fs::permissions(root / "munge", fs::perms(0755));
    fs::permissions(root, fs::perms(0755));
    std::string key(128, '\0');
    std::ifstream("/dev/urandom", std::ios::binary).read(key.data(), std::ssize(key));
    write_private_file(root / "munge" / "key", key);
    write_file_atomically(root / "hosts", "127.0.0.1 localhost n1 n2\n");
    const int port = 24'000 + ::getpid() % 1000 * 3;
    QString text = settings;
    text.replace("{D}", folder_.path());
    text.replace("{P}", QString::number(port)).replace("{Q}", QString::number(port + 1));
    text.replace("{R}", QString::number(port + 2));
    write_file_atomically(root / "slurm.conf", text.toStdString());
}

void SlurmCluster::start() {
    daemons_ = std::make_unique<QProcess>();
    daemons_->setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
    daemons_->setProcessChannelMode(QProcess::MergedChannels);
    daemons_->setStandardOutputFile(folder_.path() + "/log/daemons.log");
    daemons_->start("unshare", {"--mount", "--pid", "--fork", "--mount-proc", "--kill-child=KILL", "/bin/sh",
                                "-c", daemons, "cluster", folder_.path()});
    const double deadline = monotonic_seconds() + 60;
    while (monotonic_seconds() < deadline) {
        const Ended idle = call("sinfo", {"-h", "-N", "-t", "idle", "-o", "%N"});
        if (has(idle.out, "n1") && has(idle.out, "n2")) return;
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
    problem_ = "the cluster does not start: " + log_ends();
}

std::string SlurmCluster::log_ends() const {
    std::string ends;
    for (const auto& entry : fs::directory_iterator(folder_.path().toStdString() + "/log")) {
        const std::string text = read_file(entry.path(), ErrorId::file_unreadable);
        ends += entry.path().filename().string() + ": " +
                text.substr(text.size() - std::min<std::size_t>(text.size(), 500)) + "\n";
    }
    return ends;
}

Environment SlurmCluster::environment() const {
    return {{"SLURM_CONF", folder_.path().toStdString() + "/slurm.conf"}};
}

Ended SlurmCluster::call(const QString& program, const QStringList& arguments) const {
    return WorkerBench::wait(*bench_.start_program(program, arguments, environment()), 60);
}

std::string SlurmCluster::state_of(const std::string& job) const {
    const Ended said = call("squeue", {"-h", "-j", QString::fromStdString(job), "-o", "%T"});
    return QString::fromStdString(said.out).trimmed().toStdString();
}

bool SlurmCluster::reaches(const std::string& job, const std::string& state, int seconds) const {
    const double deadline = monotonic_seconds() + seconds;
    while (monotonic_seconds() < deadline) {
        if (state_of(job) == state) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
    return false;
}

} // namespace tunedesk::test
