"""``python -m tensorforge``: the version, and a check of this machine's capabilities."""

import argparse
import platform
import sys

import tensorforge


def _doctor() -> int:
    """Tests each component; returns the number of failures."""
    print(f"tensorforge {tensorforge.__version__}, Python {platform.python_version()}, {platform.platform()}")
    failed = 0
    for module in ["numpy", "ml_dtypes"]:
        try:
            print(f"ok       {module} {__import__(module).__version__}")
        except ImportError as error:
            needed = module == "numpy"
            failed += needed
            print(f"{'MISSING ' if needed else 'none    '} {module}: {error}")
            print(f"         install with: python -m pip install {module}")
    program = "func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> { %y = arith.addf %x, %x : tensor<2xf32> return %y : tensor<2xf32> }"
    for device in ["interp", "cpu"]:
        try:
            executable = tensorforge.compile(program, device)
            import numpy

            answer = executable(numpy.array([1, 2], dtype=numpy.float32)).tolist()
            if answer != [2, 4]:
                raise tensorforge.Error(f"1 + 1 and 2 + 2 are {answer}")
            print(f"ok       device {device}")
        except (tensorforge.Error, ImportError) as error:
            failed += 1
            print(f"FAILED   device {device}: {error}")
    return failed


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tensorforge", description="A compiler for tensor programs.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("version", help="print the version")
    commands.add_parser("doctor", help="list the available and the missing components")
    chosen = parser.parse_args(arguments)
    if chosen.command == "version":
        print(tensorforge.__version__)
        return 0
    return 1 if _doctor() else 0


if __name__ == "__main__":
    sys.exit(main())
