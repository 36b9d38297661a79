# What ./tavola and ./test share. To be sourced with `root` set to the project's folder.

# Debian's packages, by what they are needed for.
packages_run=(g++-12 cmake ninja-build nlohmann-json3-dev libcli11-dev libzstd-dev)
packages_test=("${packages_run[@]}" libgtest-dev libbenchmark-dev nodejs zstd
    clang-19 libclang-rt-19-dev lld-19 clang-format-19
    libc++-19-dev-wasm32 libclang-rt-19-dev-wasm32 wasi-libc)

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
