#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "server/model/model_builder.hpp"
#include "server/model/session_builder.hpp"
#include "server/security/quota_ledger.hpp"
#include "server/sessions/session_registry.hpp"
#include "server/storage/checkpoint_file.hpp"
#include "server/storage/session_store.hpp"

namespace raftup::server {

/// Functions that return what sessions use of a tenant: databases, quota, and cache of radiation
/// fits.
struct TenantResources {
  std::function<DatabaseLookup(const std::string& tenant)> databases;
  std::function<QuotaLedger&(const std::string& tenant)> ledger;
  /// Returns the cache of a tenant's fitted radiation memories. The cache must be thread-safe. May
  /// return null.
  std::function<hydro::FitCache*(const std::string& tenant)> fits;
};

/// Builds sessions, has them stored, deletes them, and recovers them after a restart. Thread-safe.
/// Calls may block while they wait for the disk, for a fit of radiation memory or for a session's
/// strand, so that they must not be made in a network thread or in a strand.
class SessionHost {
 public:
  /// @param stepping pool whose threads run the strands of sessions
  SessionHost(SessionRegistry& registry, SessionStore& store, WorkerPool& stepping,
              TenantResources tenants);

  /// Creates a session, see SessionService.CreateSession. With validate_only the session is not
  /// registered and has no name.
  /// @param cache cache of radiation fits, usually fit_cache() or an object that forwards to it;
  ///         may be null
  std::shared_ptr<Session> create(const std::string& tenant,
                                  const v1::CreateSessionRequest& request, hydro::FitCache* cache);

  /// Builds the model that a message describes, without a session. The model has not been checked
  /// for positive definite masses.
  /// @param path path of the message in the request, for errors
  /// @throws ServiceError(kBadField) with every violation
  BuiltModel model_of(const std::string& tenant, const v1::Model& message,
                      const std::string& path) const;

  /// The cache of a tenant's fitted radiation memories; may be null.
  hydro::FitCache* fit_cache(const std::string& tenant) const { return tenants_.fits(tenant); }

  /// Deletes a session, see SessionService.DeleteSession.
  void remove(const SessionKey& key);

  /// Recovers the stored sessions and registers them, including those that could not be recovered.
  void recover();

  /// Returns a checkpoint of a session, and the bytes of a file with it and the session's spec.
  std::pair<Checkpoint, std::string> export_checkpoint(const SessionKey& session,
                                                       const std::string& id);

  /// Adds an imported checkpoint to a session, see SessionService.ImportCheckpoint.
  /// @param session name of the session that receives the checkpoint; empty = a new session with
  ///         the id `session_id` is created
  /// @returns the session and its new checkpoint
  std::pair<std::shared_ptr<Session>, Checkpoint> import_checkpoint(const std::string& tenant,
                                                                    const CheckpointFile& file,
                                                                    const std::string& session,
                                                                    const std::string& session_id);

 private:
  /// The spec of a new session and the state from which it starts.
  struct Origin {
    v1::SessionSpec spec;
    bool written_out = false;  ///< true if the model was completed with defaults before
    /// State from which the session starts; null = t = 0.
    std::shared_ptr<const Snapshot> snapshot = nullptr;
  };
  Origin origin_of(const std::string& tenant, const v1::CreateSessionRequest& request);
  std::shared_ptr<Session> build(const SessionKey& key, const Origin& origin,
                                 const std::string& path, hydro::FitCache* cache);
  /// Returns `setup` with the tenant, its quota and the given shares filled in.
  SessionSetup belonging_to(const std::string& tenant, SessionSetup setup,
                            std::vector<QuotaShare> shares) const;
  std::shared_ptr<Session> import_as_session(const std::string& tenant, const CheckpointFile& file,
                                             const std::string& session_id);

  SessionRegistry& registry_;
  SessionStore& store_;
  WorkerPool& stepping_;
  TenantResources tenants_;
};

}  // namespace raftup::server
