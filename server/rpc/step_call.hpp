#pragma once

#include <grpcpp/support/server_callback.h>

#include <functional>
#include <memory>

#include "raftup/v1/session.pb.h"
#include "server/sessions/session.hpp"
#include "server/sessions/streams/stream_listener.hpp"

namespace raftup::server {

/// One StepSession RPC. It attaches to the session as a controller, takes steps without waiting for
/// inputs, and detaches.
class StepCall final : public grpc::ServerUnaryReactor,
                       public StreamListener,
                       public std::enable_shared_from_this<StepCall> {
 public:
  using Done = std::function<void(const grpc::Status&)>;

  /// @param done called once with the status of the RPC, in the session's strand, before the RPC
  ///         ends
  static StepCall* start(std::shared_ptr<Session> session, const v1::StepSessionRequest& request,
                         v1::StepSessionResponse& response, Done done);

  StepCall(std::shared_ptr<Session> session, const v1::StepSessionRequest& request,
           v1::StepSessionResponse& response, Done done);

  void OnCancel() override;
  void OnDone() override;

  std::span<double> add_row(std::int64_t time_ns, std::size_t columns) override;
  void discard_rows() override;
  void send_frame(const FrameSummary& summary) override;
  void step_failed(const ServiceError& error, std::int64_t step_index) override;
  void send_need(const std::vector<std::string>& participant_ids,
                 std::int64_t until_time_ns) override;
  void send_notice(const SessionNotice& notice) override;
  void send_contact_events(const v1::ContactEvents& events) override;
  void left() override;
  void close(const ServiceError& error) override;

 private:
  void run();
  void finish(const grpc::Status& status);

  std::shared_ptr<Session> session_;
  const v1::StepSessionRequest& request_;
  v1::StepSessionResponse& response_;
  Done done_;
  std::shared_ptr<StepCall> keep_alive_;
  SessionStream* attachment_ = nullptr;
  grpc::Status status_;
  bool finished_ = false;
};

}  // namespace raftup::server
