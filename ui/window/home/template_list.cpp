// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/home/template_list.h"

#include "task/task.h"
#include "ui/style/app_style.h"
#include "ui/style/icons.h"
#include "ui/style/tokens.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/text.h"
#include "ui/window/library/library_model.h"

#include <QCoreApplication>
#include <QGridLayout>
#include <QMenu>
#include <QPushButton>
#include <algorithm>
#include <map>

namespace tunedesk::ui {

namespace {

constexpr int columns = 4;

struct TaskLook {
    const char *title, *icon;
};

const std::map<std::string, TaskLook>& task_looks() {
    static const std::map<std::string, TaskLook> looks = {
        {"text-classification", {QT_TRANSLATE_NOOP("TaskTitle", "Classify texts"), "text"}},
        {"multi-label-classification", {QT_TRANSLATE_NOOP("TaskTitle", "Several labels per text"), "text"}},
        {"regression", {QT_TRANSLATE_NOOP("TaskTitle", "Predict a number"), "compare"}},
        {"token-classification", {QT_TRANSLATE_NOOP("TaskTitle", "Find names in texts"), "search"}},
        {"language-modeling", {QT_TRANSLATE_NOOP("TaskTitle", "Continue texts"), "edit"}},
        {"chat", {QT_TRANSLATE_NOOP("TaskTitle", "Answer in a chat"), "queue"}},
        {"image-classification", {QT_TRANSLATE_NOOP("TaskTitle", "Classify images"), "image"}},
        {"sentence-embedding", {QT_TRANSLATE_NOOP("TaskTitle", "Compare meanings"), "star"}},
    };
    return looks;
}

} // namespace

QString task_title(const std::string& name) {
    const auto look = task_looks().find(name);
    return look == task_looks().end() ? to_qt(name)
                                      : QCoreApplication::translate("TaskTitle", look->second.title);
}

TemplateList::TemplateList(QWidget* parent) : QWidget(parent), grid_(new QGridLayout(this)) {
    grid_->setContentsMargins(0, 0, 0, 0);
    grid_->setSpacing(style::s);
    for (int column = 0; column < columns; ++column)
        grid_->setColumnStretch(column, 1);
}

void TemplateList::set_entries(const LibraryEntries& entries) {
    LibraryEntries shipped;
    std::copy_if(entries.begin(), entries.end(), std::back_inserter(shipped),
                 [](const LibraryEntryPtr& entry) {
                     return entry->origin == "shipped" && field_text(*entry, "task");
                 });
    if (shipped == shown_) return;
    shown_ = shipped;
    qDeleteAll(findChildren<QPushButton*>(QString(), Qt::FindDirectChildrenOnly));
    std::map<std::string, LibraryEntries> by_task;
    for (const LibraryEntryPtr& entry : shipped)
        by_task[*field_text(*entry, "task")].push_back(entry);
    int number = 0;
    for (const task::Task& task : task::tasks()) // in the program's own order
        if (const auto found = by_task.find(task.name); found != by_task.end())
            add_button(to_qt(std::string(task.name)), found->second, number++);
}

void TemplateList::add_button(const QString& task, const LibraryEntries& presets, int number) {
    const auto look = task_looks().find(task.toStdString());
    auto* button = new QPushButton(task_title(task.toStdString()));
    button->setIcon(style::icon(look == task_looks().end() ? QStringLiteral("presets")
                                                           : QString::fromLatin1(look->second.icon),
                                QPalette::Highlight));
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    button->setMinimumHeight(38);
    if (presets.size() == 1) {
        const QString path = to_qt(presets.front()->path);
        button->setToolTip(to_qt(presets.front()->title()));
        connect(button, &QAbstractButton::clicked, this, [this, path] { Q_EMIT chosen(path); });
    } else {
        auto* menu = new QMenu(button);
        for (const LibraryEntryPtr& preset : presets)
            menu->addAction(menu_text(to_qt(preset->title())), this,
                            [this, path = to_qt(preset->path)] { Q_EMIT chosen(path); });
        connect(button, &QAbstractButton::clicked, menu,
                [button, menu] { menu->popup(button->mapToGlobal(QPoint(0, button->height() + 2))); });
        button->setToolTip(tr("%n preset(s)", nullptr, static_cast<int>(presets.size())));
    }
    grid_->addWidget(button, number / columns, number % columns);
}

} // namespace tunedesk::ui
