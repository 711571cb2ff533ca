#pragma once

#include "ui/preset/key_row.h"

#include <QWidget>
#include <vector>

class QToolButton;
class QVBoxLayout;

namespace tunedesk::ui {

/// The keys of one section below a title that folds them. Rows are made when they are first to be seen.
class FormSection : public QWidget {
    Q_OBJECT

public:
    enum class Show { essentials, all, matches };

    FormSection(const preset::Section& section, QWidget* parent = nullptr);

    const std::string& name() const { return name_; }
    /// The rows to be seen follow from this, from what is folded, and from what the reading leaves unused.
    void show_rows(Show what, const QStringList& words, const Reading& reading, bool read_only);
    /// Shows what a reading says in the rows that are there.
    void show_reading(const Reading& reading, bool read_only);
    /// The row of a key, made and unfolded where it was not; null for a key of another section.
    KeyRow* row(const std::string& dotted);
    const std::vector<KeyRow*>& rows() const { return rows_; }
    void set_folded(bool folded);
    /// Says beside one field why an edit of it could not be made, until the next reading.
    void refuse(const preset::Key& key, const QString& why);

Q_SIGNALS:
    void edited(const tunedesk::preset::Key* key, const QString& value);
    void reset(const tunedesk::preset::Key* key);
    void focused(const tunedesk::preset::Key* key);

private:
    void make_rows();
    void arrange();
    bool is_wanted(const KeyRow& row) const;

    std::string name_;
    QString title_;
    QToolButton* header_;
    QToolButton* unused_;
    QWidget* body_;
    QVBoxLayout* column_;
    std::vector<KeyRow*> rows_;
    Show what_ = Show::essentials;
    QStringList words_;
    const Reading* reading_ = nullptr; ///< the form's
    bool read_only_ = false, is_folded_ = false, shows_unused_ = false;
};

/// The keys that are shown before "All keys", eight at most.
bool is_essential(const preset::Key& key);

} // namespace tunedesk::ui
