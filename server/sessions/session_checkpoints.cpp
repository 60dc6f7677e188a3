#include "server/sessions/session_checkpoints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <utility>

#include "hydro/base/error.hpp"

namespace raftup::server {

namespace {

constexpr std::size_t kCheckpointLimit = 64;
constexpr std::size_t kLabelByteLimit = 256;

std::int64_t number_of(const Checkpoint& checkpoint) {
  std::int64_t number = 0;
  std::from_chars(checkpoint.id.data(), checkpoint.id.data() + checkpoint.id.size(), number);
  return number;
}

}  // namespace

SessionCheckpoints::SessionCheckpoints(RecordedSimulation& recorded, const v1::SessionSpec& spec,
                                       QuotaLedger* ledger)
    : recorded_(recorded), spec_(spec), ledger_(ledger) {}

const Checkpoint& SessionCheckpoints::at(const std::string& id) const {
  const auto found =
      std::find_if(checkpoints_.begin(), checkpoints_.end(),
                   [&](const Checkpoint& checkpoint) { return checkpoint.id == id; });
  if (found == checkpoints_.end()) {
    throw recorded_.conflict(Reason::kNotFound, fmt::format("checkpoint must exist, got '{}'", id));
  }
  return *found;
}

const Checkpoint* SessionCheckpoints::newest_before(std::int64_t step_index) const {
  const Checkpoint* newest = nullptr;
  for (const Checkpoint& checkpoint : checkpoints_) {
    if (checkpoint.step_index() > step_index) continue;
    if (newest == nullptr || checkpoint.step_index() >= newest->step_index()) newest = &checkpoint;
  }
  return newest;
}

const Checkpoint& SessionCheckpoints::create(const std::string& label) {
  if (label.size() > kLabelByteLimit) {
    throw bad_field("label", fmt::format("must be at most {} bytes", kLabelByteLimit),
                    fmt::format("{} bytes", label.size()));
  }
  Checkpoint checkpoint;
  checkpoint.label = label;
  checkpoint.snapshot = recorded_.snapshot();
  checkpoint.verification = recorded_.verify(checkpoint.snapshot->state);
  checkpoint.time_ns = recorded_.time_ns();
  checkpoint.size_bytes =
      static_cast<std::int64_t>(solver::serialize(checkpoint.snapshot->state).size());
  checkpoint.create_time = std::chrono::system_clock::now();
  return add(std::move(checkpoint));
}

const Checkpoint& SessionCheckpoints::add(Checkpoint checkpoint) {
  if (checkpoints_.size() >= kCheckpointLimit) {
    throw recorded_.conflict(
        Reason::kQuotaCheckpoints,
        fmt::format("a session must have at most {} checkpoints", kCheckpointLimit));
  }
  checkpoint.id = std::to_string(next_number_);
  if (ledger_ != nullptr) checkpoint.share = ledger_->acquire(QuotaResource::kCheckpoints);
  recorded_.recorder().keep_checkpoint(checkpoint, spec_);
  ++next_number_;
  return checkpoints_.emplace_back(std::move(checkpoint));
}

void SessionCheckpoints::erase(const std::string& id) {
  at(id);
  recorded_.recorder().forget_checkpoint(id);
  std::erase_if(checkpoints_, [&](const Checkpoint& checkpoint) { return checkpoint.id == id; });
}

void SessionCheckpoints::recover(Checkpoint checkpoint) {
  const auto later = std::find_if(checkpoints_.begin(), checkpoints_.end(), [&](const auto& other) {
    return number_of(other) > number_of(checkpoint);
  });
  next_number_ = std::max(next_number_, number_of(checkpoint) + 1);
  if (ledger_ != nullptr) checkpoint.share = ledger_->hold(QuotaResource::kCheckpoints);
  checkpoints_.insert(later, std::move(checkpoint));
}

const Checkpoint& SessionCheckpoints::import(Checkpoint checkpoint, const std::string& build) {
  check(checkpoint, build);
  return add(std::move(checkpoint));
}

void SessionCheckpoints::check(const Checkpoint& checkpoint, const std::string& build) {
  Verification here;
  try {
    here = recorded_.verify(checkpoint.snapshot->state);
  } catch (const Error& error) {
    throw recorded_.conflict(Reason::kCheckpointRefused, error.what());
  }
  const Verification& there = checkpoint.verification;
  if (here.renewed && here.step_count == there.step_count) return;
  if (here.step_count == there.step_count && here.state_hash == there.state_hash) return;
  throw recorded_.conflict(
      Reason::kCheckpointRefused,
      fmt::format("{} steps on from a checkpoint must lead to the state {:016x} as they did for "
                  "{}, got {:016x} after {}",
                  there.step_count, there.state_hash, build, here.state_hash, here.step_count));
}

}  // namespace raftup::server
