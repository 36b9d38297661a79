// Mutation testing by a list of mutants. Each is an exact text in one file, what it is replaced by, and the tests that should
// fail then. What has been found out is kept in build/mutation/results.json, so a run can be stopped and goes on later.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const work = join(root, 'build/mutation');
const testSeconds = 180;
const buildSeconds = 3600;

const usage = `tests/mutation/run [options] [area | mutant ...]
  --list       name all mutants
  --check      only check that every mutant can still be made
  --fresh      forget earlier results of the mutants asked for
  --jobs N     so many copies of the tree side by side (default: 2, or 1 on one core)
`;

// ---- the list ---------------------------------------------------------------------------------------------------

const areas = readdirSync(here)
    .filter((name) => name.endsWith('.mjs') && !['run.mjs', 'kinds.mjs'].includes(name))
    .map((name) => name.slice(0, -4))
    .sort();
const all = [];
for (const area of areas)
    for (const mutant of (await import(`./${area}.mjs`)).default) all.push({ area, ...mutant });

const hash = (...texts) => createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);
const describe = (test) =>
    test.kind === 'gtest' ? `${test.target} ${test.filter}` : `${test.file}${test.pattern ? ` /${test.pattern}/` : ''}`;

/** What keeps a mutant from being made, or its tests from being run. */
function faultsOf(mutant) {
    const faults = [];
    const file = join(root, mutant.file);
    if (!existsSync(file)) return [`there is no ${mutant.file}`];
    const count = readFileSync(file, 'utf8').split(mutant.find).length - 1;
    if (count !== 1) faults.push(`its text occurs ${count} times in ${mutant.file}`);
    if (mutant.find === mutant.replace) faults.push('it changes nothing');
    if (!mutant.tests?.length) faults.push('it names no test');
    for (const test of mutant.tests ?? []) {
        if (test.kind === 'gtest' && !readFileSync(join(root, 'tests/CMakeLists.txt'), 'utf8').includes(`(${test.target}`))
            faults.push(`there is no test program ${test.target}`);
        const file = test.kind === 'vitest' ? join('web', test.file) : test.file;
        if (file && !existsSync(join(root, file))) faults.push(`there is no ${file}`);
    }
    return faults;
}

function check() {
    const faults = all.flatMap((mutant) => faultsOf(mutant).map((fault) => `${mutant.id}: ${fault}`));
    const ids = all.map(({ id }) => id);
    for (const id of new Set(ids.filter((id, i) => ids.indexOf(id) !== i))) faults.push(`${id}: there are two of it`);
    return faults;
}

// ---- arguments --------------------------------------------------------------------------------------------------

const options = { fresh: false, jobs: Math.min(2, cpus().length) };
const wanted = [];
const words = process.argv.slice(2);
for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '--help') process.stdout.write(usage), process.exit(0);
    else if (word === '--list') all.forEach(({ area, id, file }) => console.log(`${area}  ${id}  ${file}`)), process.exit(0);
    else if (word === '--check') options.check = true;
    else if (word === '--fresh') options.fresh = true;
    else if (word === '--jobs' && Number(words[0]) >= 1) options.jobs = Number(words.shift());
    else if (areas.includes(word) || all.some(({ id }) => id === word)) wanted.push(word);
    else process.stderr.write(`${word}?\n${usage}`), process.exit(2);
}
const faults = check();
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(2);
if (options.check) {
    console.log(`${all.length} mutants in ${areas.length} areas can be made`);
    process.exit(0);
}
const chosen = all.filter(({ area, id }) => wanted.length === 0 || wanted.includes(area) || wanted.includes(id));

// ---- what is known ----------------------------------------------------------------------------------------------

const resultsFile = join(work, 'results.json');
mkdirSync(join(work, 'logs'), { recursive: true });
const readResults = () => (existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) : {});
const results = readResults();
/** Another run, of other areas, may have written meanwhile. */
function save(id, result) {
    results[id] = result;
    writeFileSync(`${resultsFile}.${process.pid}`, JSON.stringify({ ...readResults(), [id]: result }, null, 1));
    renameSync(`${resultsFile}.${process.pid}`, resultsFile);
}

const git = (...args) => spawnSync('git', ['-C', root, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 }).stdout;
const files = git('ls-files', '-co', '--exclude-standard', '-z').split('\0').filter((name) => name && existsSync(join(root, name)));
const testsHash = hash(files.filter((name) => /^(tests|web\/tests)\//.test(name) && !/^tests\/mutation\//.test(name))
    .map((name) => [name, readFileSync(join(root, name), 'latin1')]));
const sourceOf = ({ file, find, replace, tests }) => hash(readFileSync(join(root, file), 'utf8'), find, replace, tests);
/** A mutant that was caught stays so; one that was not is tried again once any test has changed. */
function isKnown(mutant) {
    const known = results[mutant.id];
    if (!known || options.fresh || known.source !== sourceOf(mutant)) return false;
    return known.verdict === 'caught' || known.verdict === 'timeout' || known.tests === testsHash;
}

// ---- running ----------------------------------------------------------------------------------------------------

const started = Date.now();
const children = new Set();
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
        stopping = true;
        for (const child of children) kill(child);
        console.error('\nstopped; the same command goes on from here');
        process.exit(130);
    });
