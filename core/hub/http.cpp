// SPDX-License-Identifier: GPL-3.0-or-later
#include "hub/http.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/phrase.h"
#include "base/text.h"

#include <QEventLoop>
#include <QFile>
#include <QNetworkAccessManager>
#include <QNetworkProxy>
#include <QNetworkReply>
#include <QTimer>
#include <algorithm>
#include <fmt/format.h>

namespace tunedesk::hub {

namespace {

constexpr qint64 most_read_at_once = 1 << 20;

QUrl to_url(const std::string& text) {
    return QUrl(QString::fromStdString(text), QUrl::StrictMode);
}

int port_of(const QUrl& url) {
    return url.port(url.scheme() == "https" ? 443 : 80);
}

bool is_same_host(const QUrl& a, const QUrl& b) {
    return a.scheme() == b.scheme() && a.host() == b.host() && port_of(a) == port_of(b);
}

std::string header_of(const QNetworkReply& reply, const char* name) {
    return reply.rawHeader(name).left(300).toStdString();
}

/// W/"abc" -> abc
std::string plain_etag(std::string etag) {
    if (etag.starts_with("W/")) etag.erase(0, 2);
    if (etag.size() >= 2 && etag.front() == '"' && etag.back() == '"') etag = etag.substr(1, etag.size() - 2);
    return etag;
}

/// The X of "bytes X-Y/Z".
std::uint64_t first_of_range(const QByteArray& range) {
    const QByteArray prefix = "bytes ";
    const qsizetype dash = range.indexOf('-');
    bool is_number = false;
    if (!range.startsWith(prefix) || dash < 0) return ~std::uint64_t(0);
    const qulonglong first = range.mid(prefix.size(), dash - prefix.size()).toULongLong(&is_number);
    return is_number ? first : ~std::uint64_t(0);
}

/// The body length announced by the head; 0 if unknown.
std::uint64_t promised(const QNetworkReply& reply) {
    return reply.rawHeader("Content-Length").toULongLong();
}

/// A part of a file as the body of a request.
class FileSlice : public QIODevice {
public:
    explicit FileSlice(const HttpUpload& upload)
        : file_(QString::fromStdString(upload.file.string())), begin_(qint64(upload.begin)),
          bytes_(qint64(upload.bytes)) {
        if (!file_.open(QIODevice::ReadOnly) || file_.size() < begin_ + bytes_ || !file_.seek(begin_))
            throw Error(ErrorId::file_unreadable, {file_.errorString().toStdString()}, upload.file.string());
        open(QIODevice::ReadOnly | QIODevice::Unbuffered);
    }
    qint64 size() const override { return bytes_; }
    bool seek(qint64 place) override { return QIODevice::seek(place) && file_.seek(begin_ + place); }

protected:
    qint64 readData(char* to, qint64 most) override {
        const qint64 left = bytes_ - (file_.pos() - begin_);
        return left <= 0 ? -1 : file_.read(to, std::min(most, left));
    }
    qint64 writeData(const char*, qint64) override { return -1; }

private:
    QFile file_;
    qint64 begin_, bytes_;
};

/// A function that appends an answer's pieces to `body`.
std::function<void(const HttpHead&, std::string_view)> into(std::string& body, const Limits& limits,
                                                            const std::string& path) {
    return [&body, &limits, path](const HttpHead&, std::string_view piece) {
        if (body.size() + piece.size() > limits.text_bytes)
            throw Error(ErrorId::hub_answer_invalid,
                        {fmt::format(fmt::runtime(TUNEDESK_TRANSLATABLE("ErrorDetail", "more than {} bytes")),
                                     limits.text_bytes)},
                        path);
        body += piece;
    };
}

} // namespace

/// Measures the number of bytes in the last seconds.
class Http::RateWatch {
public:
    explicit RateWatch(const Limits& limits) : limits_(limits), begin_(monotonic_seconds()), last_(begin_) {}

    void count(std::uint64_t bytes) {
        bytes_ += bytes;
        if (bytes > 0) last_ = monotonic_seconds();
    }
    void require_pace() {
        const double now = monotonic_seconds();
        if (now - last_ > limits_.silent_seconds) refuse(0, now - last_);
        if (now - begin_ < limits_.slow_seconds) return;
        if (bytes_ < limits_.slow_bytes) refuse(bytes_, now - begin_);
        begin_ = now;
        bytes_ = 0;
    }

private:
    [[noreturn]] static void refuse(std::uint64_t bytes, double seconds) {
        throw Error(ErrorId::hub_too_slow, {fmt::to_string(bytes), fmt::format("{:.0f}", seconds)});
    }

