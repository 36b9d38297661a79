// Opens a store, of whichever engine.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "store/store.h"

namespace tavola::store {

/// Where games are kept: in the database at this address, or, where there is none, in this folder.
struct Place {
    std::filesystem::path folder;
    std::string database;
};

Result<std::unique_ptr<Store>> open(const Place& place);

/// There has been a house already. A database is not asked: it need not be there for this.
bool exists(const Place& place);

}  // namespace tavola::store
