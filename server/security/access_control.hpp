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

/// The one door that every call of the service comes through, once, when it begins: what goes on
/// inside an open stream is not looked at again. Thread-safe.
class AccessControl {
 public:
  /// @throws Error for an access file that cannot be read, and for certificates of clients without
  ///         a file that says whose they are
  explicit AccessControl(const SecurityOptions& options);

  /// Says who calls, whether he may, and takes the call from his tenant's rate.
  /// @param request type of the call's request
  /// @throws ServiceError(kUnauthenticated, kPermissionDenied, kQuotaRequests), counted and logged;
  ///         ServiceError(kCancelled) where nobody waits for the answer any more
  Caller admit(const grpc::ServerContextBase& context, const google::protobuf::Descriptor& request);

  QuotaLedger& ledger(const Caller& caller) { return ledger(caller.tenant); }
  QuotaLedger& ledger(const std::string& tenant) { return ledgers_.of(tenant); }
  const Refusals& refusals() const { return refusals_; }

 private:
  Caller identify(const grpc::ServerContextBase& context);

  AccessPolicy policy_;
  Refusals refusals_;
  std::unique_ptr<AccessList> list_;  ///< none = everybody is the default tenant's admin
  PerTenant<QuotaLedger> ledgers_;
};

}  // namespace raftup::server