    const Limits& limits_;
    double begin_, last_;
    std::uint64_t bytes_ = 0;
};

struct Http::Network {
    QNetworkAccessManager manager;
};

/// A request with its redirects.
struct Http::Exchange {
    QUrl url;
    std::uint64_t first_byte = 0;
    double most_seconds = 0; ///< 0: no limit
    std::function<void(const HttpHead&, std::string_view)> take;
    HttpHead head;
    QUrl redirect; ///< redirect of the last answer
    double begin = monotonic_seconds();
    const HttpUpload* upload = nullptr; ///< null: a GET
    std::unique_ptr<QIODevice> slice;   ///< the part of its file
    std::uint64_t sent = 0;             ///< bytes of its body sent so far
    double sent_all = 0;                ///< time when all was sent; 0: not yet

    QNetworkRequest asked(const std::string& token) const {
        QNetworkRequest request(url);
        request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
        request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
        request.setAttribute(QNetworkRequest::AuthenticationReuseAttribute, QNetworkRequest::Manual);
        request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
        request.setRawHeader("User-Agent", "tunedesk");
        request.setRawHeader("Accept-Encoding", "identity"); // sizes and hashes are those of the encoded data
        if (!token.empty())
            request.setRawHeader("Authorization", "Bearer " + QByteArray::fromStdString(token));
        if (upload) {
            if (!upload->type.empty())
                request.setRawHeader("Content-Type", QByteArray::fromStdString(upload->type));
            for (const auto& [name, value] : upload->headers)
                request.setRawHeader(QByteArray::fromStdString(name), QByteArray::fromStdString(value));
        }
        if (first_byte > 0)
            request.setRawHeader("Range", "bytes=" + QByteArray::number(qulonglong(first_byte)) + "-");
        return request;
    }

