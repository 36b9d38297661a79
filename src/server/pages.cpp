#include "server/pages.h"

#include <fstream>
#include <iterator>
#include <span>
#include <system_error>

#include "tables/checksum.h"

namespace tavola::server {
namespace {

namespace fs = std::filesystem;

Failure unreadable(const fs::path& path, const std::error_code& why) {
    return Failure(
        Error{.key = "error.pages.read", .what = "pages", .found = path.string(), .expected = why.message()});
}

std::string tag_of(std::string_view contents) {
    std::uint64_t number = tables::checksum(std::as_bytes(std::span(contents)));
    std::string text(16, '0');
    for (auto digit = text.rbegin(); digit != text.rend(); ++digit, number >>= 4)
        *digit = "0123456789abcdef"[number & 15];
    return text;
}

bool hidden(const fs::path& relative) {
    for (const fs::path& part : relative)
        if (part.native().starts_with('.')) return true;
    return false;
}

// Which form of which page a file is.
std::pair<std::string, Encoding> role_of(std::string name) {
    if (name.ends_with(".gz")) return {name.substr(0, name.size() - 3), Encoding::gzip};
    if (name.ends_with(".br")) return {name.substr(0, name.size() - 3), Encoding::brotli};
    return {std::move(name), Encoding::plain};
}

}  // namespace

Encoding Page::choose(std::string_view accept_encoding) const noexcept {
    Encoding best = Encoding::plain;
    int most = willingness(accept_encoding, best);
    for (const Encoding encoding : {Encoding::gzip, Encoding::brotli}) {
        if (form(encoding).empty()) continue;
        if (const int will = willingness(accept_encoding, encoding); will > 0 && will >= most) {
            most = will;
            best = encoding;
        }
    }
    return best;
}

Result<Pages> Pages::read(const fs::path& folder) {
    std::map<std::string, Page, std::less<>> pages;
    std::error_code fault;
    for (fs::recursive_directory_iterator at(folder, fault), end; !fault && at != end; at.increment(fault)) {
        const fs::path relative = at->path().lexically_relative(folder);
        if (hidden(relative) || !at->is_regular_file(fault)) continue;
        std::ifstream in(at->path(), std::ios::binary);
        std::string contents{std::istreambuf_iterator<char>(in), {}};
        if (!in) return unreadable(at->path(), std::make_error_code(std::errc::io_error));
        const auto [path, encoding] = role_of("/" + relative.generic_string());
        pages[path].forms[static_cast<std::size_t>(encoding)] = std::move(contents);
    }
    if (fault) return unreadable(folder, fault);
    Pages result;
    for (auto& [path, page] : pages) {
        page.type = media_type(path);
        page.tag = tag_of(page.form(Encoding::plain));
        page.permanent = path.starts_with("/assets/");
        result.pages_.emplace(path, std::make_shared<const Page>(std::move(page)));
    }
    return result;
}

std::shared_ptr<const Page> Pages::find(std::string_view path) const {
    const auto found = pages_.find(path == "/" ? "/index.html" : path);
    return found == pages_.end() ? nullptr : found->second;
}

}  // namespace tavola::server
