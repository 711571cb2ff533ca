// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/shell/command_palette.h"

#include <QAction>
#include <QKeyEvent>
#include <QKeySequence>
#include <QLineEdit>
#include <QListWidget>
#include <QRegularExpression>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

namespace tunedesk::ui {

namespace {

/// Without the mark of its letter, which Chinese menus add in brackets.
QString plain(QString text) {
    static const QRegularExpression added(QStringLiteral("\\(&.\\)"));
    text.remove(added);
    text.remove(u'&');
    return text;
}

/// How many letters of `text` lie between those of `word`, in their order; -1: one is missing.
int gaps_of(const QString& text, const QString& word) {
    qsizetype at = -1, first = -1;
    for (const QChar letter : word) {
        at = text.indexOf(letter, at + 1);
        if (at < 0) return -1;
        if (first < 0) first = at;
    }
    return static_cast<int>(at - first + 1 - word.size());
}

/// Lower is better: all words at beginnings of words, then anywhere, then their letters in order with few
/// between; -1: a word is missing.
int rank_of(const QString& title, const QStringList& words) {
    int rank = 0;
    const QString lower = title.toLower();
    for (const QString& word : words) {
        const auto at = lower.indexOf(word);
        if (at < 0) {
            const int gaps = word.size() < 2 ? -1 : gaps_of(lower, word);
            if (gaps < 0 || gaps > 3 * word.size()) return -1;
            rank += 10 + gaps;
            continue;
        }
        const bool begins = lower.startsWith(word) || lower.contains(u' ' + word);
        rank += begins ? 0 : 1;
    }
    return rank;
}

} // namespace

CommandPalette::Command CommandPalette::command_of(QAction* action, const QString& menu) {
    Command command;
    command.title =
        menu.isEmpty() ? plain(action->text()) : tr("%1: %2").arg(plain(menu), plain(action->text()));
    command.enabled = action->isEnabled();
    command.detail =
        action->isEnabled() ? action->shortcut().toString(QKeySequence::NativeText) : action->toolTip();
    command.act = [action] { action->trigger(); };
    return command;
}

CommandPalette::CommandPalette(std::vector<Command> commands, QWidget* parent)
    : QDialog(parent), commands_(std::move(commands)), words_(new QLineEdit), list_(new QListWidget) {
    setWindowTitle(tr("Commands"));
    setAttribute(Qt::WA_DeleteOnClose);
    words_->setPlaceholderText(tr("Type a few letters of a command, run or preset"));
    words_->setAccessibleName(tr("Find a command"));
    list_->setAccessibleName(tr("Commands that match"));
    list_->setAlternatingRowColors(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->setSpacing(8);
    column->addWidget(words_);
    column->addWidget(list_);
    words_->installEventFilter(this);
    connect(words_, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(list_, &QListWidget::itemActivated, this, &CommandPalette::act);
    resize(560, 380);
    filter({});
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        const auto* press = static_cast<QKeyEvent*>(event);
        const int step = press->key() == Qt::Key_Down ? 1 : press->key() == Qt::Key_Up ? -1 : 0;
        if (step != 0 && list_->count() > 0) {
            list_->setCurrentRow(std::clamp(list_->currentRow() + step, 0, list_->count() - 1));
            return true;
        }
        if (press->key() == Qt::Key_Return || press->key() == Qt::Key_Enter) {
            act();
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

void CommandPalette::filter(const QString& text) {
    const QStringList words = text.toLower().split(u' ', Qt::SkipEmptyParts);
    std::vector<std::pair<int, std::size_t>> matches;
    for (std::size_t i = 0; i < commands_.size(); ++i)
        if (const int rank = rank_of(commands_[i].title, words); rank >= 0) matches.emplace_back(rank, i);
    std::stable_sort(matches.begin(), matches.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    if (matches.size() > 200) matches.resize(200);
    list_->clear();
    for (const auto& [rank, i] : matches) {
        const Command& command = commands_[i];
        const QString detail = command.detail.isEmpty() ? QString() : QStringLiteral("   ") + command.detail;
        auto* item = new QListWidgetItem(command.title + detail, list_);
        item->setData(Qt::UserRole, static_cast<int>(i));
        if (!command.enabled) item->setFlags(item->flags() & ~Qt::ItemIsEnabled);
    }
    if (matches.empty()) {
        auto* none = new QListWidgetItem(tr("No command matches"), list_);
        none->setFlags(Qt::NoItemFlags);
        return;
    }
    list_->setCurrentRow(0);
}

void CommandPalette::act() {
    const QListWidgetItem* item = list_->currentItem();
    if (!item || !item->data(Qt::UserRole).isValid()) return;
    const Command& command = commands_[static_cast<std::size_t>(item->data(Qt::UserRole).toInt())];
    if (!command.enabled) return;
    // After the palette is gone: the command may open a dialog of its own.
    QTimer::singleShot(0, parentWidget(), command.act);
    accept();
}

} // namespace tunedesk::ui
