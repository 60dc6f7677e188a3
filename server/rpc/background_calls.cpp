#include "server/rpc/background_calls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/base/sha256.hpp"
#include "server/base/service_error.hpp"
#include "server/base/status.hpp"
#include "server/model/message_rules.hpp"
#include "server/rpc/cancellable_call.hpp"
#include "server/rpc/linearisation_convert.hpp"
#include "server/rpc/session_convert.hpp"
#include "server/sessions/recording/session_name.hpp"
#include "solver/simulation/serialisation/model_image.hpp"
#include "solver/water/groups/mode_carriers.hpp"

namespace raftup::server {

namespace {

constexpr std::size_t kChunkBytes = std::size_t{1} << 20;
constexpr std::size_t kFileByteLimit = std::size_t{64} << 20;

/// A call that returns a file in parts.
template <typename Response>
class FileReactor : public grpc::ServerWriteReactor<Response> {
 public:
  explicit FileReactor(QuotaShare share) : share_(std::move(share)) {}

  // NOLINTBEGIN(readability-identifier-naming): gRPC's names
  void OnWriteDone(bool ok) final {
    if (!ok) return this->Finish(grpc::Status::CANCELLED);
    response_.Clear();
    if (next_ == file_.size()) return this->Finish(grpc::Status::OK);
    write_next();
  }

  void OnCancel() final { cancellation_.request(); }

  void OnDone() final { delete this; }
  // NOLINTEND(readability-identifier-naming)

 protected:
  /// Sends the file that `make` returns, in parts. `make` may set fields of the first part. If it
  /// throws, the call ends with the error.
  template <typename Make>
  void send(Make make) {
    const grpc::Status status = status_of_work(cancellation_, [&] {
      file_ = make(response_);
      response_.set_file_size_bytes(static_cast<std::int64_t>(file_.size()));
      response_.set_sha256(sha256(std::string_view(file_)));
    });
    if (!status.ok()) return this->Finish(status);
    write_next();
  }

 private:
  void write_next() {
    const std::size_t size = std::min(kChunkBytes, file_.size() - next_);
    response_.set_data(file_.substr(next_, size));
    next_ += size;
    this->StartWrite(&response_);
  }

  QuotaShare share_;
  Cancellation cancellation_;
  std::string file_;
  std::size_t next_ = 0;
  Response response_;
};

class ExportReactor final : public FileReactor<v1::ExportCheckpointResponse> {
 public:
  ExportReactor(SessionHost& host, WorkerPool& computing, const std::string& tenant,
                const std::string& name, QuotaShare share)
      : FileReactor(std::move(share)) {
    computing.post(tenant, [this, &host, tenant, name] {
      send([&](v1::ExportCheckpointResponse& response) {
        const CheckpointName parsed = parse_checkpoint_name(name);
        auto [checkpoint, file] = host.export_checkpoint({tenant, parsed.session}, parsed.id);
        checkpoint_to_proto(checkpoint, parsed.session, *response.mutable_checkpoint());
        return file;
      });
    });
  }
};

/// Exports the model of a session. The model is copied in the session's strand. Its image takes as
/// long as a new session and is therefore made in the pool.
class ModelReactor final : public FileReactor<v1::ExportModelResponse> {
 public:
  ModelReactor(SessionHost& host, WorkerPool& computing, const std::shared_ptr<Session>& session,
               QuotaShare share)
      : FileReactor(std::move(share)) {
    session->strand().post([this, &host, &computing, session] {
      auto model = std::make_shared<const solver::Model>(
          solver::without_mode_carriers(session->simulation().model()));
      computing.post(session->tenant(), [this, &host, model, tenant = session->tenant()] {
        send([&](v1::ExportModelResponse& response) {
          response.set_model_digest(fmt::format("{:016x}", solver::digest(*model)));
          return solver::write_model_image(*model, host.fit_cache(tenant));
        });
      });
    });
  }
};

class ImportReactor final : public grpc::ServerReadReactor<v1::ImportCheckpointRequest> {
 public:
  ImportReactor(SessionHost& host, WorkerPool& computing, std::string tenant,
                v1::ImportCheckpointResponse& response, QuotaShare share)
      : host_(host),
        computing_(computing),
        tenant_(std::move(tenant)),
        response_(response),
        share_(std::move(share)) {
    StartRead(&request_);
  }

