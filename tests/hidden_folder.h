// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>
#include <filesystem>
#include <unistd.h>
#include <utility>

namespace tunedesk::test {

/// Removes all permissions of the folder for its lifetime; if the process is root, it becomes another user,
/// so that it cannot read the folder either.
class HiddenFolder {
public:
    explicit HiddenFolder(std::filesystem::path folder) : folder_(std::move(folder)), user_(::geteuid()) {
        std::filesystem::permissions(folder_, std::filesystem::perms::none);
        if (user_ == 0 && ::seteuid(nobody) != 0) qFatal("cannot become another user");
    }
    HiddenFolder(const HiddenFolder&) = delete;
    HiddenFolder& operator=(const HiddenFolder&) = delete;
    ~HiddenFolder() {
        if (user_ == 0 && ::seteuid(user_) != 0) qFatal("cannot become root again");
        std::filesystem::permissions(folder_, std::filesystem::perms::owner_all);
    }

private:
    static constexpr uid_t nobody = 65534;
    std::filesystem::path folder_;
    uid_t user_;
};

} // namespace tunedesk::test
