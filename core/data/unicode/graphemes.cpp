// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/unicode/graphemes.h"

#include "data/unicode/exception.h"
#include "data/unicode/normalization_exceptions.h"
#include "data/unicode/unicode.h"

#include <utf8proc.h>

namespace tunedesk::data::unicode {

namespace {

enum class Joining { other, control, extend, prepend, pictographic, regional, l, v, t, lv, lvt };

constexpr char32_t joiner = 0x200D;

Joining joining_of(char32_t point) {
    if (point < 0x80) return point < 0x20 || point == 0x7F ? Joining::control : Joining::other;
    if (const auto value = exception(exceptions::grapheme, point)) {
        constexpr Joining known[] = {Joining::other,  Joining::control, Joining::extend,
                                     Joining::extend, Joining::prepend, Joining::pictographic};
        return known[*value];
    }
    switch (utf8proc_get_property(static_cast<utf8proc_int32_t>(point))->boundclass) {
    case UTF8PROC_BOUNDCLASS_CONTROL:
        return Joining::control;
    case UTF8PROC_BOUNDCLASS_EXTEND:
    case UTF8PROC_BOUNDCLASS_ZWJ:
    case UTF8PROC_BOUNDCLASS_SPACINGMARK:
        return Joining::extend;
    case UTF8PROC_BOUNDCLASS_PREPEND:
        return Joining::prepend;
    case UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC:
        return Joining::pictographic;
    case UTF8PROC_BOUNDCLASS_REGIONAL_INDICATOR:
        return Joining::regional;
    case UTF8PROC_BOUNDCLASS_L:
        return Joining::l;
    case UTF8PROC_BOUNDCLASS_V:
        return Joining::v;
    case UTF8PROC_BOUNDCLASS_T:
        return Joining::t;
    case UTF8PROC_BOUNDCLASS_LV:
        return Joining::lv;
    case UTF8PROC_BOUNDCLASS_LVT:
        return Joining::lvt;
    default:
        return Joining::other;
    }
}

bool joins_hangul(Joining before, Joining behind) {
    switch (before) {
    case Joining::l:
        return behind == Joining::l || behind == Joining::v || behind == Joining::lv ||
               behind == Joining::lvt;
    case Joining::v:
    case Joining::lv:
        return behind == Joining::v || behind == Joining::t;
    case Joining::t:
    case Joining::lvt:
        return behind == Joining::t;
    default:
        return false;
    }
}

/// State of a cluster that determines whether the next character belongs to it.
class Cluster {
public:
    explicit Cluster(char32_t first) : last_(first), joining_(joining_of(first)) { note(first); }

    /// Adds the next character if it belongs to the cluster; returns whether it does.
    bool take(char32_t point) {
        if (point < 0x80 && joining_ != Joining::prepend && last_ != '\r') return false;
        const Joining behind = joining_of(point);
        if (!joins(point, behind)) return false;
        regionals_ = behind == Joining::regional ? regionals_ + 1 : 0;
        follows_pictographic_ = behind == Joining::pictographic ||
                                (follows_pictographic_ && behind == Joining::extend && last_ != joiner);
        last_ = point;
        joining_ = behind;
        note(point);
        return true;
    }

private:
    bool joins(char32_t point, Joining behind) const {
        if (last_ == '\r' && point == '\n') return true;
        if (joining_ == Joining::control || behind == Joining::control) return false;
        if (behind == Joining::extend || joining_ == Joining::prepend || joins_hangul(joining_, behind))
            return true;
        if (behind == Joining::pictographic) return last_ == joiner && follows_pictographic_;
        if (behind == Joining::regional) return regionals_ % 2 == 1;
        return has_linker_ && exception(exceptions::conjunct, point) == 1;
    }
    /// Tracks a conjunct: a consonant, then marks that include a linker.
    void note(char32_t point) {
        constexpr int none = 0;
        const int kind = point < 0x300 ? none : exception(exceptions::conjunct, point).value_or(none);
        const bool is_mark = joining_ == Joining::extend && kind != 3;
        has_linker_ = has_consonant_ && is_mark && (has_linker_ || kind == 2);
        has_consonant_ = kind == 1 || (has_consonant_ && is_mark);
    }

    char32_t last_;
    Joining joining_; ///< of the last character
    bool follows_pictographic_ = joining_ == Joining::pictographic;
    int regionals_ = joining_ == Joining::regional ? 1 : 0;
    bool has_consonant_ = false, has_linker_ = false;
};

} // namespace

std::size_t grapheme_end(std::string_view text, std::size_t position) {
    Cluster cluster(next(text, position));
    for (std::size_t behind = position; position < text.size(); position = behind)
        if (!cluster.take(next(text, behind))) break;
    return position;
}

} // namespace tunedesk::data::unicode
