#!/usr/bin/env bash
# Makes hw/src/main/resources/dev/bounce/hw/cuda/bounce_copy.ptx from hw/src/main/cuda/bounce_copy.cu.
# Needs no GPU and no CUDA toolkit: NVRTC comes from PyPI, in the version that is named here, because the
# version of the PTX follows from it and decides how old a driver may be.
#
# usage: hw/cuda/build-ptx.sh [OUTPUT]
set -euo pipefail

nvrtc=nvidia-cuda-nvrtc-cu12==12.0.140
options=(--gpu-architecture=compute_80 --std=c++14)

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source=$root/src/main/cuda/bounce_copy.cu
output=${1:-$root/src/main/resources/dev/bounce/hw/cuda/bounce_copy.ptx}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m pip install --quiet --no-deps --target "$work/nvrtc" "$nvrtc"
library=$(find "$work/nvrtc" -name 'libnvrtc.so.12')

{
    echo "// source-sha256: $(sha256sum "$source" | cut -d' ' -f1)"
    echo "// command: hw/cuda/build-ptx.sh ($nvrtc, ${options[*]})"
    python3 - "$library" "$source" "${options[@]}" <<'PYTHON'
import ctypes
import sys

library, source, options = sys.argv[1], sys.argv[2], sys.argv[3:]
nvrtc = ctypes.CDLL(library)
nvrtc.nvrtcGetErrorString.restype = ctypes.c_char_p


def check(code, what):
    if code != 0:
        sys.exit(f"{what}: {nvrtc.nvrtcGetErrorString(code).decode()}")


def text(size_of, read):
    size = ctypes.c_size_t()
    check(size_of(program, ctypes.byref(size)), "size")
    buffer = ctypes.create_string_buffer(size.value)
    check(read(program, buffer), "text")
    return buffer.value.decode()


program = ctypes.c_void_p()
with open(source, "rb") as file:
    check(
        nvrtc.nvrtcCreateProgram(
            ctypes.byref(program), file.read(), b"bounce_copy.cu", 0, None, None
        ),
        "nvrtcCreateProgram",
    )
arguments = (ctypes.c_char_p * len(options))(*[option.encode() for option in options])
compiled = nvrtc.nvrtcCompileProgram(program, len(options), arguments)
log = text(nvrtc.nvrtcGetProgramLogSize, nvrtc.nvrtcGetProgramLog).strip()
if log:
    print(log, file=sys.stderr)
check(compiled, "nvrtcCompileProgram")
sys.stdout.write(text(nvrtc.nvrtcGetPTXSize, nvrtc.nvrtcGetPTX))
PYTHON
} >"$work/ptx"
mkdir -p "$(dirname "$output")"
mv "$work/ptx" "$output"
