#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "server/sessions/recording/recorded_simulation.hpp"

namespace raftup::server {

/// The checkpoints of one session, ordered by their numbers. They are numbered from 1, count
/// towards the quota of the tenant, and are stored by the session's recorder. Used in the session's
/// strand only. A call that throws changes nothing.
class SessionCheckpoints {
 public:
  /// @param spec   stored with every checkpoint; must outlive this object
  /// @param ledger quota of the tenant, to which each checkpoint is charged; null = no quota
  SessionCheckpoints(RecordedSimulation& recorded, const v1::SessionSpec& spec,
                     QuotaLedger* ledger);

  const std::vector<Checkpoint>& all() const { return checkpoints_; }
  /// Returns the checkpoint with this id.
  /// @throws ServiceError(kNotFound)
  const Checkpoint& at(const std::string& id) const;
  /// The checkpoint with the largest step index that is at most `step_index`; null if there is
  /// none.
  const Checkpoint* newest_before(std::int64_t step_index) const;

  /// Makes a checkpoint of the present state.
  /// @throws ServiceError(kBadField, kQuotaCheckpoints, kStorageFull)
  const Checkpoint& create(const std::string& label);
  /// Deletes the checkpoint with this id.
  /// @throws ServiceError(kNotFound)
  void erase(const std::string& id);
  /// Adds a checkpoint that was stored before a restart of the server. It keeps its number and
  /// counts towards the quota even if the quota is exceeded.
  void recover(Checkpoint checkpoint);

  /// Checks that a checkpoint made by another server can be used in this session.
  /// @param build name of the program version that made the checkpoint, for the message of the
  ///         error
  /// @throws ServiceError(kCheckpointRefused) if the checkpoint belongs to another model, or if the
  ///         steps of its Verification give another result in this server, though it has the form of
  ///         today
  void check(const Checkpoint& checkpoint, const std::string& build);
  /// Checks and adds a checkpoint that was made by another server. `build` names the program
  /// version that made it.
  /// @throws ServiceError as check() and create() do
  const Checkpoint& import(Checkpoint checkpoint, const std::string& build);

 private:
  const Checkpoint& add(Checkpoint checkpoint);

  RecordedSimulation& recorded_;
  const v1::SessionSpec& spec_;
  QuotaLedger* ledger_;
  std::vector<Checkpoint> checkpoints_;
  std::int64_t next_number_ = 1;
};

}  // namespace raftup::server
