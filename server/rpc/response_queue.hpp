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

/// What one stream has to write: answers in their order, and the status that ends it. It says what
/// is to be written and writes nothing itself. Of what waits behind the answer that is being
/// written it bounds the bytes: beyond a limit the client does not keep up, and where all streams
/// of its tenant together pass their quota, the stream of a client that does not read ends.
/// Thread-safe.
class ResponseQueue {
 public:
  using Response = std::unique_ptr<v1::ExchangeResponse>;

  /// @param ledger of the tenant; used until clear()
  ResponseQueue(QuotaLedger& ledger, std::string tenant);

  /// An answer to be filled with a frame, with the capacity of one that has been written.
  Response acquire_frame();

  struct Added {
    const v1::ExchangeResponse* first = nullptr;  ///< to be written now; null = not now
    std::optional<grpc::Status> end;              ///< with which the stream has ended by this
  };
  /// Nothing where the stream has ended.
  Added add(Response response);
  /// A client that does not read must not make acknowledgements pile up: one that still waits is
  /// changed.
  /// @returns false where none waits
  bool acknowledge_again(std::int64_t nonce);

  struct Written {
    const v1::ExchangeResponse* next = nullptr;  ///< to be written now; null = nothing waits
    std::optional<grpc::Status> end;             ///< to finish with now
    bool caught_up = false;                      ///< the client keeps up again
  };
  /// The answer that was being written has gone out, or has not and no other will.
  Written written(bool ok);

  enum class End {
    kBefore,       ///< it had ended already
    kAfterWrites,  ///< written() says when to finish
    kNow,          ///< to be finished now
  };
  /// Ends it after what waits, the first time.
  End end(const grpc::Status& status);
  bool ended() const;
  /// Drops what waits and gives its bytes back to the tenant; the last call.
  void clear();

  /// Whether the client leaves so little unread that it can take a frame.
  bool keeps_up() const;

 private:
  struct Waiting {
    Response response;
    std::int64_t bytes = 0;  ///< of it in unread_bytes_
  };

  bool count_unread(std::int64_t bytes);

  QuotaLedger& ledger_;
  const std::string tenant_;
  std::atomic<std::int64_t> unread_bytes_{0};  ///< of the answers behind the first

  mutable std::mutex mutex_;            ///< of everything below
  std::deque<Waiting> waiting_;         ///< the first is being written
  std::vector<Response> spare_frames_;  ///< written frames, kept for their capacity
  std::optional<grpc::Status> end_;
};

}  // namespace raftup::server
