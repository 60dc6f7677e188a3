#pragma once

#include <grpcpp/support/server_callback.h>

#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "server/operation/call_metrics.hpp"
#include "server/security/quota_ledger.hpp"
#include "server/sessions/session.hpp"
#include "server/sessions/streams/telemetry.hpp"

namespace raftup::server {

/// Reads the request of a WatchSession RPC from its bytes.
/// @throws ServiceError(kBadField) if the bytes are not a WatchSessionRequest
v1::WatchSessionRequest watch_request_from_bytes(const grpc::ByteBuffer& bytes);

/// The reactor of one WatchSession RPC. Frames arrive serialized and are passed to gRPC unchanged,
/// so that many watchers share one copy. The overflow policy that the client chose limits the
/// frames that wait; gRPC holds one further message.
class WatchStream final : public grpc::ServerWriteReactor<grpc::ByteBuffer>,
                          public Watcher,
                          public std::enable_shared_from_this<WatchStream> {
 public:
  /// Starts a WatchSession RPC.
  /// @param share counts this RPC as one of the tenant's streams; held until the end of the RPC
  /// @param call measures the duration of the RPC
  /// @returns the reactor, which keeps itself alive until gRPC has released it
  static WatchStream* start(std::shared_ptr<Session> session,
                            const v1::WatchSessionRequest& request, QuotaShare share,
                            CallTimer call);

  WatchStream(std::shared_ptr<Session> session, QuotaShare share, CallTimer call);

  // Calls by gRPC, in any thread.
  void OnWriteDone(bool ok) override;
  void OnCancel() override;
  void OnDone() override;

  // Calls by the session, in its strand.
  void offer(const std::shared_ptr<const std::string>& frame) override;
  void send_notice(const SessionNotice& notice) override;
  void send_contact_events(const std::shared_ptr<const std::string>& events) override;
  bool holds_session() const override;
  void close(const ServiceError& error) override;

 private:
  using Bytes = std::shared_ptr<const std::string>;
  struct Message {
    Bytes bytes;
    bool is_frame = true;
  };

  void watch(const v1::WatchSessionRequest& request);
  void send_watching(const Session& session, const Columns& columns);
  bool make_room(std::size_t size);
  void drop(const std::deque<Message>::iterator& message);
  std::int64_t frames_waiting() const;
  void send_news(const Bytes& bytes);
  void send(Message message);
  const grpc::ByteBuffer* next_write();
  void finish(const grpc::Status& status);

  std::shared_ptr<WatchStream> keep_alive_;
  std::shared_ptr<Session> session_;
  QuotaShare share_;  ///< counts this RPC as one of the tenant's streams
  OverflowPolicy policy_ = OverflowPolicy::kLatest;
  std::size_t queue_limit_ = 0;

  mutable std::mutex mutex_;  ///< protects all members below
  std::deque<Message> waiting_;
  std::size_t waiting_bytes_ = 0;
  /// Number of dropped frames since the last frame that was written.
  std::int64_t dropped_frames_ = 0;
  grpc::ByteBuffer in_progress_;
  bool writing_ = false;
  std::optional<grpc::Status> finish_;
  CallTimer call_;
};

}  // namespace raftup::server
