#!/usr/bin/env bash
# A PostgreSQL of a test's own: in a folder of its own, on a socket in it, without any network.
# Prints the socket's folder when it is ready. Then obeys the lines it reads, and answers each with "done":
#   stop    closed in good order
#   crash   as if the machine had lost its power
#   start   opened again
#   freeze  all its processes stand still, with their connections open
#   thaw    and go on
# When its input ends, however that comes about, everything is gone.
set -euo pipefail

programs=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
[ -n "$programs" ] || { echo "PostgreSQL is not installed" >&2; exit 1; }

# PostgreSQL refuses to be run by root.
as=()
if [ "$(id -u)" -eq 0 ]; then
    user=postgres
    id "$user" >/dev/null 2>&1 || user=nobody
    as=(runuser -u "$user" --)
fi

# A socket's name may not be long, and its folder must be within the user's reach.
base=${TMPDIR:-/tmp}
if [ ${#base} -gt 60 ] || { [ ${#as[@]} -gt 0 ] && ! "${as[@]}" test -x "$base"; }; then base=/tmp; fi
folder=$(mktemp -d "$base/tavola-pg.XXXXXX")
cleanup() {
    trap '' HUP INT TERM PIPE
    all_processes CONT 2>/dev/null || true
    stop immediate 2>/dev/null || true
    rm -rf "$folder"
}
trap cleanup EXIT
trap 'exit 1' HUP INT TERM PIPE
[ ${#as[@]} -eq 0 ] || chown "$user" "$folder"

control() {
    (cd "$folder" && "${as[@]}" "$programs/pg_ctl" --silent --wait --pgdata "$folder/data" "$@" </dev/null >&2)
}
# Sends a signal to the one that starts the others, then to these.
all_processes() {
    local first
    first=$(head -n 1 "$folder/data/postmaster.pid")
    kill "-$1" "$first"
    pkill "-$1" -P "$first" || true
}
start() {
    control --log "$folder/log" start || { cat "$folder/log" >&2; return 1; }
}
stop() {
    control --mode "$1" stop
}

(cd "$folder" && "${as[@]}" "$programs/initdb" --pgdata "$folder/data" --username tavola --auth trust --encoding UTF8 \
    --no-locale --no-sync </dev/null >/dev/null)
# What a killed process has handed to the system survives it without being waited for on the disk.
"${as[@]}" tee -a "$folder/data/postgresql.conf" >/dev/null <<END
listen_addresses = ''
unix_socket_directories = '$folder'
unix_socket_permissions = 0700
fsync = off
shared_buffers = 16MB
max_connections = 40
END
start
echo "$folder"
while read -r order; do
    case $order in
        stop) stop fast ;;
        crash) stop immediate ;;
        start) start ;;
        freeze) all_processes STOP ;;
        thaw) all_processes CONT ;;
    esac
    echo done
done
