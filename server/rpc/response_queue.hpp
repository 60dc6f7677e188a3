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

/// The pending responses of one stream in their order, and the status that ends it. The queue
/// decides what to write and writes nothing itself. It bounds the bytes that wait behind the
/// response in progress: beyond a limit the client counts as too slow, and if all streams of its
/// tenant together exceed their quota, the stream of a client that does not read ends. Thread-safe.
class ResponseQueue {
 public:
  using Response = std::unique_ptr<v1::ExchangeResponse>;

  /// @param ledger of the tenant; used until clear()
  ResponseQueue(QuotaLedger& ledger, std::string tenant);

  /// An empty response for a frame, with the capacity of one that has been written.
  Response acquire_frame();

  struct Added {
    const v1::ExchangeResponse* first = nullptr;  ///< to be written now; null = nothing
    std::optional<grpc::Status> end;  ///< the status with which the stream has ended, if it has
  };
  /// Adds a response; does nothing if the stream has ended.
  Added add(Response response);
  /// Repeats an acknowledgement. If one is still pending it is changed instead, so that
  /// acknowledgements do not accumulate for a client that does not read.
  /// @returns false if none is pending
  bool acknowledge_again(std::int64_t nonce);

  struct Written {
    const v1::ExchangeResponse* next = nullptr;  ///< to be written now; null = nothing is pending
    std::optional<grpc::Status> end;             ///< the status to finish with now
    bool caught_up = false;                      ///< true if the client keeps up again
  };
  /// To be called when the response in progress was written, or could not be written and no other
  /// will be.
  Written written(bool ok);

  enum class End {
    kBefore,       ///< it had ended before
    kAfterWrites,  ///< written() returns when to finish
    kNow,          ///< finish now
  };
  /// Ends the stream after the pending responses; further calls have no effect.
  End end(const grpc::Status& status);
  bool ended() const;
  /// Drops pending responses and returns their bytes to the tenant's quota; the last call.
  void clear();

  /// True if the client has so little unread that it can receive a frame.
  bool keeps_up() const;

 private:
  struct Waiting {
    Response response;
    std::int64_t bytes = 0;  ///< number of its bytes in unread_bytes_
  };

  bool count_unread(std::int64_t bytes);

  QuotaLedger& ledger_;
  const std::string tenant_;
  std::atomic<std::int64_t> unread_bytes_{0};  ///< of the responses behind the first

  mutable std::mutex mutex_;            ///< protects everything below
  std::deque<Waiting> waiting_;         ///< the first is being written
  std::vector<Response> spare_frames_;  ///< written frames, kept for reuse
  std::optional<grpc::Status> end_;
};

}  // namespace raftup::server
