// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tunedesk::report {

/// Where an SVG's colors come from: the variables of the page around it, or, in a file of its own, those of
/// light ground.
enum class SvgColors { page, paper };

/// Text of unknown origin as text of XML and HTML, or as an attribute's value in double quotes: markup is
/// escaped, what no document may hold or what reorders text becomes U+FFFD, line breaks and tabs blanks.
std::string markup_text(std::string_view text);

/// About how wide a text is in a sans-serif font of `size`, for there is none to measure with.
double text_width(std::string_view text, double size);
/// The text, cut where it is wider.
std::string fitted_text(std::string_view text, double size, double width);

/// Writes the elements of one SVG image. Colors are names of document_colors(); texts may be of unknown
/// origin. Coordinates are in pixels, y downwards.
class SvgWriter {
public:
    enum class Anchor { start, middle, end };
    struct Letters {
        Anchor anchor = Anchor::start;
        const char* color = "text";
        double size = 12;
        bool is_bold = false, is_upright = false; ///< upright: read from below
    };
    using Points = std::vector<std::pair<double, double>>;

    /// `title`: what a screen reader says of it.
    SvgWriter(double width, double height, std::string_view title, SvgColors colors);

    void line(double x1, double y1, double x2, double y2, const char* color, const char* dashes = "");
    void polyline(const Points& points, std::size_t series);
    void dot(double x, double y, std::size_t series);
    void area(double x, double y, double width, double height, const char* color, double opacity = 1);
    void frame(double x, double y, double width, double height, const char* color);
    /// At the baseline.
    void text(double x, double y, std::string_view text, const Letters& letters);
    std::string take();

private:
    std::string paint(const char* property, const char* color) const;

    SvgColors colors_;
    std::string svg_;
};

} // namespace tunedesk::report
