// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "base/json.h"

#include <QTest>
#include <map>
#include <string>

/// The cases in a file of tests/golden, each with a title.
namespace tunedesk::test {

inline const Json& golden_cases(const std::string& file) {
    static std::map<std::string, Json> read;
    Json& golden = read[file];
    if (golden.is_null())
        golden =
            parse_json(read_file(TUNEDESK_SOURCE_DIR "/tests/golden/" + file, ErrorId::run_file_unreadable),
                       file, ErrorId::run_file_unreadable);
    return golden.at("cases");
}

/// Adds a row of test data per case: its index.
inline void add_golden_rows(const std::string& file) {
    QTest::addColumn<int>("index");
    int index = 0;
    for (const Json& one : golden_cases(file))
        QTest::newRow(one.at("title").get<std::string>().c_str()) << index++;
}

} // namespace tunedesk::test
