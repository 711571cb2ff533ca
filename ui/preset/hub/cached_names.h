// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/schema/schema.h"

#include <QObject>

class QLineEdit;
class QStringListModel;

namespace tunedesk::ui {

/// Completes a key's field with the names of what the cache has: of models, or of rows that can stand there.
/// Window's thread.
class CachedNames : public QObject {
    Q_OBJECT

public:
    /// Whether the key's value can be a name on the hub.
    static bool are_for(const preset::Key& key);

    CachedNames(const preset::Key& key, QLineEdit* line);

    /// Reads the cache again, in the background.
    void read();
    QStringList names() const;

Q_SIGNALS:
    /// The field's text, once one of them was chosen.
    void chosen(const QString& value);

private:
    const preset::Key& key_;
    QStringListModel* known_;
};

} // namespace tunedesk::ui
