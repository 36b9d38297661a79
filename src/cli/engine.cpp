#include "cli/engine.h"

#include <random>

#include "protocol/uci.h"
#include "shelf/shelf.h"

namespace tavola::cli {

Status engine(const Terminal& terminal, const EngineOptions& options) {
    std::random_device chance;
    protocol::run(terminal.in, terminal.out, chance() * 0x100000001ull ^ chance(),
                  {.tables = options.tables.value_or(shelf::Shelf::usual_folder()).string()});
    return good;
}

}  // namespace tavola::cli
