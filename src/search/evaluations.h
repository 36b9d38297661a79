// The evaluations of all games.
#pragma once

#include "search/evaluation_abalone.h"
#include "search/evaluation_alquerque.h"
#include "search/evaluation_niout.h"
#include "search/evaluation_trench.h"
#include "search/evaluation_trilha.h"