  void OnReadDone(bool ok) override {
    if (!ok) {
      computing_.post(tenant_,
                      [this] { Finish(status_of_work(cancellation_, [this] { import_file(); })); });
      return;
    }
    const grpc::Status status = status_of([this] { receive_chunk(); });
    if (!status.ok()) return Finish(status);
    StartRead(&request_);
  }

  void OnCancel() override { cancellation_.request(); }

  void OnDone() override { delete this; }

 private:
  void receive_chunk() {
    if (file_.size() + request_.data().size() > kFileByteLimit) {
      throw ServiceError(
          Reason::kQuotaLimit,
          fmt::format("a checkpoint file must have at most {} bytes", kFileByteLimit));
    }
    file_ += request_.data();
    if (order_) return;
    check_request_limits(request_);
    request_.clear_data();
    order_ = request_;
  }

  void import_file() {
    if (!order_) throw bad_field("sha256", "must be in the first request", "");
    const std::string digest = sha256(std::string_view(file_));
    if (digest != order_->sha256()) {
      throw ServiceError(Reason::kChecksumMismatch,
                         fmt::format("the file's SHA-256 must be {}, is {}: send it again",
                                     order_->sha256(), digest));
    }
    const auto [session, checkpoint] =
        host_.import_checkpoint(tenant_, read_file(), order_->session(), order_->session_id());
    checkpoint_to_proto(checkpoint, session->name(), *response_.mutable_checkpoint());
  }

  CheckpointFile read_file() const {
    try {
      return checkpoint_from_bytes(file_);
    } catch (const Error& error) {
      throw ServiceError(Reason::kCheckpointRefused, error.what());
    }
  }

  SessionHost& host_;
  WorkerPool& computing_;
  std::string tenant_;
  v1::ImportCheckpointResponse& response_;
  QuotaShare share_;
  Cancellation cancellation_;
  v1::ImportCheckpointRequest request_;
  std::optional<v1::ImportCheckpointRequest> order_;  ///< the first request, without its data
  std::string file_;
};

}  // namespace

grpc::ServerWriteReactor<v1::ExportCheckpointResponse>* export_checkpoint(SessionHost& host,
                                                                          WorkerPool& computing,
                                                                          const std::string& tenant,
                                                                          const std::string& name,
                                                                          QuotaShare share) {
  return new ExportReactor(host, computing, tenant, name, std::move(share));
}

ModelStream* export_model(SessionRegistry& registry, SessionHost& host, WorkerPool& computing,
                          const std::string& tenant, const v1::ExportModelRequest& request,
                          QuotaShare share) {
  check_request_limits(request);
  return new ModelReactor(host, computing, registry.find({tenant, request.session()}),
                          std::move(share));
}

grpc::ServerReadReactor<v1::ImportCheckpointRequest>* import_checkpoint(
    SessionHost& host, WorkerPool& computing, const std::string& tenant,
    v1::ImportCheckpointResponse& response, QuotaShare share) {
  return new ImportReactor(host, computing, tenant, response, std::move(share));
}

namespace {

/// The model and the state that are linearized.
struct Subject {
  solver::Model model;
  std::optional<solver::State> state;  ///< state of a session; empty for a model
  /// Sea with all defaults written out, so that it ends at the last frequency of the data.
  v1::Sea sea;
  std::string path;  ///< path of the model in the request, for messages
};

class LinearizeReactor final : public grpc::ServerWriteReactor<v1::LinearizeResponse> {
 public:
  LinearizeReactor(SessionHost& host, WorkerPool& computing, ProgressBoard& board,
                   std::string tenant, v1::LinearizeRequest request, std::vector<QuotaShare> shares)
      : host_(host),
        computing_(computing),
        board_(board),
        tenant_(std::move(tenant)),
        request_(std::move(request)),
        shares_(std::move(shares)) {}

