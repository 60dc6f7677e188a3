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

/// The access check of every call of the service, made once when the call begins; messages of an
/// open stream are not checked again. Thread-safe.
class AccessControl {
 public:
  /// Reads the access file, if the options name one.
  /// @throws Error if an access file cannot be read, or if certificates of clients are required
  ///         without a file that assigns them to tenants
  explicit AccessControl(const SecurityOptions& options);

  /// Identifies the caller, checks that it may make the call, and counts the call towards the rate
  /// of its tenant.
  /// @param request type of the call's request
  /// @throws ServiceError(kUnauthenticated, kPermissionDenied, kQuotaRequests), counted and logged;
  ///         ServiceError(kCancelled) if nobody waits for the answer any more
  Caller admit(const grpc::ServerContextBase& context, const google::protobuf::Descriptor& request);

  QuotaLedger& ledger(const Caller& caller) { return ledger(caller.tenant); }
  QuotaLedger& ledger(const std::string& tenant) { return ledgers_.of(tenant); }
  const Refusals& refusals() const { return refusals_; }

 private:
  Caller identify(const grpc::ServerContextBase& context);

  AccessPolicy policy_;
  Refusals refusals_;
  std::unique_ptr<AccessList> list_;  ///< null = everybody is the default tenant's admin
  PerTenant<QuotaLedger> ledgers_;
};

}  // namespace raftup::server
