# shellcheck shell=bash
# shellcheck disable=SC2154 # "state" is the launcher's
# The sub-command "test" of the launcher, which reads this file after its own functions.

# Models whose planted bugs are found within seconds; those of all others take --full.
quick_models=plain,copies,chunks,dirty,duplex,duplex-order,duplex-tight,scheduler,scheduler-eager
quick_models+=,scheduler-reserve,scheduler-large

ucx_is_installed() {
    [[ $(PATH=$PATH:/sbin:/usr/sbin ldconfig -p 2>/dev/null) == *libucp.so.0* ]]
}

# Installs the libraries that the tests load.
install_needs() {
    local sudo=()
    if ucx_is_installed; then return; fi
    command -v apt-get >/dev/null || die 3 "the tests need UCX (libucp.so.0); install it"
    if ((EUID != 0)); then
        sudo -n true 2>/dev/null || die 3 "the tests need libucx0; as root: apt-get install libucx0"
        sudo=(sudo -n)
    fi
    progress 'installing libucx0...'
    if ! {
        "${sudo[@]}" apt-get update &&
            "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y libucx0
    } >"$state/apt.log" 2>&1; then
        die 3 "libucx0 could not be installed; what apt-get said is in $state/apt.log"
    fi
}

# Maven's step-by-step lines stay in the log; what Surefire closes with is shown, and all that is
# not information: output of tests, warnings, errors.
show_what_matters() {
    grep --line-buffered -E \
        '^\[INFO\] (Building Bounce|Tests run|BUILD|Bounce .*(SUCCESS|FAILURE|SKIPPED))|^([^[]|\[[^I]|$)'
}

# --- the closing table: rows of part, state, result ---

row() {
    rows+=("$1" "$2" "$3")
}

# tests_row PART PATTERN: sums what Surefire says of the classes whose names match.
tests_row() {
    local run failed skipped
    read -r run failed skipped < <(awk -F '[:,]' -v classes="$2" '
        /Tests run:/ && $0 ~ classes { run += $2; failed += $4 + $6; skipped += $8 }
        END { print run + 0, failed + 0, skipped + 0 }' "$state/test.log")
    if ((run > 0)); then
        row "$1" ran "$run tests, $failed failed, $skipped skipped"
    else
        row "$1" 'not run' 'there are none, or the build stopped before'
    fi
}

# What a check closed with.
last_line() {
    grep . "$state/$1.log" | tail -n 1
}

# run_check NAME OPTION...: shows its tables and keeps them in NAME.log.
run_check() {
    local name=$1
    shift
    (check_models "$@") | tee "$state/$name.log"
    return "${PIPESTATUS[0]}"
}

# Planted bugs of the engine by their recorded seeds: all, or those that are found soonest.
find_planted() {
    local options=(--mutant all --most-seeds 0)
    [[ $full == yes ]] || options+=(--quick)
    build_mutants
    (plant "${options[@]}") | tee "$state/planted.log"
    return "${PIPESTATUS[0]}"
}

fill_rows() {
    local module
    for module in model engine spec sim hw; do
        tests_row "unit and property tests: $module" "-- in dev[.]bounce[.]${module}[.]"
    done
    tests_row 'of these, architecture rules' '[.](Purity|ModuleDirection)Test$'
    tests_row 'of these, source style' '[.]SourceStyleTest$'
    if [[ $full == yes ]]; then
        row 'of these, long tests' ran 'asked for by --full'
    else
        row 'long tests' 'not run' 'only with --full'
    fi
    if grep -q 'spotless.*:check' "$state/test.log"; then
        row 'formatter check' ran 'a difference fails the build'
    else
        row 'formatter check' 'not run' 'the build stopped before'
    fi
    row 'warnings of compiler, plugins and JVM' ran \
        "$(grep -E '^(\[WARNING\]|WARNING|OpenJDK .*warning)' "$state/test.log" |
            grep -vc 'Tests run:') lines in the log"
    if ((maven_code == 0)); then
        row 'models of every build (TLC)' ran "$(meaning "$check_code"); $(last_line check)"
        row 'planted bugs in the models (TLC)' ran "$(meaning "$mutant_code"); $(last_line model-mutants)"
        [[ $full == yes ]] || row 'planted bugs in the other models (TLC)' 'not run' 'only with --full'
        row "simulated seeds $seeds; each 50th in 2 JVMs" ran "$(meaning "$sim_code")"
        row 'planted bugs in the engine' ran "$(meaning "$plant_code"); $(last_line planted)"
        [[ $full == yes ]] || row 'the other planted bugs in the engine' 'not run' 'only with --full'
    else
        row 'models of every build (TLC)' 'not run' 'the build failed'
        row 'planted bugs in the models (TLC)' 'not run' 'the build failed'
        row "simulated seeds $seeds" 'not run' 'the build failed'
        row 'planted bugs in the engine' 'not run' 'the build failed'
    fi
    row 'models medium and large (TLC)' 'not run' 'minutes and hours: ./bounce check --model medium'
    row 'planes rc and cuda_ipc on their hardware; CUDA memory' 'not run' 'no such hardware here'
}

