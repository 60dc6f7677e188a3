#include "server/rpc/database_service.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/base/log.hpp"
#include "server/base/service_error.hpp"
#include "server/base/status.hpp"
#include "server/databases/database_record.hpp"
#include "server/model/message_rules.hpp"
#include "server/rpc/background_calls.hpp"
#include "server/rpc/hydrostatics_convert.hpp"

namespace raftup::server {

namespace {

constexpr int kDefaultPageSize = 100;
constexpr int kLargestPageSize = 1000;
constexpr std::size_t kBytesPerPage = std::size_t{1} << 20;
constexpr std::size_t kValuesPerMessage = std::size_t{1} << 16;  ///< equal to 512 KiB

v1::DatabaseState state_to_proto(UploadState state) {
  switch (state) {
    case UploadState::kUploading:
      return v1::DATABASE_STATE_UPLOADING;
    case UploadState::kValidating:
      return v1::DATABASE_STATE_VALIDATING;
    case UploadState::kRejected:
      return v1::DATABASE_STATE_REJECTED;
  }
  return v1::DATABASE_STATE_UNSPECIFIED;
}

int page_size_of(const v1::ListDatabasesRequest& request) {
  if (request.page_size() < 0) {
    throw bad_field("page_size", "must be 0 to 1000", std::to_string(request.page_size()));
  }
  return request.page_size() == 0 ? kDefaultPageSize
                                  : std::min(request.page_size(), kLargestPageSize);
}

/// Fills a page with the databases after the name in `page_token`. The page ends early if its
/// records would exceed what a client accepts in one message.
void fill_page(std::vector<v1::Database> all, const v1::ListDatabasesRequest& request,
               v1::ListDatabasesResponse& response) {
  const int page_size = page_size_of(request);
  std::size_t bytes = 0;
  for (v1::Database& database : all) {
    if (database.name() <= request.page_token()) continue;
    const int count = response.databases_size();
    bytes += database.ByteSizeLong();
    if (count == page_size || (count > 0 && bytes > kBytesPerPage)) {
      response.set_next_page_token(response.databases(count - 1).name());
      return;
    }
    *response.add_databases() = std::move(database);
  }
}

/// A stream that uploads a file. Each message is stored in the pool, and the next one is read after
/// that.
class UploadReactor final : public grpc::ServerReadReactor<v1::UploadDatabaseRequest> {
 public:
  UploadReactor(Caller caller, Catalogue& catalogue, WorkerPool& pool,
                v1::UploadDatabaseResponse* response)
      : caller_(std::move(caller)), catalogue_(catalogue), pool_(pool), response_(response) {
    StartRead(&request_);
  }

  void OnReadDone(bool ok) override {
    if (!ok) return Finish(grpc::Status::OK);
    pool_.post(caller_.tenant, [this] { receive_request(); });
  }

  void OnDone() override { delete this; }

 private:
  void receive_request() {
    const grpc::Status status = status_of([this] { store_request(); });
    if (!status.ok() || request_.finish()) return Finish(status);
    StartRead(&request_);
  }

  void store_request() {
    if (!request_.upload_id().empty()) upload_id_ = request_.upload_id();
    if (upload_id_.empty()) throw bad_field("upload_id", "must be in the first request", "");
    const auto checksum = request_.has_crc32c() ? std::optional(request_.crc32c()) : std::nullopt;
    response_->set_committed_bytes(
        catalogue_.append(upload_id_, request_.offset_bytes(), request_.data(), checksum));
    if (request_.finish()) finish_upload();
  }

  void finish_upload() {
    const LogScope scope{
        {"database", upload_id_}, {"tenant", caller_.tenant}, {"trace", caller_.trace}};
    try {
      *response_->mutable_database() = catalogue_.finish_upload(
          upload_id_, {request_.accepted_checks().begin(), request_.accepted_checks().end()});
    } catch (const std::exception& error) {
      spdlog::warn("database rejected: {}", error.what());
      throw;
    }
    spdlog::info("database accepted");
  }

  Caller caller_;
  Catalogue& catalogue_;
  WorkerPool& pool_;
  v1::UploadDatabaseResponse* response_;
  v1::UploadDatabaseRequest request_;
  std::string upload_id_;
};

/// Sends datasets one after another, each in messages of up to kValuesPerMessage values.
class CoefficientsReactor final : public grpc::ServerWriteReactor<v1::ReadCoefficientsResponse> {
 public:
  CoefficientsReactor(const Caller& caller, Catalogue& catalogue, WorkerPool& pool,
                      v1::ReadCoefficientsRequest request)
      : pool_(pool) {
    pool.post(caller.tenant, [this, &catalogue, request = std::move(request)] {
      const grpc::Status status = status_of([&] {
        file_ = catalogue.open_file(request.name());
        arrays_ = coefficients_of(*file_, request);
      });
      if (!status.ok()) return end(status);
      begin_array();
    });
  }

