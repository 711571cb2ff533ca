#include "ui/widgets/run_words.h"

#include "ui/widgets/text.h"

#include <QCoreApplication>

namespace tunedesk::ui {

namespace {

// Named once more so that lupdate finds them.
[[maybe_unused]] constexpr const char* titles[] = {
    QT_TRANSLATE_NOOP("Figure", "Test accuracy"),
    QT_TRANSLATE_NOOP("Figure", "Macro F1"),
    QT_TRANSLATE_NOOP("Figure", "Best validation accuracy"),
    QT_TRANSLATE_NOOP("Figure", "Test loss"),
    QT_TRANSLATE_NOOP("Figure", "Training time"),
    QT_TRANSLATE_NOOP("Figure", "Tokens a second"),
    QT_TRANSLATE_NOOP("Figure", "Memory"),
    QT_TRANSLATE_NOOP("Figure", "GPU memory"),
    QT_TRANSLATE_NOOP("Figure", "Steps"),
};
[[maybe_unused]] constexpr const char* states[] = {
    QT_TRANSLATE_NOOP("RunState", "queued"),      QT_TRANSLATE_NOOP("RunState", "held"),
    QT_TRANSLATE_NOOP("RunState", "starting"),    QT_TRANSLATE_NOOP("RunState", "running"),
    QT_TRANSLATE_NOOP("RunState", "paused"),      QT_TRANSLATE_NOOP("RunState", "stopping"),
    QT_TRANSLATE_NOOP("RunState", "stopped"),     QT_TRANSLATE_NOOP("RunState", "done"),
    QT_TRANSLATE_NOOP("RunState", "interrupted"), QT_TRANSLATE_NOOP("RunState", "failed"),
};

} // namespace

QString figure_title(const report::Figure& figure) {
    return QCoreApplication::translate("Figure", figure.title.c_str());
}

QString state_text(const std::string& state) {
    const auto end = state.find(' ');
    const std::string word = state.substr(0, end);
    QString text = QCoreApplication::translate("RunState", word.c_str());
    if (end != std::string::npos) text += to_qt(state.substr(end));
    return text;
}

} // namespace tunedesk::ui
