#pragma once

#include <grpcpp/server_context.h>

#include <memory>
#include <string>

#include "server/security/access_list.hpp"
#include "server/security/access_policy.hpp"
#include "server/security/caller.hpp"
#include "server/security/quota_ledger.hpp"
#include "server/security/refusals.hpp"
#include "server/security/security_options.hpp"

namespace raftup::server {

/// Checks the access rights of every call of the service once, when the call begins. Later messages
/// of an open stream are not checked again. Thread-safe.
class AccessControl {
 public:
  /// Reads the access file, if `options` contain the path of one.
  /// @throws Error if the access file cannot be read, or if clients must have certificates but no
  ///         access file assigns the certificates to tenants
  explicit AccessControl(const SecurityOptions& options);

  /// Identifies the caller, checks that its role permits the call, and counts the call towards the
  /// request rate of its tenant. Refusals are counted and logged.
  /// @param request message type of the call's request
  /// @throws ServiceError(kUnauthenticated, kPermissionDenied, kQuotaRequests);
  ///         ServiceError(kCancelled) if the caller has cancelled the call already
  Caller admit(const grpc::ServerContextBase& context, const google::protobuf::Descriptor& request);

  QuotaLedger& ledger(const Caller& caller) { return ledger(caller.tenant); }
  QuotaLedger& ledger(const std::string& tenant) { return ledgers_.of(tenant); }
  const Refusals& refusals() const { return refusals_; }

 private:
  Caller identify(const grpc::ServerContextBase& context);

  AccessPolicy policy_;
  Refusals refusals_;
  /// Null = every caller is an administrator of the default tenant.
  std::unique_ptr<AccessList> list_;
  PerTenant<QuotaLedger> ledgers_;
};

}  // namespace raftup::server
