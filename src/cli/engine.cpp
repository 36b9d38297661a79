#include "cli/engine.h"

#include <random>

#include "protocol/uci.h"

namespace tavola::cli {

Status engine(const Terminal& terminal, const EngineOptions&) {
    std::random_device chance;
    protocol::run(terminal.in, terminal.out, chance() * 0x100000001ull ^ chance());
    return good;
}

}  // namespace tavola::cli