    /// Reads the headers when available. `is_own`: only the endpoint's own answers are trusted for file
    /// metadata.
    void read_head(const QNetworkReply& reply, bool is_own) {
        const int status = reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
        if (status == 0 || head.status == status) return;
        head.status = status;
        head.first_byte = status == 206 ? first_of_range(reply.rawHeader("Content-Range")) : 0;
        redirect = status >= 300 && status < 400
                       ? QUrl(QString::fromLatin1(reply.rawHeader("Location")), QUrl::StrictMode)
                       : QUrl();
        if (upload) head.sent_etag = header_of(reply, "ETag");
        if (!is_own) return;
        head.error_text = shortened(header_of(reply, "X-Error-Message"), 200);
        head.error_code = header_of(reply, "X-Error-Code");
        if (auto commit = header_of(reply, "X-Repo-Commit"); !commit.empty()) head.commit = commit;
        if (auto etag = header_of(reply, "X-Linked-Etag"); !etag.empty()) head.etag = plain_etag(etag);
    }
};

Http::Http(format::HubSettings settings, Limits limits, std::function<bool()> is_cancelled)
    : settings_(std::move(settings)), limits_(limits), is_cancelled_(std::move(is_cancelled)),
      network_(std::make_unique<Network>()) {}

Http::~Http() = default;

void Http::require_not_cancelled() const {
    if (is_cancelled()) throw Error(ErrorId::download_cancelled);
}

HttpHead Http::text(const std::string& path, std::string& body) {
    body.clear();
    Exchange exchange;
    exchange.most_seconds = limits_.text_seconds;
    exchange.take = into(body, limits_, path);
    follow(path, exchange);
    if (exchange.head.is_cut)
        throw Error(ErrorId::hub_unreachable,
                    {TUNEDESK_TRANSLATABLE("ErrorDetail", "the connection was closed")}, settings_.endpoint);
    return exchange.head;
}

HttpHead Http::stream(const std::string& path, std::uint64_t first_byte,
                      const std::function<void(const HttpHead&, std::string_view)>& take) {
    Exchange exchange;
    exchange.first_byte = first_byte;
    exchange.take = take;
    follow(path, exchange);
    return exchange.head;
}

HttpHead Http::send(const std::string& where, const HttpUpload& upload, std::string& answer) {
    if (settings_.is_offline) throw Error(ErrorId::hub_offline);
    answer.clear();
    Exchange exchange;
    exchange.take = into(answer, limits_, where);
    exchange.upload = &upload;
    exchange.url = to_url(where.starts_with('/') ? settings_.endpoint + where : where);
    const QUrl& url = exchange.url;
    if (!url.isValid() || !url.userInfo().isEmpty() || !(is_own(url) || url.scheme() == "https"))
        throw Error(ErrorId::hub_redirect_refused,
                    {shortened(url.toString(QUrl::RemoveQuery).toStdString(), 200)});
    request(exchange);
    if (exchange.head.status >= 300 && exchange.head.status < 400)
        throw Error(ErrorId::hub_redirect_refused,
                    {shortened(exchange.redirect.toString(QUrl::RemoveQuery).toStdString(), 200)});
    if (exchange.head.is_cut)
        throw Error(ErrorId::hub_unreachable,
                    {TUNEDESK_TRANSLATABLE("ErrorDetail", "the connection was closed")}, settings_.endpoint);
    return exchange.head;
}

bool Http::is_own(const QUrl& url) const {
    return is_same_host(url, to_url(settings_.endpoint));
}

void Http::follow(const std::string& path, Exchange& exchange) {
    if (settings_.is_offline) throw Error(ErrorId::hub_offline);
    exchange.url = to_url(settings_.endpoint + path);
    for (int hops = 0; hops <= limits_.redirects; ++hops) {
        request(exchange);
        if (exchange.redirect.isEmpty()) return;
        const QUrl next = exchange.url.resolved(exchange.redirect);
        if (!next.isValid() || !next.userInfo().isEmpty() || !(is_own(next) || next.scheme() == "https"))
            throw Error(ErrorId::hub_redirect_refused, {shortened(next.toString().toStdString(), 200)}, path);
        exchange.url = next;
    }
    throw Error(ErrorId::hub_redirect_refused, {shortened(exchange.url.toString().toStdString(), 200)}, path);
}

/// Aborts a reply that may still be receiving.
struct Http::Abort {
    void operator()(QNetworkReply* reply) const {
        reply->abort();
        delete reply;
    }
};

std::unique_ptr<QNetworkReply, Http::Abort> Http::begin(Exchange& exchange) {
    const auto proxies = QNetworkProxyFactory::systemProxyForQuery(QNetworkProxyQuery(exchange.url));
    QNetworkAccessManager& manager = network_->manager;
    manager.setProxy(proxies.isEmpty() ? QNetworkProxy(QNetworkProxy::NoProxy) : proxies.first());
    const HttpUpload* upload = exchange.upload;
    const bool has_token = is_own(exchange.url) && (!upload || upload->with_token);
    const QNetworkRequest asked = exchange.asked(has_token ? settings_.token : std::string());
    QNetworkReply* reply = nullptr;
    if (!upload) {
        reply = manager.get(asked);
    } else if (upload->file.empty()) {
        reply = manager.sendCustomRequest(asked, upload->verb, QByteArray::fromStdString(upload->text));
    } else {
        exchange.slice = std::make_unique<FileSlice>(*upload);
        reply = manager.sendCustomRequest(asked, upload->verb, exchange.slice.get());
    }
    reply->setReadBufferSize(most_read_at_once);
    return std::unique_ptr<QNetworkReply, Abort>(reply);
}

/// Throws if nothing was received for too long.
void Http::require_patience(const Exchange& exchange, RateWatch& watch) const {
    const double now = monotonic_seconds();
    const double most = exchange.upload ? limits_.text_seconds : exchange.most_seconds;
    const double since = exchange.upload ? exchange.sent_all : exchange.begin;
    if (most > 0 && since > 0 && now - since > most)
        throw Error(ErrorId::hub_too_slow, {"0", fmt::format("{:.0f}", now - since)}, settings_.endpoint);
    if (!exchange.upload || since == 0) watch.require_pace();
}

void Http::request(Exchange& exchange) {
    const bool is_own_host = is_own(exchange.url);
    const auto reply = begin(exchange);
    QEventLoop loop;
    QTimer clock;
    QObject::connect(reply.get(), &QNetworkReply::readyRead, &loop, &QEventLoop::quit);
    QObject::connect(reply.get(), &QNetworkReply::finished, &loop, &QEventLoop::quit);
    QObject::connect(&clock, &QTimer::timeout, &loop, &QEventLoop::quit);
    clock.start(100);

    RateWatch watch(limits_);
    HttpHead& head = exchange.head;
    head.status = 0;
    QObject::connect(reply.get(), &QNetworkReply::uploadProgress, &loop, [&](qint64 sent, qint64 total) {
        if (!exchange.upload || sent <= qint64(exchange.sent)) return;
        watch.count(std::uint64_t(sent) - exchange.sent);
        exchange.sent = std::uint64_t(sent);
        if (sent >= total) exchange.sent_all = monotonic_seconds();
    });
    std::uint64_t received = 0, reported = 0;
    for (;;) {
        const bool has_ended = reply->isFinished();
        exchange.read_head(*reply, is_own_host);
        const QByteArray piece = reply->read(most_read_at_once);
        watch.count(static_cast<std::uint64_t>(piece.size()));
        received += static_cast<std::uint64_t>(piece.size());
        const bool is_body =
            head.status == 200 || head.status == 206 || (exchange.upload && head.status == 201);
        if (!piece.isEmpty() && is_body)
            exchange.take(head, {piece.constData(), static_cast<std::size_t>(piece.size())});
        if (exchange.upload && exchange.upload->sent &&
            std::exchange(reported, exchange.sent) != exchange.sent)
            exchange.upload->sent(exchange.sent);
        require_not_cancelled();
        if (has_ended && piece.isEmpty()) break;
        require_patience(exchange, watch);
        if (!piece.isEmpty()) continue;
        if (head.status >= 300) break; // the body of an error is not read
        loop.exec();
    }
    if (head.status == 0)
        throw Error(ErrorId::hub_unreachable, {shortened(reply->errorString().toStdString(), 300)},
                    settings_.endpoint);
    // Qt reports no error if the connection closes at certain moments.
    head.is_cut =
        head.status < 300 && (reply->error() != QNetworkReply::NoError || received < promised(*reply));
}

} // namespace tunedesk::hub
