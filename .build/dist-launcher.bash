#!/usr/bin/env bash
# Runs one sub-command of Bounce from a folder that "bounce dist" made.
set -euo pipefail

root=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
commands='check sim plan config replay minimize bench agent doctor'
if [[ -d $root/test ]]; then commands+=' test'; fi

# Java libraries unpack their native parts there; nobody else may put files into it.
scratch=${TMPDIR:-/tmp}/bounce-$EUID
mkdir -p "$scratch"
chmod 700 "$scratch" 2>/dev/null || true
if [[ ! -O $scratch ]]; then
    echo "bounce: $scratch belongs to somebody else; set TMPDIR to a folder of your own" >&2
    exit 3
fi

if [[ -d $root/ucx ]]; then
    export LD_LIBRARY_PATH=$root/ucx/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
fi

java() {
    exec "$root/runtime/bin/java" --enable-native-access=ALL-UNNAMED \
        -Djava.io.tmpdir="$scratch" "$@"
}

path="$root/lib/*:$root/spec/*"
case ${1:-} in
    check) java -cp "$path" dev.bounce.spec.Main "$@" ;;
    sim | plan | config | replay | minimize) java -XX:+UseSerialGC -cp "$path" dev.bounce.sim.Main "$@" ;;
    bench | agent)
        flags=()
        # Beside GPUs a first touch of the heap shows: without it the headline request took 1.06 times as long.
        if [[ " $* " == *cuda* ]]; then flags=(-Xms1g -Xmx1g -XX:+AlwaysPreTouch); fi
        java "${flags[@]}" -cp "$path" dev.bounce.hw.Main "$@"
        ;;
    doctor) java -cp "$path" dev.bounce.hw.Main "$@" ;;
    test)
        if [[ ! -d $root/test ]]; then
            echo "bounce: there are no tests in this folder; make it with: ./bounce dist --tests" >&2
            exit 2
        fi
        if (($# == 1)); then set -- test --scan-class-path "$root/test/classes"; fi
        cd "$root/test"
        java -ea -cp "$root/test/classes:$path:$root/test/lib/*" \
            org.junit.platform.console.ConsoleLauncher execute --disable-banner \
            --disable-ansi-colors --details=tree --details-theme=ascii "${@:2}"
        ;;
    -h | --help | '')
        echo "usage: bounce COMMAND [OPTION...]; there are: $commands"
        ;;
    *)
        echo "bounce: unknown sub-command '$1'; there are: $commands" >&2
        exit 2
        ;;
esac
