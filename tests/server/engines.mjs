// The engines that houses keep their games in: what `serve` is told so that it finds a place of its own.
import { cluster } from './cluster.mjs';
import { folder } from './house.mjs';

export const postgres = await cluster();

export const engines = {
    sqlite: () => ['--data', folder('data')],
    postgres: () => ['--data', folder('data'), '--database', postgres.database()],
};
