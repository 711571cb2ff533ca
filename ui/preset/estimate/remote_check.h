// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/preset/estimate/shown_check.h"
#include "ui/widgets/background.h"

#include <QObject>
#include <QTimer>

namespace tunedesk::ui {

/// Checks a preset that is being edited on another machine, where its paths refer to. Asks again shortly
/// after each edit, one request at a time. Window's thread, which it never blocks.
class RemoteCheck : public QObject {
    Q_OBJECT

public:
    enum class State { none, asking, answered, failed };

    explicit RemoteCheck(QObject* parent = nullptr);
    ~RemoteCheck() override;

    /// Sets the server to ask, by name; empty: none.
    void set_server(const std::string& server);
    const std::string& server() const { return server_; }
    /// Sets the current text of `file`. A text with errors is not sent.
    void set_text(const std::string& text, const fs::path& file);
    /// Asks again, because remote files may have changed or the connection was restored.
    void ask();

    State state() const { return state_; }
    /// The server's last answer, kept during the next request; null: none yet.
    const ShownCheck* answer() const { return answer_ ? &*answer_ : nullptr; }
    /// The error, with State::failed.
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
