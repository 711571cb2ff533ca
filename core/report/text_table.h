// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace tunedesk::report {

/// A small table of texts, written as aligned text, as Markdown or as CSV.
struct TextTable {
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows; ///< each as long as the header
    std::vector<bool> numeric;                  ///< columns aligned right; shorter means left

    std::string to_text() const;
    std::string to_markdown() const;
    std::string to_csv() const;
    /// A table environment with the rules of the package booktabs; special characters are escaped.
    std::string to_latex(const std::string& caption) const;
};

} // namespace tunedesk::report
