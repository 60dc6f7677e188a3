#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "server/sessions/recording/recorded_simulation.hpp"

namespace raftup::server {

/// The checkpoints of one session, oldest first: numbered from 1, each a share of its tenant's
/// quota, and kept by the session's recorder. In the session's strand only; what throws leaves it
/// as it was.
class SessionCheckpoints {
 public:
  /// @param spec   goes with every checkpoint that is kept; outlives this
  /// @param ledger gives shares; null = no quota
  SessionCheckpoints(RecordedSimulation& recorded, const v1::SessionSpec& spec,
                     QuotaLedger* ledger);

  const std::vector<Checkpoint>& all() const { return checkpoints_; }
  /// @throws ServiceError(kNotFound)
  const Checkpoint& at(const std::string& id) const;
  /// The newest at or before a step; null where there is none.
  const Checkpoint* newest_before(std::int64_t step_index) const;

  /// One of where the session stands.
  /// @throws ServiceError(kBadField, kQuotaCheckpoints, kStorageFull)
  const Checkpoint& create(const std::string& label);
  /// @throws ServiceError(kNotFound)
  void erase(const std::string& id);
  /// One of before a restart, as it was kept.
  void recover(Checkpoint checkpoint);

  /// Whether one that was made elsewhere is as good as one made here.
  /// @param build what made it
  /// @throws ServiceError(kCheckpointRefused) where it is of another model, or steps on from it
  ///         lead elsewhere here
  void check(const Checkpoint& checkpoint, const std::string& build);
  /// Keeps one that was made elsewhere.
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
