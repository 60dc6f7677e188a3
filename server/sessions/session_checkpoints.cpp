/// @file Session: the states that clients had it keep.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "hydro/error.hpp"
#include "server/sessions/streams/session_stream.hpp"

namespace raftup::server {

namespace {

constexpr std::size_t kCheckpointLimit = 64;
constexpr std::size_t kLabelByteLimit = 256;
/// Enough for every load and joint to have acted, and too few to matter.
constexpr std::int64_t kVerificationSteps = 4;

std::int64_t number_of(const Checkpoint& checkpoint) {
  std::int64_t number = 0;
  std::from_chars(checkpoint.id.data(), checkpoint.id.data() + checkpoint.id.size(), number);
  return number;
}

}  // namespace

const Checkpoint& Session::create_checkpoint(const std::string& label) {
  if (label.size() > kLabelByteLimit) {
    throw bad_field("label", fmt::format("must be at most {} bytes", kLabelByteLimit),
                    fmt::format("{} bytes", label.size()));
  }
  Checkpoint checkpoint;
  checkpoint.label = label;
  checkpoint.snapshot = snapshot();
  checkpoint.verification = verify(checkpoint.snapshot->state);
  checkpoint.time_ns = time_ns();
  checkpoint.size_bytes =
      static_cast<std::int64_t>(solver::serialise(checkpoint.snapshot->state).size());
  checkpoint.create_time = std::chrono::system_clock::now();
  return add_checkpoint(std::move(checkpoint));
}

const Checkpoint& Session::add_checkpoint(Checkpoint checkpoint) {
  if (checkpoints_.size() >= kCheckpointLimit) {
    throw conflict(Reason::kQuotaCheckpoints,
                   fmt::format("a session must have at most {} checkpoints", kCheckpointLimit));
  }
  checkpoint.id = std::to_string(next_checkpoint_);
  if (ledger_ != nullptr) checkpoint.share = ledger_->take(QuotaResource::kCheckpoints);
  recorder_->keep_checkpoint(checkpoint, spec_);
  ++next_checkpoint_;
  return checkpoints_.emplace_back(std::move(checkpoint));
}

void Session::take_back(Checkpoint checkpoint) {
  const auto later = std::find_if(checkpoints_.begin(), checkpoints_.end(), [&](const auto& other) {
    return number_of(other) > number_of(checkpoint);
  });
  next_checkpoint_ = std::max(next_checkpoint_, number_of(checkpoint) + 1);
  if (ledger_ != nullptr) checkpoint.share = ledger_->hold(QuotaResource::kCheckpoints);
  checkpoints_.insert(later, std::move(checkpoint));
}

const Checkpoint& Session::import_checkpoint(Checkpoint checkpoint, const std::string& build) {
  check_checkpoint(checkpoint, build);
  return add_checkpoint(std::move(checkpoint));
}

void Session::check_checkpoint(const Checkpoint& checkpoint, const std::string& build) {
  Verification here;
  try {
    here = verify(checkpoint.snapshot->state);
  } catch (const Error& error) {
    throw conflict(Reason::kCheckpointRefused, error.what());
  }
  const Verification& there = checkpoint.verification;
  if (here.step_count == there.step_count && here.state_hash == there.state_hash) return;
  throw conflict(
      Reason::kCheckpointRefused,
      fmt::format("{} steps on from a checkpoint must lead to the state {:016x} as they did for "
                  "{}, got {:016x} after {}",
                  there.step_count, there.state_hash, build, here.state_hash, here.step_count));
}

/// Steps on from `state` a little, and puts the session back to where it stands.
/// @throws Error where it is no state of this model
Verification Session::verify(const solver::State& state) {
  const solver::State present = simulation_.state();
  Verification verification;
  simulation_.restore(state);
  try {
    while (verification.step_count < kVerificationSteps) {
      simulation_.step();
      ++verification.step_count;
    }
  } catch (const Error&) {
    // How far it comes is part of the answer.
  }
  verification.state_hash = solver::state_hash(simulation_.state());
  simulation_.restore(present);
  return verification;
}

void Session::restore_checkpoint(const std::string& id) {
  const std::shared_ptr<const Snapshot> snapshot = checkpoint(id).snapshot;
  require_state(state_ != SessionState::kTerminated, "RestoreCheckpoint");
  require_state(controller_ == nullptr || controller_->orders.empty(),
                "RestoreCheckpoint during an Advance");
  change(RestoredRecord{snapshot});
  commit();
  forget_rows();
  notify_all(hydro::Severity::kInfo, "CHECKPOINT_RESTORED",
             fmt::format("the session is back at checkpoint {}", id));
}

void Session::delete_checkpoint(const std::string& id) {
  checkpoint(id);
  recorder_->forget_checkpoint(id);
  std::erase_if(checkpoints_, [&](const Checkpoint& checkpoint) { return checkpoint.id == id; });
}

const Checkpoint& Session::checkpoint(const std::string& id) const {
  const auto found =
      std::find_if(checkpoints_.begin(), checkpoints_.end(),
                   [&](const Checkpoint& checkpoint) { return checkpoint.id == id; });
  if (found == checkpoints_.end()) {
    throw conflict(Reason::kNotFound, fmt::format("checkpoint must exist, got '{}'", id));
  }
  return *found;
}

}  // namespace raftup::server
