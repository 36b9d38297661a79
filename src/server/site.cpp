#include "server/site.h"

#include "server/headers.h"

namespace tavola::server {
namespace {

// No script from elsewhere or between the lines, no frame around us, nothing sent to anybody else. Styles may stand
// in attributes: boards are drawn with them.
constexpr std::string_view content_policy =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'";

// A page of the server's own; the catalogue's sentences hold no markup.
constexpr std::string_view notice_head =
    "<!doctype html>\n<html lang=\"{language}\"><head><meta charset=\"utf-8\">"
    "<meta name=\"viewport\" content=\"width=device-width\"><title>Távola</title><style>"
    "body{font:1.1rem/1.6 Georgia,serif;background:#f6f1e7;color:#2a2420;max-width:34rem;margin:20vh auto;padding:0 "
    "1rem}"
    "a{color:#a53c26}</style></head><body><h1>Távola</h1><p>";

Response text(http::status status, std::string contents, std::string_view type) {
    Response response(status, 11);
    response.set(http::field::content_type, type);
    response.set(http::field::cache_control, "no-cache");
    response.body() = Bytes::of(std::move(contents));
    return response;
}

}  // namespace

void secure(Response& response) {
    response.set("Content-Security-Policy", content_policy);
    response.set("X-Content-Type-Options", "nosniff");
    response.set("Referrer-Policy", "same-origin");
    response.set("Cross-Origin-Opener-Policy", "same-origin");
    response.set("Cross-Origin-Resource-Policy", "same-origin");
    // Only what browsers have known for long: they complain of what they do not know.
    response.set("Permissions-Policy",
                 "camera=(), microphone=(), geolocation=(), payment=(), usb=(), midi=(), "
                 "accelerometer=(), gyroscope=(), magnetometer=(), display-capture=()");
}

Site::Site(Pages pages, std::filesystem::path tables, std::function<std::string()> metrics)
    : pages_(std::move(pages)), tables_(std::move(tables)), metrics_(std::move(metrics)) {}

Response Site::answer(const Request& request) const {
    Response response = route(request);
    secure(response);
    response.prepare_payload();
    return response;
}

bool Site::is_health(std::string_view target) noexcept {
    return target == "/healthz" || target == "/readyz" || target == "/metrics";
}

Response Site::tell_readiness(bool ready) {
    Response response = text(ready ? http::status::ok : http::status::service_unavailable,
                             ready ? "ready\n" : "not ready\n", "text/plain; charset=utf-8");
    if (!ready) response.set(http::field::retry_after, "1");
    secure(response);
    response.prepare_payload();
    return response;
}

Response Site::refuse(http::status status, std::string_view accept_language) const {
    const std::string key = "http." + std::to_string(static_cast<unsigned>(status));
    Response response = notice(status, key, accept_language);
    secure(response);
    response.prepare_payload();
    return response;
}

Response Site::route(const Request& request) const {
    const std::string_view language = field(request, http::field::accept_language);
    if (request.method() != http::verb::get && request.method() != http::verb::head) {
        Response response = notice(http::status::method_not_allowed, "http.405", language);
        response.set(http::field::allow, "GET, HEAD");
        return response;
    }
    const auto path = parse_path(view(request.target()));
    if (!path) return notice(http::status::bad_request, "http.400", language);
    if (*path == "/healthz") return text(http::status::ok, "ok\n", "text/plain; charset=utf-8");
    if (*path == "/metrics") return text(http::status::ok, metrics_(), "text/plain; version=0.0.4; charset=utf-8");
    constexpr std::string_view tables = "/tables/";
    if (*path == tables) return text(http::status::ok, tables_.list(), "application/json");
    if (path->starts_with(tables)) {
        Response response = tables_.answer(std::string_view(*path).substr(tables.size()), request);
        return response.result() == http::status::not_found ? notice(response.result(), "http.404", language)
                                                            : response;
    }
    if (const auto found = pages_.find(*path)) return page(found, request);
    if (pages_.empty() && *path == "/") return notice(http::status::service_unavailable, "http.unbuilt", language);
    return notice(http::status::not_found, "http.404", language);
}

Response Site::page(const std::shared_ptr<const Page>& page, const Request& request) {
    const Encoding encoding = page->choose(field(request, http::field::accept_encoding));
    constexpr std::string_view names[] = {"", "gzip", "br"};
    const std::string_view name = names[static_cast<int>(encoding)];
    // Each form has a tag of its own.
    const std::string tag = '"' + page->tag + (name.empty() ? "" : "-") + std::string(name) + '"';
    Response response(http::status::ok, 11);
    response.set(http::field::etag, tag);
    response.set(http::field::vary, "Accept-Encoding");
    response.set(http::field::cache_control, page->permanent ? "public, max-age=31536000, immutable" : "no-cache");
    if (names_tag(field(request, http::field::if_none_match), tag)) {
        response.result(http::status::not_modified);
        return response;
    }
    response.set(http::field::content_type, page->type);
    if (!name.empty()) response.set(http::field::content_encoding, name);
    response.body() = {page, page->form(encoding)};
    return response;
}

Response Site::notice(http::status status, std::string_view key, std::string_view accept_language) const {
    const bool in_portuguese = prefers_portuguese(accept_language);
    const Words& words = in_portuguese ? portuguese_ : english_;
    std::string html(notice_head);
    constexpr std::string_view hole = "{language}";
    html.replace(html.find(hole), hole.size(), in_portuguese ? "pt" : "en");
    html += words.say(key);
    if (status == http::status::not_found) html += "</p><p><a href=\"/\">" + words.say("http.home") + "</a>";
    html += "</p></body></html>\n";
    Response response = text(status, std::move(html), "text/html; charset=utf-8");
    response.set(http::field::vary, "Accept-Language");
    return response;
}

}  // namespace tavola::server
