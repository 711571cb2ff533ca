// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tunedesk::report {

/// Source of an SVG's colors: CSS variables of the surrounding page, or, in a standalone file, the colors for
/// a light background.
enum class SvgColors { page, paper };

/// Escapes text of unknown origin for XML and HTML text, or for an attribute value in double quotes: markup
/// is escaped, characters that are invalid in documents or reorder text become U+FFFD, line breaks and tabs
/// become spaces.
std::string markup_text(std::string_view text);

/// Estimated width of a text in a sans-serif font of `size`, since no font is available for measuring.
double text_width(std::string_view text, double size);
/// The text, truncated to `width`.
std::string fitted_text(std::string_view text, double size, double width);

/// Writes the elements of one SVG image. Colors are names in document_colors(); texts may be of unknown
/// origin. Coordinates are in pixels, y downwards.
class SvgWriter {
public:
    enum class Anchor { start, middle, end };
    struct Letters {
        Anchor anchor = Anchor::start;
        const char* color = "text";
        double size = 12;
        bool is_bold = false, is_upright = false; ///< is_upright: rotated, read from bottom to top
    };
    using Points = std::vector<std::pair<double, double>>;

    /// `title`: the text for screen readers.
    SvgWriter(double width, double height, std::string_view title, SvgColors colors);

    void line(double x1, double y1, double x2, double y2, const char* color, const char* dashes = "");
    void polyline(const Points& points, std::size_t series);
    void dot(double x, double y, std::size_t series);
    void area(double x, double y, double width, double height, const char* color, double opacity = 1);
    void frame(double x, double y, double width, double height, const char* color);
    /// Writes text with its baseline at y.
    void text(double x, double y, std::string_view text, const Letters& letters);
    std::string take();

private:
    std::string paint(const char* property, const char* color) const;

    SvgColors colors_;
    std::string svg_;
};

} // namespace tunedesk::report
