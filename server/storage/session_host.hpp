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

/// What sessions take of their tenant.
struct TenantResources {
  std::function<DatabaseLookup(const std::string& tenant)> databases;
  std::function<QuotaLedger&(const std::string& tenant)> ledger;
  /// Of radiation fits; may give null. What it gives must be thread-safe.
  std::function<hydro::FitCache*(const std::string& tenant)> fits;
};

/// Sessions from their making to their end: builds them, has them kept, brings them back after a
/// restart. Thread-safe. Calls may block on the disk, on a fit or on a session's strand: none
/// belongs on a network thread or in a strand.
class SessionHost {
 public:
  /// @param stepping threads of the sessions' strands
  SessionHost(SessionRegistry& registry, SessionStore& store, WorkerPool& stepping,
              TenantResources tenants);

  /// See SessionService.CreateSession. With validate_only it is not in the registry, and nameless.
  /// @param cache of radiation fits, usually fit_cache() or what stands before it; may be null
  std::shared_ptr<Session> create(const std::string& tenant,
                                  const v1::CreateSessionRequest& request, hydro::FitCache* cache);

  /// What a message describes, of no session; not yet known to be definite.
  /// @param path of the message in the request
  /// @throws ServiceError(kBadField) with every violation
  BuiltModel model_of(const std::string& tenant, const v1::Model& message,
                      const std::string& path) const;

  /// Of a tenant's radiation fits; may be null.
  hydro::FitCache* fit_cache(const std::string& tenant) const { return tenants_.fits(tenant); }

  /// See SessionService.DeleteSession.
  void remove(const SessionKey& key);

  /// Puts what the store recovers into the registry.
  void recover();

  /// A checkpoint with the spec of its session, as a file.
  std::pair<Checkpoint, std::string> export_checkpoint(const SessionKey& session,
                                                       const std::string& id);

  /// See SessionService.ImportCheckpoint.
  /// @param session    name of the one that takes it in; empty = a new one with `session_id`
  std::pair<std::shared_ptr<Session>, Checkpoint> import_checkpoint(const std::string& tenant,
                                                                    const CheckpointFile& file,
                                                                    const std::string& session,
                                                                    const std::string& session_id);

 private:
  /// Where a new session begins, and what it is made of.
  struct Origin {
    v1::SessionSpec spec;
    bool written_out = false;                            ///< the spec is that of a session that was
    std::shared_ptr<const Snapshot> snapshot = nullptr;  ///< none = at the beginning
  };
  Origin origin_of(const std::string& tenant, const v1::CreateSessionRequest& request);
  std::shared_ptr<Session> build(const SessionKey& key, const Origin& origin,
                                 const std::string& path, hydro::FitCache* cache);
  /// The same as a session of the tenant.
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
