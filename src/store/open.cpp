#include "store/open.h"

#include <system_error>

#include "store/postgres_store.h"
#include "store/sqlite_store.h"

namespace tavola::store {

Result<std::unique_ptr<Store>> open(const Place& place) {
    if (!place.database.empty()) return PostgresStore::open(place.database);
    return SqliteStore::open(place.folder);
}

bool exists(const Place& place) {
    std::error_code fault;
    return !place.database.empty() || std::filesystem::exists(place.folder / SqliteStore::file_name, fault);
}

}  // namespace tavola::store