print_table() {
    echo
    printf '%-40s | %-7s | %s\n' part state result "${rows[@]}"
    printf '\nfull log: %s\n' "$state/test.log"
}

print_json() {
    local i
    printf '{"schema":"bounce.test/1","passed":%s,"log":"%s","parts":[' \
        "$(word "$((maven_code + check_code + mutant_code + sim_code + plant_code))" true false)" \
        "$state/test.log"
    for ((i = 0; i < ${#rows[@]}; i += 3)); do
        printf '%s{"part":"%s","ran":%s,"result":"%s"}' "$( ((i == 0)) || echo ,)" "${rows[i]}" \
            "$([[ ${rows[i + 1]} == ran ]] && echo true || echo false)" "${rows[i + 2]}"
    done
    printf ']}\n'
}

run_tests() {
    local key rows=() full=no excluded=full seeds=1..200 json=no
    local maven_code=0 check_code=0 mutant_code=0 sim_code=0 plant_code=0
    while (($# > 0)); do
        case $1 in
            --full) full=yes excluded='' seeds=1..2000 ;;
            --json) json=yes ;;
            -h | --help)
                echo 'usage: ./bounce test [--full] [--json]'
                echo 'Installs what the tests need, runs them, and ends with a table of what ran.'
                echo '--full adds the long tests and simulates 2,000 seeds instead of 200.'
                return
                ;;
            *) die 2 "test knows no '$1', only --full and --json" ;;
        esac
        shift
    done
    require_jdk
    require_maven
    exec 3>&1
    if [[ $json == yes ]]; then exec 1>&2; fi # only the closing object goes to stdout

    lock
    install_needs
    key=$(source_key)
    rm -f "$state/built"
    maven verify --fail-at-end -Dtest.excluded.tags="$excluded" 2>&1 \
        | tee "$state/test.log" | show_what_matters || maven_code=${PIPESTATUS[0]}
    if ((maven_code == 0)); then echo "$key" >"$state/built"; fi
    unlock

    if ((maven_code == 0)); then
        run_check check || check_code=$?
        unless_interrupted "$check_code"
        if [[ $full == yes ]]; then
            run_check model-mutants --mutant all || mutant_code=$?
        else
            run_check model-mutants --mutant all --model "$quick_models" || mutant_code=$?
        fi
        unless_interrupted "$mutant_code"
        (simulate "$seeds") || sim_code=$?
        unless_interrupted "$sim_code"
        find_planted || plant_code=$?
        unless_interrupted "$plant_code"
    fi
    fill_rows
    if [[ $json == yes ]]; then print_json >&3; else print_table; fi
    ((maven_code + check_code + mutant_code + sim_code + plant_code == 0)) || return 1
}
