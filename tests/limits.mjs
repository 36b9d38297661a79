// Loaded before each file of tests (node --import): a test that takes longer than TAVOLA_TEST_SECONDS ends its file, and
// is named. No test is measured by this; it ends what hangs.
import { afterEach, beforeEach } from 'node:test';

const seconds = Number(process.env.TAVOLA_TEST_SECONDS ?? 600);
const running = new Map();

// In node's own process that only starts the files there are no tests, and so no timers.
beforeEach((context) => {
    const timer = setTimeout(() => {
        process.stdout.write(`\nnot ok - ${context.name}: not done after ${seconds} s\n`);
        process.exit(1);
    }, seconds * 1000);
    running.set(context.name, timer.unref());
});
afterEach((context) => {
    clearTimeout(running.get(context.name));
    running.delete(context.name);
});
