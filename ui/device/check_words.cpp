#include "ui/device/check_words.h"

#include "ui/widgets/text.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <cmath>
#include <span>
#include <vector>

namespace tunedesk::ui {

namespace {

struct CheckWords {
    Q_DECLARE_TR_FUNCTIONS(CheckWords)
};

constexpr const char* comparisons[] = {
    QT_TRANSLATE_NOOP("CheckWords", "libraries"),
    QT_TRANSLATE_NOOP("CheckWords", "device"),
    QT_TRANSLATE_NOOP("CheckWords", "copy"),
    QT_TRANSLATE_NOOP("CheckWords", "kernel"),
    QT_TRANSLATE_NOOP("CheckWords", "logits %1"),
    QT_TRANSLATE_NOOP("CheckWords", "gradients %1"),
    QT_TRANSLATE_NOOP("CheckWords", "nccl"),
    QT_TRANSLATE_NOOP("CheckWords", "nccl, %1 GPUs"),
    QT_TRANSLATE_NOOP("CheckWords", "memory"),
    QT_TRANSLATE_NOOP("CheckWords", "training %1"),
    QT_TRANSLATE_NOOP("CheckWords", "static graph"),
    QT_TRANSLATE_NOOP("CheckWords", "static graph, %1"),
    QT_TRANSLATE_NOOP("CheckWords", "8-bit AdamW"),
    QT_TRANSLATE_NOOP("CheckWords", "activation checkpointing"),
    QT_TRANSLATE_NOOP("CheckWords", "optimizer in backward"),
    QT_TRANSLATE_NOOP("CheckWords", "optimizer offloaded"),
    QT_TRANSLATE_NOOP("CheckWords", "parameters offloaded"),
    QT_TRANSLATE_NOOP("CheckWords", "activations offloaded"),
};

/// Without those that have a name everywhere: bf16, fp16, tf32, nccl.
constexpr const char* techniques[] = {
    QT_TRANSLATE_NOOP("CheckWords", "static_graph"),
    QT_TRANSLATE_NOOP("CheckWords", "adamw_8bit"),
    QT_TRANSLATE_NOOP("CheckWords", "activation_checkpointing"),
    QT_TRANSLATE_NOOP("CheckWords", "optimizer_in_backward"),
    QT_TRANSLATE_NOOP("CheckWords", "offload optimizer"),
    QT_TRANSLATE_NOOP("CheckWords", "offload parameters"),
    QT_TRANSLATE_NOOP("CheckWords", "offload activations"),
};

constexpr const char* reasons[] = {
    QT_TRANSLATE_NOOP("CheckWords", "the worker said nothing"),
    QT_TRANSLATE_NOOP("CheckWords", "LibTorch has no kernels for %1, only for %2"),
    QT_TRANSLATE_NOOP("CheckWords", "needs compute capability %1"),
    QT_TRANSLATE_NOOP("CheckWords", "the check's time was over"),
    QT_TRANSLATE_NOOP("CheckWords", "the host's training for comparison failed"),
    QT_TRANSLATE_NOOP("CheckWords", "it left no weights"),
    QT_TRANSLATE_NOOP("CheckWords", "other weights; losses differ by %1"),
    QT_TRANSLATE_NOOP("CheckWords", "hung: nothing for %1 s"),
    QT_TRANSLATE_NOOP("CheckWords", "died of signal %1"),
    QT_TRANSLATE_NOOP("CheckWords", "ended with %1: without a word"),
    QT_TRANSLATE_NOOP("CheckWords", "ended with %1: %2"), // the worker's last line
};

/// A text that the check forms, as a pattern of what stands for %1 and %2.
struct Form {
    const char* source;
    QRegularExpression pattern;
};

std::vector<Form> forms_of(std::span<const char* const> sources) {
    std::vector<Form> forms;
    for (const char* source : sources) {
        QString pattern = QRegularExpression::escape(QString::fromLatin1(source));
        for (const char* place : {"\\%1", "\\%2"})
            pattern.replace(QLatin1String(place), QStringLiteral("(.+?)"));
        forms.push_back({source, QRegularExpression(QRegularExpression::anchoredPattern(pattern),
                                                    QRegularExpression::DotMatchesEverythingOption)});
    }
    return forms;
}

QString translated(const std::vector<Form>& forms, const std::string& said) {
    const QString text = to_qt(said);
    for (const Form& form : forms) {
        const auto found = form.pattern.match(text);
        if (!found.hasMatch()) continue;
        const QString in_language = CheckWords::tr(form.source);
        return found.hasCaptured(2)   ? in_language.arg(found.captured(1), found.captured(2))
               : found.hasCaptured(1) ? in_language.arg(found.captured(1))
                                      : in_language;
    }
    return text;
}

QString figure_text(double figure) {
    return QString::number(figure, 'g', 2);
}

} // namespace

QString comparison_text(const std::string& id) {
    static const std::vector<Form> forms = forms_of(comparisons);
    return translated(forms, id);
}

QString technique_text(const std::string& technique) {
    static const std::vector<Form> forms = forms_of(techniques);
    return translated(forms, technique);
}

QString finding_text(const run::CheckedRow& row) {
    static const std::vector<Form> forms = forms_of(reasons);
    if (!row.reason.empty()) return translated(forms, row.reason);
    if (row.outcome == run::CheckedRow::Outcome::not_reached) return CheckWords::tr("not reached");
    if (!std::isfinite(row.figure))
        return row.outcome == run::CheckedRow::Outcome::passed ? QString() : CheckWords::tr("no number");
    if (row.tolerance > 0)
        return CheckWords::tr("differs by %1, %2 allowed")
            .arg(figure_text(row.figure), figure_text(row.tolerance));
    return row.figure == 0 ? CheckWords::tr("equal")
                           : CheckWords::tr("differs by %1").arg(figure_text(row.figure));
}

QString step_text(const std::string& what) {
    static const QRegularExpression form(QStringLiteral("^GPU (\\d+): (.+)$"));
    const auto found = form.match(to_qt(what));
    if (!found.hasMatch()) return comparison_text(what);
    return CheckWords::tr("GPU %1: %2")
        .arg(found.captured(1), comparison_text(found.captured(2).toStdString()));
}

} // namespace tunedesk::ui
