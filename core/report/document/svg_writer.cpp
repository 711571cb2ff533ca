// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/document/svg_writer.h"

#include "base/terminal_text.h"
#include "base/text.h"
#include "base/utf8.h"
#include "report/document/document_colors.h"

#include <algorithm>
#include <fmt/format.h>

namespace tunedesk::report {

namespace {

constexpr const char* replacement = "\xEF\xBF\xBD";

/// In em of a common sans-serif font; ideographs and the like fill their square.
double letter_width(std::string_view letter) {
    if (letter.size() >= 3) return 1;
    if (letter.size() == 2) return 0.6;
    if (std::string_view("ijl.,:;'|!()[] tfrI").find(letter[0]) != std::string_view::npos) return 0.33;
    if (std::string_view("mwMW@%").find(letter[0]) != std::string_view::npos) return 0.88;
    const bool is_capital = letter[0] >= 'A' && letter[0] <= 'Z';
    return is_capital ? 0.68 : 0.57;
}

std::size_t letter_length(std::string_view text, std::size_t at) {
    return std::max<std::size_t>(1, utf8_sequence_length(text, at));
}

} // namespace

std::string markup_text(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        const UnsafeCharacter unsafe = unsafe_at(text, i);
        const std::size_t length = unsafe.length > 0 ? unsafe.length : letter_length(text, i);
        const std::string_view letter = text.substr(i, length);
        i += length;
        if (letter == "\n" || letter == "\t" || letter == "\r")
            out += ' ';
        else if (unsafe.length > 0 || letter == "\xEF\xBF\xBE" || letter == "\xEF\xBF\xBF")
            out += replacement; // the latter are no characters of XML
        else if (letter == "&")
            out += "&amp;";
        else if (letter == "<")
            out += "&lt;";
        else if (letter == ">")
            out += "&gt;";
        else if (letter == "\"")
            out += "&quot;";
        else if (letter == "'")
            out += "&#39;";
        else
            out += letter;
    }
    return out;
}

double text_width(std::string_view text, double size) {
    double width = 0;
    for (std::size_t i = 0; i < text.size(); i += letter_length(text, i))
        width += letter_width(text.substr(i, letter_length(text, i)));
    return width * size;
}

std::string fitted_text(std::string_view text, double size, double width) {
    if (text_width(text, size) <= width) return std::string(text);
    std::string cut;
    double used = size; // of the ellipsis
    for (std::size_t i = 0; i < text.size();) {
        const std::string_view letter = text.substr(i, letter_length(text, i));
        used += letter_width(letter) * size;
        if (used > width) break;
        cut += letter;
        i += letter.size();
    }
    return cut + "…";
}

SvgWriter::SvgWriter(double width, double height, std::string_view title, SvgColors colors)
    : colors_(colors) {
    svg_ = fmt::format("<svg viewBox=\"0 0 {:.0f} {:.0f}\"", width, height);
    if (colors == SvgColors::page)
        svg_ += fmt::format(" style=\"max-width:{:.0f}px\" role=\"img\" aria-label=\"{}\"", width,
                            markup_text(title));
    else
        svg_ += fmt::format(" width=\"{:.0f}\" height=\"{:.0f}\" xmlns=\"http://www.w3.org/2000/svg\"", width,
                            height);
    svg_ += ">\n";
}

std::string SvgWriter::paint(const char* property, const char* color) const {
    if (colors_ == SvgColors::page) return fmt::format(" style=\"{}:var(--{})\"", property, color);
    return fmt::format(" {}=\"{}\"", property, document_color(color).light);
}

void SvgWriter::line(double x1, double y1, double x2, double y2, const char* color, const char* dashes) {
    svg_ += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"{}{}/>\n", x1, y1, x2,
                        y2, *dashes ? fmt::format(" stroke-dasharray=\"{}\"", dashes) : std::string(),
                        paint("stroke", color));
}

void SvgWriter::polyline(const Points& points, std::size_t series) {
    if (points.size() < 2) return;
    svg_ += "<polyline fill=\"none\" stroke-width=\"1.6\" stroke-linejoin=\"round\"";
    if (const char* dashes = series_dashes(series); *dashes)
        svg_ += fmt::format(" stroke-dasharray=\"{}\"", dashes);
    svg_ += paint("stroke", series_name(series)) + " points=\"";
    for (const auto& [x, y] : points)
        svg_ += fmt::format("{:.1f},{:.1f} ", x, y);
    svg_.back() = '"';
    svg_ += "/>\n";
}

void SvgWriter::dot(double x, double y, std::size_t series) {
    svg_ += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.4\"{}/>\n", x, y,
                        paint("fill", series_name(series)));
}

void SvgWriter::area(double x, double y, double width, double height, const char* color, double opacity) {
    svg_ += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"{}{}/>\n", x, y, width, height,
        opacity < 1 ? fmt::format(" fill-opacity=\"{:.3f}\"", opacity) : std::string(), paint("fill", color));
}

void SvgWriter::frame(double x, double y, double width, double height, const char* color) {
    svg_ +=
        fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\"{}/>\n",
                    x, y, width, height, paint("stroke", color));
}

void SvgWriter::text(double x, double y, std::string_view text, const Letters& letters) {
    static constexpr const char* anchors[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
    svg_ += fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:g}\"{}{}{}{}>{}</text>\n", x, y, letters.size,
        letters.is_bold ? " font-weight=\"bold\"" : "", anchors[static_cast<int>(letters.anchor)],
        letters.is_upright ? fmt::format(" transform=\"rotate(-90 {:.1f} {:.1f})\"", x, y) : std::string(),
        paint("fill", letters.color), markup_text(text));
}

std::string SvgWriter::take() {
    return std::move(svg_) + "</svg>\n";
}

} // namespace tunedesk::report
