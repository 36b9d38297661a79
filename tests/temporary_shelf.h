// A shelf of tables for one test.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <memory>
#include <string>

#include "shelf/shelf.h"

namespace tavola {

/// A shelf of its own that goes when the test does.
class TemporaryShelf {
  public:
    TemporaryShelf() {
        std::string name = (std::filesystem::temp_directory_path() / "tavola-tables-XXXXXX").string();
        folder_ = mkdtemp(name.data());
        shelf = std::make_shared<shelf::Shelf>(folder_);
    }
    ~TemporaryShelf() { std::filesystem::remove_all(folder_); }
    std::shared_ptr<shelf::Shelf> shelf;

  private:
    std::filesystem::path folder_;
};

}  // namespace tavola
