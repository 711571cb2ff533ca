// SPDX-License-Identifier: GPL-3.0-or-later
// The place of a process by the variables of each launcher.

#include "parallel/world.h"

#include "base/error.h"

#include <QTest>
#include <map>

using namespace tunedesk;
using namespace tunedesk::parallel;

using Environment = std::map<std::string, std::string>;

namespace {

Variables in(const Environment& environment) {
    return [environment](const char* name) {
        const auto found = environment.find(name);
        return found == environment.end() ? nullptr : found->second.c_str();
    };
}

World world_in(const Environment& environment) {
    // The text lives as long as the map that `in` holds.
    const Variables variables = in(environment);
    return world_of(variables);
}

/// "RANK/SIZE LOCAL_RANK/LOCAL_SIZE ADDRESS:PORT"
std::string place(const Environment& environment) {
    const World w = world_in(environment);
    return std::to_string(w.rank) + "/" + std::to_string(w.size) + " " + std::to_string(w.local_rank) + "/" +
           std::to_string(w.local_size) + " " + w.master_address + ":" + std::to_string(w.master_port);
}

int refusal(const Environment& environment, const std::string& named) {
    try {
        world_in(environment);
    } catch (const Error& error) {
        const std::string text = error.message() + " " + error.where();
        return text.find(named) != std::string::npos ? error.id() : -1;
    }
    return 0;
}

Environment with(Environment environment, const Environment& more) {
    for (const auto& [name, value] : more)
        environment[name] = value;
    return environment;
}

Environment without(Environment environment, const std::string& name) {
    environment.erase(name);
    return environment;
}

/// What srun gives task 3 of five on three nodes.
const Environment slurm{{"SLURM_JOB_ID", "1234"},
                        {"SLURM_STEP_ID", "0"},
                        {"SLURM_JOB_NODELIST", "m9,n[07-09]"},
                        {"SLURM_STEP_NODELIST", "n[07-09]"},
                        {"SLURM_STEP_NUM_TASKS", "5"},
                        {"SLURM_NTASKS", "5"},
                        {"SLURM_STEP_TASKS_PER_NODE", "2(x2),1"},
                        {"SLURM_NODEID", "1"},
                        {"SLURM_PROCID", "3"},
                        {"SLURM_LOCALID", "1"}};

} // namespace

class WorldTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void without_a_launcher_there_is_one_rank() {
        QCOMPARE(place({}), std::string("0/1 0/1 127.0.0.1:0"));
        QCOMPARE(place({{"RANK", "0"}, {"WORLD_SIZE", "1"}}), std::string("0/1 0/1 127.0.0.1:0"));
    }

    void torchrun() {
        const Environment environment{{"RANK", "5"},         {"WORLD_SIZE", "8"},
                                      {"LOCAL_RANK", "1"},   {"LOCAL_WORLD_SIZE", "4"},
                                      {"MASTER_ADDR", "n1"}, {"MASTER_PORT", "29500"}};
        QCOMPARE(place(environment), std::string("5/8 1/4 n1:29500"));
        QCOMPARE(place(without(environment, "LOCAL_RANK")), std::string("5/8 1/4 n1:29500"));
        QVERIFY(!world_in(environment).one_node());
    }

    // Rank 0's own host name says nothing about where the others are.
    void only_rank_world_size_and_master_addr() {
        const Environment bare{{"RANK", "1"}, {"WORLD_SIZE", "2"}, {"MASTER_PORT", "29500"}};
        QCOMPARE(place(with(bare, {{"MASTER_ADDR", "127.0.0.1"}})), std::string("1/2 1/2 127.0.0.1:29500"));
        QCOMPARE(place(with(bare, {{"MASTER_ADDR", "localhost"}})), std::string("1/2 1/2 localhost:29500"));
        QCOMPARE(place(bare), std::string("1/2 1/2 127.0.0.1:29500"));
        QCOMPARE(place(with(bare, {{"MASTER_ADDR", "10.0.0.1"}})), std::string("1/2 0/1 10.0.0.1:29500"));
        QCOMPARE(place(with(bare, {{"MASTER_ADDR", "n1"}})), std::string("1/2 0/1 n1:29500"));
        QCOMPARE(place(with(bare, {{"MASTER_ADDR", "n1"}, {"LOCAL_RANK", "3"}})),
                 std::string("1/2 3/1 n1:29500"));
    }

    void a_step_of_slurm() {
        QCOMPARE(place(slurm), std::string("3/5 1/2 n07:21234"));
        QCOMPARE(place(with(slurm, {{"SLURM_STEP_ID", "1"}})), std::string("3/5 1/2 n07:21565"));
        QCOMPARE(place(with(slurm, {{"MASTER_ADDR", "10.1.1.1"}, {"MASTER_PORT", "777"}})),
                 std::string("3/5 1/2 10.1.1.1:777"));
        QCOMPARE(place(with(slurm, {{"SLURM_STEP_TASKS_PER_NODE", "5"}, {"SLURM_NODEID", "0"}})),
                 std::string("3/5 1/5 127.0.0.1:21234"));
        QCOMPARE(place(without(slurm, "SLURM_STEP_NODELIST")), std::string("3/5 1/2 m9:21234"));
    }

    void a_batch_script_and_a_lone_task_are_worlds_of_one() {
        for (const char* missing : {"SLURM_STEP_ID", "SLURM_PROCID"})
            QCOMPARE(place(without(slurm, missing)), std::string("0/1 0/1 127.0.0.1:0"));
        QCOMPARE(place(with(slurm, {{"SLURM_STEP_NUM_TASKS", "1"}})), std::string("0/1 0/1 127.0.0.1:0"));
    }

    void launchers_of_mpi() {
        const Environment open_mpi{{"OMPI_COMM_WORLD_RANK", "2"},
                                   {"OMPI_COMM_WORLD_SIZE", "4"},
                                   {"OMPI_COMM_WORLD_LOCAL_RANK", "0"},
                                   {"OMPI_COMM_WORLD_LOCAL_SIZE", "2"}};
        const Environment address{{"MASTER_ADDR", "n1"}, {"MASTER_PORT", "29500"}};
        QCOMPARE(place(with(open_mpi, address)), std::string("2/4 0/2 n1:29500"));
        const Environment hydra{
            {"PMI_RANK", "2"}, {"PMI_SIZE", "4"}, {"MPI_LOCALRANKID", "1"}, {"MPI_LOCALNRANKS", "2"}};
        QCOMPARE(place(with(hydra, address)), std::string("2/4 1/2 n1:29500"));
        const Environment pmi{{"PMI_RANK", "2"}, {"PMI_SIZE", "4"}};
        QCOMPARE(place(with(pmi, address)), std::string("2/4 0/1 n1:29500"));
        // mpirun's daemons are a step of SLURM with one task a node.
        QCOMPARE(place(with(slurm, open_mpi)), std::string("2/4 0/2 n07:21234"));
        QCOMPARE(place(with(slurm, hydra)), std::string("2/4 1/2 n07:21234"));
        QCOMPARE(place(with(slurm, pmi)), std::string("3/5 1/2 n07:21234")); // srun sets PMI's too
    }

    void what_is_malformed_is_named() {
        for (const char* name : {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "SLURM_LOCALID", "SLURM_NODEID",
                                 "SLURM_JOB_ID", "SLURM_STEP_ID", "MASTER_PORT"})
            for (const char* text : {"", "x", "-1", "1x", "99999999999", " 1"})
                QCOMPARE(refusal(with(slurm, {{name, text}}), std::string(name) + "=" + text),
                         static_cast<int>(ErrorId::world_variable_invalid));
        QCOMPARE(refusal(with(slurm, {{"SLURM_STEP_NODELIST", "n[1-"}}), "SLURM_STEP_NODELIST=n[1-"),
                 static_cast<int>(ErrorId::node_list_invalid));
        QCOMPARE(refusal(with(slurm, {{"SLURM_STEP_TASKS_PER_NODE", "2x"}}), "SLURM_STEP_TASKS_PER_NODE=2x"),
                 static_cast<int>(ErrorId::tasks_per_node_invalid));
        for (const Environment& change : {Environment{{"SLURM_STEP_TASKS_PER_NODE", "2(x2)"}},
                                          {{"SLURM_NODEID", "3"}},
                                          {{"SLURM_LOCALID", "2"}}})
            QCOMPARE(refusal(with(slurm, change), "SLURM_STEP_TASKS_PER_NODE="),
                     static_cast<int>(ErrorId::slurm_tasks_mismatch));
        QCOMPARE(refusal(with(slurm, {{"SLURM_PROCID", "5"}}), "SLURM_PROCID"),
                 static_cast<int>(ErrorId::rank_out_of_world));
    }

    void what_is_missing_is_named() {
        const Environment open_mpi{{"OMPI_COMM_WORLD_RANK", "2"},
                                   {"OMPI_COMM_WORLD_SIZE", "4"},
                                   {"OMPI_COMM_WORLD_LOCAL_RANK", "0"},
                                   {"OMPI_COMM_WORLD_LOCAL_SIZE", "2"}};
        QCOMPARE(refusal(with(open_mpi, {{"MASTER_PORT", "1"}}), "MASTER_ADDR"),
                 static_cast<int>(ErrorId::rendezvous_unset));
        QCOMPARE(refusal(with(open_mpi, {{"MASTER_ADDR", "n1"}}), "MASTER_PORT"),
                 static_cast<int>(ErrorId::rendezvous_unset));
        QCOMPARE(refusal({{"RANK", "0"}, {"WORLD_SIZE", "2"}}, "MASTER_PORT"),
                 static_cast<int>(ErrorId::rendezvous_unset));
    }
};

QTEST_GUILESS_MAIN(WorldTest)
#include "world_test.moc"