function kill(child) {
    try {
        process.kill(-child.pid, 'SIGKILL');
    } catch {
        // Its group is gone already.
    }
}

/** Runs a command in a process group of its own, which ends with it. */
function run(command, args, { cwd = root, env = {}, seconds = buildSeconds } = {}) {
    return new Promise((done) => {
        const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
        children.add(child);
        let output = '', late = false;
        const timer = setTimeout(() => ((late = true), kill(child)), seconds * 1000);
        for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output = (output + data).slice(-200_000)));
        child.on('error', (error) => (output += error));
        // What it has left behind may hold the pipes open.
        child.on('exit', () => kill(child));
        child.on('close', (code) => {
            clearTimeout(timer);
            children.delete(child);
            done({ ok: code === 0 && !late, late, output });
        });
    });
}
const fail = (what, output) => {
    console.error(`${what}\n${output.slice(-6000)}`);
    process.exit(2);
};

/** A copy of the tree with its build. */
class Copy {
    constructor(number) {
        this.folder = join(work, `copy-${number}`);
        this.tree = join(this.folder, 'tree');
        this.build = join(this.folder, 'build');
        this.env = { CCACHE_BASEDIR: this.tree, CCACHE_NOHASHDIR: '1' };
    }

    /** Only what differs is written, so that no more is built than needed. */
    update() {
        mkdirSync(this.tree, { recursive: true });
        const listFile = join(this.folder, 'files.json');
        const before = existsSync(listFile) ? JSON.parse(readFileSync(listFile, 'utf8')) : [];
        for (const name of before) if (!files.includes(name)) rmSync(join(this.tree, name), { force: true });
        for (const name of files) {
            const to = join(this.tree, name), bytes = readFileSync(join(root, name));
            if (existsSync(to) && readFileSync(to).equals(bytes)) continue;
            mkdirSync(dirname(to), { recursive: true });
            writeFileSync(to, bytes, { mode: 0o755 });
        }
        writeFileSync(listFile, JSON.stringify(files));
        const modules = join(this.tree, 'web/node_modules');
        if (!existsSync(modules) && existsSync(join(root, 'web/node_modules'))) symlinkSync(join(root, 'web/node_modules'), modules);
    }

    async configure() {
        // Quickly compiled, without the second program for newer processors, and on fewer positions.
        const { ok, output } = await run('cmake', ['--preset', 'release', '-B', this.build,
            '-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG', '-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld', '-DTAVOLA_NATIVE=ON',
            '-DTAVOLA_MODEL_POSITIONS=10000', '-DTAVOLA_CONFORMANCE_POSITIONS=2000', '-DTAVOLA_PERFT_LIMIT=3000000'],
            { cwd: this.tree, env: this.env });
        if (!ok) fail('the copy cannot be configured', output);
    }

    make(targets, jobs = 1) {
        if (targets.length === 0) return { ok: true, output: '' };
        return run('cmake', ['--build', this.build, '--parallel', String(jobs), '--target', ...targets],
            { cwd: this.tree, env: this.env });
    }

    test(test, seconds = testSeconds) {
        const env = { TAVOLA: join(this.build, 'tavola'), TAVOLA_SOURCE: this.tree, TAVOLA_TEST_SECONDS: String(testSeconds),
            TAVOLA_TEST_DATA: join(this.tree, 'tests/data'), TAVOLA_WASM: join(root, 'build/wasm/tavola.wasm'), NO_COLOR: '1' };
        const how = { cwd: this.tree, env, seconds };
        if (test.kind === 'gtest')
            return run(join(this.build, 'tests', test.target), [`--gtest_filter=${test.filter}`, '--gtest_brief=1', '--gtest_fail_fast'], how);
        if (test.kind === 'node')
            return run('node', ['--import', join(this.tree, 'tests/limits.mjs'), '--test', '--test-reporter=tap',
                ...(test.pattern ? [`--test-name-pattern=${test.pattern}`] : []), join(this.tree, test.file)], how);
        return run('node', ['node_modules/vitest/vitest.mjs', 'run', test.file, ...(test.pattern ? ['-t', test.pattern] : [])],
            { ...how, cwd: join(this.tree, 'web') });
    }

