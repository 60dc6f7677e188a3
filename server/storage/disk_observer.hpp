#pragma once

namespace raftup::server {

/// Told before and after everything that changes the disk: "before write", "after rename".
using DiskObserver = void (*)(const char* moment);

/// For tests, which end the process at such a moment. raftupd has none.
void set_disk_observer(DiskObserver next);

void tell_disk_observer(const char* moment);

}  // namespace raftup::server