  void OnWriteDone(bool ok) override {
    if (!ok) return end(grpc::Status::CANCELLED);
    response_.Clear();
    if (next_ < values_.size()) return write_next();
    if (++array_ == arrays_.size()) return end(grpc::Status::OK);
    pool_.post([this] { begin_array(); });
  }

  void OnDone() override { delete this; }

 private:
  void begin_array() {
    const hydro::DatabaseArray& array = arrays_[array_];
    response_.set_dataset(array.name);
    response_.set_units(array.units);
    response_.set_long_name(array.meaning);
    for (const auto& [name, size] : array.dimensions) {
      response_.add_dimensions(name);
      response_.add_shape(size);
    }
    response_.mutable_texts()->Add(array.texts.begin(), array.texts.end());
    values_ = array.is_text() ? std::vector<double>() : array.values();
    next_ = 0;
    write_next();
  }

  void write_next() {
    const std::size_t end = std::min(next_ + kValuesPerMessage, values_.size());
    response_.mutable_values()->Add(values_.data() + next_, values_.data() + end);
    next_ = end;
    StartWrite(&response_);
  }

  /// Ends the call. The database is released first, so that it is unused when the client is
  /// notified.
  void end(const grpc::Status& status) {
    arrays_.clear();
    file_.reset();
    Finish(status);
  }

  WorkerPool& pool_;
  std::shared_ptr<const FileContent> file_;
  std::vector<hydro::DatabaseArray> arrays_;
  std::size_t array_ = 0;
  std::vector<double> values_;
  std::size_t next_ = 0;
  v1::ReadCoefficientsResponse response_;
};

/// Sends the vertices and then the triangles of a mesh, in messages of up to kRowsPerMessage rows.
class MeshReactor final : public grpc::ServerWriteReactor<v1::ReadMeshResponse> {
 public:
  MeshReactor(const Caller& caller, Catalogue& catalogue, WorkerPool& pool,
              v1::ReadMeshRequest request) {
    pool.post(caller.tenant, [this, &catalogue, request = std::move(request)] {
      const grpc::Status status =
          status_of([&] { mesh_ = catalogue.open_mesh(request.name()).file; });
      if (!status.ok()) return Finish(status);
      write_next();
    });
  }

  void OnWriteDone(bool ok) override {
    response_.Clear();
    if (ok && next_ < row_count()) return write_next();
    mesh_.reset();  // released before the client is notified of the end
    Finish(ok ? grpc::Status::OK : grpc::Status::CANCELLED);
  }

  void OnDone() override { delete this; }

 private:
  std::size_t row_count() const { return mesh_->vertices().size() + mesh_->triangles().size(); }

  void write_next() {
    const auto& vertices = mesh_->vertices();
    const auto& triangles = mesh_->triangles();
    const std::size_t end = std::min(next_ + kRowsPerMessage, row_count());
    for (; next_ < std::min(end, vertices.size()); ++next_) {
      for (const double x : vertices[next_]) response_.add_vertices(static_cast<float>(x));
    }
    for (; next_ < end; ++next_) {
      const auto& corners = triangles[next_ - vertices.size()];
      response_.mutable_triangles()->Add(corners.begin(), corners.end());
    }
    StartWrite(&response_);
  }

  static constexpr std::size_t kRowsPerMessage = std::size_t{1} << 15;

  std::shared_ptr<const hydro::MeshFile> mesh_;
  std::size_t next_ = 0;
  v1::ReadMeshResponse response_;
};

}  // namespace

/// Admits the call and runs `call(caller, catalogue)` on the pool. An error that is thrown ends the
/// call.
template <typename Request, typename Call>
grpc::ServerUnaryReactor* DatabaseService::answer(grpc::CallbackServerContext* context,
                                                  const Request* request, Call call) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  const grpc::Status admitted = status_of([&] {
    const Caller caller = access_.admit(*context, *Request::descriptor());
    check_request_limits(*request);
    pool_.post(caller.tenant, [this, reactor, caller, call = std::move(call)] {
      reactor->Finish(status_of([&] { call(caller, catalogues_.of(caller.tenant)); }));
    });
  });
  if (!admitted.ok()) reactor->Finish(admitted);
  return reactor;
}

/// Admits a call with many messages and makes its reactor by `make(caller, catalogue)`.
template <typename Request, typename Reactor, typename Make>
Reactor* DatabaseService::stream(grpc::CallbackServerContext* context, Make make) {
  Reactor* reactor = nullptr;
  const grpc::Status admitted = status_of([&] {
    const Caller caller = access_.admit(*context, *Request::descriptor());
    reactor = make(caller, catalogues_.of(caller.tenant));
  });
  return admitted.ok() ? reactor : new RefusedStream<Reactor>(admitted);
}

