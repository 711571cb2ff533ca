<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US">
<context>
    <name>FindingText</name>
    <message numerus="yes">
        <source>%1: %n row(s) cannot be used</source>
        <translation>
            <numerusform>%1: %n row cannot be used</numerusform>
            <numerusform>%1: %n rows cannot be used</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n row(s) cannot be used and are left out</source>
        <translation>
            <numerusform>%1: %n row cannot be used and is left out</numerusform>
            <numerusform>%1: %n rows cannot be used and are left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n row(s) with a label that no training row has: %2</source>
        <translation>
            <numerusform>%1: %n row with a label that no training row has: %2</numerusform>
            <numerusform>%1: %n rows with a label that no training row has: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n row(s) with a label that no training row has are left out: %2</source>
        <translation>
            <numerusform>%1: %n row with a label that no training row has is left out: %2</numerusform>
            <numerusform>%1: %n rows with a label that no training row has are left out: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n row(s) repeat the header</source>
        <translation>
            <numerusform>%1: %n row repeats the header</numerusform>
            <numerusform>%1: %n rows repeat the header</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Many classes for %n training row(s): is data.label_column the right column?</source>
        <translation>
            <numerusform>Many classes for %n training row: is data.label_column the right column?</numerusform>
            <numerusform>Many classes for %n training rows: is data.label_column the right column?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Leave out %n row(s)</source>
        <translation>
            <numerusform>Leave out %n row</numerusform>
            <numerusform>Leave out %n rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove %n row(s)</source>
        <translation>
            <numerusform>Remove %n row</numerusform>
            <numerusform>Remove %n rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) of %1 are also in %2: they inflate the score</source>
        <translation>
            <numerusform>%n row of %1 is also in %2: it inflates the score</numerusform>
            <numerusform>%n rows of %1 are also in %2: they inflate the score</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RunAction</name>
    <message numerus="yes">
        <source>The folder holds %n other run(s).</source>
        <translation>
            <numerusform>The folder holds %n other run.</numerusform>
            <numerusform>The folder holds %n other runs.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::BatchView</name>
    <message numerus="yes">
        <source>of %1 in the first epoch; %n image(s), as the model takes them</source>
        <translation>
            <numerusform>of %1 in the first epoch; %n image, as the model takes them</numerusform>
            <numerusform>of %1 in the first epoch; %n images, as the model takes them</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ConnectionBar</name>
    <message numerus="yes">
        <source>Connection lost: %1. The run continues there. Retrying in %n second(s).</source>
        <translation>
            <numerusform>Connection lost: %1. The run continues there. Retrying in %n second.</numerusform>
            <numerusform>Connection lost: %1. The run continues there. Retrying in %n seconds.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ConversationPane</name>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%n token</numerusform>
            <numerusform>%n tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n token(s), %1 per second</source>
        <translation>
            <numerusform>%n token, %1 per second</numerusform>
            <numerusform>%n tokens, %1 per second</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::CsvColumns</name>
    <message numerus="yes">
        <source>%n row(s), the whole table</source>
        <translation>
            <numerusform>%n row, the whole table</numerusform>
            <numerusform>%n rows, the whole table</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The first %n row(s). Click a header to set the role of its column.</source>
        <translation>
            <numerusform>The first row. Click a header to set the role of its column.</numerusform>
            <numerusform>The first %n rows. Click a header to set the role of its column.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::CsvFindings</name>
    <message numerus="yes">
        <source>%n class(es)</source>
        <translation>
            <numerusform>%n class</numerusform>
            <numerusform>%n classes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n class(es) in the first rows</source>
        <translation>
            <numerusform>%n class in the first rows</numerusform>
            <numerusform>%n classes in the first rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::CsvPage</name>
    <message numerus="yes">
        <source>%n row(s) changed or removed in a copy: %1. The source is unchanged.</source>
        <translation>
            <numerusform>%n row changed or removed in a copy: %1. The source is unchanged.</numerusform>
            <numerusform>%n rows changed or removed in a copy: %1. The source is unchanged.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::DataMender</name>
    <message numerus="yes">
        <source>%n row(s) changed or removed in a copy: %1. The source is unchanged; Undo returns to it.</source>
        <translation>
            <numerusform>%n row changed or removed in a copy: %1. The source is unchanged; Undo returns to it.</numerusform>
            <numerusform>%n rows changed or removed in a copy: %1. The source is unchanged; Undo returns to it.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::DeviceStrip</name>
    <message numerus="yes">
        <source>%n GPUs</source>
        <translation>
            <numerusform>%n GPU</numerusform>
            <numerusform>%n GPUs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>CPU, %n core(s): %1%</source>
        <translation>
            <numerusform>CPU, %n core: %1%</numerusform>
            <numerusform>CPU, %n cores: %1%</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::DoctorModel</name>
    <message numerus="yes">
        <source>%n other row(s) of the same text</source>
        <translation>
            <numerusform>%n other row of the same text</numerusform>
            <numerusform>%n other rows of the same text</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::EffectView</name>
    <message numerus="yes">
        <source>%1 points from %n correction(s)</source>
        <translation>
            <numerusform>%1 points from %n correction</numerusform>
            <numerusform>%1 points from %n corrections</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::EntryDelegate</name>
    <message numerus="yes">
        <source>%n run(s) on this server</source>
        <translation>
            <numerusform>%n run on this server</numerusform>
            <numerusform>%n runs on this server</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>sweep, %n run(s)</source>
        <translation>
            <numerusform>sweep, %n run</numerusform>
            <numerusform>sweep, %n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::EstimateStrip</name>
    <message numerus="yes">
        <source>Start on %n GPU(s)</source>
        <translation>
            <numerusform>Start on %n GPU</numerusform>
            <numerusform>Start on %n GPUs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n problem(s) prevent the run</source>
        <translation>
            <numerusform>%n problem prevents the run</numerusform>
            <numerusform>%n problems prevent the run</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n problem(s): go to the first</source>
        <translation>
            <numerusform>%n problem: go to it</numerusform>
            <numerusform>%n problems: go to the first</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Queue for %n GPU(s)</source>
        <translation>
            <numerusform>Queue for %n GPU</numerusform>
            <numerusform>Queue for %n GPUs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::FiguresModel</name>
    <message numerus="yes">
        <source>%1: %n seed(s)</source>
        <translation>
            <numerusform>%1: %n seed</numerusform>
            <numerusform>%1: %n seeds</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::FormSection</name>
    <message numerus="yes">
        <source>Show %n unused key(s)</source>
        <translation>
            <numerusform>Show %n unused key</numerusform>
            <numerusform>Show %n unused keys</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::Gallery</name>
    <message numerus="yes">
        <source>%n image(s)</source>
        <translation>
            <numerusform>%n image</numerusform>
            <numerusform>%n images</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::GpuModel</name>
    <message numerus="yes">
        <source>host, %n core(s)</source>
        <translation>
            <numerusform>host, %n core</numerusform>
            <numerusform>host, %n cores</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::HubDialog</name>
    <message numerus="yes">
        <source>%n models</source>
        <translation>
            <numerusform>%n model</numerusform>
            <numerusform>%n models</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n data sets</source>
        <translation>
            <numerusform>%n data set</numerusform>
            <numerusform>%n data sets</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::LengthPlot</name>
    <message numerus="yes">
        <source>%n longer row(s) not shown</source>
        <translation>
            <numerusform>%n longer row not shown</numerusform>
            <numerusform>%n longer rows not shown</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::LibraryModel</name>
    <message numerus="yes">
        <source>%1: %n run(s) that were queued together</source>
        <translation>
            <numerusform>%1: %n run that was queued with others</numerusform>
            <numerusform>%1: %n runs that were queued together</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n run(s) on this server</source>
        <translation>
            <numerusform>%1: %n run on this server</numerusform>
            <numerusform>%1: %n runs on this server</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::MachineCard</name>
    <message numerus="yes">
        <source>%n core(s)</source>
        <translation>
            <numerusform>%n core</numerusform>
            <numerusform>%n cores</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::MeasureDialog</name>
    <message numerus="yes">
        <source>With the rising rate, the loss falls by no more than its noise: %n constant rate(s) were tried on the same rows.</source>
        <translation>
            <numerusform>With the rising rate, the loss falls by no more than its noise: %n constant rate was tried on the same rows.</numerusform>
            <numerusform>With the rising rate, the loss falls by no more than its noise: %n constant rates were tried on the same rows.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::PinDialog</name>
    <message numerus="yes">
        <source>%1 starts when %n of the chosen GPU(s) is free. If none is chosen, it uses any.</source>
        <translation>
            <numerusform>%1 starts when one of the chosen GPUs is free. If none is chosen, it uses any.</numerusform>
            <numerusform>%1 starts when %n of the chosen GPUs are free. If none is chosen, it uses any.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The run needs %n GPU(s)</source>
        <translation>
            <numerusform>The run needs %n GPU</numerusform>
            <numerusform>The run needs %n GPUs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::QueueActions</name>
    <message numerus="yes">
        <source>Take %n run(s) out of the queue? Their folders, which hold only the presets, are removed.</source>
        <translation>
            <numerusform>Take %n run out of the queue? Its folder, which holds only the preset, is removed.</numerusform>
            <numerusform>Take %n runs out of the queue? Their folders, which hold only the presets, are removed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::QueueWatch</name>
    <message numerus="yes">
        <source>%n GPU(s)</source>
        <translation>
            <numerusform>%n GPU</numerusform>
            <numerusform>%n GPUs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) before it.</source>
        <translation>
            <numerusform>%n run before it.</numerusform>
            <numerusform>%n runs before it.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::ReportPage</name>
    <message numerus="yes">
        <source>%n label(s) corrected in a copy of %1.</source>
        <translation>
            <numerusform>%n label corrected in a copy of %1.</numerusform>
            <numerusform>%n labels corrected in a copy of %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n saved correction(s) match no row of these predictions: the run has tested other rows since. They are kept, and not shown.</source>
        <translation>
            <numerusform>%n saved correction matches no row of these predictions: the run has tested other rows since. It is kept, and not shown.</numerusform>
            <numerusform>%n saved corrections match no row of these predictions: the run has tested other rows since. They are kept, and not shown.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::RunActions</name>
    <message numerus="yes">
        <source>and %n other(s)</source>
        <translation>
            <numerusform>and %n other</numerusform>
            <numerusform>and %n others</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: done for %n run(s).</source>
        <translation>
            <numerusform>%1: done for %n run.</numerusform>
            <numerusform>%1: done for %n runs.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::RunNotifications</name>
    <message numerus="yes">
        <source>%n more run(s) failed.</source>
        <translation>
            <numerusform>%n more run failed.</numerusform>
            <numerusform>%n more runs failed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::RunsPage</name>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::Servers</name>
    <message numerus="yes">
        <source>%1: %2. Its runs continue. Retrying in %n second(s).</source>
        <translation>
            <numerusform>%1: %2. Its runs continue. Retrying in %n second.</numerusform>
            <numerusform>%1: %2. Its runs continue. Retrying in %n seconds.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::SettingsView</name>
    <message numerus="yes">
        <source>%n further setting(s) differ: see Figures</source>
        <translation>
            <numerusform>%n further setting differs: see Figures</numerusform>
            <numerusform>%n further settings differ: see Figures</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Importance of settings: %1, %n run(s)</source>
        <translation>
            <numerusform>Importance of settings: %1, %n run</numerusform>
            <numerusform>Importance of settings: %1, %n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::SeveralValues</name>
    <message numerus="yes">
        <source>%1 has %n values. A sweep queues a run for each.</source>
        <translation>
            <numerusform>%1 has %n value. A sweep queues a run for it.</numerusform>
            <numerusform>%1 has %n values. A sweep queues a run for each.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::StrategyDialog</name>
    <message numerus="yes">
        <source>%n ranks share the samples of each step. The strategy says what each of them keeps.</source>
        <translation>
            <numerusform>%n rank shares the samples of each step. The strategy says what each of them keeps.</numerusform>
            <numerusform>%n ranks share the samples of each step. The strategy says what each of them keeps.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The model&apos;s layers are divided among %n stages, each on a rank of its own.</source>
        <translation>
            <numerusform>The model&apos;s layers are divided among %n stage, on a rank of its own.</numerusform>
            <numerusform>The model&apos;s layers are divided among %n stages, each on a rank of its own.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::SweepDialog</name>
    <message numerus="yes">
        <source>&amp;Queue %n run(s)</source>
        <translation>
            <numerusform>&amp;Queue %n run</numerusform>
            <numerusform>&amp;Queue %n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s); their time is being estimated.</source>
        <translation>
            <numerusform>%n run; its time is being estimated.</numerusform>
            <numerusform>%n runs; their time is being estimated.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s), about %1 of training in all.</source>
        <translation>
            <numerusform>%n run, about %1 of training.</numerusform>
            <numerusform>%n runs, about %1 of training in all.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::TemplateList</name>
    <message numerus="yes">
        <source>%n preset(s)</source>
        <translation>
            <numerusform>%n preset</numerusform>
            <numerusform>%n presets</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::TokenView</name>
    <message numerus="yes">
        <source>%n token(s), all of them kept</source>
        <translation>
            <numerusform>%n token, kept</numerusform>
            <numerusform>%n tokens, all of them kept</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::TrackingActions</name>
    <message numerus="yes">
        <source>%n run(s) written. To see them: %1</source>
        <translation>
            <numerusform>%n run written. To see it: %1</numerusform>
            <numerusform>%n runs written. To see them: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::TryPage</name>
    <message numerus="yes">
        <source>Accuracy %1 of %n labelled row(s)</source>
        <translation>
            <numerusform>Accuracy %1 of %n labelled row</numerusform>
            <numerusform>Accuracy %1 of %n labelled rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) have a label that the model does not know</source>
        <translation>
            <numerusform>%n row has a label that the model does not know</numerusform>
            <numerusform>%n rows have a label that the model does not know</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Pearson %1, Spearman %2, mean squared error %3 of %n labelled row(s)</source>
        <translation>
            <numerusform>Pearson %1, Spearman %2, mean squared error %3 of %n labelled row</numerusform>
            <numerusform>Pearson %1, Spearman %2, mean squared error %3 of %n labelled rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Micro F1 %1, macro F1 %2, subset accuracy %3 of %n labelled row(s)</source>
        <translation>
            <numerusform>Micro F1 %1, macro F1 %2, subset accuracy %3 of %n labelled row</numerusform>
            <numerusform>Micro F1 %1, macro F1 %2, subset accuracy %3 of %n labelled rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tunedesk::ui::UnsavedPresets</name>
    <message numerus="yes">
        <source>%n preset(s) have changes that are not saved:</source>
        <translation>
            <numerusform>%n preset has changes that are not saved:</numerusform>
            <numerusform>%n presets have changes that are not saved:</numerusform>
        </translation>
    </message>
</context>
</TS>
