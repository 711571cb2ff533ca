// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace tunedesk::simulated {

/// Settings of the simulation, from environment variables TUNEDESK_SIMULATED_NAME.
struct Settings {
    int devices = 2;                               ///< DEVICES, at most 8
    std::size_t capacity = std::size_t{256} << 20; ///< MEBIBYTES per device; here in bytes
    int delay_us = 0;                              ///< DELAY_US: upper bound of a random delay of each job
    std::uint64_t seed = 1;                        ///< SEED of the delays
    std::string delayed;                           ///< DELAYED: "copies" or "work", only that side; "": both
    bool has_flash_attention = true; ///< FLASH_ATTENTION: 0 simulates a GPU below compute capability 8.0
    // The checker's own test omits one wait, the n-th relevant one (0: none).
    std::uint64_t without_stream_wait = 0;     ///< WITHOUT_STREAM_WAIT
    std::uint64_t without_host_wait = 0;       ///< WITHOUT_HOST_WAIT: for an event
    std::uint64_t without_synchronization = 0; ///< WITHOUT_SYNCHRONIZATION: of the host with a stream
    std::string misbehaviour;                  ///< MISBEHAVIOUR, see misbehaviour.h; "": none
    std::string report;                        ///< REPORT: file for the figures as JSON at the end
};

/// The settings of this process; read once.
const Settings& settings();

} // namespace tunedesk::simulated
