// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace tunedesk::report {

/// A small table of texts, written as aligned text, as Markdown or as CSV.
struct TextTable {
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows; ///< each with as many cells as the header
    std::vector<bool> numeric;                  ///< right-aligned columns; missing entries mean left-aligned

    std::string to_text() const;
    std::string to_markdown() const;
    std::string to_csv() const;
    /// A LaTeX table with the rules of the package booktabs; special characters are escaped.
    std::string to_latex(const std::string& caption) const;
};

} // namespace tunedesk::report
