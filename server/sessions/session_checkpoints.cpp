/// @file Session: the states that clients had it keep.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hydro/error.hpp"
#include "server/sessions/session_stream.hpp"

namespace raftup::server {

namespace {

constexpr std::size_t kCheckpointLimit = 64;
constexpr std::size_t kLabelByteLimit = 256;
/// Enough for every load and joint to have acted, and too few to matter.
constexpr std::int64_t kVerificationSteps = 4;

}  // namespace

const Checkpoint& Session::create_checkpoint(const std::string& label) {
  if (label.size() > kLabelByteLimit) {
    throw bad_field("label", fmt::format("must be at most {} bytes", kLabelByteLimit),
                    fmt::format("{} bytes", label.size()));
  }
  if (checkpoints_.size() >= kCheckpointLimit) {
    throw conflict(Reason::kQuotaCheckpoints,
                   fmt::format("a session must have at most {} checkpoints", kCheckpointLimit));
  }
  Checkpoint checkpoint;
  checkpoint.id = std::to_string(next_checkpoint_);
  checkpoint.label = label;
  checkpoint.share = checkpoint_share_();
  checkpoint.snapshot = snapshot();
  checkpoint.verification = verify(checkpoint.snapshot->state);
  checkpoint.size_bytes =
      static_cast<std::int64_t>(solver::serialise(checkpoint.snapshot->state).size());
  checkpoint.create_time = std::chrono::system_clock::now();
  recorder_->keep_checkpoint(checkpoint);
  ++next_checkpoint_;
  return checkpoints_.emplace_back(std::move(checkpoint));
}

/// Steps on from `state` a little, and puts the session back to where it stands.
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
  const auto found = find_checkpoint(id);
  require_state(state_ != SessionState::kTerminated, "RestoreCheckpoint");
  require_state(controller_ == nullptr || controller_->orders.empty(),
                "RestoreCheckpoint during an Advance");
  change(RestoredRecord{found->snapshot});
  commit();
  forget_rows();
  notify_all(hydro::Severity::kInfo, "CHECKPOINT_RESTORED",
             fmt::format("the session is back at checkpoint {}", id));
}

void Session::delete_checkpoint(const std::string& id) {
  const auto found = find_checkpoint(id);
  recorder_->forget_checkpoint(id);
  checkpoints_.erase(found);
}

std::vector<Checkpoint>::iterator Session::find_checkpoint(const std::string& id) {
  const auto found =
      std::find_if(checkpoints_.begin(), checkpoints_.end(),
                   [&](const Checkpoint& checkpoint) { return checkpoint.id == id; });
  if (found == checkpoints_.end()) {
    throw conflict(Reason::kNotFound, fmt::format("checkpoint must exist, got '{}'", id));
  }
  return found;
}

}  // namespace raftup::server
