"""No dependency has a known vulnerability, as far as the vulnerability service of the package index can be reached."""

import json
import re
import subprocess
import sys

UNREACHABLE = re.compile(r"connect|resolv|timed out|retries|proxy|unreachable|certificate", re.IGNORECASE)


def test_no_dependency_has_a_known_vulnerability() -> None:
    command = [sys.executable, "-m", "pip_audit", "--local", "--format", "json", "--progress-spinner", "off"]
    done = subprocess.run([*command, "--timeout", "5"], capture_output=True, text=True, check=False)
    if not done.stdout.strip():
        assert UNREACHABLE.search(done.stderr), done.stderr
        print("not audited: the vulnerability service cannot be reached")
        return
    dependencies = json.loads(done.stdout)["dependencies"]
    assert {"dagster", "duckdb", "openai", "pydantic"} <= {one["name"] for one in dependencies}
    unknown = [one["name"] for one in dependencies if "skip_reason" in one]
    print(f"{len(dependencies) - len(unknown)} of {len(dependencies)} packages audited; the service knows no others")
    known = {f"{one['name']} {one['version']}": one["vulns"] for one in dependencies if one.get("vulns")}
    assert not known, json.dumps(known, indent=1)
