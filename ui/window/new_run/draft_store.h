// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file_lock.h"

#include <QObject>
#include <QTimer>
#include <memory>
#include <string>
#include <vector>

namespace tunedesk::ui {

/// An unsaved text of a preset.
struct Draft {
    fs::path file;
    std::string text;
};

/// Stores unsaved texts in state_home()/drafts, so that they survive a signal, a crash or a power loss; those
/// of a running window belong only to it (it holds a lock). Window's thread, which only save_at_once() and
/// save_now() block.
class DraftStore : public QObject {
    Q_OBJECT

public:
    explicit DraftStore(QObject* parent = nullptr);
    ~DraftStore() override;

    /// Takes over the drafts of windows that no longer exist; emits found() if there are any.
    void look_for_others();
    /// Sets all drafts to store; they are written in the background after typing pauses.
    void save_later(std::vector<Draft> drafts);
    /// Writes them before it returns.
    void save_at_once(const std::vector<Draft>& drafts);
    /// Writes them before it returns, for a window that closes: nothing is written afterwards.
    void save_now(const std::vector<Draft>& drafts);

Q_SIGNALS:
    void found(const std::vector<tunedesk::ui::Draft>& drafts);

private:
    void write(const std::vector<Draft>& drafts, bool last);

    struct Place;
    std::shared_ptr<Place> place_;
    std::vector<Draft> latest_;
    bool is_closed_ = false;
    QTimer save_timer_;
};

} // namespace tunedesk::ui
