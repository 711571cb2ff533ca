// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk::parallel {

class FrameRelay;

/// One process among those of a run, as its launcher describes it in the environment.
struct World {
    int rank = 0, size = 1;
    int local_rank = 0, local_size = 1;
    std::string master_address = "127.0.0.1";
    int master_port = 0;
    bool launcher_holds_port = false;   ///< torchrun listens on the port
    std::string shared_folder;          ///< RUN: all nodes see it
    bool collects = false;              ///< files of ranks that do not see RUN are sent through the store
    std::vector<int> remote_ranks = {}; ///< ranks that do not see rank 0's RUN; set in Group::world()
    std::string flight_record;          ///< the file of this rank's FlightRecord; "": none
    /// On rank 0: receives event frames of ranks on other nodes; null: none.
    std::shared_ptr<FrameRelay> relay = {};
    /// Called by the group when rank 0's store is open, as the last chance to connect to it before it is
    /// closed to others. May be empty.
    std::function<void()> on_met = {};

    bool leads() const { return rank == 0; }
    bool one_node() const;
};

/// The value of an environment variable, or null.
using Variables = std::function<const char*(const char* name)>;

/// The rank and size that a launcher gives this process; a world of one without a launcher. Checked in this
/// order:
///   torchrun and tunedesk run: RANK, WORLD_SIZE, LOCAL_RANK, LOCAL_WORLD_SIZE;
///   Open MPI: OMPI_COMM_WORLD_RANK, _SIZE, _LOCAL_RANK, _LOCAL_SIZE; Hydra and Intel MPI: PMI_RANK,
///   PMI_SIZE, MPI_LOCALRANKID, MPI_LOCALNRANKS. Before SLURM's: mpirun starts its daemons by srun, and their
///   variables are inherited; a step of SLURM with several tasks (slurm_step()); PMI_RANK and PMI_SIZE alone.
/// Where unset, MASTER_ADDR is the node list's first host, or loopback on one node, and MASTER_PORT follows
/// from SLURM's job and step. Without LOCAL_WORLD_SIZE the ranks are on one node only where MASTER_ADDR is a
/// loopback address as written (a host's own name does not say where the others are); else each counts as
/// alone on its node. Throws Error 2601, 2607 or 2608 for a malformed value, 2605, 2606 or 2609 if they
/// contradict each other or one is missing.
World world_of(const Variables& variables);

/// world_of() this process's environment, with the supervisor's TUNEDESK_FLIGHT_RECORD.
World world_from_environment();

/// This process's place among the tasks of a SLURM step (srun); std::nullopt if it is no task of one, or the
/// only one. Throws as world_of().
std::optional<World> slurm_step(const Variables& variables);

} // namespace tunedesk::parallel
