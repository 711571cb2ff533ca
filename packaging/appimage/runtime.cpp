// SPDX-License-Identifier: GPL-3.0-or-later
// The first part of an AppImage: a program without libraries of its own that mounts or unpacks the SquashFS
// image appended to it, and starts AppRun in there with its own arguments. The options are those of AppImages
// of type 2.
#include "image.h"
#include "mount.h"
#include "private_folder.h"
#include "unpack.h"

#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <stdexcept>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace tunedesk::appimage {

namespace {

constexpr const char* own_file = "/proc/self/exe";
constexpr int not_started = 127; // as shells exit where a program cannot be started

constexpr const char* help =
    R"(This AppImage has a program with all that it needs. It runs from a mount through FUSE; where
the system has none, it is unpacked once below ~/.cache/tunedesk/appimage and kept there.

  --appimage-extract           unpack it to ./squashfs-root
  --appimage-extract-and-run   run it unpacked, not mounted; so does APPIMAGE_EXTRACT_AND_RUN=1
  --appimage-mount             mount it, print where, and unmount it at Ctrl-C
  --appimage-offset            print where the image begins in this file, in bytes
  --appimage-version           print which image this is
  --appimage-help              print this

Other options are the program's.
)";

enum class Access { mount_or_unpack, mount, unpack };

/// The image as a folder, and the lock that keeps it there until a program in it is started.
struct Opened {
    std::string folder;
    PrivateFolder place;
};

bool has_program(const std::string& folder) {
    return ::access((folder + "/AppRun").c_str(), X_OK) == 0;
}

std::optional<Opened> open_mounted(const Image& image, PrivateFolder& place) {
    const std::string folder = place.path() + '/' + stamped_digest().substr(0, 16);
    if (!is_mounted(folder)) {
        if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) return std::nullopt;
        if (!mount_image(image, folder, place.lock_file())) {
            ::rmdir(folder.c_str());
            return std::nullopt;
        }
    }
    if (!has_program(folder)) throw std::runtime_error("the image has no program AppRun");
    return Opened{folder, std::move(place)};
}

Opened open_unpacked(const Image& image, PrivateFolder& place) {
    const std::string folder = place.path() + '/' + stamped_digest().substr(0, 16) + "-unpacked";
    if (!has_program(folder)) {
        std::fprintf(stderr, "TuneDesk: unpacking %llu MB once to %s\n",
                     static_cast<unsigned long long>(unpacked_size(image) / 1000000), folder.c_str());
        remove_unfinished(folder);
        unpack(image, folder);
    }
    return Opened{folder, std::move(place)};
}

/// Throws std::runtime_error with the reason of each place where none can be used.
Opened open_image(const Image& image, Access access) {
    std::string reasons;
    std::vector<PrivateFolder> places;
    for (const std::string& path : private_places()) {
        try {
            places.emplace_back(path);
        } catch (const std::runtime_error& e) {
            reasons += std::string("\n  ") + e.what();
        }
    }
    if (access != Access::unpack)
        for (PrivateFolder& place : places)
            if (std::optional<Opened> opened = open_mounted(image, place)) return std::move(*opened);
    if (access == Access::mount)
        throw std::runtime_error("the image cannot be mounted: is fusermount3 installed?" + reasons);
    for (PrivateFolder& place : places) {
        try {
            return open_unpacked(image, place);
        } catch (const DamagedImage&) {
            throw;
        } catch (const std::runtime_error& e) {
            reasons += std::string("\n  ") + e.what();
        }
    }
    throw std::runtime_error("neither a mount nor a folder for the program:" + reasons +
                             "\nInstall fuse3, or name a folder with room in XDG_CACHE_HOME.");
}

std::string path_of_this_file() {
    char path[PATH_MAX];
    const ssize_t size = ::readlink(own_file, path, sizeof path);
    return size > 0 ? std::string(path, static_cast<std::size_t>(size)) : own_file;
}

/// Replaces this process. A program in the image, once started, keeps it mounted: the lock may end then.
int start_program(const Opened& opened, char** arguments) {
    const std::string program = opened.folder + "/AppRun";
    char here[PATH_MAX];
    ::setenv("APPIMAGE", path_of_this_file().c_str(), 1);
    ::setenv("APPDIR", opened.folder.c_str(), 1);
    ::setenv("ARGV0", arguments[0], 1);
    if (::getcwd(here, sizeof here)) ::setenv("OWD", here, 1);
    ::execv(program.c_str(), arguments);
    throw std::runtime_error(program + " cannot be started: " + std::strerror(errno));
}

/// Mounted until a signal.
int hold_mount(const Image& image) {
    sigset_t ends;
    sigemptyset(&ends);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        sigaddset(&ends, signal);
    int held = -1;
    {
        const Opened opened = open_image(image, Access::mount);
        held = ::open(opened.folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (held < 0) throw std::runtime_error(opened.folder + ": " + std::strerror(errno));
        sigprocmask(SIG_BLOCK, &ends, nullptr);
        std::puts(opened.folder.c_str());
        std::fflush(stdout);
    }
    int signal = 0;
    sigwait(&ends, &signal);
    ::close(held);
    return 0;
}

int run(int count, char** arguments) {
    const std::string option = count > 1 ? arguments[1] : "";
    if (option == "--appimage-help") return std::fputs(help, stdout) < 0;
    const Image image(own_file);
    if (option == "--appimage-offset")
        return std::printf("%llu\n", static_cast<unsigned long long>(image.offset())) < 0;
    if (option == "--appimage-version") return std::printf("image %s\n", stamped_digest().c_str()) < 0;
    if (option == "--appimage-mount") return hold_mount(image);
    if (option == "--appimage-extract") {
        unpack(image, "squashfs-root");
        return std::puts("squashfs-root") < 0;
    }
    const char* variable = std::getenv("APPIMAGE_EXTRACT_AND_RUN");
    Access access = variable && std::strcmp(variable, "1") == 0 ? Access::unpack : Access::mount_or_unpack;
    if (option == "--appimage-extract-and-run") {
        access = Access::unpack;
        arguments[1] = arguments[0];
        ++arguments;
    } else if (option.starts_with("--appimage-")) {
        throw std::runtime_error("there is no option " + option + "; see --appimage-help");
    }
    return start_program(open_image(image, access), arguments);
}

} // namespace

} // namespace tunedesk::appimage

int main(int count, char** arguments) {
    try {
        return tunedesk::appimage::run(count, arguments);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "TuneDesk AppImage: %s\n", e.what());
        return tunedesk::appimage::not_started;
    }
}
