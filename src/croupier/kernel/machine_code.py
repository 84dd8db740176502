"""Machine code: what Numba compiled once, LLVM alone loads again.

Numba takes 0.4 s to start; LLVM, which comes with it, a tenth of that. So a kernel is compiled to need nothing of Numba
as it runs (whole numbers and arrays in, whole numbers out, nothing allocated), and its code is kept as it is. A file is
made for one kind of processor and carries its own hash; what cannot be loaded is compiled again.
"""

import ctypes
import json
import pickle
import re
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import numpy as np
from llvmlite import binding as llvm

Entry = Callable[..., Any]
OPTIONS: Final = {"_nrt": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""What makes Numba's code independent of Numba."""
EVERYWHERE: Final = re.compile(r"llvm\.\S+|mem(?:set|cpy|move)")
"""Functions that every process has."""
RESULTS: Final = re.compile(r"(int64|none)|UniTuple\(int64 x (\d+)\)")
HASH_BYTES: Final = 32
_engines: list[Any] = []
"""They hold the code that was loaded."""


class NeedsPython(TypeError):
    """Code that calls Python as it runs, and so cannot be kept."""


@cache
def processor() -> str:
    """A name for the kind of processor that the code of this machine is made for."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    made_for = (llvm.llvm_version_info, llvm.get_host_cpu_name(), sorted(llvm.get_host_cpu_features().items()))
    return sha256(repr(made_for).encode()).hexdigest()[:12]


def file_of(source: Path) -> Path:
    """Where the machine code of a kernel's source is kept."""
    return source.with_name(f"{source.stem}.{processor()}.code")


def code_of(dispatcher: Any) -> bytes:  # noqa: ANN401  # Numba's own
    """The machine code that Numba compiled with these options, and how it is called."""
    (made,) = dispatcher.overloads.values()
    results = RESULTS.fullmatch(str(made.signature.return_type))
    declared = [f.name for f in made.library._final_module.functions if f.is_declaration]  # noqa: SLF001  # no other way
    if results is None or not all(map(EVERYWHERE.fullmatch, declared)):
        raise NeedsPython(f"this needs Numba as it runs: {made.signature}, {declared}")
    about = {"symbol": made.fndesc.llvm_func_name, "results": int(results[2] or 0)}
    code: bytes = made.library.serialize_using_object_code()[2][0]
    content = json.dumps(about).encode() + b"\n" + code
    return sha256(content).digest() + content


def loaded(code: bytes) -> Entry:
    """The function that machine code is of; a damaged one is refused."""
    content = code[HASH_BYTES:]
    if sha256(content).digest() != code[:HASH_BYTES]:
        raise ValueError("this machine code is damaged")
    first, _, code = content.partition(b"\n")
    about = json.loads(first)
    processor()
    target = llvm.Target.from_default_triple().create_target_machine()
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target)
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    _engines.append(engine)
    return function_at(engine.get_function_address(about["symbol"]), about["results"])


def function_at(address: int, results: int) -> Entry:
    """A function of whole numbers and arrays that gives a tuple of so many whole numbers, or one number for 0.

    By Numba's calling convention it takes a place for what it returns and one for an error, and returns whether it
    failed. Other threads run meanwhile.
    """
    call = ctypes.CFUNCTYPE(ctypes.c_int32)(address)
    place_of_results = ctypes.c_int64 * max(results, 1)

    def entry(*arguments: Any) -> Any:  # noqa: ANN401  # as the kernel's own
        returned, error = place_of_results(), ctypes.POINTER(Error)()
        given = (part for argument in arguments for part in parts_of(argument))
        if call(ctypes.byref(returned), ctypes.byref(error), *given) > 0:
            raise error.contents.exception()
        return tuple(returned) if results else returned[0]

    return entry


def parts_of(argument: object) -> Iterator[Any]:
    """An argument as compiled code takes it: an array is its owner (none), size, place, shape and strides."""
    if not isinstance(argument, np.ndarray):
        yield ctypes.c_int64(int(argument))  # type: ignore[call-overload]  # a kernel takes numbers besides arrays
        return
    if not argument.flags.c_contiguous:
        raise TypeError("compiled code takes contiguous arrays")
    yield from (None, None, ctypes.c_int64(argument.size), ctypes.c_int64(argument.itemsize))
    yield ctypes.c_void_p(argument.ctypes.data)
    yield from map(ctypes.c_int64, (*argument.shape, *argument.strides))


class Error(ctypes.Structure):
    """What compiled code tells of an error: a pickled exception."""

    _fields_ = (
        ("pickled", ctypes.c_void_p),
        ("size", ctypes.c_int32),
        ("values", ctypes.c_void_p),
        ("unpack", ctypes.c_void_p),
        ("count", ctypes.c_int32),
    )

    def exception(self) -> BaseException:
        """The exception that plain Python would raise."""
        kind, arguments, _ = pickle.loads(ctypes.string_at(self.pickled, self.size))  # noqa: S301  # our own code's
        made: BaseException = kind(*arguments)
        return made
