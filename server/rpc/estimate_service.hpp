#pragma once

#include <grpcpp/support/server_callback.h>

#include "raftup/v1/estimate.grpc.pb.h"
#include "server/security/access_control.hpp"

namespace raftup::server {

/// The gRPC service raftup.v1.EstimateService, which evaluates estimation formulas. It answers
/// immediately, in the thread of gRPC that has read the request. Thread-safe.
class EstimateService final : public v1::EstimateService::CallbackService {
 public:
  /// @param access must outlive the service
  explicit EstimateService(AccessControl& access) : access_(access) {}

  grpc::ServerUnaryReactor* EstimateRollDamping(grpc::CallbackServerContext* context,
                                                const v1::EstimateRollDampingRequest* request,
                                                v1::EstimateRollDampingResponse* response) override;
  grpc::ServerUnaryReactor* EstimateResistance(grpc::CallbackServerContext* context,
                                               const v1::EstimateResistanceRequest* request,
                                               v1::EstimateResistanceResponse* response) override;
  grpc::ServerUnaryReactor* EstimateSquat(grpc::CallbackServerContext* context,
                                          const v1::EstimateSquatRequest* request,
                                          v1::EstimateSquatResponse* response) override;

 private:
  AccessControl& access_;
};

}  // namespace raftup::server
