#pragma once

#include <grpcpp/support/status.h>

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "raftup/v1/session.pb.h"
#include "server/security/quota_ledger.hpp"

namespace raftup::server {

/// The responses that wait to be written on one stream, in their order, and the status that ends
/// the stream. The queue determines which response is to be written, but does not write. It limits
/// the bytes of the responses that wait behind the one being written: beyond a limit the client
/// counts as too slow. If the streams of its tenant together exceed their quota of unread bytes, a
/// stream whose client does not read is ended. Thread-safe.
class ResponseQueue {
 public:
  using Response = std::unique_ptr<v1::ExchangeResponse>;

  /// @param ledger quota of the tenant; used until clear()
  ResponseQueue(QuotaLedger& ledger, std::string tenant);

  /// Returns an empty response for a frame. Memory of a response that has been written is reused.
  Response acquire_frame();

  struct Added {
    const v1::ExchangeResponse* first = nullptr;  ///< response to be written now; null = none
    /// Status with which this call has ended the stream; none = not ended by this call.
    std::optional<grpc::Status> end;
  };
  /// Adds a response. Does nothing if the stream has ended.
  Added add(Response response);
  /// Changes the nonce of a heartbeat acknowledgement that waits to be written, so that
  /// acknowledgements do not accumulate for a client that does not read.
  /// @returns false if no acknowledgement is waiting
  bool acknowledge_again(std::int64_t nonce);

  struct Written {
    const v1::ExchangeResponse* next = nullptr;  ///< response to be written now; null = none
    /// Status with which the stream must be finished now.
    std::optional<grpc::Status> end;
    /// True if the client was too slow and is not any more.
    bool caught_up = false;
  };
  /// To be called when the response in progress was written.
  /// @param ok false if it could not be written; then no further response can be written
  Written written(bool ok);

  /// When a stream ends after end() was called.
  enum class End {
    kBefore,       ///< the stream had been ended before
    kAfterWrites,  ///< after pending writes; written() then returns the status
    kNow,          ///< at once: the caller must finish the stream
  };
  /// Ends the stream after the pending responses. If the stream has been ended before, the call has
  /// no effect.
  End end(const grpc::Status& status);
  bool ended() const;
  /// Drops the pending responses and subtracts their bytes from the unread bytes of the tenant. No
  /// other function may be called afterwards.
  void clear();

  /// True if so few bytes are unread by the client that it can receive a frame.
  bool keeps_up() const;

 private:
  struct Waiting {
    Response response;
    std::int64_t bytes = 0;  ///< bytes of the response that are counted in unread_bytes_
  };

  bool count_unread(std::int64_t bytes);

  QuotaLedger& ledger_;
  const std::string tenant_;
  std::atomic<std::int64_t> unread_bytes_{0};  ///< bytes of all responses but the first

  mutable std::mutex mutex_;            ///< protects all members below
  std::deque<Waiting> waiting_;         ///< the first response is being written
  std::vector<Response> spare_frames_;  ///< written frames, whose memory is reused
  std::optional<grpc::Status> end_;
};

}  // namespace raftup::server
