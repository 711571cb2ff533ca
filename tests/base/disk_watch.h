// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Internal part of disk_calls.h, used by the definitions of libc's calls (interposed_calls.cpp).

#include "base/disk_calls.h"

#include <dlfcn.h>
#include <mutex>

namespace tunedesk::test {

/// libc's own function, which the definition here replaces.
template <class Call>
Call real(const char* name) {
    return reinterpret_cast<Call>(::dlsym(RTLD_NEXT, name));
}
#define REAL(call) tunedesk::test::real<decltype(&::call)>(#call)

/// Whether calls are relevant now: failing or recording is active, and the call is not from this library
/// itself.
bool watched();

/// Marks calls of this library on the current thread; one thread at a time.
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

/// Whether this call should fail; then errno is set.
bool fails(DiskCall kind, const std::string& path);
/// Marks a short write to `fd`, after which the next write fails.
void tear(int fd);
bool torn(int fd);

bool records(const std::string& path);
void changed(DiskChange change);

} // namespace tunedesk::test
