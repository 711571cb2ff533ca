// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/home/home_page.h"

#include "ui/style/fonts.h"
#include "ui/style/icons.h"
#include "ui/style/tokens.h"
#include "ui/widgets/page_parts.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/text.h"
#include "ui/window/home/drop_card.h"
#include "ui/window/home/machine_card.h"
#include "ui/window/home/run_card.h"
#include "ui/window/home/template_list.h"
#include "ui/window/library/library_model.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

namespace tunedesk::ui {

namespace {

constexpr int page_width = 1080, cards_in_row = 3;

QLabel* section_title(const QString& text) {
    auto* title = new QLabel(text);
    QFont face = style::font(style::TextSize::body);
    face.setPointSizeF(face.pointSizeF() * 1.1);
    face.setWeight(QFont::DemiBold);
    title->setFont(face);
    return title;
}

/// Distinct tables of presets and runs, those of the latest run first, without missing files.
QStringList tables_of(const LibraryEntries& entries, std::size_t most) {
    LibraryEntries sorted = entries;
    std::stable_sort(sorted.begin(), sorted.end(), [](const LibraryEntryPtr& a, const LibraryEntryPtr& b) {
        return a->started > b->started;
    });
    QStringList tables;
    for (const LibraryEntryPtr& entry : sorted) {
        if (static_cast<std::size_t>(tables.size()) >= most) break;
        if (entry->origin == "shipped") continue;
        const auto train = field_text(*entry, "data.train");
        if (!train || train->empty()) continue;
        const QString table = to_qt(*train);
        if (fs::path(*train).is_absolute() && !tables.contains(table)) tables << table;
    }
    return tables;
}

} // namespace

HomePage::HomePage(QWidget* parent) : QWidget(parent), losses_(new LossReader(this)), begin_(new DropCard) {
    auto* inner = new QWidget;
    inner->setMaximumWidth(page_width);
    auto* column = new QVBoxLayout(inner);
    column->setContentsMargins(style::xl, style::xl, style::xl, style::xl);
    column->setSpacing(style::m);
    auto* top = new QHBoxLayout;
    top->setSpacing(style::l);
    top->addWidget(begin_, 5);
    top->addWidget(new MachineCard, 2);
    column->addLayout(top);
    running_ = add_part(column, tr("Running now"));
    recent_ = add_part(column, tr("Recent runs"));
    templates_title_ = section_title(tr("New from a template"));
    templates_ = new TemplateList;
    column->addSpacing(style::s);
    column->addWidget(templates_title_);
    column->addWidget(templates_);
    data_ = add_part(column, tr("Data used before"));
    column->addStretch(1);
    templates_title_->hide();
    QScrollArea* area = make_scrollable(inner);
    area->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    area->setFocusPolicy(Qt::NoFocus);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(area);
    clock_.start();
    connect(begin_, &DropCard::dropped, this, &HomePage::path_requested);
    connect(templates_, &TemplateList::chosen, this, &HomePage::path_requested);
    connect(losses_, &LossReader::changed, this, &HomePage::take_entries);
}

HomePage::Part HomePage::add_part(QVBoxLayout* column, const QString& title) {
    Part section{section_title(title), new QWidget, nullptr, {}};
    section.grid = new QGridLayout(section.body);
    section.grid->setContentsMargins(0, 0, 0, 0);
    section.grid->setSpacing(style::m);
    for (int at = 0; at < cards_in_row; ++at)
        section.grid->setColumnStretch(at, 1);
    section.title->hide();
    section.body->hide();
    section.title->setContentsMargins(0, style::s, 0, 0);
    column->addWidget(section.title);
    column->addWidget(section.body);
    return section;
}

void HomePage::add(QAction* action, const QString& title, const QString& explanation, const QString& icon) {
    begin_->add(action, title, explanation, icon);
}

void HomePage::follow(Library* library) {
    library_ = library;
    connect(library, &Library::changed, this, &HomePage::take_entries);
    take_entries();
}

void HomePage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    take_entries();
}

