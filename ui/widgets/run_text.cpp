// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/run_text.h"

#include "base/text.h"
#include "ui/widgets/text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <algorithm>
#include <cstdlib>
#include <map>

namespace tunedesk::ui {

namespace {

// Repeated here so that lupdate finds them.
[[maybe_unused]] constexpr const char* titles[] = {
    QT_TRANSLATE_NOOP("Figure", "Test accuracy"),
    QT_TRANSLATE_NOOP("Figure", "Macro F1"),
    QT_TRANSLATE_NOOP("Figure", "Best validation accuracy"),
    QT_TRANSLATE_NOOP("Figure", "Micro F1"),
    QT_TRANSLATE_NOOP("Figure", "F1 by sample"),
    QT_TRANSLATE_NOOP("Figure", "Subset accuracy"),
    QT_TRANSLATE_NOOP("Figure", "Mean average precision"),
    QT_TRANSLATE_NOOP("Figure", "Pearson correlation"),
    QT_TRANSLATE_NOOP("Figure", "Spearman correlation"),
    QT_TRANSLATE_NOOP("Figure", "Mean squared error"),
    QT_TRANSLATE_NOOP("Figure", "Mean absolute error"),
    QT_TRANSLATE_NOOP("Figure", "R²"),
    QT_TRANSLATE_NOOP("Figure", "Perplexity"),
    QT_TRANSLATE_NOOP("Figure", "Token accuracy"),
    QT_TRANSLATE_NOOP("Figure", "Precision of entities"),
    QT_TRANSLATE_NOOP("Figure", "Recall of entities"),
    QT_TRANSLATE_NOOP("Figure", "F1 of entities"),
    QT_TRANSLATE_NOOP("Figure", "Mean reciprocal rank"),
    QT_TRANSLATE_NOOP("Figure", "Recall at 1"),
    QT_TRANSLATE_NOOP("Figure", "Recall at 5"),
    QT_TRANSLATE_NOOP("Figure", "Recall at 10"),
    QT_TRANSLATE_NOOP("Figure", "Accuracy of triplets"),
    QT_TRANSLATE_NOOP("Figure", "Spearman correlation of the cosine"),
    QT_TRANSLATE_NOOP("Figure", "Pearson correlation of the cosine"),
    QT_TRANSLATE_NOOP("Figure", "Exact match"),
    QT_TRANSLATE_NOOP("Figure", "Test loss"),
    QT_TRANSLATE_NOOP("Figure", "Training time"),
    QT_TRANSLATE_NOOP("Figure", "Tokens per second"),
    QT_TRANSLATE_NOOP("Figure", "Peak memory"),
    QT_TRANSLATE_NOOP("Figure", "Test rows in several windows"),
    QT_TRANSLATE_NOOP("Figure", "Windows of the test rows"),
    QT_TRANSLATE_NOOP("Figure", "GPU memory"),
    QT_TRANSLATE_NOOP("Figure", "Steps"),
    QT_TRANSLATE_NOOP("Figure", "Weights"),
    QT_TRANSLATE_NOOP("Figure", "Gradients"),
    QT_TRANSLATE_NOOP("Figure", "Optimizer's state"),
    QT_TRANSLATE_NOOP("Figure", "Activations"),
    QT_TRANSLATE_NOOP("Figure", "Workspace"),
    QT_TRANSLATE_NOOP("Figure", "Memory while loading"),
};
[[maybe_unused]] constexpr const char* states[] = {
    QT_TRANSLATE_NOOP("RunState", "queued"),      QT_TRANSLATE_NOOP("RunState", "held"),
    QT_TRANSLATE_NOOP("RunState", "starting"),    QT_TRANSLATE_NOOP("RunState", "running"),
    QT_TRANSLATE_NOOP("RunState", "paused"),      QT_TRANSLATE_NOOP("RunState", "stopping"),
    QT_TRANSLATE_NOOP("RunState", "stopped"),     QT_TRANSLATE_NOOP("RunState", "done"),
    QT_TRANSLATE_NOOP("RunState", "interrupted"), QT_TRANSLATE_NOOP("RunState", "failed"),
    QT_TRANSLATE_NOOP("RunState", "pausing"),     QT_TRANSLATE_NOOP("RunState", "terminating"),
    QT_TRANSLATE_NOOP("RunState", "failing"),     QT_TRANSLATE_NOOP("RunState", "killing"),
    QT_TRANSLATE_NOOP("RunState", "killed"),      QT_TRANSLATE_NOOP("RunState", "folder gone"),
    QT_TRANSLATE_NOOP("RunState", "pruned"),
};

} // namespace

QString figure_title(const report::Figure& figure) {
    return QCoreApplication::translate("Figure", figure.title.c_str());
}

QString state_text(const event::RunStatus& status) {
    const QString word = QCoreApplication::translate("RunState", status.state.c_str());
    if (!status.job.empty()) return QStringLiteral("%1 (%2)").arg(word, to_qt(status.job));
    const auto number = number_beside(status);
    return number ? QStringLiteral("%1 (%2)").arg(word).arg(*number) : word;
}

QString phase_text(const std::string& phase) {
    static const std::map<std::string, const char*> known = {
        {"reading", QT_TRANSLATE_NOOP("RunPhase", "reading data")},
        {"tokenizing", QT_TRANSLATE_NOOP("RunPhase", "tokenizing")},
        {"loading", QT_TRANSLATE_NOOP("RunPhase", "loading the model")},
        {"features", QT_TRANSLATE_NOOP("RunPhase", "features")},
        {"training", QT_TRANSLATE_NOOP("RunPhase", "training")},
        {"evaluation", QT_TRANSLATE_NOOP("RunPhase", "evaluation")},
        {"saving", QT_TRANSLATE_NOOP("RunPhase", "saving")},
        {"paused", QT_TRANSLATE_NOOP("RunPhase", "paused")},
        {"test", QT_TRANSLATE_NOOP("RunPhase", "test")}};
    const auto found = known.find(phase);
    return found == known.end() ? to_qt(phase) : QCoreApplication::translate("RunPhase", found->second);
}

QString when_text(const std::string& utc) {
    const QDateTime time = QDateTime::fromString(to_qt(utc), Qt::ISODate).toLocalTime();
    if (!time.isValid()) return {};
    // "14:03" is easier to read than a full date.
    if (time.date() == QDate::currentDate()) return time.toString(QStringLiteral("HH:mm"));
    return QLocale().toString(time.date(), QCoreApplication::translate("RunText", "d MMM yyyy"));
}

QString shown_metric(std::string name) {
    if (name == "loss") return QObject::tr("loss");
    if (name == "accuracy") return QObject::tr("accuracy");
    if (name == "macro_f1") return QObject::tr("macro F1");
    if (name == "micro_f1") return QObject::tr("micro F1");
    if (name == "samples_f1") return QObject::tr("F1 by sample");
    if (name == "subset_accuracy") return QObject::tr("subset accuracy");
    if (name == "mean_average_precision") return QObject::tr("mean average precision");
    if (name == "pearson") return QObject::tr("Pearson");
    if (name == "spearman") return QObject::tr("Spearman");
    if (name == "mse") return QObject::tr("mean squared error");
    if (name == "mae") return QObject::tr("mean absolute error");
    if (name == "r2") return QStringLiteral("R²");
    if (name == "perplexity") return QObject::tr("perplexity");
    if (name == "token_accuracy") return QObject::tr("token accuracy");
    if (name == "exact_match") return QObject::tr("exact match");
    if (name == "learning_rate") return QObject::tr("learning rate");
    if (name == "grad_norm") return QObject::tr("gradient norm");
    if (name == "rss_bytes") return QObject::tr("rank 0");
    if (name == "gpu_allocated_bytes") return QObject::tr("rank 0, allocated");
    if (name == "tokens_per_second") return QObject::tr("tokens/s");
    std::replace(name.begin(), name.end(), '_', ' ');
    return to_qt(name);
}

QString shown_split(const std::string& split) {
    return split == "val" ? QObject::tr("validation") : to_qt(split);
}

QString shown_device(const std::string& column, const std::map<int, double>& totals) {
    const std::size_t first = column.find(' '), second = column.find(' ', first + 1);
    const int index = std::atoi(column.c_str() + first);
    const std::string figure = column.substr(second + 1);
    if (figure == "rss_bytes") return QObject::tr("rank %1").arg(index);
    if (figure == "gpu_allocated_bytes") return QObject::tr("rank %1, allocated").arg(index);
    if (figure == "run_bytes") return QObject::tr("GPU %1, this run").arg(index);
    if (figure == "load") return QObject::tr("GPU %1").arg(index);
    const auto total = totals.find(index);
    return total == totals.end() ? QObject::tr("GPU %1, in use").arg(index)
                                 : QObject::tr("GPU %1, in use of %2")
                                       .arg(index)
                                       .arg(to_qt(human_bytes(static_cast<std::uint64_t>(total->second))));
}

} // namespace tunedesk::ui
