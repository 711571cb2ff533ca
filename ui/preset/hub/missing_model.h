// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <string>

class QWidget;

namespace tunedesk::ui {

class Estimator;
class MessageBar;

/// Offers to download the model that the checked preset names and the cache does not have. Window's thread.
class MissingModel : public QObject {
    Q_OBJECT

public:
    /// All must live as long; the dialog is a child of `page`.
    MissingModel(Estimator* estimator, MessageBar* messages, QWidget* page);

Q_SIGNALS:
    /// The model is there: the preset is to be checked again.
    void downloaded();

private:
    void look();
    void download(const std::string& model);

    Estimator* estimator_;
    MessageBar* messages_;
    QWidget* page_;
    std::string offered_; ///< ORG/NAME or ORG/NAME@REVISION
};

} // namespace tunedesk::ui
