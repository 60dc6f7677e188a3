#include "tests/soak/ledger.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <stdexcept>

namespace raftup::testing {

void Ledger::acknowledge(int session, std::int64_t step_index, std::uint64_t hash) {
  expect(session, step_index);
  acknowledged[session] = step_index;
  ++frames;
  if (step_index >= kStepLimit) return;
  std::uint64_t known = 0;
  if (!state_hash[step_index].compare_exchange_strong(known, hash) && known != hash) ++divergent;
}

void Ledger::expect(int session, std::int64_t step_index) {
  if (step_index < acknowledged[session]) ++lost;
}

Ledger& open_ledger(const std::filesystem::path& file) {
  const int descriptor = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor < 0 || ftruncate(descriptor, sizeof(Ledger)) != 0) {
    throw std::runtime_error("cannot write " + file.string());
  }
  void* const memory =
      mmap(nullptr, sizeof(Ledger), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  close(descriptor);
  if (memory == MAP_FAILED) throw std::runtime_error("cannot map " + file.string());
  return *static_cast<Ledger*>(memory);
}

}  // namespace raftup::testing
