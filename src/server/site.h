// What a request is answered with: pages, tables and the server's own few words. It knows nothing of sockets.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "server/http.h"
#include "server/pages.h"
#include "server/table_files.h"
#include "words/words.h"

namespace tavola::server {

/// What guards every answer: nothing runs, frames or guesses that should not.
void secure(Response& response);

class Site {
  public:
    /// `metrics` tells how the house is doing, in the words of Prometheus.
    Site(Pages pages, std::filesystem::path tables, std::function<std::string()> metrics);

    Response answer(const Request& request) const;
    /// What a client is told whose request could not be understood, or is not welcome.
    Response refuse(http::status status, std::string_view accept_language = {}) const;

    /// Who looks after the house asks for these, by whatever name it has.
    static bool is_health(std::string_view target) noexcept;
    static Response tell_readiness(bool ready);

  private:
    Response route(const Request& request) const;
    static Response page(const std::shared_ptr<const Page>& page, const Request& request);
    Response notice(http::status status, std::string_view key, std::string_view accept_language) const;

    Pages pages_;
    TableFiles tables_;
    std::function<std::string()> metrics_;
    Words portuguese_{Language::pt}, english_{Language::en};
};

}  // namespace tavola::server
