// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/devices/device_verdict.h"

#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::run {

/// Private values of this machine that a report must not contain.
struct PrivateValues {
    std::vector<std::string> folders; ///< home, temporary and program folders, longest first
    std::vector<std::string> uuids;   ///< of GPUs
    std::string host, user;           ///< node name, which may be fully qualified, and login name
};

/// The values of this process, without UUIDs.
PrivateValues private_values();

/// One line of at most about 500 bytes, in which
/// - the UUIDs given, and whatever else has a UUID's form, are "UUID";
/// - the host's name, short or with a domain behind it, is "HOST", that domain elsewhere is "DOMAIN", and the
///   login name is "USER": as whole words of any length, in upper or lower case (not "localhost", not
///   "root");
/// - every path is "…" up to the quote that closes it, else to its line's end, because folders may hold
///   spaces, commas and brackets. Only the name of a library, a source or a file of settings behind the last
///   '/' is kept ("…/x.so: undefined symbol"), where no space is before it. A word with two '/' counts as a
///   path, so "tokens/s" and "3/4" stay;
/// - a URL keeps its scheme alone ("https://…"): host, login and path in it may be private.
/// What is none of these stays: relative paths of two names, IP addresses, names of other hosts and users
/// outside of paths.
std::string without_private_data(std::string text, const PrivateValues& values);

/// A self-check as one file for an issue: the verdicts, the program's version and commit, the kernel and the
/// driver, without the GPUs' UUIDs; reasons and summaries without private data as above.
Json check_report(const std::vector<DeviceVerdict>& verdicts);

} // namespace tunedesk::run
