#pragma once

#include <google/protobuf/arena.h>
#include <grpcpp/support/server_callback.h>

#include <array>
#include <atomic>
#include <memory>
#include <vector>

#include "raftup/v1/session.pb.h"
#include "server/operation/call_metrics.hpp"
#include "server/rpc/response_queue.hpp"
#include "server/security/caller.hpp"
#include "server/security/quota_ledger.hpp"
#include "server/sessions/session_registry.hpp"
#include "server/sessions/streams/stream_listener.hpp"

namespace raftup::server {

/// The reactor of one Exchange RPC. Requests are processed one after another in the session's
/// strand. The next request is read only when the one before is done, so that the flow control of
/// HTTP/2 slows down a client that sends too fast. Responses are written one at a time. Their
/// number is limited by the client's credit, their bytes by ResponseQueue. The object exists until
/// gRPC and the session have released it.
class ExchangeStream final
    : public grpc::ServerBidiReactor<v1::ExchangeRequest, v1::ExchangeResponse>,
      public StreamListener,
      public std::enable_shared_from_this<ExchangeStream> {
 public:
  /// Starts an Exchange RPC and the reading of its requests.
  /// @param ledger quota of the caller's tenant
  /// @param share counts this RPC as one of the tenant's streams; held until the end of the RPC
  /// @param call measures the duration of the RPC
  /// @returns the reactor, which keeps itself alive until gRPC has released it
  static ExchangeStream* start(const SessionRegistry& registry, Caller caller, QuotaLedger& ledger,
                               QuotaShare share, CallTimer call);

  ExchangeStream(const SessionRegistry& registry, Caller caller, QuotaLedger& ledger,
                 QuotaShare share, CallTimer call);

  // Calls by gRPC, in any thread.
  void OnReadDone(bool ok) override;
  void OnWriteDone(bool ok) override;
  void OnCancel() override;
  void OnDone() override;

  // Calls by the session, in its strand.
  std::span<double> add_row(std::int64_t time_ns, std::size_t columns) override;
  void discard_rows() override;
  void send_frame(const FrameSummary& summary) override;
  bool keeps_up() const override { return responses_.keeps_up(); }
  void step_failed(const ServiceError& error, std::int64_t step_index) override;
  void send_need(const std::vector<std::string>& participant_ids,
                 std::int64_t until_time_ns) override;
  void send_notice(const SessionNotice& notice) override;
  void send_contact_events(const v1::ContactEvents& events) override;
  void left() override;
  void close(const ServiceError& error) override;

 private:
  /// The caller, and the share that counts this RPC as one of its tenant's streams until the end of
  /// the RPC.
  struct Admission {
    Caller caller;
    QuotaShare share;
  };
  /// The request that is being processed. Its memory is one block of 4096 bytes, which suffices for
  /// requests of ordinary size without further allocations.
  struct RequestBuffer {
    std::array<char, 4096> block;
    google::protobuf::Arena arena{block.data(), block.size()};
    v1::ExchangeRequest* message = nullptr;

    v1::ExchangeRequest& renew();
  };
  /// What this RPC uses in its session.
  struct Place {
    /// True if the client is the controller, so that a step in progress is computed for it.
    std::atomic<bool> controls{false};
    SessionStream* attachment = nullptr;  ///< its stream in the session; used in the strand only
    /// Frame to which rows are being added; used in the strand only.
    ResponseQueue::Response frame;
  };

  void read_next();
  void find_session();
  void in_strand(void (ExchangeStream::*member)());
  void handle_request();
  void dispatch_request();
  void handle_end_of_requests();
  void handle_cancel();
  void handle_catching_up();
  void answer_heartbeat(std::int64_t nonce);
  void attach(const v1::Attach& request);
  void send_attached(const SessionStream& attachment);

  v1::Frame& frame();
  void send(ResponseQueue::Response response);
  void finish(const grpc::Status& status);

  const SessionRegistry& registry_;
  Admission admission_;
  std::shared_ptr<ExchangeStream> keep_alive_;
  RequestBuffer request_;
  std::shared_ptr<Session> session_;  ///< set once, before any task runs in its strand
  Place place_;

  ResponseQueue responses_;
  CallTimer call_;
};

}  // namespace raftup::server
