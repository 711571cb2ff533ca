#include "ui/window/new_run/draft_keeper.h"

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

/// Those whose files say something else by now or have gone.
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
struct DraftKeeper::Place {
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

DraftKeeper::DraftKeeper(QObject* parent) : QObject(parent), place_(std::make_shared<Place>()) {
    soon_.setSingleShot(true);
    soon_.setInterval(rest_ms);
    connect(&soon_, &QTimer::timeout, this, [this] {
        // A disk that is full is told when the preset itself is saved.
        in_background(
            this,
            [place = place_, drafts = latest_](const Wanted&) {
                place->write(drafts, false);
                return true;
            },
            [](bool) {});
    });
}

DraftKeeper::~DraftKeeper() = default;

void DraftKeeper::look_for_others() {
    in_background(
        this,
        [place = place_](const Wanted&) {
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

void DraftKeeper::keep(std::vector<Draft> drafts) {
    latest_ = std::move(drafts);
    if (!is_closed_) soon_.start();
}

void DraftKeeper::keep_now(const std::vector<Draft>& drafts) {
    is_closed_ = true;
    soon_.stop();
    try {
        place_->write(drafts, true);
    } catch (const Error&) {
        // Nobody is left to tell.
    }
}

} // namespace tunedesk::ui
