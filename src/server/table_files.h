// The files of the tables of perfect play, for pages that read pieces of them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "server/http.h"

namespace tavola::server {

class TableFiles {
  public:
    explicit TableFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// `{"tables": [{"file": "pretoa-0123456789abcdef/1-2.tvt", "bytes": 4096}, ...]}`, sorted by name.
    std::string list() const;
    /// The file of such a name, or the part of it that the request asks for.
    Response answer(std::string_view name, const Request& request) const;

  private:
    std::filesystem::path folder_;
};

}  // namespace tavola::server
