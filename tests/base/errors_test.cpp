// SPDX-License-Identifier: GPL-3.0-or-later
// The catalogue of errors: its entries, the sources that throw them, and what is read of other versions.

#include "base/error.h"
#include "base/errors/catalogue.h"
#include "base/errors/error_json.h"
#include "base/files/file.h"
#include "base/phrase.h"

#include <QRegularExpression>
#include <QTest>
#include <functional>
#include <map>
#include <optional>
#include <set>

using namespace tunedesk;

namespace {

const fs::path source(TUNEDESK_SOURCE_DIR);

/// Calls `see` with each match in a text; offsets are those of its bytes.
void each_match(const std::string& text, const char* pattern,
                const std::function<void(const QRegularExpressionMatch&)>& see) {
    const QRegularExpression expression{QString::fromLatin1(pattern)};
    const QString latin = QString::fromLatin1(text.data(), static_cast<qsizetype>(text.size()));
    for (auto found = expression.globalMatch(latin); found.hasNext();)
        see(found.next());
}

/// The numbers in error_id.h, by name.
std::map<std::string, int> declared_ids() {
    std::map<std::string, int> ids;
    each_match(read_file(source / "core/base/errors/error_id.h", ErrorId::file_unreadable),
               R"((\w+) = (\d{4}),)", [&](const QRegularExpressionMatch& found) {
                   ids[found.captured(1).toStdString()] = found.captured(2).toInt();
               });
    return ids;
}

/// Path and text of each source that may throw.
std::map<std::string, std::string> sources() {
    std::map<std::string, std::string> texts;
    for (const char* folder : {"core", "app", "ui"})
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(source / folder)) {
            const std::string extension = entry.path().extension();
            if (extension != ".cpp" && extension != ".h" && extension != ".cu") continue;
            if (entry.path().parent_path().filename() == "errors") continue;
            texts[entry.path().string()] = read_file(entry.path(), ErrorId::file_unreadable);
        }
    return texts;
}

/// How many values a braced list at `at` has; nothing where there is none.
std::optional<std::size_t> count_values(std::string_view text, std::size_t at) {
    at = text.find_first_not_of(" \n", at);
    if (at == std::string_view::npos || text[at] != '{') return std::nullopt;
    std::size_t depth = 0, values = 0;
    bool is_empty = true;
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '"') {
            is_empty = false;
            for (++at; text[at] != '"'; ++at)
                if (text[at] == '\\') ++at;
        } else if (c == '\'') {
            at += text[at + 1] == '\\' ? 3 : 2;
        } else if (c == '{' || c == '(' || c == '[') {
            if (depth++ > 0) is_empty = false;
        } else if (c == '}' || c == ')' || c == ']') {
            if (--depth == 0) return is_empty ? 0 : values + 1;
        } else if (c == ',' && depth == 1) {
            ++values;
        } else if (!std::isspace(static_cast<unsigned char>(c))) {
            is_empty = false;
        }
    }
    return std::nullopt;
}

std::size_t places_of(const ErrorForm& form) {
    return count_places(form.sentence) + (form.advice ? count_places(form.advice) : 0);
}

std::vector<std::string> numbered_values(const ErrorForm& form) {
    std::vector<std::string> values;
    for (std::size_t i = 0; i < places_of(form); ++i)
        values.push_back("value-" + std::to_string(i));
    return values;
}

} // namespace

class ErrorsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyIdHasItsEntry() {
        const std::map<std::string, int> ids = declared_ids();
        std::set<int> numbers;
        for (const auto& [name, number] : ids) {
            QVERIFY2(numbers.insert(number).second, name.c_str());
            const ErrorForm* form = find_error_form(number);
            QVERIFY2(form && static_cast<int>(form->id) == number, name.c_str());
        }
        std::size_t entries = 0;
        for (const auto& rows : error_catalogue())
            entries += rows.size();
        QCOMPARE(entries, ids.size());
        QVERIFY(ids.size() > 300);
        QVERIFY(!find_error_form(1999) && !find_error_form(9999) && !find_error_form(0));
    }

    void entriesAreInOrderAndHaveAnExitCode() {
        const ExitCode codes[] = {ExitCode::usage,     ExitCode::data,   ExitCode::model,
                                  ExitCode::resources, ExitCode::busy,   ExitCode::rank_died,
                                  ExitCode::diverged,  ExitCode::stopped};
        const auto catalogue = error_catalogue();
        for (std::size_t part = 0; part < catalogue.size(); ++part) {
            int before = 0;
            for (const ErrorForm& form : catalogue[part]) {
                const int number = static_cast<int>(form.id);
                QVERIFY2(number > before, form.sentence);
                before = number;
                const std::string_view sentence = form.sentence;
                QVERIFY2(!sentence.empty() && (!sentence.ends_with('.') || sentence.ends_with("...")) &&
                             !sentence.starts_with(' '),
                         form.sentence);
                QVERIFY2(!form.advice || *form.advice, form.sentence);
                QVERIFY2(Error(form.id, numbered_values(form)).code() == codes[part], form.sentence);
            }
            QVERIFY(before > 0);
        }
    }

    void sentencesTakeTheirValues() {
        const Error error(ErrorId::preset_file_unreadable, {"data.train", "No such file", "data.train"},
                          "x.csv");
        QCOMPARE(error.line(), std::string("error[TD3001]: cannot read the file in data.train: No such file; "
                                           "where (x.csv); next: correct data.train"));
        QCOMPARE(std::string(error.what()), error.message());
        QVERIFY(error.is(ErrorId::preset_file_unreadable) && !error.has_own_advice());
        Error other = error;
        other.with_next("do this");
        QVERIFY(other.has_own_advice() && other.line().ends_with("; next: do this"));
    }

    /// The values at a throw are as many as the places of the entry.
    void sourcesGiveAllValues() {
        const std::map<std::string, int> ids = declared_ids();
        std::size_t count = 0;
        std::string wrong;
        for (const auto& [path, text] : sources())
            each_match(text, R"(\bError(?: error)?\((?:tunedesk::)?ErrorId::(\w+)(,|\)))",
                       [&](const QRegularExpressionMatch& found) {
                           const std::string name = found.captured(1).toStdString();
                           const auto values =
                               found.captured(2) == QStringLiteral(")")
                                   ? std::optional<std::size_t>(0)
                                   : count_values(text, static_cast<std::size_t>(found.capturedEnd()));
                           if (!values) return; // a list that the source has made before
                           ++count;
                           if (!ids.contains(name) || *values != places_of(*find_error_form(ids.at(name))))
                               wrong += path + ": " + name + '\n';
                       });
        QVERIFY2(wrong.empty(), wrong.c_str());
        QVERIFY2(count > 300, std::to_string(count).c_str());
    }

    /// What these functions throw has one value: the reason.
    void readersNameOneReason() {
        const std::map<std::string, int> ids = declared_ids();
        std::size_t count = 0;
        std::string wrong;
        for (const auto& [path, text] : sources())
            each_match(text,
                       R"(\b(?:read_file|parse_json|file_hash|make_folders|MappedFile(?: \w+)?|map_)\()"
                       R"([^;]*?ErrorId::(\w+))",
                       [&](const QRegularExpressionMatch& found) {
                           const std::string name = found.captured(1).toStdString();
                           ++count;
                           if (places_of(*find_error_form(ids.at(name))) != 1)
                               wrong += path + ": " + name + '\n';
                       });
        QVERIFY2(wrong.empty(), wrong.c_str());
        QVERIFY2(count > 60, std::to_string(count).c_str());
    }

    void everyIdIsUsedAndNoneIsANumber() {
        std::set<std::string> used;
        std::string bare;
        for (const auto& [path, text] : sources()) {
            each_match(text, R"(ErrorId::(\w+))", [&](const QRegularExpressionMatch& found) {
                used.insert(found.captured(1).toStdString());
            });
            each_match(text, R"(\bError(?: \w+|::in_words)?\([2-9]\d{3}\b)",
                       [&](const QRegularExpressionMatch& found) {
                           bare += path + ": " + found.captured().toStdString() + '\n';
                       });
        }
        QVERIFY2(bare.empty(), bare.c_str());
        for (const auto& [id, value] : declared_ids())
            QVERIFY2(used.contains(id), id.c_str());
    }

    /// A comment that says what is thrown names numbers of the catalogue.
    void commentsNameDeclaredNumbers() {
        std::set<std::string> declared;
        for (const auto& [name, number] : declared_ids())
            declared.insert(std::to_string(number));
        std::size_t count = 0;
        std::string wrong;
        for (const auto& [path, text] : sources()) {
            const QRegularExpression line_break(QStringLiteral(R"(\n\s*///? ?)"));
            const std::string joined = QString::fromStdString(text).replace(line_break, " ").toStdString();
            each_match(joined, R"([Tt]hrows Errors? [^.\n]*)", [&](const QRegularExpressionMatch& thrown) {
                each_match(thrown.captured().toStdString(), R"(\b[2-9]\d{3}\b)",
                           [&](const QRegularExpressionMatch& found) {
                               ++count;
                               const std::string number = found.captured().toStdString();
                               if (!declared.contains(number)) wrong += path + ": " + number + '\n';
                           });
            });
        }
        QVERIFY2(wrong.empty(), wrong.c_str());
        QVERIFY2(count > 150, std::to_string(count).c_str());
    }

    void everyErrorIsReadBack() {
        for (const auto& rows : error_catalogue())
            for (const ErrorForm& form : rows) {
                Error sent(form.id, numbered_values(form), "there");
                sent.with_kept("something");
                const Error read = error_from(Json::parse(error_json(sent).dump()), ErrorId::rank_failed);
                QVERIFY2(read.form() == &form && read.values() == sent.values(), form.sentence);
                QCOMPARE(read.line(), sent.line());
                QVERIFY(!read.has_own_advice());
                sent.with_next("another advice");
                const Error again = error_from(error_json(sent), ErrorId::rank_failed);
                QVERIFY(again.has_own_advice() && again.line() == sent.line());
            }
    }

    void otherVersionsWordsAreKept() {
        const Json older{{"id", 7011}, {"what", "rank 1 died"}, {"where", "step 12"}, {"next", "resume"}};
        const Error read = error_from(older, ErrorId::rank_failed);
        QVERIFY(!read.form() && read.is(ErrorId::rank_killed));
        QCOMPARE(read.line(), std::string("error[TD7011]: rank 1 died; where (step 12); next: resume"));
        Json newer = older;
        newer["values"] = {"1", "9", "one more"};
        QCOMPARE(error_from(newer, ErrorId::rank_failed).message(), std::string("rank 1 died"));
        newer["id"] = 7999;
        QCOMPARE(error_from(newer, ErrorId::rank_failed).message(), std::string("rank 1 died"));
        QCOMPARE(error_from(newer, ErrorId::rank_failed).id(), 7999);
    }

    void whatIsNoErrorIsHarmless() {
        for (const Json& json : {Json(), Json(3), Json::array({1}), Json{{"id", "x"}, {"what", 7}},
                                 Json{{"id", -5}}, Json{{"id", 12345678}}})
            QCOMPARE(error_from(json, ErrorId::rank_failed).id(), static_cast<int>(ErrorId::rank_failed));
        const Json hostile{{"id", 7011}, {"what", "w"}, {"values", std::vector<std::string>(1000, "v")}};
        QVERIFY(!error_from(hostile, ErrorId::rank_failed).form());
        Json mixed{{"id", 7011}, {"what", "w"}};
        mixed["values"] = Json::array({1, "9"});
        QCOMPARE(error_from(mixed, ErrorId::rank_failed).message(), std::string("w"));
    }
};

QTEST_APPLESS_MAIN(ErrorsTest)
#include "errors_test.moc"
