# shellcheck shell=bash
# shellcheck disable=SC2154 # "root", "state" and "jdk" are the launcher's
# The sub-command "dist" of the launcher, which reads this file after its own functions.

# Modules of the JDK that the jars use, as jdeps says, and those that are found by name: file
# systems of jars, TCP options of JeroMQ, processor load.
runtime_modules=java.base,java.logging,java.management,java.naming,java.rmi,java.xml
runtime_modules+=,jdk.jfr,jdk.management,jdk.net,jdk.unsupported,jdk.zipfs

# What a packed folder may weigh.
max_packed_mib=64

dist_usage() {
    cat <<'TEXT'
usage: ./bounce dist -o DIR [--ucx download|WHEEL] [--tests] [--pack]
Makes a folder that runs on an x86-64 Linux host without a JDK: a runtime, the jars, the launcher.

  -o DIR           the folder; must not exist
  --ucx download   take UCX with CUDA along, from the package libucx-cu13 on PyPI
  --ucx WHEEL      the same, from a file
  --tests          take the tests of module hw along; DIR/bounce test runs them
  --pack           pack it as DIR.tar.xz
TEXT
}

# The jars of a module and of all that it needs, one a line. FILE names the class path to read.
jars_of() {
    local file=$root/$1/target/$2
    [[ -r $file ]] || die 3 "$file is missing; was it built by ./bounce?"
    printf '%s\n' "$root/$1/target/bounce-$1"-*.jar
    tr ':' '\n' <"$file"
    echo
}

copy_jars() {
    local jar
    mkdir -p "$dist/lib" "$dist/spec"
    { jars_of hw runtime.classpath && jars_of sim runtime.classpath; } | grep . | sort -u \
        | while read -r jar; do
            case $jar in
                # Finds its modules and models above the jar, as in a checkout above the classes.
                */bounce-spec-*) cp "$jar" "$dist/spec/" ;;
                *) cp "$jar" "$dist/lib/" ;;
            esac
        done
    cp -r "$root"/spec/*.tla "$root"/spec/*.csv "$root"/spec/models "$dist/spec/"
    cp "$root"/spec/*.cfg "$dist/spec/"
}

copy_tests() {
    local jar
    mkdir -p "$dist/test/lib" "$dist/test/src/main"
    # One test compares them with the PTX.
    cp -r "$root/hw/src/main/cuda" "$dist/test/src/main/"
    cp -r "$root/hw/cuda" "$dist/test/"
    cp -r "$root/hw/target/test-classes" "$dist/test/classes"
    jars_of hw test.classpath | grep . | while read -r jar; do
        [[ -e $dist/lib/${jar##*/} || -e $dist/spec/${jar##*/} ]] || cp "$jar" "$dist/test/lib/"
    done
}

# Only the libraries, without what links and describes them.
copy_ucx() {
    local wheel=$1 folder=$state/ucx file
    rm -rf "$folder"
    mkdir -p "$folder"
    if [[ $wheel == download ]]; then
        python3 -m pip download -q --no-deps --only-binary=:all: --platform manylinux_2_28_x86_64 \
            --python-version 3.12 -d "$folder" libucx-cu13 >&2 \
            || die 3 "libucx-cu13 could not be downloaded; give a wheel: --ucx FILE"
        wheel=$(printf '%s\n' "$folder"/libucx_cu13-*.whl)
    fi
    [[ -r $wheel ]] || die 2 "there is no wheel '$wheel'"
    (cd "$folder" && "$jdk/bin/jar" xf "$(readlink -f "$wheel")") || die 1 "$wheel cannot be unpacked"
    mkdir -p "$dist/ucx/lib/ucx"
    for file in "$folder"/libucx/lib/lib*.so.0; do cp "$file" "$dist/ucx/lib/"; done
    for file in "$folder"/libucx/lib/ucx/libu{ct,cm}_*.so.0; do
        # UCX looks for its parts by the name without a version.
        cp "$file" "$dist/ucx/lib/ucx/"
        ln -s "${file##*/}" "$dist/ucx/lib/ucx/$(basename "$file" .0)"
    done
    cp -r "$folder"/libucx_cu13-*.dist-info/licenses "$dist/ucx/"
    if command -v strip >/dev/null; then
        find "$dist/ucx/lib" -type f -exec strip --strip-unneeded {} +
    fi
}

pack() {
    local bytes
    tar -C "$(dirname "$dist")" -cf - "$(basename "$dist")" | xz -T0 -6 >"$dist.tar.xz"
    bytes=$(stat -c %s "$dist.tar.xz")
    if ((bytes > max_packed_mib << 20)); then
        die 1 "$dist.tar.xz has $bytes bytes, more than $max_packed_mib MiB"
    fi
    echo "$dist.tar.xz: $bytes bytes"
}

make_dist() {
    local dist='' ucx='' tests=no packed=no
    while (($# > 0)); do
        case $1 in
            -o) dist=${2:-} && shift ;;
            --ucx) ucx=${2:-} && shift ;;
            --tests) tests=yes ;;
            --pack) packed=yes ;;
            -h | --help)
                dist_usage
                return
                ;;
            *) die 2 "dist knows no '$1'; see ./bounce dist --help" ;;
        esac
        shift || die 2 "an option of dist lacks its value; see ./bounce dist --help"
    done
    [[ -n $dist ]] || die 2 "dist needs a folder: -o DIR"
    [[ ! -e $dist ]] || die 2 "'$dist' exists; name a folder that does not"
    require_jdk
    [[ -x $jdk/bin/jlink ]] || die 3 "the JDK in $jdk has no jlink; install a full one"
    build
    if [[ $tests == yes && ! -r $root/hw/target/test-classes/dev/bounce/hw/MainTest.class ]]; then
        die 3 "the tests are not built; run ./bounce test or mvn package first"
    fi
    mkdir -p "$dist" || die 2 "'$dist' cannot be made"
    dist=$(readlink -f "$dist")
    progress 'linking a runtime...'
    "$jdk/bin/jlink" --add-modules "$runtime_modules" --strip-java-debug-attributes --no-man-pages \
        --no-header-files --compress zip-0 --output "$dist/runtime"
    copy_jars
    if [[ $tests == yes ]]; then copy_tests; fi
    if [[ -n $ucx ]]; then copy_ucx "$ucx"; fi
    cp "$root/.build/dist-launcher.bash" "$dist/bounce"
    chmod +x "$dist/bounce"
    cp "$root/LICENSE" "$dist/"
    echo "$dist: $(du -sm "$dist" | cut -f 1) MiB"
    if [[ $packed == yes ]]; then pack; fi
}
