// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/new_run/draft_store.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/json.h"
#include "ui/widgets/background.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <unistd.h>

namespace tunedesk::ui {

namespace {

constexpr int rest_ms = 700;
constexpr std::uint64_t largest_file = 16u << 20;

fs::path drafts_folder() {
    return state_home() / "drafts";
}

fs::path unique_file() {
    static int count = 0;
    return drafts_folder() / (utc_text(utc_seconds(), true) + "-" + std::to_string(::getpid()) + "-" +
                              std::to_string(++count) + ".json");
}

/// A damaged file holds nothing.
std::vector<Draft> read_drafts(const fs::path& file) try {
    std::vector<Draft> drafts;
    const Json json = parse_json(read_file(file, ErrorId::draft_unreadable, largest_file), file.string(),
                                 ErrorId::draft_unreadable);
    for (const Json& draft : json.at("drafts"))
        drafts.push_back({draft.at("file").get<std::string>(), draft.at("text").get<std::string>()});
    return drafts;
} catch (const std::exception&) {
    return {};
}

/// Removes drafts whose files have changed since or no longer exist.
void leave_out_saved(std::vector<Draft>& drafts) {
    std::erase_if(drafts, [](const Draft& draft) {
        try {
            return read_file(draft.file, ErrorId::draft_unreadable, largest_file) == draft.text;
        } catch (const Error&) {
            return false;
        }
    });
}

} // namespace

/// The file of this window, shared with the thread that writes it.
struct DraftStore::Place {
    const fs::path file = unique_file();
    std::mutex mutex;
    std::optional<FileLock> lock;
    bool is_closed = false; ///< what the window said last stands

    fs::path lock_file() const { return fs::path(file).replace_extension(".lock"); }

    void write(const std::vector<Draft>& drafts, bool last) {
        const std::lock_guard guard(mutex);
        if (is_closed) return;
        is_closed = last;
        if (drafts.empty()) {
            std::error_code ignored;
            fs::remove(file, ignored);
            if (last && lock) fs::remove(lock_file(), ignored);
            return;
        }
        make_private_folder(state_home());
        if (!lock) lock = FileLock::try_take(lock_file());
        Json list = Json::array();
        for (const Draft& draft : drafts)
            list.push_back({{"file", draft.file.string()}, {"text", draft.text}});
        write_file_atomically(file,
                              Json{{"drafts", list}}.dump(1, ' ', false, Json::error_handler_t::replace));
    }
};

DraftStore::DraftStore(QObject* parent) : QObject(parent), place_(std::make_shared<Place>()) {
    save_timer_.setSingleShot(true);
    save_timer_.setInterval(rest_ms);
    connect(&save_timer_, &QTimer::timeout, this, [this] {
        // A full disk is reported when the preset itself is saved.
        in_background(
            this,
            [place = place_, drafts = latest_](const CancelToken&) {
                place->write(drafts, false);
                return true;
            },
            [](bool) {});
    });
}

DraftStore::~DraftStore() = default;

void DraftStore::look_for_others() {
    in_background(
        this,
        [place = place_](const CancelToken&) {
            std::vector<Draft> all;
            std::vector<std::pair<fs::path, FileLock>> taken;
            std::error_code none;
            for (const auto& entry : fs::directory_iterator(drafts_folder(), none)) {
                if (entry.path().extension() != ".json") continue;
                const fs::path lock_file = fs::path(entry.path()).replace_extension(".lock");
                auto lock = FileLock::try_take(lock_file);
                if (!lock) continue; // its window lives
                for (Draft& draft : read_drafts(entry.path()))
                    all.push_back(std::move(draft));
                taken.emplace_back(entry.path(), std::move(*lock));
            }
            leave_out_saved(all);
            if (!all.empty()) place->write(all, false); // before they go from there
            for (const auto& [file, lock] : taken) {
                fs::remove(file, none);
                fs::remove(fs::path(file).replace_extension(".lock"), none);
            }
            return all;
        },
        [this](const std::vector<Draft>& drafts) {
            if (!drafts.empty()) Q_EMIT found(drafts);
        });
}

void DraftStore::save_later(std::vector<Draft> drafts) {
    latest_ = std::move(drafts);
    if (!is_closed_) save_timer_.start();
}

void DraftStore::save_at_once(const std::vector<Draft>& drafts) {
    latest_ = drafts;
    write(drafts, false);
}

void DraftStore::save_now(const std::vector<Draft>& drafts) {
    is_closed_ = true;
    write(drafts, true);
}

void DraftStore::write(const std::vector<Draft>& drafts, bool last) {
    save_timer_.stop();
    try {
        place_->write(drafts, last);
    } catch (const Error&) {
        // A full disk is reported when the preset itself is saved; a window that closes can show nothing.
    }
}

} // namespace tunedesk::ui
