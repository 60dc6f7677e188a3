#include "server/security/access_control.hpp"

#include <grpc/grpc_security_constants.h>
#include <grpcpp/security/auth_context.h>

#include <algorithm>
#include <string_view>

#include "hydro/base/error.hpp"
#include "server/base/service_error.hpp"
#include "server/base/status.hpp"

namespace raftup::server {

namespace {

constexpr std::string_view kScheme = "Bearer ";

/// Returns the value of a header of the call, or "" if the call does not have it.
std::string_view header_of(const grpc::ServerContextBase& context, const char* name) {
  const auto& metadata = context.client_metadata();
  const auto found = metadata.find(name);
  if (found == metadata.end()) return {};
  return {found->second.data(), found->second.size()};
}

/// Returns the header "traceparent", or "" if the header does not have the form
/// VERSION-TRACE-PARENT-FLAGS in hexadecimal digits. See https://www.w3.org/TR/trace-context.
std::string trace_of(const grpc::ServerContextBase& context) {
  constexpr std::string_view kForm = "00-00000000000000000000000000000000-0000000000000000-00";
  const std::string_view header = header_of(context, "traceparent");
  const auto fits = [](char c, char form) {
    const bool digit = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    return form == '-' ? c == '-' : digit;
  };
  const bool good = header.size() == kForm.size() &&
                    std::equal(header.begin(), header.end(), kForm.begin(), fits);
  return good ? std::string(header) : "";
}

[[noreturn]] void refuse_unknown(const std::string& message) {
  throw ServiceError(Reason::kUnauthenticated, message);
}

}  // namespace

AccessControl::AccessControl(const SecurityOptions& options)
    : list_(options.access.empty() ? nullptr : std::make_unique<AccessList>(options.access)),
      ledgers_([this](const std::string& tenant) {
        return std::make_unique<QuotaLedger>(
            tenant, [this, tenant] { return list_ ? list_->quota_of(tenant) : Quota{}; },
            refusals_);
      }) {
  require(list_ || options.client_ca.empty(),
          "client-ca must come with an access file that says whose the certificates are");
}

Caller AccessControl::admit(const grpc::ServerContextBase& context,
                            const google::protobuf::Descriptor& request) {
  if (context.IsCancelled()) {
    throw ServiceError(Reason::kCancelled, "the call was cancelled before it began");
  }
  try {
    Caller caller = identify(context);
    policy_.check(caller, request);
    ledger(caller).acquire_request();
    caller.trace = trace_of(context);
    return caller;
  } catch (const ServiceError& error) {
    refusals_.add(context.peer(), reason_name(error.reason()), error.what());
    throw;
  }
}

Caller AccessControl::identify(const grpc::ServerContextBase& context) {
  if (!list_) return {};
  const std::string_view authorization = header_of(context, "authorization");
  if (!authorization.empty()) {
    if (!authorization.starts_with(kScheme)) {
      refuse_unknown("authorization must read \"Bearer TOKEN\"");
    }
    if (const auto caller = list_->find_token(authorization.substr(kScheme.size()))) return *caller;
    refuse_unknown("the token is not known here");
  }
  for (const auto& name : context.auth_context()->FindPropertyValues(GRPC_X509_SAN_PROPERTY_NAME)) {
    if (const auto caller = list_->find_certificate({name.data(), name.size()})) return *caller;
  }
  refuse_unknown("a token or a certificate that is known here must come with every call");
}

}  // namespace raftup::server
