// The games of the house. A new one is a folder beside this file and a name in this list.
#pragma once

#include "games/abalone/abalone.h"
#include "games/alquerque/alquerque.h"
#include "games/game.h"
#include "games/niout/niout.h"
#include "games/trench/trench.h"
#include "games/trilha/trilha.h"

namespace tavola {

template <Game... Gs>
struct GameList {};

using AllGames = GameList<Trilha, Abalone, Trench, Niout, Policiais, Pretoa>;

}  // namespace tavola
