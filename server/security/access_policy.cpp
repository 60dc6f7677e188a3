#include "server/security/access_policy.hpp"

#include <fmt/format.h>

#include "hydro/base/error.hpp"
#include "raftup/v1/database.pb.h"
#include "raftup/v1/estimate.pb.h"
#include "raftup/v1/session.pb.h"
#include "server/base/service_error.hpp"

namespace raftup::server {

namespace {

using enum AccessRole;

constexpr CallRule kRules[] = {
    {"raftup.v1.SessionService.CreateSession", kOperator},
    {"raftup.v1.SessionService.GetSession", kObserver},
    {"raftup.v1.SessionService.ListSessions", kObserver},
    {"raftup.v1.SessionService.DeleteSession", kOperator},
    {"raftup.v1.SessionService.InitializeSession", kOperator},
    {"raftup.v1.SessionService.PauseSession", kOperator},
    {"raftup.v1.SessionService.ResumeSession", kOperator},
    {"raftup.v1.SessionService.TerminateSession", kOperator},
    {"raftup.v1.SessionService.ResetSession", kOperator},
    {"raftup.v1.SessionService.ChangeSession", kOperator},
    {"raftup.v1.SessionService.ListVariables", kObserver},
    {"raftup.v1.SessionService.DescribeOutputs", kObserver},
    {"raftup.v1.SessionService.ReadValues", kObserver},
    {"raftup.v1.SessionService.GetStatistics", kObserver},
    {"raftup.v1.SessionService.StepSession", kOperator},
    // The role in which a stream may attach is checked by check_may_attach().
    {"raftup.v1.SessionService.Exchange", kObserver},
    {"raftup.v1.SessionService.WatchSession", kObserver},
    {"raftup.v1.SessionService.CreateCheckpoint", kOperator},
    {"raftup.v1.SessionService.RestoreCheckpoint", kOperator},
    {"raftup.v1.SessionService.ListCheckpoints", kObserver},
    {"raftup.v1.SessionService.DeleteCheckpoint", kOperator},
    {"raftup.v1.SessionService.ExportCheckpoint", kObserver},
    {"raftup.v1.SessionService.ImportCheckpoint", kOperator},
    {"raftup.v1.SessionService.ExportModel", kObserver},
    {"raftup.v1.SessionService.Linearize", kObserver},
    {"raftup.v1.SessionService.GetProgress", kObserver},
    {"raftup.v1.SessionService.GetCaller", kObserver},
    {"raftup.v1.SessionService.QueryContacts", kObserver},
    {"raftup.v1.SessionService.GetSea", kObserver},
    {"raftup.v1.DatabaseService.StartUpload", kOperator},
    {"raftup.v1.DatabaseService.UploadDatabase", kOperator},
    {"raftup.v1.DatabaseService.GetUpload", kOperator},
    {"raftup.v1.DatabaseService.CancelUpload", kOperator},
    {"raftup.v1.DatabaseService.GetDatabase", kObserver},
    {"raftup.v1.DatabaseService.ListDatabases", kObserver},
    {"raftup.v1.DatabaseService.DeleteDatabase", kAdmin},
    {"raftup.v1.DatabaseService.ReadCoefficients", kObserver},
    {"raftup.v1.DatabaseService.ReadMesh", kObserver},
    {"raftup.v1.EstimateService.EstimateRollDamping", kObserver},
    {"raftup.v1.EstimateService.EstimateResistance", kObserver},
    {"raftup.v1.EstimateService.EstimateSquat", kObserver},
    {"raftup.v1.DatabaseService.ComputeHydrostatics", kObserver},
};

}  // namespace

const char* role_name(AccessRole role) {
  switch (role) {
    case kObserver:
      return "observer";
    case kOperator:
      return "operator";
    case kAdmin:
      return "admin";
  }
  return "";
}

std::span<const CallRule> call_rules() { return kRules; }

AccessPolicy::AccessPolicy() {
  // A use of a message of each file links the file into every program that checks calls.
  const auto* pool = v1::Session::descriptor()->file()->pool();
  require(pool == v1::Database::descriptor()->file()->pool(), "all calls must be in one pool");
  require(pool == v1::ShipParticulars::descriptor()->file()->pool(),
          "all calls must be in one pool");
  for (const CallRule& rule : kRules) {
    const auto* method = pool->FindMethodByName(rule.method);
    if (method == nullptr) {
      throw Error(ErrorCode::kInternal,
                  fmt::format("an access rule must be about a call, got {}", rule.method));
    }
    rules_.emplace(method->input_type(), rule);
  }
}

void AccessPolicy::check(const Caller& caller, const google::protobuf::Descriptor& request) const {
  const auto found = rules_.find(&request);
  if (found == rules_.end()) {
    throw ServiceError(Reason::kPermissionDenied,
                       fmt::format("nobody may send {}: it has no access rule", request.name()));
  }
  if (caller.role >= found->second.role) return;
  throw ServiceError(
      Reason::kPermissionDenied,
      fmt::format("the caller's role must be at least {} for {}, is {}",
                  role_name(found->second.role), request.name(), role_name(caller.role)));
}

void check_may_attach(const Caller& caller, v1::Role role) {
  if (role == v1::ROLE_OBSERVER || caller.role >= kOperator) return;
  throw ServiceError(Reason::kPermissionDenied,
                     fmt::format("the caller's role must be at least operator to attach as {}, "
                                 "is {}",
                                 v1::Role_Name(role), role_name(caller.role)));
}

}  // namespace raftup::server
