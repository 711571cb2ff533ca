// SPDX-License-Identifier: GPL-3.0-or-later
// predictions.csv: what is accepted has for each row a class, a number, tags, or labels and probabilities of
// them.

#include "fuzz/replay.h"
#include "report/predictions/prediction_table.h"

using namespace tunedesk;

namespace {

int fuzz_one(const std::uint8_t* data, std::size_t size) {
    try {
        const auto table =
            report::PredictionTable::parse({reinterpret_cast<const char*>(data), size}, "fuzz");
        const auto classes = static_cast<std::int32_t>(table.names().size());
        for (std::size_t row = 0; row < table.rows(); ++row) {
            const bool one = table.target() == task::Target::one_class;
            if (one != (table.predicted(row) >= 0) || table.predicted(row) >= classes ||
                table.label(row) >= classes)
                throw std::logic_error("a class that is not there");
            for (const std::int32_t label : table.label_set(row))
                if (label < 0 || label >= classes) throw std::logic_error("a label that is not there");
            if (table.text(row).size() > size || table.pair(row).size() > size)
                throw std::logic_error("a text longer than the file");
        }
        if (table.cell(-1, -1).size() != table.rows()) throw std::logic_error("rows are missing");
    } catch (const Error& error) {
        if (error.id() != 4191) throw;
    }
    return 0;
}

} // namespace

class PredictionsFuzz : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // FAULTS 49
    void corpus() { replay("predictions", 8000, fuzz_one, {Grammar::text}); }
};

QTEST_GUILESS_MAIN(PredictionsFuzz)
#include "predictions_fuzz.moc"
