#pragma once

#include "base/file.h"
#include "base/json.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tunedesk::report {

/// Counts of true class (row) against predicted class (column).
class ConfusionMatrix {
public:
    explicit ConfusionMatrix(std::size_t classes) : classes_(classes), counts_(classes * classes) {}
    void add(std::int32_t truth, std::int32_t prediction, std::uint64_t count = 1);
    std::uint64_t at(std::size_t truth, std::size_t prediction) const {
        return counts_[truth * classes_ + prediction];
    }
    std::size_t classes() const { return classes_; }
    std::uint64_t total() const;
    double accuracy() const;

private:
    std::size_t classes_;
    std::vector<std::uint64_t> counts_;
};

struct ClassScores {
    double precision = 0, recall = 0, f1 = 0;
    std::uint64_t support = 0;
};

/// Precision, recall, F1 and support as scikit-learn's classification_report computes them (zero_division=0).
struct ClassificationReport {
    std::vector<std::string> names;
    std::vector<ClassScores> classes;
    ClassScores macro, weighted;
    double accuracy = 0;
    std::uint64_t total = 0;
};

ClassificationReport classification_report(const ConfusionMatrix& matrix, std::span<const std::string> names);

/// scikit-learn's text layout with `digits` digits, equal to the character.
std::string to_text(const ClassificationReport& report, int digits = 4);
Json to_json(const ClassificationReport& report);
/// Header `true\predicted,NAME,...`, then a row a class.
std::string to_csv(const ConfusionMatrix& matrix, std::span<const std::string> names);

/// Rows of predictions.csv: text, label, prediction, prob_<label>..., loss. Streams to PATH atomically
/// (temporary file, fsync, rename at close()).
class PredictionsWriter {
public:
    PredictionsWriter(fs::path path, std::vector<std::string> names, bool pairs);
    ~PredictionsWriter();
    void add(std::string_view text, std::string_view pair, std::int32_t label,
             std::span<const float> probabilities, double loss);
    void close();

private:
    struct File;
    std::unique_ptr<File> file_;
};

} // namespace tunedesk::report
