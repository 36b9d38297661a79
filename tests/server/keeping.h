// Short ways of asking a store, for the tests.
#pragma once

#include <future>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "store/store.h"

namespace tavola::tests {

inline std::future<Result<void>> append(store::Store& store, std::string game, std::vector<store::Entry> events,
                                        bool over = false) {
    auto promise = std::make_shared<std::promise<Result<void>>>();
    store.append({std::move(game), std::move(events), over},
                 [promise](Result<void> result) { promise->set_value(std::move(result)); });
    return promise->get_future();
}

inline std::vector<store::Addition> everything(store::Store& store) {
    std::vector<store::Addition> all;
    auto read = store.read_all([&](store::Addition game) {
        all.push_back(std::move(game));
        return Result<void>();
    });
    if (!read) all.push_back({.game = "unreadable: " + read.error().found, .events = {}});
    return all;
}

}  // namespace tavola::tests
