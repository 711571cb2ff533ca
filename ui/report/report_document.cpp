#include "ui/report/report_document.h"

#include "preset/schema/schema.h"
#include "report/report_text.h"
#include "ui/plot/heat_map.h"
#include "ui/report/curves_view.h"
#include "ui/report/errors_view.h"
#include "ui/report/numbers_view.h"
#include "ui/report/square_plot.h"
#include "ui/widgets/text.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QPainter>
#include <QPdfWriter>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextObjectInterface>
#include <QTextTable>
#include <functional>

namespace tunedesk::ui {

namespace {

/// The context of this file's texts, for it has no class.
class Texts {
    Q_DECLARE_TR_FUNCTIONS(ReportDocument)
};

constexpr int figure_type = QTextFormat::UserObject + 1;
constexpr int figure_number = QTextFormat::UserProperty + 1;
constexpr int figure_size = QTextFormat::UserProperty + 2;

/// Draws a figure where the text has a place for it, as vectors.
class FigureObject : public QObject, public QTextObjectInterface {
    Q_OBJECT
    Q_INTERFACES(QTextObjectInterface)

public:
    using Draw = std::function<void(QPainter&, const QRectF&)>;

    using QObject::QObject;

    void insert(QTextCursor& cursor, const QSizeF& size, Draw draw) {
        QTextCharFormat format;
        format.setObjectType(figure_type);
        format.setProperty(figure_number, static_cast<int>(figures_.size()));
        format.setProperty(figure_size, size);
        figures_.push_back(std::move(draw));
        cursor.insertText(QString(QChar::ObjectReplacementCharacter), format);
    }
    QSizeF intrinsicSize(QTextDocument*, int, const QTextFormat& format) override {
        return format.property(figure_size).toSizeF();
    }
    void drawObject(QPainter* painter, const QRectF& area, QTextDocument*, int,
                    const QTextFormat& format) override {
        painter->save();
        figures_[static_cast<std::size_t>(format.intProperty(figure_number))](*painter, area);
        painter->restore();
    }

private:
    std::vector<Draw> figures_;
};

/// Writes the parts one after another into a text document.
class Writer {
public:
    Writer(QTextDocument& document, const QSizeF& page) : cursor_(&document), page_(page) {
        document.documentLayout()->registerHandler(figure_type, &figures_);
    }

    void title(const QString& text, const QString& below) {
        QTextCharFormat large;
        large.setFontPointSize(18);
        large.setFontWeight(QFont::Bold);
        cursor_.insertText(text, large);
        cursor_.insertBlock();
        QTextCharFormat small;
        small.setFontPointSize(9);
        small.setForeground(QColor(90, 90, 90));
        cursor_.insertText(below, small);
    }

    void heading(const QString& text, bool new_page = false) {
        QTextBlockFormat block;
        if (new_page) block.setPageBreakPolicy(QTextFormat::PageBreak_AlwaysBefore);
        block.setTopMargin(14);
        block.setBottomMargin(4);
        block.setHeadingLevel(2);
        cursor_.movePosition(QTextCursor::End);
        cursor_.insertBlock(block);
        QTextCharFormat bold;
        bold.setFontPointSize(12);
        bold.setFontWeight(QFont::Bold);
        cursor_.insertText(text, bold);
        cursor_.insertBlock(QTextBlockFormat(), QTextCharFormat());
    }

    void paragraph(const QString& text) { cursor_.insertText(text, QTextCharFormat()); }

    void table(const report::TextTable& from, bool fill_width) {
        QTextTableFormat format;
        format.setBorderStyle(QTextFrameFormat::BorderStyle_None);
        format.setCellPadding(3);
        format.setCellSpacing(0);
        format.setBorderCollapse(true);
        format.setHeaderRowCount(1);
        if (fill_width) format.setWidth(QTextLength(QTextLength::PercentageLength, 100));
        const int columns = static_cast<int>(from.header.size());
        QTextTable* table = cursor_.insertTable(static_cast<int>(from.rows.size()) + 1, columns, format);
        for (int row = 0; row <= static_cast<int>(from.rows.size()); ++row) {
            const auto& cells = row == 0 ? from.header : from.rows[static_cast<std::size_t>(row) - 1];
            for (int column = 0; column < columns; ++column)
                cell(table->cellAt(row, column), cells[static_cast<std::size_t>(column)], row == 0,
                     row == static_cast<int>(from.rows.size()),
                     static_cast<std::size_t>(column) < from.numeric.size() &&
                         from.numeric[static_cast<std::size_t>(column)]);
        }
        cursor_.movePosition(QTextCursor::End);
    }

    /// `share` of the page's width, `ratio` its height by its width.
    void figure(double share, double ratio, FigureObject::Draw draw) {
        const double width = page_.width() * share;
        figures_.insert(cursor_, {width, width * ratio}, std::move(draw));
    }

private:
    /// Rules above and below the header and below the last row, as a printed table has them.
    static void cell(QTextTableCell at, const std::string& text, bool header, bool last, bool right) {
        QTextTableCellFormat format = at.format().toTableCellFormat();
        if (header) {
            format.setTopBorder(1.0);
            format.setTopBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        }
        if (header || last) {
            format.setBottomBorder(header ? 0.5 : 1.0);
            format.setBottomBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        }
        format.setBorderBrush(Qt::black);
        at.setFormat(format);
        QTextCursor inside = at.firstCursorPosition();
        QTextBlockFormat block;
        block.setAlignment(right ? Qt::AlignRight : Qt::AlignLeft);
        inside.setBlockFormat(block);
        QTextCharFormat letters;
        letters.setFontPointSize(9);
        letters.setFontWeight(header ? QFont::Bold : QFont::Normal);
        // An empty cell is as high as the others.
        inside.insertText(text.empty() ? QString(QChar::Nbsp) : to_qt(text), letters);
    }