    /** Makes the mutant, and undoes it. */
    async judge(mutant) {
        const file = join(this.tree, mutant.file);
        const text = readFileSync(file, 'utf8');
        let log = '';
        try {
            writeFileSync(file, text.replace(mutant.find, () => mutant.replace));
            for (const test of mutant.tests) {
                const built = await this.make(test.target ? [test.target] : []);
                log += built.output;
                if (!built.ok) return { verdict: 'broken', by: 'it does not build', log };
                const { ok, late, output } = await this.test(test);
                log += output;
                if (late) return { verdict: 'timeout', by: `${describe(test)}, not done after ${testSeconds} s`, log };
                if (!ok) return { verdict: 'caught', by: describe(test), log };
            }
            return { verdict: 'survived', by: mutant.tests.map(describe).join(', '), log };
        } finally {
            writeFileSync(file, text);
        }
    }
}

/** So many copies that no other run uses. */
function takeCopies(count) {
    const copies = [];
    for (let number = 0; copies.length < count; ++number) {
        const owner = join(work, `copy-${number}.pid`);
        if (existsSync(owner) && existsSync(`/proc/${readFileSync(owner, 'utf8')}`)) continue;
        writeFileSync(owner, String(process.pid));
        process.on('exit', () => rmSync(owner, { force: true }));
        copies.push(new Copy(number));
    }
    return copies;
}

// ---- all of it --------------------------------------------------------------------------------------------------

const due = chosen.filter((mutant) => !isKnown(mutant));
if (due.length > 0) {
    if (due.some(({ tests }) => tests.some(({ kind }) => kind === 'vitest'))) {
        const script = `root=${root}; . "$root/scripts/lib.sh"; . "$root/scripts/parts.sh"; provide_node && provide_libraries && provide wasm tavola_wasm`;
        const { ok, output } = await run('bash', ['-c', script]);
        if (!ok) fail('what the pages need cannot be had', output);
    }
    const copies = takeCopies(Math.min(options.jobs, due.length));
    for (const copy of copies) {
        copy.update();
        await copy.configure();
    }
    // A test that fails as it is would seem to catch everything.
    const tests = [...new Map(due.flatMap(({ tests }) => tests).map((test) => [describe(test), test])).values()];
    const targets = [...new Set(tests.flatMap(({ target }) => target ?? []))];
    console.log(`${due.length} of ${chosen.length} mutants; first ${targets.length} programs are built, and ${tests.length} tests must pass`);
    const built = await copies[0].make(targets, cpus().length);
    if (!built.ok) fail('the tree does not build as it is', built.output);
    for (const test of tests) {
        // Whether it passes has nothing to do with how busy the machine is.
        const { ok, output } = await copies[0].test(test, 5 * testSeconds);
        if (!ok) fail(`this test fails without any mutant: ${describe(test)}`, output);
        if (/^\[==========\] 0 tests/m.test(output) || /^# pass 0$/m.test(output)) fail(`no test ran: ${describe(test)}`, output);
    }
    const queue = [...due];
    await Promise.all(copies.map(async (copy) => {
        for (let mutant = queue.shift(); mutant && !stopping; mutant = queue.shift()) {
            // Another run may have been here meanwhile.
            Object.assign(results, readResults());
            if (results[mutant.id]?.source === sourceOf(mutant) && results[mutant.id].at > started) continue;
            const began = Date.now();
            const { verdict, by, log } = await copy.judge(mutant);
            const seconds = Math.round((Date.now() - began) / 1000);
            writeFileSync(join(work, 'logs', `${mutant.id}.log`), log);
            save(mutant.id, { verdict, by, seconds, at: Date.now(), source: sourceOf(mutant), tests: testsHash });
            console.log(`${verdict.padEnd(8)}  ${mutant.id.padEnd(36)} ${String(seconds).padStart(4)} s  ${by}`);
        }
    }));
}

console.log(`\n${'area'.padEnd(10)} mutants  caught  by time  explained  survived  broken`);
const bad = [], total = { mutants: 0, caught: 0, timeout: 0, explained: 0, survived: 0, broken: 0 };
const row = (name, counts) =>
    console.log(name.padEnd(10) + [['mutants', 8], ['caught', 8], ['timeout', 9], ['explained', 11], ['survived', 10], ['broken', 8]]
        .map(([key, width]) => String(counts[key]).padStart(width)).join(''));
for (const area of areas) {
    const counts = { mutants: 0, caught: 0, timeout: 0, explained: 0, survived: 0, broken: 0 };
    for (const mutant of chosen.filter((one) => one.area === area)) {
        const { verdict, by } = results[mutant.id];
        const kind = verdict === 'survived' && mutant.explained ? 'explained' : verdict;
        ++counts.mutants, ++counts[kind];
        if (kind === 'survived' || kind === 'broken') bad.push(`${kind}: ${mutant.id} (${mutant.file}): ${by}`);
    }
    for (const key of Object.keys(total)) total[key] += counts[key];
    if (counts.mutants > 0) row(area, counts);
}
row('all', total);
for (const mutant of chosen)
    if (results[mutant.id].verdict === 'survived' && mutant.explained) console.log(`explained: ${mutant.id}: ${mutant.explained}`);
for (const line of bad) console.log(line);
process.exit(bad.length > 0 ? 1 : 0);
