#pragma once

#include <grpcpp/support/server_callback.h>

#include "raftup/v1/database.grpc.pb.h"
#include "server/databases/catalogue.hpp"
#include "server/security/access_control.hpp"
#include "server/sessions/work/worker_pool.hpp"

namespace raftup::server {

/// The gRPC service raftup.v1.DatabaseService, with a Catalogue for each tenant. Thread-safe.
/// Everything that uses the disk or the reader process runs on `pool`, never on a thread of gRPC.
/// While a finished upload is read, it occupies one thread of the pool, so that the pool should not
/// be the one that steps sessions.
class DatabaseService final : public v1::DatabaseService::CallbackService {
 public:
  /// @param access     must outlive the service
  /// @param catalogues must outlive the service
  /// @param pool      must outlive the service and be destroyed after the gRPC server has stopped
  DatabaseService(AccessControl& access, PerTenant<Catalogue>& catalogues, WorkerPool& pool)
      : access_(access), catalogues_(catalogues), pool_(pool) {}

  grpc::ServerUnaryReactor* StartUpload(grpc::CallbackServerContext* context,
                                        const v1::StartUploadRequest* request,
                                        v1::StartUploadResponse* response) override;
  grpc::ServerReadReactor<v1::UploadDatabaseRequest>* UploadDatabase(
      grpc::CallbackServerContext* context, v1::UploadDatabaseResponse* response) override;
  grpc::ServerUnaryReactor* GetUpload(grpc::CallbackServerContext* context,
                                      const v1::GetUploadRequest* request,
                                      v1::GetUploadResponse* response) override;
  grpc::ServerUnaryReactor* CancelUpload(grpc::CallbackServerContext* context,
                                         const v1::CancelUploadRequest* request,
                                         v1::CancelUploadResponse* response) override;
  grpc::ServerUnaryReactor* GetDatabase(grpc::CallbackServerContext* context,
                                        const v1::GetDatabaseRequest* request,
                                        v1::GetDatabaseResponse* response) override;
  grpc::ServerUnaryReactor* ListDatabases(grpc::CallbackServerContext* context,
                                          const v1::ListDatabasesRequest* request,
                                          v1::ListDatabasesResponse* response) override;
  grpc::ServerUnaryReactor* DeleteDatabase(grpc::CallbackServerContext* context,
                                           const v1::DeleteDatabaseRequest* request,
                                           v1::DeleteDatabaseResponse* response) override;
  grpc::ServerWriteReactor<v1::ReadCoefficientsResponse>* ReadCoefficients(
      grpc::CallbackServerContext* context, const v1::ReadCoefficientsRequest* request) override;
  grpc::ServerWriteReactor<v1::ReadMeshResponse>* ReadMesh(
      grpc::CallbackServerContext* context, const v1::ReadMeshRequest* request) override;
  grpc::ServerUnaryReactor* ComputeHydrostatics(grpc::CallbackServerContext* context,
                                                const v1::ComputeHydrostaticsRequest* request,
                                                v1::ComputeHydrostaticsResponse* response) override;

 private:
  template <typename Request, typename Call>
  grpc::ServerUnaryReactor* answer(grpc::CallbackServerContext* context, const Request* request,
                                   Call call);
  template <typename Request, typename Reactor, typename Make>
  Reactor* stream(grpc::CallbackServerContext* context, Make make);

  AccessControl& access_;
  PerTenant<Catalogue>& catalogues_;
  WorkerPool& pool_;
};

}  // namespace raftup::server
