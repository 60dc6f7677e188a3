#!/usr/bin/env python3
"""The Debian package under a real systemd, with clients at work while the server is troubled.

    check_package.py PACKAGE.deb [--root FOLDER]

Needs root, systemd-nspawn, debootstrap and the archive of Debian; and a Python with the package
raftup, whose clients enter the network of the container. The server is restarted, killed, hung and
upgraded; every row that clients are given is compared with those of an undisturbed session.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1] / "build" / "package" / "root"
UNIT = "raftupd.service"
ADDRESS = "127.0.0.1:50551"
SESSIONS = 20
LATER = "99.0"
PATH = "/usr/sbin:/usr/bin:/sbin:/bin"
PATIENCE = 90.0  # s


def run(*command: str | Path) -> str:
    """What a command says; an error with that where it fails."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout.strip()


def eventually(holds: Callable[[], bool], what: str) -> float:
    """Waits until something holds; how long that took [s]."""
    since = time.monotonic()
    while not holds():
        assert time.monotonic() - since < PATIENCE, f"waited in vain for {what}"
        time.sleep(0.1)
    return time.monotonic() - since


def install(package: Path, root: Path) -> None:
    """Makes the root, if need be, and has apt install the package with what it depends on."""
    if not (root / "usr" / "bin" / "systemctl").exists():
        wanted = "--include=systemd,systemd-sysv,dbus"
        run("debootstrap", "--variant=minbase", wanted, "bookworm", root)
    (root / "root" / package.name).write_bytes(package.read_bytes())
    (root / "etc" / "resolv.conf").write_text(Path("/etc/resolv.conf").read_text())
    script = (
        f"mount -t proc proc {root}/proc && chroot {root} env -i PATH={PATH} "
        "DEBIAN_FRONTEND=noninteractive sh -c 'apt-get -qq update && apt-get -qq purge -y raftupd; "
        f"apt-get -qq install -y --no-install-recommends /root/{package.name}'"
    )
    run("unshare", "--mount", "sh", "-c", script)


def later_version(package: Path, folder: Path) -> Path:
    """The same package as a later version."""
    run("dpkg-deb", "-R", package, folder / "tree")
    control = folder / "tree" / "DEBIAN" / "control"
    lines = control.read_text().splitlines()
    control.write_text(
        "".join(f"Version: {LATER}\n" if line[:8] == "Version:" else f"{line}\n" for line in lines)
    )
    run("dpkg-deb", "-b", folder / "tree", folder / "later.deb")
    return folder / "later.deb"


class Machine:
    """A container that systemd has booted."""

    def __init__(self, leader: str) -> None:
        self.leader = leader

    def inside(self, *command: str) -> str:
        """What a command in it says."""
        return run("nsenter", "-t", self.leader, "-a", *command)

    def property(self, name: str) -> str:
        """Of the unit."""
        return self.inside("systemctl", "show", "-P", name, UNIT)

    def serves(self) -> bool:
        """Whether the unit is active: it has told systemd that it is ready."""
        return self.property("ActiveState") == "active"


@contextmanager
def booted(root: Path) -> Iterator[Machine]:
    """Boots the root and powers it off again."""
    command = ["systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--private-network"]
    command += ["--console=pipe", "-b", "-D", str(root)]
    nowhere = subprocess.DEVNULL
    with subprocess.Popen(command, stdin=nowhere, stdout=nowhere, stderr=nowhere) as process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        machine = Machine("")

        def is_up() -> bool:
            # The first child is a helper; its child becomes ours and is the first process inside.
            machine.leader = (children.read_text().split() or ["0"])[0]
            command = ["nsenter", "-t", machine.leader, "-a", "systemctl", "is-system-running"]
            said = subprocess.run(command, capture_output=True, text=True).stdout
            return said.strip() in ("running", "degraded")

        try:
            eventually(is_up, "systemd")
            yield machine
        finally:
            process.send_signal(signal.SIGTERM)  # an orderly poweroff