void HomePage::take_entries() {
    if (!library_ || !isVisible()) return;
    LibraryEntries running, recent;
    for (const LibraryEntryPtr& entry : library_->entries()) {
        if (entry->section == Section::running) running.push_back(entry);
        if (entry->section == Section::finished && entry->has_begun && !entry->note.archived)
            recent.push_back(entry);
    }
    std::stable_sort(recent.begin(), recent.end(), [](const LibraryEntryPtr& a, const LibraryEntryPtr& b) {
        return a->started > b->started;
    });
    if (recent.size() > recent_runs) recent.resize(recent_runs);
    show_cards(running_, running);
    show_cards(recent_, recent);
    templates_->set_entries(library_->entries());
    templates_title_->setVisible(!templates_->is_empty());
    show_data(library_->entries());
    std::vector<fs::path> runs;
    for (const LibraryEntries* entries : {&running, &recent})
        for (const LibraryEntryPtr& entry : *entries)
            runs.push_back(entry->path);
    if (sender() != losses_) losses_->follow(runs);
}

void HomePage::show_cards(Part& section, const LibraryEntries& runs) {
    while (section.cards.size() > runs.size()) {
        delete section.cards.back();
        section.cards.pop_back();
    }
    while (section.cards.size() < runs.size()) {
        auto* card = new RunCard;
        const int number = static_cast<int>(section.cards.size());
        section.grid->addWidget(card, number / cards_in_row, number % cards_in_row);
        section.cards.push_back(card);
        connect(card, &QAbstractButton::clicked, this,
                [this, card] { Q_EMIT run_requested(to_qt(card->entry()->path)); });
    }
    LibraryEntryPtr baseline;
    for (const LibraryEntryPtr& entry : library_->entries())
        if (entry->is_baseline) baseline = entry;
    for (std::size_t i = 0; i < runs.size(); ++i)
        section.cards[i]->set_contents(
            {runs[i], baseline, losses_->loss_of(runs[i]->path), seconds_left(*runs[i])});
    section.title->setVisible(!runs.empty());
    section.body->setVisible(!runs.empty());
}

/// Estimated from the steps since this page first saw the run, so that earlier pauses do not count.
double HomePage::seconds_left(const LibraryEntry& entry) {
    if (entry.section != Section::running || entry.steps <= 0 || !entry.status.is(event::state::running)) {
        paces_.erase(entry.path);
        return -1;
    }
    const std::int64_t now = clock_.elapsed();
    const auto [found, is_new] = paces_.try_emplace(entry.path, Pace{entry.step, now});
    const Pace& pace = found->second;
    if (is_new || entry.step <= pace.first_step) return -1;
    const double each =
        static_cast<double>(now - pace.first_ms) / static_cast<double>(entry.step - pace.first_step);
    return each * static_cast<double>(entry.steps - entry.step) / 1000;
}

void HomePage::show_data(const LibraryEntries& entries) {
    const QStringList tables = tables_of(entries, recent_data);
    data_.title->setVisible(!tables.isEmpty());
    data_.body->setVisible(!tables.isEmpty());
    if (tables == tables_) return;
    tables_ = tables;
    qDeleteAll(data_.body->findChildren<QPushButton*>(QString(), Qt::FindDirectChildrenOnly));
    for (int i = 0; i < tables.size(); ++i) {
        auto* button = new QPushButton(menu_text(shown_path(to_path(tables[i]), 40)));
        button->setFlat(true);
        button->setIcon(style::icon(QStringLiteral("data")));
        button->setToolTip(tables[i]);
        connect(button, &QAbstractButton::clicked, this,
                [this, table = tables[i]] { Q_EMIT path_requested(table); });
        data_.grid->addWidget(button, i / 2, i % 2, Qt::AlignLeft);
    }
}

} // namespace tunedesk::ui
