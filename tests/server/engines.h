// The engines that a store may have, each with a place of its own for every test.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "cluster.h"
#include "store/postgres_store.h"
#include "store/sqlite_store.h"

namespace tavola::tests {

/// A folder that is gone when the test is over.
struct Folder {
    Folder() {
        std::string name = (std::filesystem::temp_directory_path() / "távola store XXXXXX").string();
        if (mkdtemp(name.data()) != nullptr) path = name;
    }
    ~Folder() { std::filesystem::remove_all(path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    std::filesystem::path path;
};

/// How a store is opened, as often as one likes, on the same data.
using Opener = std::function<Result<std::unique_ptr<store::Store>>()>;

struct Engine {
    const char* name;
    Opener (*make)();
};

inline const std::array engines{
    Engine{"sqlite",
           []() -> Opener {
               return [folder = std::make_shared<Folder>()]() -> Result<std::unique_ptr<store::Store>> {
                   return store::SqliteStore::open(folder->path);
               };
           }},
    Engine{"postgres",
           []() -> Opener {
               return [url = Cluster::instance().make_database()]() -> Result<std::unique_ptr<store::Store>> {
                   return store::PostgresStore::open(url);
               };
           }},
};

}  // namespace tavola::tests
