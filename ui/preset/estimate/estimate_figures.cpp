// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/estimate/estimate_figures.h"

#include "base/text.h"
#include "preset/schema/placement.h"
#include "ui/preset/estimate/estimate_strip.h"
#include "ui/preset/estimate/memory_bar.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"

#include <QLabel>
#include <QToolButton>
#include <algorithm>

namespace tunedesk::ui {

namespace {

QString bytes(std::uint64_t count) {
    return to_qt(human_bytes(count));
}

QString number(std::uint64_t count) {
    return to_qt(grouped(count));
}

/// The worse of two verdicts.
std::string worse(const std::string& a, const std::string& b) {
    for (const char* verdict : {"no", "tight", "fits"})
        if (a == verdict || b == verdict) return verdict;
    return {};
}

/// The run whose measurements replace computed figures. The parts of the memory are always computed.
QString measured_in(const plan::Estimate& e) {
    const QString time = to_qt(shortened(e.measured_run, 40));
    const QString memory = e.measured_bytes > 0 ? to_qt(shortened(e.measured_bytes_run, 40)) : QString();
    if (!time.isEmpty() && time == memory)
        return EstimateStrip::tr(" · time and total memory measured in %1").arg(time);
    QString text;
    if (!time.isEmpty()) text += EstimateStrip::tr(" · time measured in %1").arg(time);
    if (!memory.isEmpty()) text += EstimateStrip::tr(" · total memory measured in %1").arg(memory);
    return text;
}

} // namespace

EstimateFigures::EstimateFigures(QObject* parent)
    : QObject(parent), fits_(new QLabel), memory_(new QLabel), bar_(new MemoryBar), numbers_(new QLabel),
      strategies_(new QToolButton) {
    strategies_->hide();
    strategies_->setToolTip(
        EstimateStrip::tr("Memory that each strategy needs per rank, and what is stored where"));
    fits_->setTextFormat(Qt::RichText); // contains only a colored dot and fixed text, no text from files
    numbers_->setWordWrap(true);
    numbers_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    numbers_->setText(EstimateStrip::tr("Open a preset to see what it needs."));
}

QString EstimateFigures::text() const {
    return numbers_->text();
}

QWidget* EstimateFigures::bar() const {
    return bar_;
}

void EstimateFigures::show_nothing(const QString& why) {
    fits_->clear();
    memory_->clear();
    bar_->show_parts({}, 0);
    strategies_->hide();
    verdict_.clear();
    numbers_->setText(why);
    numbers_->setToolTip({});
}

void EstimateFigures::show(const ShownCheck& check, bool here) {
    const plan::Estimate& e = *check.estimate;
    const bool no_gpu = check.cuda && check.gpus == 0;
    const std::string memory = no_gpu ? "no" : check.memory_verdict;
    const std::string disk = plan::verdict(e.disk_bytes, check.free_disk);
    const std::string verdict = worse(memory, disk);
    verdict_ = to_qt(verdict);
    const auto kind = verdict == "fits"    ? MessageBar::Kind::success
                      : verdict == "tight" ? MessageBar::Kind::warning
                                           : MessageBar::Kind::error;
    const QString words = verdict == "fits"    ? EstimateStrip::tr("Fits")
                          : verdict == "tight" ? EstimateStrip::tr("Tight")
                          : no_gpu && here     ? EstimateStrip::tr("No GPU here")
                          : no_gpu             ? EstimateStrip::tr("No GPU there")
                                               : EstimateStrip::tr("Does not fit");
    fits_->setText(QStringLiteral("<span style='color:%1'>●</span> <b>%2</b>")
                       .arg(MessageBar::colour(kind).name(), words));
    fits_->setToolTip(no_gpu ? EstimateStrip::tr("The preset requires GPUs, and the machine has none.")
                      : memory == "no"  ? EstimateStrip::tr("More memory is needed than is free now.")
                      : disk == "no"    ? EstimateStrip::tr("More disk is needed than is free now.")
                      : verdict != "no" ? EstimateStrip::tr("Whether it can run: devices, memory and disk")
                                        : QString());
    show_memory(check, no_gpu);
    show_strategies(check);
    numbers_->setText(
        EstimateStrip::tr(
            "%1 parameters, %2 trained · %3 tokens per epoch, %4 · %5 steps · about %6 · disk %7 of %8")
            .arg(number(e.parameters), number(e.trainable), number(e.train_tokens),
                 check.truncated_rows > 0
                     ? EstimateStrip::tr("%1 texts truncated").arg(number(check.truncated_rows))
                     : EstimateStrip::tr("no text truncated"),
                 number(e.steps), to_qt(human_duration(e.seconds)), bytes(e.disk_bytes),
                 bytes(check.free_disk)));
    if (const auto& batches = e.rank_batches; !batches.empty()) {
        const auto [least, most] = std::ranges::minmax(batches);
        numbers_->setText(numbers_->text() +
                          EstimateStrip::tr(" · %1 to %2 batches per rank").arg(number(least), number(most)));
    }
    numbers_->setText(numbers_->text() + measured_in(e));
    QString more = EstimateStrip::tr("Time: %1").arg(to_qt(e.basis));
    for (const std::string& warning : check.warnings)
        more += QLatin1Char('\n') + to_qt(warning);
    numbers_->setToolTip(more);
}

void EstimateFigures::show_strategies(const ShownCheck& check) {
    const auto recommended = check.recommended_strategy();
    strategies_->setText(
        recommended && *recommended != check.strategy
            ? EstimateStrip::tr("Strategies: %1 is recommended").arg(to_qt(name_of(*recommended)))
            : EstimateStrip::tr("Strategies"));
    if (check.estimate->strategies.empty()) strategies_->setText(EstimateStrip::tr("Pipeline"));
    strategies_->setVisible(!check.estimate->strategies.empty() || !check.estimate->stages.empty());
}

void EstimateFigures::show_memory(const ShownCheck& check, bool no_gpu) {
    const plan::Estimate& e = *check.estimate;
    const std::uint64_t needed = check.memory_needed, available = no_gpu ? 0 : check.memory_free;
    memory_->setText(available == 0
                         ? (check.cuda ? EstimateStrip::tr("%1 per GPU").arg(bytes(needed)) : bytes(needed))
                     : check.cuda ? EstimateStrip::tr("%1 of %2 per GPU").arg(bytes(needed), bytes(available))
                                  : EstimateStrip::tr("%1 of %2").arg(bytes(needed), bytes(available)));
    QString whose = check.cuda
                        ? EstimateStrip::tr("Memory of one rank, out of the free memory of its GPU")
                        : EstimateStrip::tr("Memory of all ranks, out of the free memory of the machine");
    if (e.measured_bytes > 0)
        whose += QLatin1Char('\n') +
                 EstimateStrip::tr(
                     "Measured: the peak of %1, a run of the same shape. The other parts are estimated.")
                     .arg(to_qt(e.measured_bytes_run));
    memory_->setToolTip(whose);
    bar_->show_parts(MemoryBar::parts_of(e, check.cuda ? 1 : static_cast<std::uint64_t>(check.ranks)),
                     static_cast<double>(available));
}

} // namespace tunedesk::ui
