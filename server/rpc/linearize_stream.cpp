#include "server/rpc/linearize_stream.hpp"

#include <memory>
#include <optional>
#include <utility>

#include "hydro/base/error.hpp"
#include "server/base/service_error.hpp"
#include "server/base/status.hpp"
#include "server/rpc/linearisation_convert.hpp"
#include "server/rpc/request_limits.hpp"

namespace raftup::server {

namespace {

/// What is linearised.
struct Subject {
  solver::Model model;
  std::optional<solver::State> state;  ///< of a session
  v1::Sea sea;       ///< of the model as it is written out, so that it ends where the data do
  std::string path;  ///< of the model in the request
};

class LinearizeReactor final : public grpc::ServerWriteReactor<v1::LinearizeResponse> {
 public:
  LinearizeReactor(SessionHost& host, WorkerPool& background, v1::LinearizeRequest request,
                   std::vector<QuotaShare> shares)
      : host_(host),
        background_(background),
        request_(std::move(request)),
        shares_(std::move(shares)) {}

  /// Of a model that the request holds.
  void start(const std::string& tenant) {
    background_.post([this, tenant] {
      const grpc::Status status = status_of([&] {
        BuiltModel built = host_.model_of(tenant, request_.model(), "model");
        compute({std::move(built.model), std::nullopt, built.message.environment().sea(), "model"});
      });
      begin(status);
    });
  }

  /// Of a session: as it stands when its strand comes to it.
  void start(const std::shared_ptr<Session>& session) {
    session->strand().post([this, session] {
      auto subject = std::make_shared<Subject>(
          Subject{session->simulation().model(), session->simulation().state(),
                  session->spec().model().environment().sea(), "session.spec.model"});
      background_.post([this, subject] { begin(status_of([&] { compute(*subject); })); });
    });
  }

  void OnWriteDone(bool ok) override {
    if (!ok) return Finish(grpc::Status::CANCELLED);
    write_next();
  }

  void OnDone() override { delete this; }

 private:
  void compute(const Subject& subject) {
    const solver::LinearisationOptions options = linearisation_options_from_proto(request_);
    const auto seas =
        stationary_seas_from_proto(request_, subject.sea, subject.path, subject.model);
    const solver::State* state = subject.state ? &*subject.state : nullptr;
    try {
      const solver::Linearisation linear(subject.model, state, options, host_.fit_cache());
      linearisation_to_proto(linear, request_, seas, [this](v1::LinearizeResponse&& part) {
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
  WorkerPool& background_;
  v1::LinearizeRequest request_;
  std::vector<QuotaShare> shares_;
  std::vector<v1::LinearizeResponse> parts_;
  std::size_t next_ = 0;
  v1::LinearizeResponse response_;
};

}  // namespace

grpc::ServerWriteReactor<v1::LinearizeResponse>* linearize(
    SessionRegistry& registry, SessionHost& host, WorkerPool& background, const std::string& tenant,
    const v1::LinearizeRequest& request, std::vector<QuotaShare> shares) {
  check_request_limits(request);
  std::shared_ptr<Session> session;
  if (request.has_session()) {
    session = registry.find({tenant, request.session()});
  } else if (!request.has_model()) {
    throw bad_field("session", "must be given, or model", "");
  }
  auto* reactor = new LinearizeReactor(host, background, request, std::move(shares));
  if (session) {
    reactor->start(session);
  } else {
    reactor->start(tenant);
  }
  return reactor;
}

}  // namespace raftup::server
