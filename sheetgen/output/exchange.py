"""Put one folder in the place of another in a single step, where the system can."""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from pathlib import Path

_EXCHANGE = 2
"""`RENAME_EXCHANGE` of Linux and `RENAME_SWAP` of macOS."""
_HERE = -100
"""`AT_FDCWD` of Linux: a relative path counts from the current folder."""
_UNSUPPORTED = frozenset({errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP})


def exchange(a: Path, b: Path) -> bool:
    """Exchange two folders of one file system; at no moment is either name without a folder.

    False where the system or the file system cannot do that, and nothing was done.
    Raises `OSError` where it can but may not.
    """
    failure = _exchange(os.fsencode(a), os.fsencode(b))
    if failure in _UNSUPPORTED:
        return False
    if failure:
        raise OSError(failure, os.strerror(failure), str(b))
    return True


def _exchange(a: bytes, b: bytes) -> int:
    """The system call; 0 when it succeeded, else its error number."""
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        if sys.platform == "darwin":
            failed = libc.renamex_np(a, b, _EXCHANGE)
        else:
            failed = libc.renameat2(_HERE, a, _HERE, b, _EXCHANGE)
    except (AttributeError, OSError, TypeError):
        return errno.ENOSYS
    return ctypes.get_errno() if failed else 0