grpc::ServerUnaryReactor* DatabaseService::StartUpload(grpc::CallbackServerContext* context,
                                                       const v1::StartUploadRequest* request,
                                                       v1::StartUploadResponse* response) {
  return answer(context, request, [=, this](const Caller& caller, Catalogue& catalogue) {
    const DatabaseName name = make_database_name(request->database_id(), request->sha256());
    access_.ledger(caller).check_database_bytes(catalogue.bytes_besides(name.key()),
                                                request->size_bytes());
    const Catalogue::Start start =
        catalogue.start_upload(request->database_id(), request->sha256(), request->size_bytes());
    response->set_chunk_limit_bytes(UploadArea::kLargestChunk);
    if (start.existing) response->set_existing_database(start.existing->name());
    if (!start.upload) return;
    response->set_upload_id(start.upload->name.key());
    response->set_committed_bytes(start.upload->committed);
  });
}

grpc::ServerReadReactor<v1::UploadDatabaseRequest>* DatabaseService::UploadDatabase(
    grpc::CallbackServerContext* context, v1::UploadDatabaseResponse* response) {
  using Reactor = grpc::ServerReadReactor<v1::UploadDatabaseRequest>;
  return stream<v1::UploadDatabaseRequest, Reactor>(
      context, [&](const Caller& caller, Catalogue& catalogue) {
        return new UploadReactor(caller, catalogue, pool_, response);  // deletes itself when done
      });
}

grpc::ServerUnaryReactor* DatabaseService::GetUpload(grpc::CallbackServerContext* context,
                                                     const v1::GetUploadRequest* request,
                                                     v1::GetUploadResponse* response) {
  return answer(context, request,
                [request, response](const Caller& /*caller*/, Catalogue& catalogue) {
                  const Upload upload = catalogue.get_upload(request->upload_id());
                  response->set_committed_bytes(upload.committed);
                  response->set_state(state_to_proto(upload.state));
                  response->set_rejection(upload.rejection);
                });
}

grpc::ServerUnaryReactor* DatabaseService::CancelUpload(grpc::CallbackServerContext* context,
                                                        const v1::CancelUploadRequest* request,
                                                        v1::CancelUploadResponse* /*response*/) {
  return answer(context, request, [request](const Caller& /*caller*/, Catalogue& catalogue) {
    catalogue.cancel_upload(request->upload_id());
  });
}

grpc::ServerUnaryReactor* DatabaseService::GetDatabase(grpc::CallbackServerContext* context,
                                                       const v1::GetDatabaseRequest* request,
                                                       v1::GetDatabaseResponse* response) {
  return answer(context, request,
                [request, response](const Caller& /*caller*/, Catalogue& catalogue) {
                  *response->mutable_database() = catalogue.get(request->name());
                });
}

grpc::ServerUnaryReactor* DatabaseService::ListDatabases(grpc::CallbackServerContext* context,
                                                         const v1::ListDatabasesRequest* request,
                                                         v1::ListDatabasesResponse* response) {
  return answer(context, request,
                [request, response](const Caller& /*caller*/, Catalogue& catalogue) {
                  fill_page(catalogue.list(request->filter()), *request, *response);
                });
}

grpc::ServerUnaryReactor* DatabaseService::DeleteDatabase(
    grpc::CallbackServerContext* context, const v1::DeleteDatabaseRequest* request,
    v1::DeleteDatabaseResponse* /*response*/) {
  return answer(context, request, [request](const Caller& /*caller*/, Catalogue& catalogue) {
    catalogue.remove(request->name(), request->force());
  });
}

grpc::ServerWriteReactor<v1::ReadCoefficientsResponse>* DatabaseService::ReadCoefficients(
    grpc::CallbackServerContext* context, const v1::ReadCoefficientsRequest* request) {
  using Reactor = grpc::ServerWriteReactor<v1::ReadCoefficientsResponse>;
  return stream<v1::ReadCoefficientsRequest, Reactor>(context, [&](const Caller& caller,
                                                                   Catalogue& catalogue) {
    return new CoefficientsReactor(caller, catalogue, pool_, *request);  // deletes itself when done
  });
}

grpc::ServerWriteReactor<v1::ReadMeshResponse>* DatabaseService::ReadMesh(
    grpc::CallbackServerContext* context, const v1::ReadMeshRequest* request) {
  using Reactor = grpc::ServerWriteReactor<v1::ReadMeshResponse>;
  return stream<v1::ReadMeshRequest, Reactor>(
      context, [&](const Caller& caller, Catalogue& catalogue) {
        return new MeshReactor(caller, catalogue, pool_, *request);  // deletes itself when done
      });
}

grpc::ServerUnaryReactor* DatabaseService::ComputeHydrostatics(
    grpc::CallbackServerContext* context, const v1::ComputeHydrostaticsRequest* request,
    v1::ComputeHydrostaticsResponse* response) {
  return answer(context, request, [=](const Caller& /*caller*/, Catalogue& catalogue) {
    compute_hydrostatics(*catalogue.open_mesh(request->name()).file, *request, *response);
  });
}

}  // namespace raftup::server