    QTextCursor cursor_;
    QSizeF page_;
    FigureObject figures_;
};

QString below_title(const ReportData& data) {
    const Json& environment = data.run.compared.summary.environment;
    const auto text = [&](const char* key) {
        const auto found = environment.find(key);
        return found != environment.end() && found->is_string() ? to_qt(found->get<std::string>())
                                                                : QString();
    };
    QStringList parts{to_qt(data.run.compared.summary.folder_name())};
    if (const QString started = text("started"); !started.isEmpty()) parts << started;
    const auto cpu = environment.find("cpu");
    if (cpu != environment.end() && cpu->is_object() && cpu->contains("model") && (*cpu)["model"].is_string())
        parts << to_qt((*cpu)["model"].get<std::string>());
    return parts.join(QStringLiteral(" · "));
}

/// What the preset says otherwise than the defaults, without paths of this machine.
report::TextTable preset_table(const ReportData& data) {
    report::TextTable table{{"Key", "Value"}, {}, {}};
    const Preset defaults;
    for (const auto& [name, value] : data.run.compared.settings) {
        const preset::Key* key = preset::find_key(name);
        if (!key || name == "tunedesk" || value == preset::get(defaults, *key)) continue;
        table.rows.push_back(
            {name, key->type == preset::Type::path ? fs::path(value).filename().string() : value});
    }
    return table;
}

void write_accuracy(Writer& writer, const ReportData& data) {
    if (!data.scores) return;
    writer.paragraph(
        Texts::tr("Test accuracy %1 of %2 rows; always saying “%3” would give %4; expected calibration "
                  "error %5.")
            .arg(QString::number(data.scores->accuracy, 'f', 4))
            .arg(data.scores->total)
            .arg(to_qt(data.names()[data.majority_class]))
            .arg(QString::number(data.majority_accuracy, 'f', 4),
                 QString::number(data.calibration_error, 'f', 4)));
    const auto& baseline = data.baseline ? data.baseline->compared.summary.report : std::nullopt;
    if (baseline && baseline->classification)
        writer.paragraph(QLatin1String(" ") +
                         Texts::tr("The baseline %1 has %2.")
                             .arg(to_qt(data.baseline->compared.name),
                                  QString::number(baseline->classification->accuracy, 'f', 4)));
}

/// What the views of the report show, on paper. They are drawn when the document is printed.
struct Pictures {
    explicit Pictures(const ReportData& data) {
        const auto shared = std::make_shared<ReportData>(data);
        errors.show_report(shared, {});
        curves.show_report(shared);
        numbers.show_report(shared);
    }

    void write(Writer& writer, const ReportData& data) {
        if (data.target() == task::Target::number) {
            writer.heading(Texts::tr("True and predicted numbers"));
            draw(writer, 0.6, numbers.scatter());
        }
        if (data.curves.empty()) return;
        writer.heading(data.scores ? Texts::tr("Confusion matrix and curves") : Texts::tr("Curves"), true);
        if (data.scores) draw(writer, data.names().size() > 8 ? 0.98 : 0.49, errors.matrix());
        for (const SquarePlot* plot : {&curves.roc(), &curves.precision_recall(), &curves.calibration()})
            draw(writer, 0.49, *plot);
    }

private:
    template <class Plot>
    void draw(Writer& writer, double width, const Plot& plot) const {
        writer.figure(width, 0.95, [this, &plot](QPainter& painter, const QRectF& area) {
            plot.draw(painter, area, colours);
        });
    }

    const FigureColours colours = FigureColours::paper();
    ErrorsView errors;
    CurvesView curves;
    NumbersView numbers;
};

} // namespace

QByteArray report_pdf(const ReportData& data) {
    Pictures pictures(data);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter pdf(&buffer);
    pdf.setPageSize(QPageSize(QPageSize::A4));
    pdf.setPageMargins({20, 18, 20, 18}, QPageLayout::Millimeter);
    pdf.setTitle(to_qt(data.run.compared.name));
    pdf.setCreator(QStringLiteral("TuneDesk"));
    pdf.setResolution(96); // the unit of the document's layout; text and figures are vectors
    QTextDocument document;
    document.setDocumentMargin(0);
    document.setDefaultFont(QFont(QStringLiteral("sans-serif"), 10));
    document.setPageSize(QSizeF(pdf.width(), pdf.height()));
    Writer writer(document, document.pageSize());
    writer.title(to_qt(data.run.compared.name), below_title(data));
    writer.heading(Texts::tr("Result"));
    write_accuracy(writer, data);
    writer.table(report::figure_table(data.run.compared), false);
    if (data.scores) {
        writer.heading(Texts::tr("Classification report"));
        writer.table(report::score_table(*data.scores), true);
    }
    if (const report::RunReport* figures = data.figures(); figures && figures->multi_label) {
        writer.heading(Texts::tr("Scores of each label"));
        writer.table(report::label_table(*figures->multi_label), true);
    }
    if (const report::RunReport* figures = data.figures(); figures && figures->entities) {
        writer.heading(Texts::tr("Scores of each type of entities"));
        writer.table(report::entity_table(*figures->entities), true);
    }
    writer.heading(Texts::tr("Preset"));
    writer.paragraph(Texts::tr("All other keys have their defaults."));
    writer.table(preset_table(data), false);
    pictures.write(writer, data);
    document.print(&pdf);
    buffer.close();
    return buffer.data();
}

} // namespace tunedesk::ui

#include "report_document.moc"
