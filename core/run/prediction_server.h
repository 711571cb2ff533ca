#pragma once

#include "base/file.h"

#include <QProcess>
#include <string>
#include <vector>

namespace tunedesk::run {

/// A worker that answers predictions (tunedesk-worker --serve): started by the constructor, ended by the
/// destructor.
class PredictionServer {
public:
    struct Text {
        std::string text, pair;
    };

    /// Throws the worker's own error where it ends before it is ready, 7014 where there is no worker.
    explicit PredictionServer(const fs::path& model);
    ~PredictionServer();

    const std::vector<std::string>& labels() const { return labels_; }
    /// Probabilities of each text's classes.
    std::vector<std::vector<double>> predict(const std::vector<Text>& texts);

private:
    std::string receive();

    QProcess process_;
    std::vector<std::string> labels_, waiting_;
    std::string errors_;
    struct Reader;
    std::unique_ptr<Reader> reader_;
    int requests_ = 0;
};

} // namespace tunedesk::run
