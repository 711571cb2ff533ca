// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/event.h"
#include "report/classification.h"
#include "ui/report/made_run.h"
#include "ui/widgets/text.h"
#include "ui/window/runs.h"

#include "run/registry/run_notes.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QHeaderView>
#include <QLabel>
#include <QToolTip>
#include <QWidget>
#include <set>
#include <sys/inotify.h>
#include <unistd.h>

namespace tunedesk::test {

/// A file that markup refers to; opening it is detected.
class Canary {
public:
    explicit Canary(const fs::path& file) : file_(file), watch_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
        write_file_atomically(file, "P1 1 1 0\n");
        ::inotify_add_watch(watch_, file.c_str(), IN_OPEN);
    }
    ~Canary() { ::close(watch_); }
    Canary(const Canary&) = delete;
    Canary& operator=(const Canary&) = delete;

    bool was_opened() const {
        char event[4096];
        return ::read(watch_, event, sizeof event) > 0;
    }
    /// Markup containing `word`, without quotes and commas, that Qt could interpret as rich text.
    std::string markup(const std::string& word) const {
        return "<b>" + word + "</b> &amp; <img src=file://" + file_.string() + "><br />&d [*]";
    }
    /// The same for text that is valid in a file's name.
    static std::string name(const std::string& word) { return "<i>" + word + "<br>&d [*]"; }

private:
    fs::path file_;
    int watch_;
};

/// Creates a finished run with markup in its name, labels, texts, log, error, tags and notes.
inline fs::path make_hostile_run(const fs::path& root, const std::string& word, const Canary& canary) {
    const fs::path run = root / Canary::name(word);
    make_finished_run(run, canary.markup(word), 0.8, 1e-5);
    const std::string preset = read_file(run / "preset.yaml", ErrorId::file_unreadable);
    make_run(run, 60, {canary.markup("label A"), canary.markup("label B"), canary.markup("label C")});
    write_file_atomically(run / "preset.yaml", preset);
    std::string predictions = read_file(run / "predictions.csv", ErrorId::file_unreadable);
    for (std::size_t at = 0; (at = predictions.find("\"text ", at)) != std::string::npos; at += 100)
        predictions.insert(at + 1, canary.markup("text"));
    write_file_atomically(run / "predictions.csv", predictions);
    const Json line = {{"v", 1},   {"type", "Log"}, {"rank", 0},          {"rank_seq", 3},
                       {"seq", 3}, {"t", 3},        {"level", "warning"}, {"text", canary.markup("warning")}};
    write_file_atomically(run / "events.jsonl",
                          read_file(run / "events.jsonl", ErrorId::file_unreadable) + line.dump() + "\n");
    event::ExitRecord exit;
    exit.code = 3;
    exit.what = exit.where = exit.next = exit.line = canary.markup("error");
    event::write_exit({run}, exit);
    run::write_note({run},
                    {canary.markup("title"), canary.markup("note"), {canary.markup("tag")}, false, false});
    return run;
}

/// Checks every text below a widget, visible or not, that Qt could interpret as markup.
class MarkupWalk {
public:
    /// Places where markup is or would be interpreted.
    QStringList mistakes;
    /// Places where markup was found and is shown literally.
    std::set<QString> places;

    void look_at(QWidget* window) {
        for (auto* label : window->findChildren<QLabel*>())
            look_at_label(label);
        for (auto* widget : window->findChildren<QWidget*>())
            look_at_tip(widget->toolTip(), QStringLiteral("tip of ") + class_of(widget));
        for (auto* action : window->findChildren<QAction*>())
            look_at_tip(action->toolTip(), QStringLiteral("tip of QAction"));
        for (auto* view : window->findChildren<QAbstractItemView*>())
            if (view->model()) look_at_items(*view->model(), {}, class_of(view));
    }

private:
    static QString class_of(const QObject* object) {
        return QString::fromLatin1(object->metaObject()->className());
    }

    void look_at_label(QLabel* label) {
        label->ensurePolished(); // as its first paint does
        const QString text = label->text();
        if (label->textFormat() == Qt::RichText) { // set explicitly: it must contain no text from files
            if (text.contains(QStringLiteral("<img")) || text.contains(QStringLiteral("<i>")))
                mistakes << QStringLiteral("rich label: ") + text;
            return;
        }
        if (!Qt::mightBeRichText(text)) return;
        if (label->textFormat() != Qt::PlainText) mistakes << QStringLiteral("label: ") + text;
        if (!paints_literally(label)) mistakes << QStringLiteral("painted: ") + text;
        places.insert(QStringLiteral("label in ") + class_of(label->parentWidget()));
    }

    /// Whether the label paints the same pixels as a plain-text label.
    static bool paints_literally(QLabel* label) {
        const auto picture = [label](Qt::TextFormat format) {
            QLabel copy;
            copy.setTextFormat(format);
            copy.setText(label->text());
            copy.setWordWrap(true);
            copy.resize(400, 120);
            return copy.grab().toImage();
        };
        return picture(label->textFormat()) == picture(Qt::PlainText);
    }

    /// Shows the tool tip as a hovering pointer does and checks Qt's label for it.
    void look_at_tip(const QString& tip, const QString& place) {
        if (!Qt::mightBeRichText(tip) || !seen_tips_.insert(tip).second) return;
        QToolTip::showText(QPoint(20, 20), tip);
        QLabel* shown = nullptr;
        for (QWidget* top : QApplication::topLevelWidgets())
            if (top->inherits("QTipLabel") && qobject_cast<QLabel*>(top)->text() == tip)
                shown = qobject_cast<QLabel*>(top);
        if (!shown)
            mistakes << place + QStringLiteral(" is not shown: ") + tip;
        else if (shown->textFormat() != Qt::PlainText || !paints_literally(shown))
            mistakes << place + QStringLiteral(": ") + tip;
        places.insert(place);
    }

    void look_at_items(const QAbstractItemModel& model, const QModelIndex& parent, const QString& view) {
        for (int column = 0; !parent.isValid() && column < model.columnCount(); ++column)
            look_at_tip(model.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString(),
                        QStringLiteral("header tip of ") + view);
        for (int row = 0; row < std::min(model.rowCount(parent), 500); ++row)
            for (int column = 0; column < model.columnCount(parent); ++column) {
                const QModelIndex index = model.index(row, column, parent);
                look_at_tip(index.data(Qt::ToolTipRole).toString(), QStringLiteral("item tip of ") + view);
                if (column == 0) look_at_items(model, index, view);
            }
    }

    std::set<QString> seen_tips_;
};

} // namespace tunedesk::test
