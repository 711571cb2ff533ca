// SPDX-License-Identifier: GPL-3.0-or-later
// The report of a run as a document, and as one HTML page: what it says, and that nothing of a run's files
// becomes markup or leads out of the page.

#include "base/text.h"
#include "report/document/html.h"
#include "report/document/report_document.h"
#include "report/document/svg_plots.h"
#include "texts.h"
#include "ui/report/made_run.h"

#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>
#include <cmath>
#include <fmt/format.h>
#include <tuple>

using namespace tunedesk;
using namespace tunedesk::report;
using namespace tunedesk::test;

namespace {

const std::string script = "<script>alert(1)</script>";

/// What a browser would take the page to hold.
struct ReadPage {
    std::vector<std::vector<QStringList>> tables; ///< rows of cells
    QStringList headings, elements, attributes;   ///< attributes: "name=value"
    QString text, error;
    int plots = 0;

    explicit ReadPage(const std::string& html) {
        QXmlStreamReader reader(QByteArray::fromStdString(html));
        while (!reader.atEnd()) {
            const auto token = reader.readNext();
            if (token == QXmlStreamReader::Characters) text += reader.text();
            if (token != QXmlStreamReader::StartElement) continue;
            const QString name = reader.name().toString();
            elements << name;
            for (const auto& attribute : reader.attributes())
                attributes << attribute.name().toString() + '=' + attribute.value().toString();
            plots += name == "svg";
            if (name == "table") tables.emplace_back();
            if (name == "tr") tables.back().emplace_back();
            const bool is_text = name == "td" || name == "th" || name == "h2";
            if (!is_text) continue;
            const QString content = reader.readElementText();
            text += content + '\n';
            if (name == "h2")
                headings << content;
            else
                tables.back().back() << content;
        }
        if (reader.hasError()) error = reader.errorString();
    }

    /// The row of some table that begins with this cell.
    QStringList row(const QString& first) const {
        for (const auto& table : tables)
            for (const QStringList& cells : table)
                if (!cells.isEmpty() && cells[0] == first) return cells;
        return {};
    }
};

/// The figures as a page writes them.
QString four(double value) {
    return QString::fromStdString(fmt::format("{:.4f}", value));
}

} // namespace

class ReportDocumentTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    fs::path root() const { return folder_.path().toStdString(); }

    static ComparedRun compared(const fs::path& folder) {
        ComparedRun run;
        run.summary = read_run(folder);
        run.name = run.summary.folder_name();
        run.settings = {{"task", "text-classification"},
                        {"model.path", "/home/somebody/models/tiny"},
                        {"data.train", "/home/somebody/train.csv"},
                        {"data.test", "/home/somebody/rows & more.csv"},
                        {"training.seed", "7"}};
        return run;
    }

    static Document made(const fs::path& folder, const ComparedRun& run) {
        const TestResults results = read_test_results(folder / "predictions.csv");
        const Metrics metrics = metrics_of(folder);
        return report_document({run, results, metrics, "done", nullptr});
    }

    static std::string metrics_file(int steps) {
        std::string text = "step,epoch,train_loss,train_acc,val_loss,val_acc\n";
        for (int step = 1; step <= steps; ++step)
            text += fmt::format("{0},{1},{2},0.5,,\n", step, step / 10.0, 1.0 / step);
        return text + fmt::format("{0},1,,,0.4,0.8\n", steps);
    }

