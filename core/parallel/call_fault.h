// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/fault.h"
#include "parallel/ranks/collective.h"

#include <string>

namespace tunedesk::parallel {

/// The fault to inject at this rank's next collective for `purpose` (site `call PURPOSE`): `skip`, `grow`,
/// `swap`, or "".
inline std::string call_fault(Purpose purpose) {
    return std::string(TUNEDESK_FAULT_AT((std::string("call ") + name_of(purpose)).c_str()));
}

} // namespace tunedesk::parallel
