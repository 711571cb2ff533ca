// SPDX-License-Identifier: GPL-3.0-or-later
#include "hub/http.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/phrase.h"
#include "base/text.h"

#include <QEventLoop>
#include <QNetworkAccessManager>
#include <QNetworkProxy>
#include <QNetworkReply>
#include <QTimer>
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

/// The bytes of a body that its head announces; 0 where it does not.
std::uint64_t promised(const QNetworkReply& reply) {
    return reply.rawHeader("Content-Length").toULongLong();
}

/// How much came in the last seconds.
class RateWatch {
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

} // namespace

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
    QUrl redirect; ///< where the last answer leads
    double begin = monotonic_seconds();

    QNetworkRequest asked(const std::string& token) const {
        QNetworkRequest request(url);
        request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
        request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
        request.setAttribute(QNetworkRequest::AuthenticationReuseAttribute, QNetworkRequest::Manual);
        request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
        request.setRawHeader("User-Agent", "tunedesk");
        request.setRawHeader("Accept-Encoding", "identity"); // sizes and hashes are of what is sent
        if (!token.empty())
            request.setRawHeader("Authorization", "Bearer " + QByteArray::fromStdString(token));
        if (first_byte > 0)
            request.setRawHeader("Range", "bytes=" + QByteArray::number(qulonglong(first_byte)) + "-");
        return request;
    }

    /// Once they are there. `is_own`: the endpoint's own answers alone say what a file is.
    void read_head(const QNetworkReply& reply, bool is_own) {
        const int status = reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
        if (status == 0 || head.status == status) return;
        head.status = status;
        head.first_byte = status == 206 ? first_of_range(reply.rawHeader("Content-Range")) : 0;
        redirect = status >= 300 && status < 400
                       ? QUrl(QString::fromLatin1(reply.rawHeader("Location")), QUrl::StrictMode)
                       : QUrl();
        if (!is_own) return;
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
    if (is_cancelled_ && is_cancelled_()) throw Error(ErrorId::download_cancelled);
}

HttpHead Http::text(const std::string& path, std::string& body) {
    body.clear();
    Exchange exchange;
    exchange.most_seconds = limits_.text_seconds;
    exchange.take = [&](const HttpHead&, std::string_view piece) {
        if (body.size() + piece.size() > limits_.text_bytes)
            throw Error(ErrorId::hub_answer_invalid,
                        {fmt::format(fmt::runtime(TUNEDESK_TRANSLATABLE("ErrorDetail", "more than {} bytes")),
                                     limits_.text_bytes)},
                        path);
        body += piece;
    };
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

void Http::follow(const std::string& path, Exchange& exchange) {
    if (settings_.is_offline) throw Error(ErrorId::hub_offline);
    const QUrl endpoint = to_url(settings_.endpoint);
    exchange.url = to_url(settings_.endpoint + path);
    for (int hops = 0; hops <= limits_.redirects; ++hops) {
        request(exchange);
        if (exchange.redirect.isEmpty()) return;
        const QUrl next = exchange.url.resolved(exchange.redirect);
        const bool is_own = is_same_host(next, endpoint);
        if (!next.isValid() || !next.userInfo().isEmpty() || !(is_own || next.scheme() == "https"))
            throw Error(ErrorId::hub_redirect_refused, {shortened(next.toString().toStdString(), 200)}, path);
        exchange.url = next;
    }
    throw Error(ErrorId::hub_redirect_refused, {shortened(exchange.url.toString().toStdString(), 200)}, path);
}

void Http::request(Exchange& exchange) {
    const bool is_own = is_same_host(exchange.url, to_url(settings_.endpoint));
    const auto proxies = QNetworkProxyFactory::systemProxyForQuery(QNetworkProxyQuery(exchange.url));
    network_->manager.setProxy(proxies.isEmpty() ? QNetworkProxy(QNetworkProxy::NoProxy) : proxies.first());

    struct Abort { // the reply may still receive
        void operator()(QNetworkReply* reply) const {
            reply->abort();
            delete reply;
        }
    };
    const std::unique_ptr<QNetworkReply, Abort> reply(
        network_->manager.get(exchange.asked(is_own ? settings_.token : std::string())));
    reply->setReadBufferSize(most_read_at_once);
    QEventLoop loop;
    QTimer clock;
    QObject::connect(reply.get(), &QNetworkReply::readyRead, &loop, &QEventLoop::quit);
    QObject::connect(reply.get(), &QNetworkReply::finished, &loop, &QEventLoop::quit);
    QObject::connect(&clock, &QTimer::timeout, &loop, &QEventLoop::quit);
    clock.start(100);

    RateWatch watch(limits_);
    HttpHead& head = exchange.head;
    head.status = 0;
    std::uint64_t received = 0;
    for (;;) {
        const bool has_ended = reply->isFinished();
        exchange.read_head(*reply, is_own);
        const QByteArray piece = reply->read(most_read_at_once);
        watch.count(static_cast<std::uint64_t>(piece.size()));
        received += static_cast<std::uint64_t>(piece.size());
        const bool is_body = head.status == 200 || head.status == 206;
        if (!piece.isEmpty() && is_body)
            exchange.take(head, {piece.constData(), static_cast<std::size_t>(piece.size())});
        require_not_cancelled();
        const double passed = monotonic_seconds() - exchange.begin;
        if (exchange.most_seconds > 0 && passed > exchange.most_seconds)
            throw Error(ErrorId::hub_too_slow, {"0", fmt::format("{:.0f}", passed)}, settings_.endpoint);
        if (!piece.isEmpty()) continue;
        if (has_ended) break;
        if (head.status >= 300) break; // what an error says at length is not read
        watch.require_pace();
        loop.exec();
    }
    if (head.status == 0)
        throw Error(ErrorId::hub_unreachable, {shortened(reply->errorString().toStdString(), 300)},
                    settings_.endpoint);
    // Qt reports no error where the connection ends at an unlucky moment.
    head.is_cut =
        head.status < 300 && (reply->error() != QNetworkReply::NoError || received < promised(*reply));
}

} // namespace tunedesk::hub
