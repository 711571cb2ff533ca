// SPDX-License-Identifier: GPL-3.0-or-later
// How a preset has the documents of a language model dealt.

#include "plan/data_specs.h"
#include "plan/text_windows.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::plan;

class TextWindowsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Documents are dealt as other samples are, a stream keeps its order.
    void documents_are_shuffled() {
        Preset preset;
        preset.task = Preset::Task::language_modeling;
        preset.data.batching = Preset::Batching::bucketed;
        QVERIFY(!separates_documents(preset));
        QVERIFY(!sampler_spec(preset, 1).shuffle);
        QVERIFY(sampler_spec(preset, 1).grouping == data::Grouping::packed);
        preset.data.documents = Preset::Documents::separate;
        QVERIFY(separates_documents(preset));
        QVERIFY(sampler_spec(preset, 1).shuffle);
        QVERIFY(sampler_spec(preset, 1).grouping == data::Grouping::bucketed);
        preset.model.architecture = Preset::Architecture::transformer_lm;
        QVERIFY(!separates_documents(preset));
        preset.model.architecture = Preset::Architecture::none;
        preset.task = Preset::Task::chat;
        QVERIFY(!separates_documents(preset));
    }
};

QTEST_APPLESS_MAIN(TextWindowsTest)
#include "text_windows_test.moc"
