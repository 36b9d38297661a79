# The parts of ./test: what each of them runs. To be sourced after lib.sh, with `root` set to the project's folder.

# No test is measured by the clock. These limits end what hangs: even on a machine four times as slow as two cores of
# today nothing comes near them. A node test that hangs is named by tests/limits.mjs; its file ends a little later.
export TAVOLA_TEST_SECONDS=600
node_tests() {
    node --import "$root/tests/limits.mjs" --test --test-reporter=tap --test-timeout=1800000 "$@"
}

check_format() {
    find "$root"/{src,tests,bench} -name '*.h' -print0 -o -name '*.cpp' -print0 | xargs -0 clang-format-19 --dry-run -Werror
}
# No warning is let pass here; `./tavola` builds whatever a compiler may think of it. Of two parts that build in one
# folder one waits for the other.
build_preset() {
    mkdir -p "$root/build"
    (flock 9 && configure "$1" -DCMAKE_COMPILE_WARNING_AS_ERROR=ON && build "$@") 9>"$root/build/$1.lock"
}
provide() {
    up_to_date "$1" "$2" || build_preset "$1" --target "$2"
}
# The tests of a build, or some of them by CTest's own options. Each has a limit of its own in tests/CMakeLists.txt. CTest
# does not tell why a test was skipped; its log does.
run_ctest() {
    local state=0
    ctest --test-dir "$root/build/$1" "${@:2}" --output-on-failure --no-tests=error --parallel 2 --timeout 600 || state=$?
    awk '/: Skipped$/ {getline why} /^\[  SKIPPED \] .*\)$/ {print "ok - " $4 " # SKIP " why; why = ""}' \
        "$root/build/$1/Testing/Temporary/LastTest.log"
    return $state
}
# The native program and the browser's core are held against each other.
run_wasm() {
    provide release tavola && provide release answers && provide wasm tavola_depth || return
    TAVOLA_WASM=$root/build/wasm/tavola.wasm TAVOLA_DEPTH=$root/build/wasm/tavola_depth.wasm TAVOLA=$root/build/release/tavola \
        TAVOLA_ANSWERS=$root/build/release/tests/answers TAVOLA_TEST_DATA=$root/tests/data \
        node_tests "$root"/tests/wasm/*.test.mjs
}
# What is recorded of the program's behaviour (*.recorded.mjs) is the same in every build, and replayed with one.
run_cli() {
    provide release tavola || return
    TAVOLA=$root/build/release/tavola TAVOLA_SOURCE=$root node_tests "$root"/tests/cli/*.{test,recorded}.mjs
}
# The other compiler's program is used in the same way, and computes the same as the one that people run. Killing and
# damaging tables, and the choice between two programs, are `run_cli`'s.
run_clang() {
    provide release tavola || return
    TAVOLA=$root/build/clang/tavola TAVOLA_REFERENCE=$root/build/release/tavola TAVOLA_SOURCE=$root \
        node_tests "$root"/tests/cli/cli.test.mjs "$root"/tests/compilers.test.mjs
}

# The house against real sockets. They mostly wait, so several go at a time. The sanitized builds have the same tests, but
# for those about which a sanitizer can have no opinion: the unit for systemd; and of the thread sanitizer, what is read,
# refused and sent on the one thread of all sockets, where neither the store nor a search takes part.
run_server() {
    local leave_out='' file files=()
    case $1 in
        release)
            provide release tavola && provide release sync_fault || return
            files=("$root"/tests/server/*.recorded.mjs)
            ;;
        asan) leave_out='packaging' ;;
        tsan) leave_out='packaging pages tables fuzz abuse attacks' ;;
    esac
    for file in "$root"/tests/server/*.test.mjs; do
        [[ " $leave_out " == *" $(basename "$file" .test.mjs) "* ]] || files+=("$file")
    done
    TAVOLA=$root/build/$1/tavola node_tests --test-concurrency=4 "${files[@]}"
}
check_pages() {
    provide_node && provide_libraries || return
    (cd "$root/web" && node_modules/.bin/svelte-check --tsconfig ./tsconfig.json --fail-on-warnings &&
        node_modules/.bin/prettier --check --no-error-on-unmatched-pattern src tests)
}
run_pages() {
    provide_node && provide_libraries && (cd "$root/web" && NO_COLOR=1 node_modules/.bin/vitest run --reporter=verbose)
}
# Two browsers and the house.
run_browsers() {
    provide release tavola && provide_node || return
    CHROMIUM=$(command -v chromium) TAVOLA=$root/build/release/tavola \
        node_tests --test-concurrency=2 "$root"/web/tests/e2e/*.test.mjs
}
