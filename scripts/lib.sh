# What ./tavola and ./test share. To be sourced with `root` set to the project's folder.

# Debian's packages, by what they are needed for. Debian 12's own Boost is 1.74, too old for the server's coroutines.
boost=libboost-dev
! grep -qs '^VERSION_CODENAME=bookworm' /etc/os-release || boost=libboost1.81-dev
packages_run=(g++ cmake ninja-build nlohmann-json3-dev libcli11-dev libzstd-dev "$boost" libspdlog-dev
    libsqlite3-dev libpqxx-dev libsodium-dev)
packages_pages=(ca-certificates nodejs clang-19 lld-19 libc++-19-dev-wasm32 libclang-rt-19-dev-wasm32 wasi-libc)
# Some packages of Node bring npm along and refuse Debian's.
command -v npm >/dev/null || packages_pages+=(npm)
packages_test=("${packages_run[@]}" "${packages_pages[@]}" libgtest-dev libbenchmark-dev zstd
    libclang-rt-19-dev clang-format-19 chromium postgresql ccache qemu-user-static)

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

# Installs those of the named packages that are missing.
install_missing() {
    command -v dpkg-query >/dev/null || fail "Debian's packages are needed, and this is no Debian: $*"
    local missing=() package
    for package in "$@"; do
        [ "$(dpkg-query -W -f='${Status}' "$package" 2>/dev/null)" = 'install ok installed' ] || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null ||
            fail "These packages are missing; as root, run: apt-get install --no-install-recommends ${missing[*]}"
        as_root=(sudo)
    fi
    printf 'Installing %s\n' "${missing[*]}" >&2
    local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y)
    { "${apt[@]}" update && "${apt[@]}" install --no-install-recommends "${missing[@]}"; } </dev/null >&2 ||
        fail "Installing failed: ${missing[*]}"
}

# A compiler cache needs a home of its own where the user has none.
if command -v ccache >/dev/null && ! { [ -n "${HOME:-}" ] && [ -w "${HOME:-}" ]; }; then
    export CCACHE_DIR="$root/build/ccache"
fi

# What one clone has compiled serves another: paths are taken relative to the project's folder.
export CCACHE_BASEDIR="$root" CCACHE_NOHASHDIR=1

# So does npm.
if ! { [ -n "${HOME:-}" ] && [ -w "${HOME:-}" ]; }; then
    export npm_config_cache="$root/build/npm"
fi

# Is everything that a target needs up to date in this build folder?
up_to_date() {
    [ -e "$root/build/$1/build.ninja" ] && ninja -C "$root/build/$1" -n "$2" 2>/dev/null | grep -q 'no work to do'
}

configure() {
    (cd "$root" && cmake --preset "$1" "${@:2}")
}

# Builds with two thirds of a gigabyte a job in mind, so that small machines do not run out of memory.
build() {
    local cores memory jobs
    cores=$(nproc)
    memory=$(awk '/^MemAvailable/ {print int($2 / 700000)}' /proc/meminfo)
    jobs=$((memory < 1 ? 1 : memory < cores ? memory : cores))
    cmake --build "$root/build/$1" --parallel "$jobs" "${@:2}"
}

# What builds the pages needs Node 20.19, or 22.12 and later. Where the machine's own is older, the project gets one.
provide_node() {
    local recent='const [a, b] = process.versions.node.split(".").map(Number)
        process.exit((a == 20 && b >= 19) || (a == 22 && b >= 12) || a > 22 ? 0 : 1)'
    local own="$root/build/node/node_modules/node/bin"
    [ ! -x "$own/node" ] || PATH="$own:$PATH"
    ! node -e "$recent" 2>/dev/null || return 0
    printf 'This Node is too old for the pages; installing one in build/node\n' >&2
    mkdir -p "$root/build/node"
    npm install --prefix "$root/build/node" --no-audit --no-fund --loglevel=error node@22 </dev/null >&2 || return
    PATH="$own:$PATH"
    node -e "$recent"
}

# The pages' libraries, in the versions of the lock file. Not by `npm ci`: a lock file made where the binaries for other
# systems cannot be had does not list them, and that is enough for it to refuse.
provide_libraries() {
    [ ! "$root/web/node_modules/.package-lock.json" -nt "$root/web/package-lock.json" ] || return 0
    (cd "$root/web" && npm install --no-save --no-audit --no-fund --loglevel=error </dev/null >&2)
}

# Are the pages as new as all that they are made of?
pages_up_to_date() {
    local built="$root/web/dist/.built"
    [ -e "$built" ] && up_to_date wasm tavola_wasm && [ ! "$root/build/wasm/tavola.wasm" -nt "$built" ] &&
        [ -z "$(find "$root/web" "$root/words" "$root/scripts/compress.mjs" \
            \( -name node_modules -o -name dist -o -name tests \) -prune -o -newer "$built" -print -quit)" ]
}

# The core for the browser, then the pages with it, then their compressed forms.
build_pages() {
    [ -e "$root/build/wasm/build.ninja" ] || configure wasm || return
    build wasm || return
    provide_node && provide_libraries || return
    (cd "$root/web" && node node_modules/vite/bin/vite.js build --emptyOutDir) &&
        node "$root/scripts/compress.mjs" "$root/web/dist" && touch "$root/web/dist/.built"
}
