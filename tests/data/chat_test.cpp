// SPDX-License-Identifier: GPL-3.0-or-later
// Conversations as transformers renders and tokenizes them: tests/golden/make_chat.py.

#include "base/error.h"
#include "base/json.h"
#include "data/cache/token_lengths.h"
#include "data/chat/encoded_conversation.h"

#include <QTemporaryDir>
#include <QTest>

using namespace tunedesk;
using namespace tunedesk::data;

namespace {

Json golden() {
    const std::string path = TUNEDESK_SOURCE_DIR "/tests/golden/chat.json";
    return parse_json(read_file(path, ErrorId::file_unreadable), path, ErrorId::file_unreadable,
                      {.max_bytes = 4u << 20});
}

Conversation conversation_in(const Json& messages) {
    Conversation conversation;
    for (const Json& message : messages)
        conversation.push_back(
            {message.at("role").get<std::string>(), message.at("content").get<std::string>()});
    return conversation;
}

std::string joined(const std::vector<ChatTemplate::Piece>& pieces) {
    std::string text;
    for (const ChatTemplate::Piece& piece : pieces)
        text += piece.text;
    return text;
}

} // namespace

class ChatTest : public QObject {
    Q_OBJECT

    Json golden_ = golden();

    ChatTemplate form(const std::string& text) const {
        return ChatTemplate::parse(text, golden_.at("bos").get<std::string>(),
                                   golden_.at("eos").get<std::string>(), "template");
    }

private Q_SLOTS:
    void textsAndTokens_data() {
        QTest::addColumn<int>("number");
        for (int i = 0; i < static_cast<int>(golden_.at("templates").size()); ++i)
            QTest::addRow(
                "%s",
                golden_.at("templates")[static_cast<std::size_t>(i)].at("name").get<std::string>().c_str())
                << i;
    }
    void textsAndTokens() {
        QFETCH(int, number);
        const Json& one = golden_.at("templates")[static_cast<std::size_t>(number)];
        const ChatTemplate chat = form(one.at("template").get<std::string>());
        const Tokenizer tokenizer = Tokenizer::parse(golden_.at("tokenizer").dump(), "tokenizer");
        QVERIFY(one.at("cases").size() >= 3);
        for (const Json& expected : one.at("cases")) {
            const Conversation conversation = conversation_in(expected.at("messages"));
            const bool asks = expected.at("asks").get<bool>();
            QCOMPARE(joined(chat.render(conversation, asks)), expected.at("text").get<std::string>());
            const EncodedConversation encoded = encode(conversation, asks, chat, tokenizer);
            QCOMPARE(encoded.ids, expected.at("ids").get<std::vector<std::int32_t>>());
            QCOMPARE(encoded.learned, expected.at("learned").get<std::vector<std::uint8_t>>());
        }
    }

    /// Quotes, white space and how line ends are written make no other template; another word does.
    void templatesAreKnownByTheirText() {
        for (const Json& one : golden_.at("templates")) {
            const auto text = one.at("template").get<std::string>();
            const ChatTemplate as_it_is = form(text);
            std::string written = text;
            for (std::size_t at = 0; (at = written.find("{% ", at)) != std::string::npos; at += 3)
                written.replace(at, 3, "{%   ");
            QCOMPARE(form(written).identity(), as_it_is.identity());
            std::string other = text;
            other.replace(other.find("message"), 7, "massage");
            try {
                form(other);
                QFAIL("it is taken");
            } catch (const Error& error) {
                QVERIFY(error.is(ErrorId::chat_template_unknown));
            }
        }
    }

