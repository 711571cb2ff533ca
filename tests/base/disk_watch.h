// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Inside of disk_calls.h: what the definitions of libc's calls (interposed_calls.cpp) ask and report.

#include "base/disk_calls.h"

#include <dlfcn.h>
#include <mutex>

namespace tunedesk::test {

/// libc's own function, behind the definition here.
template <class Call>
Call real(const char* name) {
    return reinterpret_cast<Call>(::dlsym(RTLD_NEXT, name));
}
#define REAL(call) tunedesk::test::real<decltype(&::call)>(#call)

/// Whether calls are of account now: something is armed or recorded, and this is not the kit's own work.
bool watched();

/// Marks the kit's own work on this thread, one thread at a time.
class Inside {
public:
    Inside();
    ~Inside();

private:
    std::scoped_lock<std::recursive_mutex> lock_;
};

std::string path_of(int fd);
std::string path_at(int folder, const char* path);
std::uint64_t inode_of(int fd);
std::uint64_t inode_of(const std::string& path);

/// Whether this call is the one that fails; errno is set then.
bool fails(DiskCall kind, const std::string& path);
/// A short write to `fd`: the next one there fails.
void tear(int fd);
bool torn(int fd);

bool records(const std::string& path);
void changed(DiskChange change);

} // namespace tunedesk::test
