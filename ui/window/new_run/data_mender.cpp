// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/new_run/data_mender.h"

#include "run/check/data_mends.h"
#include "ui/preset/estimate/estimate_strip.h"
#include "ui/preset/estimate/estimator.h"
#include "ui/preset/estimate/remote_check.h"
#include "ui/preset/estimate/shown_check.h"
#include "ui/preset/form/preset_document.h"
#include "ui/preset/setup_page.h"
#include "ui/widgets/background.h"
#include "ui/widgets/inspection.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"
#include "ui/window/new_run/check_lines.h"

namespace tunedesk::ui {

namespace {

using data::Finding;

bool has_same_files(const Preset& a, const Preset& b) {
    return a.data.train == b.data.train && a.data.validation == b.data.validation &&
           a.data.test == b.data.test && a.data.extra_validation == b.data.extra_validation;
}

/// As a preset of that folder names the file.
QString path_in_preset(const fs::path& file, const fs::path& preset) {
    const fs::path relative = file.lexically_proximate(fs::absolute(preset).parent_path());
    const bool is_below = !relative.is_absolute() && *relative.begin() != "..";
    return to_qt(is_below ? relative : file);
}

} // namespace

DataMender::DataMender(SetupPage* setup, DataCheck* check, MessageBar* bar, QObject* parent)
    : QObject(parent), setup_(setup), estimator_(setup->estimator()), check_(check), bar_(bar) {
    connect_reading();
    connect(check_, &DataCheck::mend_requested, this, &DataMender::mend);
    connect(setup_, &SetupPage::changed, this, &DataMender::forget_other_preset);
    const EstimateStrip* strip = setup_->strip();
    connect(strip, &EstimateStrip::problem_clicked, this, [this](const QString&, const QString& place) {
        if (place == QLatin1String(ShownCheck::in_data_check)) check_->take_focus();
    });
    connect(strip, &EstimateStrip::server_changed, this, [this] {
        check_->show_lines({}); // they are of another machine's files
        refresh();
    });
    connect(strip->there(), &RemoteCheck::changed, this, &DataMender::refresh);
}

void DataMender::connect_reading() {
    const Inspection* inspection = estimator_->inspection();
    // Found before the tokens of the rows are counted, which takes longest.
    connect(inspection, &Inspection::found_more, this, &DataMender::refresh);
    connect(estimator_, &Estimator::reading, this, &DataMender::refresh);
    connect(estimator_, &Estimator::checked, this, &DataMender::refresh);
    const auto end_with = [this](const QString& status) {
        if (!setup_->strip()->server().isEmpty()) return;
        check_->set_answerable(false);
        check_->show_status(status);
    };
    connect(estimator_, &Estimator::cancelled, this,
            [this, end_with] { end_with(tr("not all rows were read")); });
    connect(estimator_, &Estimator::failed, this,
            [this, end_with] { end_with(tr("the rows could not be read")); });
}

void DataMender::refresh() {
    if (!setup_->strip()->server().isEmpty()) return refresh_there();
    const auto found = estimator_->inspection()->found();
    const auto check = estimator_->latest();
    if (is_writing_) {
        check_->set_answerable(false);
        check_->show_status(tr("writing a corrected copy…"));
    } else if (estimator_->is_reading() && !found) {
        check_->set_answerable(false); // the lines are of the files before
        check_->show_status(tr("reading all rows…"));
    } else if (estimator_->is_reading()) {
        show_inputs(*found);
    } else if (check && check->inputs.files.empty() && !run::files_are_known(setup_->draft())) {
        check_->show_lines({});
        check_->show_status(tr("not read: the preset has errors"));
    } else if (check) {
        show_inputs(check->inputs);
    }
}

void DataMender::show_inputs(const run::CheckedInputs& inputs) {
    preset_ = setup_->document()->file();
    check_->show_lines(check_lines(inputs, setup_->draft().loaded.preset));
    check_->set_answerable(true);
    check_->show_status(inputs.files.empty()        ? tr("no rows could be read")
                        : check_->lines().isEmpty() ? tr("nothing found")
                                                    : QString());
}

void DataMender::refresh_there() {
    const EstimateStrip* strip = setup_->strip();
    const RemoteCheck* there = strip->there();
    check_->set_answerable(false);
    if (!run::files_are_known(setup_->draft())) {
        check_->show_lines({});
        return check_->show_status(tr("not read: the preset has errors"));
    }
    switch (there->state()) {
    case RemoteCheck::State::none:
        return check_->show_status({});
    case RemoteCheck::State::asking:
        return check_->show_status(tr("%1 reads all rows…").arg(strip->server()));
    case RemoteCheck::State::failed:
        return check_->show_status(tr("the rows could not be read"));
    case RemoteCheck::State::answered:
        return show_there(*there->answer());
    }
}

void DataMender::show_there(const ShownCheck& check) {
    std::vector<DataCheck::Line> lines;
    bool only_there = false;
    for (const Finding& finding : check.findings) {
        const bool of_preset = finding.mend() == Finding::Mend::leave_out;
        only_there = only_there || (finding.mend() != Finding::Mend::none && !of_preset);
        lines.push_back({finding, of_preset, {}});
    }
    preset_ = setup_->document()->file();
    check_->show_lines(std::move(lines));
    check_->set_answerable(true);
    check_->show_status(
        check.files == 0         ? tr("no rows could be read")
        : check.findings.empty() ? tr("nothing found")
        : only_there ? tr("on %1; its files cannot be changed from here").arg(setup_->strip()->server())
                     : QString());
}

/// Lines stay while a preset's files are read again, but not where another preset's are.
void DataMender::forget_other_preset() {
    if (setup_->document()->file() == preset_) return;
    preset_ = setup_->document()->file();
    check_->show_lines({});
}

void DataMender::mend(const Finding& finding, const std::string& into) {
    if (finding.mend() == Finding::Mend::leave_out)
        return setup_->set_key(QStringLiteral("data.bad_rows"), QStringLiteral("skip"));
    is_writing_ = true;
    refresh();
    const Preset before = setup_->draft().loaded.preset;
    const std::string key =
        estimator_->is_reading() ? estimator_->inspection()->key() : estimator_->inputs().first;
    in_background(
        this,
        [finding, into, before, key](const CancelToken&) { return mended_data(finding, into, before, key); },
        [this, before, preset = setup_->document()->file()](const run::MendedData& mended) {
            is_writing_ = false;
            refresh();
            take(mended, preset, before);
        },
        [this](const Error& error) {
            is_writing_ = false;
            refresh();
            bar_->say(error);
        });
}

void DataMender::take(const run::MendedData& mended, const fs::path& preset, const Preset& before) {
    if (setup_->document()->file() != preset || !has_same_files(setup_->draft().loaded.preset, before))
        return bar_->say(MessageBar::Kind::warning,
                         tr("Written: %1. The preset now names other files and was not changed.")
                             .arg(to_qt(mended.names())));
    for (const run::MendedData::File& file : mended.files)
        setup_->set_key(to_qt(file.key), path_in_preset(file.copy, preset));
    bar_->say(MessageBar::Kind::success,
              tr("%n row(s) changed or removed in a copy: %1. The source is unchanged; Undo returns to it.",
                 nullptr, static_cast<int>(mended.rows))
                  .arg(to_qt(mended.names())));
}

} // namespace tunedesk::ui