    /// What would render otherwise is no known template, whatever stands in it.
    void otherTemplatesAreRefused_data() {
        QTest::addColumn<QByteArray>("template_text");
        const auto chatml = golden_.at("templates")[0].at("template").get<std::string>();
        const auto with_default = golden_.at("templates")[1].at("template").get<std::string>();
        const auto changed = [](std::string text, const std::string& from, const std::string& to) {
            text.replace(text.find(from), from.size(), to);
            return QByteArray::fromStdString(text);
        };
        const std::string system = "<|im_start|>system\nYou";
        QTest::newRow("blank in a literal") << changed(chatml, "'<|im_start|>'", "'<|im_start|> '");
        QTest::newRow("line end outside") << changed(chatml, "{% endfor %}", "\n{% endfor %}");
        QTest::newRow("blank before the role") << changed(with_default, system, "<|im_start|> system\nYou");
        QTest::newRow("line end before it") << changed(with_default, system, "<|im_start|>\nsystem You");
        QTest::newRow("code in the default")
            << changed(with_default, system, "<|im_start|>system\n' + now() + 'You");
        QTest::newRow("another escape") << changed(with_default, system, "<|im_start|>system\n\\x41You");
        QTest::newRow("comment") << changed(chatml, "{% endfor %}", "{# x #}{% endfor %}");
        QTest::newRow("unfinished") << QByteArray("{% for message in messages %}{{ '<|im_start|>");
        QTest::newRow("quote at the end") << QByteArray("{{ '");
        QTest::newRow("tag at the end") << QByteArray("{%");
        QTest::newRow("mark") << QByteArray("{{ '\x01' }}");
        QTest::newRow("none") << QByteArray(" ");
    }
    void otherTemplatesAreRefused() {
        QFETCH(QByteArray, template_text);
        try {
            form(template_text.toStdString());
            QFAIL("it is taken");
        } catch (const Error& error) {
            QVERIFY(error.is(ErrorId::chat_template_unknown));
        }
    }

    void whiteSpaceOfTagsIsNoDifference() {
        const auto chatml = golden_.at("templates")[0].at("template").get<std::string>();
        std::string lines = chatml + "\n";
        for (std::size_t at = 0; (at = lines.find("{% ", at)) != std::string::npos; at += 6)
            lines.replace(at, 3, "  {%- ");
        QCOMPARE(form(lines).identity(), form(chatml).identity());
    }

    /// Mistral's takes turns alone, as its template in transformers.
    void turnsAreRequired() {
        const ChatTemplate chat = form(golden_.at("templates")[4].at("template").get<std::string>());
        for (const Conversation& wrong : {Conversation{{"system", "a"}, {"user", "b"}, {"assistant", "c"}},
                                          Conversation{{"user", "a"}, {"user", "b"}}})
            try {
                chat.render(wrong, false);
                QFAIL("it is taken");
            } catch (const Error& error) {
                QVERIFY(error.is(ErrorId::roles_not_of_template));
            }
    }

    /// Jinja's trim knows other white space than ASCII's.
    void contentIsTrimmed() {
        const ChatTemplate chat = form(golden_.at("templates")[2].at("template").get<std::string>());
        const auto pieces = chat.render({{"user", "\u3000\u00a0 a b \n\u3000"}}, false);
        QCOMPARE(pieces.at(2).text, std::string("a b<|eot_id|>"));
    }

    void aFolderHasItsTemplate() {
        const QTemporaryDir temporary;
        const fs::path folder = temporary.path().toStdString();
        const auto text = golden_.at("templates")[2].at("template").get<std::string>();
        const auto write = [&](const Json& config) {
            write_file_atomically(folder / "tokenizer_config.json", config.dump());
        };
        try {
            ChatTemplate::load(folder);
            QFAIL("there is none");
        } catch (const Error& error) {
            QVERIFY(error.is(ErrorId::chat_template_missing));
        }
        const std::string expected = "<b>";
        const auto begins = [&] {
            return ChatTemplate::load(folder).render({{"user", "x"}}, false).front().text == expected;
        };
        write({{"bos_token", "<b>"}, {"chat_template", text}});
        QVERIFY(begins());
        write({{"bos_token", {{"content", "<b>"}, {"special", true}}},
               {"chat_template", Json::array({{{"name", "tools"}, {"template", "{}"}},
                                              {{"name", "default"}, {"template", text}}})}});
        QVERIFY(begins());
        write({{"bos_token", "<b>"}});
        write_file_atomically(folder / "chat_template.jinja", text);
        QVERIFY(begins());
    }

