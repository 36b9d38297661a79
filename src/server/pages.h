// The built pages, kept in memory: each file with its compressed forms, its type and its tag.
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "server/headers.h"

namespace tavola::server {

struct Page {
    /// As it is, and compressed where the build has made that (`.gz`, `.br`); empty where it has not.
    std::array<std::string, 3> forms;
    std::string_view type;
    std::string tag;         ///< changes with the contents
    bool permanent = false;  ///< its name has a hash of its contents in it

    const std::string& form(Encoding encoding) const { return forms[static_cast<std::size_t>(encoding)]; }
    /// The form that suits a client best.
    Encoding choose(std::string_view accept_encoding) const noexcept;
};

class Pages {
  public:
    /// Reads all files of a folder. Files whose names begin with a dot are none of the pages.
    static Result<Pages> read(const std::filesystem::path& folder);

    /// The page at a path such as `/assets/index-ab12cd34.js`; `/` is `/index.html`.
    std::shared_ptr<const Page> find(std::string_view path) const;
    bool empty() const noexcept { return pages_.empty(); }

  private:
    std::map<std::string, std::shared_ptr<const Page>, std::less<>> pages_;
};

}  // namespace tavola::server