  /// Linearizes the model in the request.
  void start() {
    computing_.post(tenant_, [this] {
      const grpc::Status status = status_of_work(cancellation_, [&] {
        BuiltModel built = host_.model_of(tenant_, request_.model(), "model");
        compute({std::move(built.model), std::nullopt, built.message.environment().sea(), "model"});
      });
      begin(status);
    });
  }

  /// Linearizes a session in the state that it has when its strand runs this task.
  void start(const std::shared_ptr<Session>& session) {
    session->strand().post([this, session] {
      auto subject = std::make_shared<Subject>(
          Subject{session->simulation().model(), session->simulation().state(),
                  session->spec().model().environment().sea(), "session.spec.model"});
      computing_.post(session->tenant(), [this, subject] {
        begin(status_of_work(cancellation_, [&] { compute(*subject); }));
      });
    });
  }

  void OnWriteDone(bool ok) override {
    if (!ok) return Finish(grpc::Status::CANCELLED);
    write_next();
  }

  void OnCancel() override { cancellation_.request(); }

  void OnDone() override { delete this; }

 private:
  void compute(const Subject& subject) {
    const solver::LinearizationOptions options = linearization_options_from_proto(request_);
    const auto seas =
        stationary_seas_from_proto(request_, subject.sea, subject.path, subject.model);
    const solver::State* state = subject.state ? &*subject.state : nullptr;
    CallProgress fits(board_, request_.progress_id(), host_.fit_cache(tenant_));
    try {
      const solver::Linearization linear(subject.model, state, options, &fits);
      linearization_to_proto(linear, request_, seas, [this](v1::LinearizeResponse&& part) {
        parts_.push_back(std::move(part));
      });
    } catch (const solver::NoEquilibrium& error) {
      throw bad_field(subject.path + "." + error.path(), error.rule(), "");
    } catch (const Error& error) {
      if (error.code() != ErrorCode::kInvalidArgument) throw;
      throw bad_field(subject.path, error.what(), "");
    }
  }

  void begin(const grpc::Status& status) {
    if (!status.ok()) return Finish(status);
    write_next();
  }

  void write_next() {
    if (next_ == parts_.size()) return Finish(grpc::Status::OK);
    response_ = std::move(parts_[next_++]);
    StartWrite(&response_);
  }

  SessionHost& host_;
  WorkerPool& computing_;
  ProgressBoard& board_;
  std::string tenant_;
  v1::LinearizeRequest request_;
  std::vector<QuotaShare> shares_;
  Cancellation cancellation_;
  std::vector<v1::LinearizeResponse> parts_;
  std::size_t next_ = 0;
  v1::LinearizeResponse response_;
};

}  // namespace

grpc::ServerWriteReactor<v1::LinearizeResponse>* linearize(SessionRegistry& registry,
                                                           SessionHost& host, WorkerPool& computing,
                                                           ProgressBoard& board,
                                                           const std::string& tenant,
                                                           const v1::LinearizeRequest& request,
                                                           std::vector<QuotaShare> shares) {
  check_request_limits(request);
  std::shared_ptr<Session> session;
  if (request.has_session()) {
    session = registry.find({tenant, request.session()});
  } else if (!request.has_model()) {
    throw bad_field("session", "must be given, or model", "");
  }
  auto* reactor = new LinearizeReactor(host, computing, board, tenant, request, std::move(shares));
  if (session) {
    reactor->start(session);
  } else {
    reactor->start();
  }
  return reactor;
}

}  // namespace raftup::server