    void messagesAreRead_data() {
        QTest::addColumn<QString>("json");
        QTest::addColumn<int>("count");
        const auto row = [](const char* name, const char* json, int count) {
            QTest::newRow(name) << json << count;
        };
        row("two", R"([{"role":"user","content":"a"},{"role":"assistant","content":"b"}])", 2);
        row("more keys", R"([{"role":"user","content":"a","name":"x"},{"role":"assistant","content":"b"}])",
            2);
        row("system first", R"([{"role":"system","content":""},{"role":"user","content":"a"},
                               {"role":"assistant","content":"b"}])",
            3);
        row("system later", R"([{"role":"user","content":"a"},{"role":"system","content":"s"},
                               {"role":"assistant","content":"b"}])",
            -1);
        row("no answer", R"([{"role":"user","content":"a"}])", -1);
        row("blank answer", R"([{"role":"user","content":"a"},{"role":"assistant","content":" \n"}])", -1);
        row("tool", R"([{"role":"tool","content":"a"},{"role":"assistant","content":"b"}])", -1);
        row("parts", R"([{"role":"user","content":[{"type":"text"}]},{"role":"assistant","content":"b"}])",
            -1);
        row("no list", R"({"role":"user","content":"a"})", -1);
        row("no objects", R"(["a","b"])", -1);
        row("as in ShareGPT", R"([{"from":"system","value":"s"},{"from":"human","value":"a"},
                                  {"from":"gpt","value":"b"}])",
            3);
        row("a tool of ShareGPT", R"([{"from":"human","value":"a"},{"from":"function_call","value":"f"},
                                      {"from":"gpt","value":"b"}])",
            -1);
        row("of both forms", R"([{"role":"human","content":"a"},{"from":"gpt","value":"b"}])", -1);
        row("none", "[]", -1);
        row("no JSON", "[{", -1);
    }
    void messagesAreRead() {
        QFETCH(QString, json);
        QFETCH(int, count);
        const auto found = parse_messages(json.toStdString());
        QCOMPARE(found ? static_cast<int>(found->size()) : -1, count);
        // To be answered, the same without an answer is good.
        if (std::string(QTest::currentDataTag()) == "no answer")
            QCOMPARE(parse_messages(json.toStdString(), false)->size(), std::size_t{1});
    }

    /// The lines of a text are the tokens of the whole text; a table's rows end with a token.
    void rowsOfOneTextKeepTheirEnds() {
        const QTemporaryDir temporary;
        const fs::path file = fs::path(temporary.path().toStdString()) / "text.txt";
        write_file_atomically(file, "the cat\n is on\nthe mat.\n");
        TableSpec table_spec;
        table_spec.texts = true;
        table_spec.label_column.clear();
        const Table table = read_table(file, table_spec);
        const Tokenizer tokenizer = Tokenizer::parse(golden_.at("tokenizer").dump(), "tokenizer");
        for (const std::string ending : {"\n", "</s>"}) {
            TokenizeSpec spec;
            spec.max_length = 1 << 20;
            spec.ending = ending;
            std::string whole;
            for (const Table::Row& row : table.rows())
                (whole += row.text) += ending;
            std::vector<std::int32_t> expected;
            std::vector<ByteSpan> spans;
            tokenizer.encode_plain(whole, expected, spans);
            const TokenizedSet set = tokenize(table, tokenizer, spec);
            QCOMPARE(std::vector<std::int32_t>(set.all_ids().begin(), set.all_ids().end()), expected);
            const std::vector<std::uint32_t> lengths = token_lengths(table.rows(), tokenizer, spec);
            for (std::size_t row = 0; row < lengths.size(); ++row)
                QCOMPARE(lengths[row], set.length(row));
        }
    }

    /// A row of very many keys is refused in no time; rows of messages and of instructions may be mixed.
    void rowsOfOtherKinds() {
        std::string many = "[{\"role\":\"user\",\"content\":\"x\"";
        for (int i = 0; i < 200000; ++i)
            many += ",\"k" + std::to_string(i) + "\":0";
        parse_messages(many + "}]", false); // whatever it says: it comes back
        const QTemporaryDir temporary;
        const fs::path file = fs::path(temporary.path().toStdString()) / "mixed.jsonl";
        write_file_atomically(file, "{\"messages\":[{\"role\":\"user\",\"content\":\"a\"},{\"role\":"
                                    "\"assistant\",\"content\":\"b\"}]}\n"
                                    "{\"messages\":\"c\",\"answer\":\"d\"}\n");
        TableSpec spec;
        spec.chat = spec.label_optional = true;
        spec.text_column = "messages";
        spec.label_column = "answer";
        const Table table = read_table(file, spec);
        QCOMPARE(table.rows().size(), std::size_t{2});
        QVERIFY((conversation_of(table.rows()[1]) == Conversation{{"user", "c"}, {"assistant", "d"}}));
        const fs::path shared = fs::path(temporary.path().toStdString()) / "shared.json";
        write_file_atomically(shared,
                              "[\n {\"id\": 1, \"conversations\": [{\"from\": \"human\", \"value\": \"a\"},\n"
                              "  {\"from\": \"gpt\", \"value\": \"b\"}]}\n]\n");
        spec.text_column = "conversations";
        const Table said = read_table(shared, spec);
        QVERIFY((conversation_of(said.rows().at(0)) == Conversation{{"user", "a"}, {"assistant", "b"}}));
    }

    void rowsBecomeConversations() {
        const QTemporaryDir temporary;
        const fs::path folder = temporary.path().toStdString();
        TableSpec spec;
        spec.chat = true;
        spec.skip_bad_rows = true;
        spec.text_column = "messages";
        write_file_atomically(folder / "said.jsonl",
                              "{\"id\":1,\"messages\":[{\"role\":\"user\",\"content\":\"a\\n\"},{\"role\":"
                              "\"assistant\",\"content\":\"b\"}]}\n"
                              "{\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]}\n");
        const Table said = read_table(folder / "said.jsonl", spec);
        QCOMPARE(said.rows().size(), std::size_t{1});
        QCOMPARE(said.rejected().size(), std::size_t{1});
        QVERIFY(said.rejected()[0].fault.kind == RowFault::Kind::no_messages);
        QVERIFY((conversation_of(said.rows()[0]) == Conversation{{"user", "a\n"}, {"assistant", "b"}}));

        spec.text_column = "instruction";
        spec.text_pair_column = "input";
        spec.label_column = "output";
        const Conversation with{{"user", "Add.\n1 2"}, {"assistant", "3"}},
            without{{"user", "Hi"}, {"assistant", "[]"}};
        write_file_atomically(folder / "asked.jsonl",
                              "{\"instruction\":\"Add.\",\"input\":\"1 2\",\"output\":\"3\"}\n"
                              "{\"instruction\":\"Hi\",\"input\":\"\",\"output\":\"[]\"}\n"
                              "{\"instruction\":\"Hi\",\"output\":\"[]\"}\n");
        const Table asked = read_table(folder / "asked.jsonl", spec);
        QCOMPARE(asked.rows().size(), std::size_t{3});
        QVERIFY(conversation_of(asked.rows()[0]) == with);
        QVERIFY(conversation_of(asked.rows()[1]) == without && conversation_of(asked.rows()[2]) == without);
        write_file_atomically(folder / "asked.csv", "instruction,input,output\nAdd.,1 2,3\nHi,,[]\n");
        const Table csv = read_table(folder / "asked.csv", spec);
        QVERIFY(csv.rows().size() == 2 && conversation_of(csv.rows()[0]) == with &&
                conversation_of(csv.rows()[1]) == without);
    }
};

QTEST_GUILESS_MAIN(ChatTest)
#include "chat_test.moc"
