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

/// The resources of a tenant that sessions use.
struct TenantResources {
  std::function<DatabaseLookup(const std::string& tenant)> databases;
  std::function<QuotaLedger&(const std::string& tenant)> ledger;
  /// The cache of radiation fits of a tenant; may return null. The cache must be thread-safe.
  std::function<hydro::FitCache*(const std::string& tenant)> fits;
};

/// The life of sessions: it builds them, has them stored, and recovers them after a restart.
/// Thread-safe. Calls may block on the disk, on a fit or on a session's strand, so that none may be
/// made on a network thread or in a strand.
class SessionHost {
 public:
  /// @param stepping threads of the sessions' strands
  SessionHost(SessionRegistry& registry, SessionStore& store, WorkerPool& stepping,
              TenantResources tenants);

  /// See SessionService.CreateSession. With validate_only the session is not registered and has no
  /// name.
  /// @param cache of radiation fits, usually fit_cache() or one that forwards to it; may be null
  std::shared_ptr<Session> create(const std::string& tenant,
                                  const v1::CreateSessionRequest& request, hydro::FitCache* cache);

  /// The model that a message describes, without a session; it has not yet been checked for
  /// positive definite masses.
  /// @param path of the message in the request
  /// @throws ServiceError(kBadField) with every violation
  BuiltModel model_of(const std::string& tenant, const v1::Model& message,
                      const std::string& path) const;

  /// The cache of a tenant's radiation fits; may be null.
  hydro::FitCache* fit_cache(const std::string& tenant) const { return tenants_.fits(tenant); }

  /// See SessionService.DeleteSession.
  void remove(const SessionKey& key);

  /// Registers the sessions that the store recovers.
  void recover();

  /// A checkpoint with the spec of its session, as a file.
  std::pair<Checkpoint, std::string> export_checkpoint(const SessionKey& session,
                                                       const std::string& id);

  /// See SessionService.ImportCheckpoint.
  /// @param session    name of the session that receives it; empty = a new one with `session_id`
  std::pair<std::shared_ptr<Session>, Checkpoint> import_checkpoint(const std::string& tenant,
                                                                    const CheckpointFile& file,
                                                                    const std::string& session,
                                                                    const std::string& session_id);

 private:
  /// The beginning of a new session, and its spec.
  struct Origin {
    v1::SessionSpec spec;
    bool written_out = false;  ///< true if the spec is that of a former session
    std::shared_ptr<const Snapshot> snapshot = nullptr;  ///< null = t = 0
  };
  Origin origin_of(const std::string& tenant, const v1::CreateSessionRequest& request);
  std::shared_ptr<Session> build(const SessionKey& key, const Origin& origin,
                                 const std::string& path, hydro::FitCache* cache);
  /// The same setup for a session of the tenant.
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
