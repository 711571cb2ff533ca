#pragma once

#include <string>

namespace tunedesk::parallel {

/// One process among those of a run, as torchrun, srun wrappers and the supervisor describe it in the
/// environment.
struct World {
    int rank = 0, size = 1;
    int local_rank = 0, local_size = 1;
    std::string master_address = "127.0.0.1";
    int master_port = 0;
    bool launcher_holds_port = false; ///< torchrun listens on it itself
    std::string shared_folder;        ///< RUN: all nodes see it
    std::string flight_record;        ///< the file of this rank's FlightRecord; "": none

    bool leads() const { return rank == 0; }
    bool one_node() const;
};

/// Reads RANK, WORLD_SIZE, LOCAL_RANK, LOCAL_WORLD_SIZE, MASTER_ADDR, MASTER_PORT and torchrun's
/// TORCHELASTIC_USE_AGENT_STORE, and the supervisor's TUNEDESK_FLIGHT_RECORD; without RANK a world of one.
/// Throws Error 2601 where one is no number, 2605 or 2606 where they contradict each other or one is missing.
World world_from_environment();

} // namespace tunedesk::parallel
