#include "ui/server/start_there_dialog.h"

#include "base/text.h"
#include "preset/load.h"
#include "remote/runs.h"
#include "run/remote_place.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace tunedesk::ui {

namespace {

std::string text_for(const fs::path& preset) {
    return preset::to_yaml_as_written(preset::load_as_written(preset).preset);
}

QString text_of(const Json& json, const char* name) {
    const auto found = json.find(name);
    return found != json.end() && found->is_string() ? to_qt(shortened(found->get<std::string>(), 1000))
                                                     : QString();
}

/// What the check there says: every mistake, or what the run will take.
QString told(const Json& check) {
    QStringList lines;
    if (const auto problems = check.find("problems"); problems != check.end() && problems->is_array())
        for (const Json& problem : *problems) {
            if (!problem.is_object() || lines.size() > 200) continue;
            QStringList parts;
            for (const QString& part :
                 {text_of(problem, "where"), text_of(problem, "key"), text_of(problem, "what")})
                if (!part.isEmpty()) parts << part;
            lines << parts.join(QStringLiteral(": "));
            if (const QString next = text_of(problem, "next"); !next.isEmpty())
                lines << QStringLiteral("   → ") + next;
        }
    return lines.join(u'\n');
}

} // namespace

StartThereDialog::StartThereDialog(const fs::path& preset, const QStringList& servers, QWidget* parent)
    : QDialog(parent), preset_(preset), servers_(new QComboBox), findings_(new QPlainTextEdit),
      news_(new MessageBar) {
    setWindowTitle(tr("Start on a server"));
    auto* what =
        new QLabel(tr("Paths are those of the server: relative ones count from its folder. No files are "
                      "copied."));
    what->setWordWrap(true);
    servers_->addItems(servers);
    servers_->setAccessibleName(tr("Server"));
    findings_->setReadOnly(true);
    findings_->setTabChangesFocus(true);
    findings_->setAccessibleName(tr("What the server says of the preset"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    start_ = buttons->addButton(tr("Start there"), QDialogButtonBox::AcceptRole);
    start_->setDefault(true);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(8);
    column->addWidget(what);
    column->addWidget(servers_);
    column->addWidget(findings_, 1);
    column->addWidget(news_);
    column->addWidget(buttons);
    resize(640, 360);
    connect(servers_, &QComboBox::currentTextChanged, this, &StartThereDialog::check);
    connect(buttons, &QDialogButtonBox::accepted, this, &StartThereDialog::start);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(this, &QDialog::finished, this, [this] { asking_.cancel(); });
    check();
}

void StartThereDialog::check() {
    asking_.cancel();
    start_->setEnabled(false);
    start_->setToolTip(tr("The server checks the preset first"));
    news_->clear();
    findings_->setPlainText(tr("%1 checks the preset…").arg(servers_->currentText()));
    asking_ = in_background(
        this,
        [preset = preset_, server = servers_->currentText().toStdString()](const Wanted&) {
            return remote::check_on(remote::server_named(server), text_for(preset));
        },
        [this](const Json& check) {
            const QString mistakes = told(check);
            const bool right = mistakes.isEmpty();
            findings_->setPlainText(right ? tr("No mistakes.") : mistakes);
            start_->setEnabled(right);
            start_->setToolTip(right ? tr("Starts the run there, detached") : tr("The preset has mistakes"));
        },
        [this](const Error& error) {
            findings_->clear();
            start_->setToolTip(tr("The preset could not be checked"));
            news_->say(error, tr("Check again"), [this] { check(); });
        });
}

void StartThereDialog::start() {
    start_->setEnabled(false);
    news_->say(MessageBar::Kind::info, tr("Starting on %1…").arg(servers_->currentText()));
    asking_ = in_background(
        this,
        [preset = preset_, server = servers_->currentText().toStdString()](const Wanted&) {
            const std::string run = remote::start_on(remote::server_named(server), text_for(preset));
            return to_qt(run::view_folder({server, run}));
        },
        [this](const QString& run) {
            Q_EMIT started(run);
            accept();
        },
        [this](const Error& error) {
            start_->setEnabled(true);
            news_->say(error);
        });
}

} // namespace tunedesk::ui
