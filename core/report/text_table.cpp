// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/text_table.h"

#include "base/text.h"

#include <algorithm>

namespace tunedesk::report {

namespace {

std::string markdown_cell(std::string_view text) {
    std::string cell;
    for (const char c : harmless(std::string(text))) {
        if (c == '|' || c == '\\' || c == '*' || c == '`' || c == '<') cell += '\\';
        cell += c;
    }
    return cell;
}

std::string latex_text(std::string_view text) {
    std::string result;
    for (const char c : harmless(std::string(text))) {
        if (c == '\\')
            result += "\\textbackslash{}";
        else if (c == '~')
            result += "\\textasciitilde{}";
        else if (c == '^')
            result += "\\textasciicircum{}";
        else if (std::string_view("&%$#_{}").find(c) != std::string_view::npos)
            result += std::string("\\") + c;
        else
            result += c;
    }
    return result;
}

template <class Write>
void for_each_row(const TextTable& table, Write write) {
    write(table.header);
    for (const auto& row : table.rows)
        write(row);
}

} // namespace

std::string TextTable::to_text() const {
    std::vector<std::size_t> widths(header.size());
    for_each_row(*this, [&](const std::vector<std::string>& row) {
        for (std::size_t c = 0; c < widths.size(); ++c)
            widths[c] = std::max(widths[c], code_points(row[c]));
    });
    std::string text;
    for_each_row(*this, [&](const std::vector<std::string>& row) {
        std::string line;
        for (std::size_t c = 0; c < widths.size(); ++c) {
            const std::string space(widths[c] - code_points(row[c]), ' ');
            const bool right = c < numeric.size() && numeric[c];
            line += (c ? "  " : "") + (right ? space + harmless(row[c]) : harmless(row[c]) + space);
        }
        text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    });
    return text;
}

std::string TextTable::to_markdown() const {
    std::string text;
    const auto write = [&](const std::vector<std::string>& row) {
        for (const std::string& cell : row)
            text += "| " + markdown_cell(cell) + " ";
        text += "|\n";
    };
    write(header);
    for (std::size_t c = 0; c < header.size(); ++c)
        text += c < numeric.size() && numeric[c] ? "| ---: " : "| --- ";
    text += "|\n";
    for (const auto& row : rows)
        write(row);
    return text;
}

std::string TextTable::to_csv() const {
    std::string text;
    for_each_row(*this, [&](const std::vector<std::string>& row) {
        for (std::size_t c = 0; c < header.size(); ++c)
            text += (c ? "," : "") + csv_field(row[c]);
        text += "\n";
    });
    return text;
}

std::string TextTable::to_latex(const std::string& caption) const {
    std::string columns, body;
    for (std::size_t c = 0; c < header.size(); ++c)
        columns += c < numeric.size() && numeric[c] ? 'r' : 'l';
    bool is_header = true;
    for_each_row(*this, [&](const std::vector<std::string>& row) {
        for (std::size_t c = 0; c < header.size(); ++c)
            body += (c ? " & " : "  ") + latex_text(row[c]);
        body += is_header ? " \\\\\n  \\midrule\n" : " \\\\\n";
        is_header = false;
    });
    return "% needs \\usepackage{booktabs}\n\\begin{table}\n  \\centering\n  \\caption{" +
           latex_text(caption) + "}\n  \\begin{tabular}{" + columns + "}\n  \\toprule\n" + body +
           "  \\bottomrule\n  \\end{tabular}\n\\end{table}\n";
}

} // namespace tunedesk::report