def client(goal: Path) -> None:
    """Steps sessions until the file `goal` is there; then checks every row. Runs as a process."""
    sys.path.insert(0, str(HERE.parent / "scale"))
    from simulation import STEPS_AT_ONCE, Simulation, undisturbed

    import raftup

    with raftup.connect(ADDRESS) as server:
        runs = [Simulation(server) for _ in range(SESSIONS)]
        steps = 0
        print("at work", flush=True)
        while not goal.exists():
            steps += STEPS_AT_ONCE
            for one in runs:
                one.advance(steps)
            time.sleep(0.05)
        expected = undisturbed(steps)
        rows = sum(one.check(expected) for one in runs)
        resumed = sum(one.resumed for one in runs)
        print(f"{SESSIONS} sessions, {rows} rows, streams resumed {resumed} times: none lost")


def trouble(machine: Machine, later: Path, root: Path) -> None:
    """Restarts, kills, hangs and upgrades the server; it must be back each time."""
    machine.inside("systemctl", "restart", UNIT)
    print(f"restart: serves again, {machine.property('StatusText')}")
    for name, how in (("KILL", "killed"), ("STOP", "hung: ended by the watchdog")):
        before = machine.property("MainPID")
        machine.inside("systemctl", "kill", "--kill-whom=main", f"--signal={name}", UNIT)
        took = eventually(
            lambda before=before: (
                machine.property("MainPID") not in ("0", before)  # type: ignore[misc]
                and machine.serves()
            ),
            "the server that systemd starts anew",
        )
        print(f"{how}, serves again after {took:.1f} s; restarts {machine.property('NRestarts')}")
    (root / "root" / "later.deb").write_bytes(later.read_bytes())
    before = machine.property("MainPID")
    machine.inside("dpkg", "-i", "/root/later.deb")
    eventually(machine.serves, "the server of the later version")
    assert machine.property("MainPID") != before
    print(f"upgraded to {machine.inside('dpkg-query', '-W', '-f', '${Version}', 'raftupd')}")


def check(package: Path, root: Path) -> None:
    """Installs, boots, troubles and removes."""
    print(run("lintian", "--fail-on", "error", package))
    install(package, root)
    drop_in = root / "etc" / "systemd" / "system" / f"{UNIT}.d" / "check.conf"
    drop_in.parent.mkdir(parents=True, exist_ok=True)
    drop_in.write_text("[Service]\nWatchdogSec=5\n")
    with tempfile.TemporaryDirectory() as folder, booted(root) as machine:
        later = later_version(package, Path(folder))
        took = eventually(machine.serves, "the server")
        print(f"booted; serves {took:.1f} s later: {machine.property('StatusText')}")
        print(machine.inside("systemd-analyze", "security", UNIT).splitlines()[-1].strip())
        goal = Path(folder) / "goal"
        command = ["nsenter", "-t", machine.leader, "-n", sys.executable, __file__]
        command += ["--client", str(goal)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as clients:
            assert clients.stdout is not None
            assert clients.stdout.readline() == "at work\n"
            try:
                trouble(machine, later, root)
            finally:
                goal.touch()
            print(clients.stdout.read().strip())
        assert clients.returncode == 0, "the clients failed"
        machine.inside("dpkg", "--purge", "raftupd")
        assert not machine.inside("sh", "-c", "ls -d /etc/raftup/raftupd.toml || true")
        assert machine.inside("ls", "-d", "/var/lib/raftup")
        print("purged: no configuration is left, the data are")


def main() -> None:
    """As the first lines of this file say."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("package", type=Path, nargs="?")
    parser.add_argument("--root", type=Path, default=ROOT, help="kept for the next time")
    parser.add_argument("--client", type=Path, metavar="FILE", help="used by this program itself")
    arguments = parser.parse_args()
    if arguments.client:
        client(arguments.client)
    elif arguments.package is None or os.geteuid() != 0:
        parser.error("needs a package, and root")
    else:
        check(arguments.package, arguments.root)


if __name__ == "__main__":
    main()
