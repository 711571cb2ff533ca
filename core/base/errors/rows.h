// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/errors/catalogue.h"

#include <span>

/// The parts of the catalogue, one per exit code. Used only by catalogue.cpp.
namespace tunedesk {

std::span<const ErrorForm> usage_errors();      ///< 2xxx
std::span<const ErrorForm> data_errors();       ///< 3xxx
std::span<const ErrorForm> model_errors();      ///< 4xxx
std::span<const ErrorForm> resource_errors();   ///< 5xxx
std::span<const ErrorForm> busy_errors();       ///< 6xxx
std::span<const ErrorForm> rank_errors();       ///< 7xxx
std::span<const ErrorForm> divergence_errors(); ///< 8xxx
std::span<const ErrorForm> stop_errors();       ///< 9xxx

} // namespace tunedesk
