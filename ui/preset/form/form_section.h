// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/preset/form/key_row.h"

#include <QWidget>
#include <vector>

class QElapsedTimer;
class QToolButton;
class QVBoxLayout;

namespace tunedesk::ui {

/// The keys of one section below a title that folds them. Rows are created when first shown, in several turns
/// of the event loop, so that the window stays responsive.
class FormSection : public QWidget {
    Q_OBJECT

public:
    enum class Show { essentials, all, matches };

    FormSection(const preset::Section& section, QWidget* parent = nullptr);

    const std::string& name() const { return name_; }
    /// Sets which keys are shown; folding and unused keys hide further rows. Creates rows until `turn` has
    /// lasted for a moment; false if another call must create the rest.
    bool show_rows(Show what, const QStringList& words, const ParsedPreset& parsed, bool read_only,
                   const QElapsedTimer& turn);
    /// Shows a parsed preset in the rows that are made.
    void show_parsed(const ParsedPreset& parsed, bool read_only);
    /// The row of a key, created and unfolded if necessary; null for a key of another section.
    KeyRow* row(const std::string& dotted);
    /// The rows that are made, in their order.
    std::vector<KeyRow*> rows() const;
    /// Sets the tab order of the created rows after `before` and returns its last widget. The title's place
    /// does not change.
    QWidget* order_tabs(QWidget* before);
    void set_folded(bool folded);
    /// Shows beside one field why an edit of it failed, until the next show_parsed().
    void refuse(const preset::Key& key, const QString& why);

Q_SIGNALS:
    void edited(const tunedesk::preset::Key* key, const QString& value);
    void reset(const tunedesk::preset::Key* key);
    void focused(const tunedesk::preset::Key* key);
    /// Rows that a key names have been downloaded.
    void downloaded();
    /// New rows exist; call order_tabs().
    void rows_made();
    /// Rows are missing; call show_rows() in a later turn of the event loop.
    void unfinished();

private:
    /// A key, with its row once that is made.
    struct Item {
        const preset::Key* key;
        KeyRow* row = nullptr;
    };
    void make_rows();
    bool make_wanted_rows(const QElapsedTimer& turn);
    bool arrange(const QElapsedTimer& turn);
    void arrange();
    bool is_wanted(const Item& item) const;

    std::string name_;
    QString title_;
    QToolButton* header_;
    QToolButton* unused_;
    QWidget* body_;
    QVBoxLayout* column_;
    std::vector<Item> items_;
    Show what_ = Show::essentials;
    QStringList words_;
    const ParsedPreset* parsed_ = nullptr; ///< the form's
    bool read_only_ = false, is_folded_ = false, shows_unused_ = false;
};

} // namespace tunedesk::ui
