// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file_lock.h"

#include <QObject>
#include <QTimer>
#include <memory>
#include <string>
#include <vector>

namespace tunedesk::ui {

/// A preset's text that was typed and not saved.
struct Draft {
    fs::path file;
    std::string text;
};

/// Keeps texts that were not saved in state_home()/drafts, so that they survive a signal, a crash or a power
/// cut; those of a running window belong to it alone (it holds a lock). Window's thread, which it blocks
/// only in save_now().
class DraftStore : public QObject {
    Q_OBJECT

public:
    explicit DraftStore(QObject* parent = nullptr);
    ~DraftStore() override;

    /// Takes over what windows that have gone left behind; found() follows where there is something.
    void look_for_others();
    /// These are all there is to keep; written in the background, once typing rests.
    void save_later(std::vector<Draft> drafts);
    /// The same before it returns.
    void save_at_once(const std::vector<Draft>& drafts);
    /// The same for a window that closes: nothing is written after it.
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
