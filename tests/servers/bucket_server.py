"""A real S3 server on this machine, in the memory of this process."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from botocore.session import Session
from moto.moto_server.threaded_moto_server import ThreadedMotoServer


@dataclass(frozen=True)
class BucketServer:
    """Where it is, and the bucket that is there from the beginning."""

    url: str
    bucket: str = "lab"

    @property
    def variables(self) -> dict[str, str]:
        """What anybody's program has to be told to use it."""
        return {
            "AWS_ENDPOINT_URL": self.url,
            "AWS_ACCESS_KEY_ID": "nobody",
            "AWS_SECRET_ACCESS_KEY": "nothing",
            "AWS_DEFAULT_REGION": "us-east-1",
        }

    def get(self, name: str) -> bytes:
        """Return an object as any other program would."""
        return bytes(self.client().get_object(Bucket=self.bucket, Key=name)["Body"].read())

    def client(self) -> Any:
        """Return Amazon's own client of it."""
        return Session().create_client(
            "s3",
            endpoint_url=self.url,
            aws_access_key_id="nobody",
            aws_secret_access_key="nothing",
            region_name="us-east-1",
        )


@contextmanager
def bucket_server() -> Iterator[BucketServer]:
    """Run the server as long as it is needed."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    there = BucketServer(f"http://{host}:{port}")
    try:
        there.client().create_bucket(Bucket=there.bucket)
        yield there
    finally:
        server.stop()
