// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/preset/estimate/shown_check.h"
#include "ui/widgets/background.h"

#include <QObject>
#include <QTimer>

namespace tunedesk::ui {

/// `check` on another machine of a preset that is being edited here: paths are that machine's. It asks again
/// a moment after each edit, and one question at a time. Lives on the window's thread and blocks it never.
class RemoteCheck : public QObject {
    Q_OBJECT

public:
    enum class State { none, asking, answered, failed };

    explicit RemoteCheck(QObject* parent = nullptr);
    ~RemoteCheck() override;

    /// The server to ask, by its name; empty: none.
    void set_server(const std::string& server);
    const std::string& server() const { return server_; }
    /// The text of `file` as it stands; a text with mistakes of its own is not sent.
    void set_text(const std::string& text, const fs::path& file);
    /// Asks again: files there may have changed, or the connection has come back.
    void ask();

    State state() const { return state_; }
    /// The server's last answer, also while it is asked again; null: none yet.
    const ShownCheck* answer() const { return answer_ ? &*answer_ : nullptr; }
    /// Why it could not be asked, with State::failed.
    const std::optional<Error>& error() const { return error_; }

Q_SIGNALS:
    void changed();

private:
    void ask_soon(int milliseconds);
    void settle(State state);

    std::string server_, text_;
    fs::path file_;
    State state_ = State::none;
    std::optional<ShownCheck> answer_;
    std::optional<Error> error_;
    CancelToken asking_;
    QTimer delay_;
};

} // namespace tunedesk::ui
