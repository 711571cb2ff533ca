// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/document/html.h"

#include "report/document/document_colors.h"
#include "report/document/svg_plots.h"

#include <fmt/format.h>

namespace tunedesk::report {

namespace {

constexpr const char* rules = R"css(
*{box-sizing:border-box}
html{background:var(--window);color:var(--text);-webkit-text-size-adjust:100%}
body{font:15px/1.5 Inter,"Noto Sans","Segoe UI","Helvetica Neue",Arial,sans-serif;max-width:920px;margin:0 auto;padding:32px 20px}
h1{font-size:26px;line-height:1.25;margin:0;overflow-wrap:anywhere}
h2{font-size:18px;margin:36px 0 8px}
h2,.note{break-after:avoid}
p{margin:8px 0;overflow-wrap:anywhere}
.subtitle,.note,footer{color:var(--muted);font-size:13px}
.headline{margin:24px 0 12px;padding:16px 20px;background:var(--sunken);border-radius:10px}
.headline strong{display:block;font-size:24px;line-height:1.3;font-weight:600}
.headline span{color:var(--muted)}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-size:13px;font-variant-numeric:tabular-nums;margin:8px 0;border-top:1px solid var(--text);border-bottom:1px solid var(--text)}
table.wide{width:100%}
thead{display:table-header-group}
tr{break-inside:avoid}
th,td{text-align:left;padding:4px 16px 4px 0;vertical-align:top;overflow-wrap:anywhere}
th{border-bottom:1px solid var(--axis);font-weight:600}
th.number,td.number{text-align:right;padding:4px 0 4px 16px;white-space:nowrap}
.plots{display:flex;flex-wrap:wrap;gap:20px;align-items:flex-start}
.plots svg{flex:0 1 auto;width:100%;height:auto;break-inside:avoid}
footer{margin-top:40px;border-top:1px solid var(--border);padding-top:8px}
@media print{body{max-width:none;padding:0;font-size:11px}h2{margin-top:20px}.scroll{overflow:visible}.plots svg:not(:only-child){width:calc(50% - 10px)}}
@page{margin:18mm}
)css";

std::string color_variables(bool dark) {
    std::string text = ":root{";
    for (const DocumentColor& color : document_colors())
        text += fmt::format("--{}:{};", color.name, dark ? color.dark : color.light);
    return text + "}";
}

std::string style_sheet() {
    return "\n" + color_variables(false) + "\n@media screen and (prefers-color-scheme:dark){" +
           color_variables(true) + "}" + rules;
}

/// Writes the blocks one after another.
struct HtmlWriter {
    std::string html;

    void operator()(const Headline& part) {
        html += fmt::format("<div class=\"headline\"><strong>{}</strong><span>{}</span></div>\n",
                            markup_text(part.text), markup_text(part.detail));
    }
    void operator()(const Heading& part) { html += fmt::format("<h2>{}</h2>\n", markup_text(part.text)); }
    void operator()(const Paragraph& part) {
        html += fmt::format("<p{}>{}</p>\n", part.is_note ? " class=\"note\"" : "", markup_text(part.text));
    }
    void operator()(const TablePart& part) {
        html += fmt::format("<div class=\"scroll\"><table{}>\n<thead>",
                            part.fills_width ? " class=\"wide\"" : "");
        row(part.table, part.table.header, "th");
        html += "</thead>\n<tbody>\n";
        for (const auto& cells : part.table.rows)
            row(part.table, cells, "td");
        html += "</tbody></table></div>\n";
    }
    void operator()(const PlotRow& part) {
        html += "<div class=\"plots\">\n";
        for (const Plot& plot : part.plots)
            html += to_svg(plot, SvgColors::page);
        html += "</div>\n";
    }

private:
    void row(const TextTable& table, const std::vector<std::string>& cells, const char* element) {
        html += "<tr>";
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const bool is_number = i < table.numeric.size() && table.numeric[i];
            html += fmt::format("<{0}{1}>{2}</{0}>", element, is_number ? " class=\"number\"" : "",
                                markup_text(cells[i]));
        }
        html += "</tr>\n";
    }
};

} // namespace

std::string to_html(const Document& document) {
    HtmlWriter writer;
    for (const Block& block : document.blocks)
        std::visit(writer, block);
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"{0}\">\n<head>\n<meta charset=\"utf-8\"/>\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
        "'unsafe-inline'\"/>\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
        "<meta name=\"color-scheme\" content=\"light dark\"/>\n<title>{1}</title>\n<style>{2}</style>\n"
        "</head>\n<body>\n<header><h1>{1}</h1>\n<p class=\"subtitle\">{3}</p></header>\n<main>\n{4}</main>\n"
        "<footer>{5}</footer>\n</body>\n</html>\n",
        markup_text(document.language), markup_text(document.title), style_sheet(),
        markup_text(document.subtitle), writer.html, markup_text(document.made_with));
}

} // namespace tunedesk::report