private Q_SLOTS:
    void initTestCase() {
        make_run(root() / "run", 700, {"utils", script, "a & \"b\"\x1b[31m"});
        write_file_atomically(root() / "run/metrics.csv", metrics_file(5000));
        write_file_atomically(
            root() / "run/environment.json",
            R"({"tunedesk": {"version": "0.1.0", "commit": "0123456789abcdef"}, "host": "secret-host",
                "started": "2026-11-21T10:39:29Z", "os": "</td><script>x</script>",
                "cpu": {"model": "A processor", "usable_cores": 2}, "versions": {"libtorch": "2.11.0"},
                "devices": {"0": "cpu", "1": "cpu"}, "memory_bytes": 25276510208})");
    }

    void the_page_has_the_figures_of_report_json() {
        const ComparedRun run = compared(root() / "run");
        const ReadPage page(to_html(made(root() / "run", run)));
        QCOMPARE(page.error, QString());
        const Json json = Json::parse(read_file(root() / "run/report.json", ErrorId::file_unreadable));
        const double accuracy = json.at("accuracy").get<double>();
        QCOMPARE(page.row("Test accuracy"), (QStringList{"Test accuracy", four(accuracy)}));
        QCOMPARE(page.row("Macro F1")[1], four(json.at("macro_avg").at("f1-score").get<double>()));
        QCOMPARE(page.row("Accuracy").last(), QStringLiteral("700"));
        const Json& of_class = json.at("per_class").at(script);
        const QStringList row = page.row(QString::fromStdString(script));
        QCOMPARE(row.size(), qsizetype{5});
        QCOMPARE(row[1], four(of_class.at("precision").get<double>()));
        QCOMPARE(row[2], four(of_class.at("recall").get<double>()));
        QCOMPARE(row[3], four(of_class.at("f1-score").get<double>()));
        QCOMPARE(row[4].toInt(), of_class.at("support").get<int>());
        QCOMPARE(page.row("Training time")[1], QStringLiteral("01:01"));
        QCOMPARE(page.row("Steps")[1], QStringLiteral("250"));
        QCOMPARE(page.row("Tokens per second")[1], QStringLiteral("2,132"));
        QVERIFY(page.text.contains(
            QString::fromStdString(fmt::format("Accuracy {:.1f} % (baseline 33.4 %)", 100 * accuracy))));
        QVERIFY(page.text.contains("700 test rows of rows & more.csv"));
        QVERIFY2(
            page.text.contains("Worst confusions: “utils” is predicted as “<script>alert(1)</script>” 34 "
                               "times, "),
            qPrintable(page.text));
        QCOMPARE(page.row("training.seed")[1], QStringLiteral("7"));
        QCOMPARE(page.row("model.path")[1], QStringLiteral("tiny"));
        QCOMPARE(page.row("Processor")[1], QStringLiteral("A processor, 2 cores"));
        QCOMPARE(page.row("Devices")[1], QStringLiteral("cpu")); // of both ranks
        QCOMPARE(page.headings, (QStringList{"Result", "Classification report", "Classes", "Confusion matrix",
                                             "Training", "Test curves", "Cost", "Environment", "Preset"}));
        QCOMPARE(page.plots, 7); // matrix, classes, loss, accuracy, ROC, precision-recall, calibration
    }

    // Of the tested step and of the last one; paths are names alone in lists too.
    void further_validation_sets_have_a_table() {
        ComparedRun run = compared(root() / "run");
        run.settings.emplace_back("data.extra_validation", "/home/somebody/other.csv,/home/somebody/b.csv");
        run.summary.report->best_step = 10;
        run.summary.report->extra_validation = {{"other", {{"loss", 0.5}, {"accuracy", 0.75}}}};
        Metrics metrics =
            parse_metrics_csv("step,epoch,val_loss,val_acc,other_loss,other_acc\n10,1,0.3,0.9,,\n"
                              "10,1,,,0.5,0.75\n20,2,0.4,0.8,,\n20,2,,,0.7,0.625\n",
                              "metrics.csv");
        const TestResults results = read_test_results(root() / "run/predictions.csv");
        const ReadPage page(to_html(report_document({run, results, metrics, "done", nullptr})));
        QVERIFY(page.headings.contains("Validation sets"));
        QStringList rows;
        for (const auto& table : page.tables)
            if (table[0][0] == "Set")
                for (const QStringList& cells : table)
                    rows << cells.join(' ');
        QCOMPARE(rows.size(), qsizetype{5});
        QCOMPARE(rows.mid(1), (QStringList{"validation 10 0.3000 0.9000", "other 10 0.5000 0.7500",
                                           "validation 20 0.4000 0.8000", "other 20 0.7000 0.6250"}));
        QCOMPARE(page.row("data.extra_validation")[1], QStringLiteral("other.csv,b.csv"));
    }

    /// Names and versions come from strangers; a page may be opened by anyone.
    void nothing_of_a_run_becomes_markup_or_leads_out() {
        const std::string html = to_html(made(root() / "run", compared(root() / "run")));
        const ReadPage page(html);
        QCOMPARE(page.error, QString());
        QVERIFY(!has(html, script) && has(html, "&lt;script&gt;alert(1)&lt;/script&gt;"));
        QVERIFY(!has(html, "\x1b"));
        for (const char* element : {"script", "a", "img", "link", "iframe", "object", "form", "image", "use"})
            QVERIFY2(!page.elements.contains(QLatin1String(element)), element);
        for (const QString& attribute : page.attributes)
            QVERIFY2(!attribute.startsWith("on") && !attribute.startsWith("href") &&
                         !attribute.startsWith("src"),
                     qPrintable(attribute));
        for (const char* part :
             {"http://", "https://", "url(", "@import", "/home/", "somebody", "secret-host"})
            QVERIFY2(!has(html, part), part);
        QVERIFY(has(html, "default-src &#39;none&#39;") || has(html, "default-src 'none'"));
        QVERIFY(has(html, "prefers-color-scheme:dark"));
    }

    void text_is_escaped_once_and_stays_well_formed() {
        QCOMPARE(markup_text("a<b> & \"c\" 'd'\n"),
                 std::string("a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39; "));
        QCOMPARE(markup_text("\x80\xEF\xBF\xBF\xE2\x80\xAE"), std::string("\uFFFD\uFFFD\uFFFD"));
        QCOMPARE(markup_text("你好"), std::string("你好"));
    }

    void long_curves_are_thinned_and_keep_their_extremes() {
        LinePlot plot;
        plot.lines.push_back({"training", {}, {}});
        for (int i = 0; i < 100'000; ++i) {
            plot.lines[0].x.push_back(i);
            plot.lines[0].y.push_back(i == 50'001 ? 9 : i == 70'001 ? NAN : 1);
        }
        const std::string svg = to_svg(plot, SvgColors::paper);
        QVERIFY2(svg.size() < 40'000, std::to_string(svg.size()).c_str());
        QVERIFY(has(svg, ">8<") && !has(svg, "nan"));
        QXmlStreamReader reader(QByteArray::fromStdString(svg));
        while (!reader.atEnd())
            reader.readNext();
        QVERIFY(!reader.hasError());
    }

    void axes_have_round_numbers() {
        QCOMPARE(round_ticks(0, 1, 5), (std::vector<double>{0, 0.2, 0.4, 0.6000000000000001, 0.8, 1}));
        QCOMPARE(tick_label(0.6000000000000001), std::string("0.6"));
        QCOMPARE(tick_label(-12000), std::string("-12,000"));
        QVERIFY(round_ticks(1, 1, 5).empty() && round_ticks(0, INFINITY, 5).empty());
        QVERIFY(round_ticks(1e17, 1e17 + 64, 5).size() < 60);
    }

    void classes_of_curves_are_the_worst() {
        const TestResults results = read_test_results(root() / "run/predictions.csv");
        QCOMPARE(results.curves.size(), std::size_t{3});
        const auto worst = results.worst_curves(2);
        QCOMPARE(worst.size(), std::size_t{2});
        const auto f1 = [&](std::size_t i) { return results.scores->classes[i].f1; };
        QVERIFY(f1(worst[0]) <= f1(worst[1]));
        for (std::size_t i = 0; i < 3; ++i)
            QVERIFY(f1(i) >= f1(worst[0]));
    }

    void a_run_of_numbers_of_labels_of_tags_and_of_pairs() {
        make_labels_run(root() / "labels", 30, true, {"one", "two"});
        make_tags_run(root() / "tags");
        make_pairs_run(root() / "pairs", true);
        for (const auto& [name, heading, headline] :
             {std::tuple("labels", "Scores of each label", "Micro F1 0."),
              {"tags", "Scores of each type of entities", "F1 of entities 0."},
              {"pairs", "Result", "Spearman correlation of the cosine "}}) {
            const ReadPage page(to_html(made(root() / name, compared(root() / name))));
            QCOMPARE(page.error, QString());
            QVERIFY2(page.headings.contains(QLatin1String(heading)), name);
            QVERIFY2(page.text.contains(QLatin1String(headline)), qPrintable(page.text));
        }
    }

    void a_run_that_failed_says_how_it_ended() {
        make_run(root() / "early", 0, {"a", "b"}, {}, false);
        write_file_atomically(root() / "early/metrics.csv", metrics_file(3));
        const ComparedRun run = compared(root() / "early");
        const TestResults results = read_test_results(root() / "early/predictions.csv");
        const Metrics metrics = metrics_of(root() / "early");
        const ReadPage page(to_html(report_document({run, results, metrics, "failed (7): <b>", nullptr})));
        QCOMPARE(page.error, QString());
        QVERIFY(page.text.contains("No result yet") && page.text.contains("failed (7): <b>"));
        QCOMPARE(page.plots, 2);
    }

    void very_many_classes_have_no_matrix() {
        std::vector<std::string> names;
        for (int i = 0; i < 80; ++i)
            names.push_back("class " + std::to_string(i));
        make_run(root() / "many", 160, names);
        const ReadPage page(to_html(made(root() / "many", compared(root() / "many"))));
        QCOMPARE(page.error, QString());
        QVERIFY(page.text.contains("A matrix of 80 classes is not drawn"));
        QVERIFY(page.text.contains("The 40 most frequent of 80 classes."));
        QCOMPARE(page.plots, 4); // classes and the test curves
    }
};

QTEST_GUILESS_MAIN(ReportDocumentTest)
#include "report_document_test.moc"
