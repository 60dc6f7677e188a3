#include "server/storage/disk_observer.hpp"

#include <atomic>

namespace raftup::server {

namespace {

std::atomic<DiskObserver> observer = nullptr;

}  // namespace

void set_disk_observer(DiskObserver next) { observer = next; }

void tell_disk_observer(const char* moment) {
  const DiskObserver present = observer.load(std::memory_order_relaxed);
  if (present != nullptr) present(moment);
}

}  // namespace raftup::server
