#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "server/sessions/recording/recorded_simulation.hpp"

namespace raftup::server {

/// The checkpoints of one session, oldest first. They are numbered from 1, count towards the quota
/// of the tenant, and are stored by the session's recorder. Used in the session's strand only. A
/// call that throws changes nothing.
class SessionCheckpoints {
 public:
  /// @param spec   stored with every checkpoint; must outlive this object
  /// @param ledger of the tenant's quota; null = no quota
  SessionCheckpoints(RecordedSimulation& recorded, const v1::SessionSpec& spec,
                     QuotaLedger* ledger);

  const std::vector<Checkpoint>& all() const { return checkpoints_; }
  /// Returns the checkpoint with this id.
  /// @throws ServiceError(kNotFound)
  const Checkpoint& at(const std::string& id) const;
  /// The newest checkpoint at or before a step, or null.
  const Checkpoint* newest_before(std::int64_t step_index) const;

  /// Makes a checkpoint of the present state.
  /// @throws ServiceError(kBadField, kQuotaCheckpoints, kStorageFull)
  const Checkpoint& create(const std::string& label);
  /// Deletes the checkpoint with this id.
  /// @throws ServiceError(kNotFound)
  void erase(const std::string& id);
  /// Adds a checkpoint that was stored before a restart of the server.
  void recover(Checkpoint checkpoint);

  /// Checks that a checkpoint from another server can be used here.
  /// @param build identifies the program that made it
  /// @throws ServiceError(kCheckpointRefused) if it belongs to another model, or if steps
  ///         from it give other results here
  void check(const Checkpoint& checkpoint, const std::string& build);
  /// Adds a checkpoint that was made by another server.
  /// @throws what check() and create() throw
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
