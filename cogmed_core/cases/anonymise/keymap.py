"""The way back, under lock: originals sealed with a key that is kept outside the warehouse.

The key is 32 random bytes in URL-safe Base64; Fernet (AES-128-CBC with HMAC-SHA256) of the ``cryptography``
package does the sealing, so that a wrong key is told from a right one before anything is shown.
"""

import hmac
from hashlib import sha256

from cryptography.fernet import Fernet, InvalidToken

from cogmed_core.cases.anonymise.records import Originals
from cogmed_core.errors import ConfigurationError

_ILL_FORMED = "the anonymization key is ill-formed: it is 44 characters, as `new_key` gives them"
_WRONG = "the anonymization key does not open this map: use the key that it was sealed with"


def new_key() -> str:
    """Return a fresh random key."""
    return Fernet.generate_key().decode()


def seal(originals: Originals, key: str) -> bytes:
    """Return ``originals`` encrypted; raises ``ConfigurationError`` for an ill-formed key."""
    return _fernet(key).encrypt(originals.model_dump_json().encode())


def unseal(sealed: bytes, key: str) -> Originals:
    """Return the originals; raises ``ConfigurationError`` for a wrong or missing key, or a damaged map."""
    try:
        content = _fernet(key).decrypt(sealed)
    except InvalidToken:
        raise ConfigurationError(_WRONG) from None
    return Originals.model_validate_json(content)


def keyed_hash(original: str, key: str) -> str:
    """Return 16 hexadecimal digits that are the same for the same original and say nothing without the key."""
    return hmac.new(key.encode(), original.encode(), sha256).hexdigest()[:16]


def _fernet(key: str) -> Fernet:
    try:
        return Fernet(key.encode())
    except ValueError:
        raise ConfigurationError(_ILL_FORMED) from None
