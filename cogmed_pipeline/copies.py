"""Files that have to be on a disk to be read, of a warehouse that may be a bucket."""

from pathlib import Path

from cogmed_core.errors import StorageError
from cogmed_pipeline.address import Address, Bucket, work_folder
from cogmed_pipeline.files import write_whole
from cogmed_pipeline.store import store_at


def local_copy(warehouse: Address, name: str) -> Path:
    """Return a file of the warehouse as one of this machine; there may be none.

    Of a bucket it is a copy in the working folder, fetched again when the bucket holds another than the last time.

    Raises:
        StorageError: it cannot be fetched.
    """
    path = work_folder(warehouse) / name
    if isinstance(warehouse, Path):
        return path
    of_copy = path.with_name(f"{name}.version")
    try:
        files = store_at(warehouse)
        version = files.versions(name).get(name, "")
        if not version:
            path.unlink(missing_ok=True)
        elif not path.exists() or not of_copy.exists() or of_copy.read_text("ascii") != version:
            write_whole(path, files.read(name))
            write_whole(of_copy, version.encode())
    except OSError as error:
        raise StorageError(f"cannot fetch {warehouse / name}: {error.strerror}") from error
    return path


def put_up(bucket: Bucket, name: str, path: Path) -> None:
    """Put up a file of this machine as an object.

    Raises:
        StorageError: it cannot be written; the one before is there still.
    """
    try:
        store_at(bucket).write(name, path.read_bytes())
    except OSError as error:
        raise StorageError(f"cannot write {bucket / name}: {error.strerror}") from error
