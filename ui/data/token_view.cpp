// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/token_view.h"

#include "data/cache/token_lengths.h"
#include "ui/widgets/error_text.h"
#include "ui/widgets/text.h"

#include <QLabel>
#include <QTextBrowser>
#include <QVBoxLayout>
#include <algorithm>

namespace tunedesk::ui {

namespace {

constexpr std::size_t most_tokens = 2000; // most tokens shown

} // namespace

struct TokenView::Answer {
    std::shared_ptr<const data::Tokenizer> tokenizer;
    std::vector<std::pair<QString, bool>> tokens; ///< with whether the model receives them
    std::size_t length = 0, kept = 0, windows = 1;
};

TokenView::TokenView(QWidget* parent) : QWidget(parent), summary_(new QLabel), tokens_(new QTextBrowser) {
    tokens_->setAccessibleName(tr("The row as tokens"));
    tokens_->setOpenLinks(false);
    tokens_->setTabChangesFocus(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->addWidget(summary_);
    column->addWidget(tokens_, 1);
    clear();
}

void TokenView::clear() {
    running_.cancel();
    summary_->setText(tr("Choose a row above to see its tokens."));
    tokens_->clear();
}

QString TokenView::summary() const {
    return summary_->text();
}

void TokenView::show_text(const Asked& asked) {
    running_.cancel();
    if (asked.model != model_) tokenizer_.reset();
    model_ = asked.model;
    running_ = read_in_background(
        this,
        [asked, tokenizer = tokenizer_](const CancelToken&) {
            Answer answer;
            answer.tokenizer =
                tokenizer ? tokenizer
                          : std::make_shared<const data::Tokenizer>(data::Tokenizer::load(asked.model));
            const std::string text = asked.text.toStdString(), pair = asked.pair.toStdString();
            std::vector<std::int32_t> all, kept;
            std::size_t type_one = 0;
            const std::size_t specials = answer.tokenizer->special_tokens(asked.has_pair);
            const std::size_t most = asked.windows.is_on()
                                         ? asked.windows.longest_row(specials)
                                         : static_cast<std::size_t>(std::max(3, asked.max_length));
            answer.tokenizer->encode(text, pair, asked.has_pair, data::longest_row, false, all, type_one);
            answer.tokenizer->encode(text, pair, asked.has_pair, most, asked.truncate_left, kept, type_one);
            answer.length = all.size();
            answer.kept = kept.size();
            if (asked.windows.is_on()) answer.windows = asked.windows.count(kept.size(), specials);
            // The kept tokens are all tokens except one range, so that both lists can be traversed together.
            std::size_t next = 0;
            const std::size_t missing = all.size() - kept.size();
            std::size_t skipped = 0;
            for (std::size_t i = 0; i < all.size() && i < most_tokens; ++i) {
                const bool cuts = skipped < missing && (next >= kept.size() || all[i] != kept[next] ||
                                                        (asked.truncate_left && next == 1) ||
                                                        (!asked.truncate_left && next + 1 == kept.size()));
                skipped += cuts;
                next += !cuts;
                answer.tokens.emplace_back(to_qt(answer.tokenizer->token(all[i])), !cuts);
            }
            return answer;
        },
        [this](const Answer& answer) { show_answer(answer); },
        [this](const Error& error) {
            summary_->setText(shown_error(error));
            tokens_->clear();
            Q_EMIT shown();
        });
}

void TokenView::show_answer(const Answer& answer) {
    tokenizer_ = answer.tokenizer;
    summary_->setText(answer.kept == answer.length
                          ? tr("%n token(s), all of them kept", nullptr, static_cast<int>(answer.length))
                          : tr("%1 tokens, %2 of them kept").arg(answer.length).arg(answer.kept));
    if (answer.windows > 1)
        summary_->setText(summary_->text() + tr(", read in %1 windows").arg(answer.windows));
    const QString dim = palette().color(QPalette::PlaceholderText).name();
    const QString shade = palette().color(QPalette::AlternateBase).name();
    QString html;
    int number = 0;
    for (const auto& [token, kept] : answer.tokens) {
        const bool special =
            token.size() > 2 && token.startsWith(QLatin1Char('[')) && token.endsWith(QLatin1Char(']'));
        QString style;
        if (special || !kept) style += QStringLiteral("color:%1;").arg(dim);
        if (!kept) style += QStringLiteral("text-decoration:line-through;");
        if (++number % 2) style += QStringLiteral("background:%1;").arg(shade);
        html += QStringLiteral("<span style='%1'>&nbsp;%2&nbsp;</span> ").arg(style, token.toHtmlEscaped());
    }
    if (answer.length > answer.tokens.size())
        html += tr("… and %1 more").arg(answer.length - answer.tokens.size());
    tokens_->setHtml(html);
    Q_EMIT shown();
}

} // namespace tunedesk::ui
