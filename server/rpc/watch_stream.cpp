#include "server/rpc/watch_stream.hpp"

#include <fmt/format.h>
#include <grpcpp/support/proto_buffer_reader.h>

#include <algorithm>
#include <array>
#include <utility>

#include "server/base/status.hpp"
#include "server/rpc/stream_convert.hpp"

namespace raftup::server {

namespace {

/// Refers to bytes without copying them. The bytes are kept until gRPC has sent them.
grpc::Slice shared_slice(const std::shared_ptr<const std::string>& bytes) {
  auto* const owner = new std::shared_ptr<const std::string>(bytes);
  const auto release = [](void* held) {
    delete static_cast<std::shared_ptr<const std::string>*>(held);
  };
  return {const_cast<char*>(bytes->data()), bytes->size(), release, owner};
}

/// Returns a message that contains only the number of dropped frames. Serialized messages that
/// follow each other are parsed as one message with the fields of all. This message can therefore
/// be appended to the frame that all watchers share.
std::string dropped_count(std::int64_t count) {
  v1::WatchSessionResponse response;
  response.mutable_frame()->set_dropped_frame_count(count);
  return response.SerializeAsString();
}

}  // namespace

v1::WatchSessionRequest watch_request_from_bytes(const grpc::ByteBuffer& bytes) {
  v1::WatchSessionRequest request;
  grpc::ByteBuffer copy(bytes);  // the reader consumes the buffer
  grpc::ProtoBufferReader reader(&copy);
  if (!reader.status().ok() || !request.ParseFromZeroCopyStream(&reader)) {
    throw bad_field("request", "must be a WatchSessionRequest", "");
  }
  return request;
}

WatchStream* WatchStream::start(std::shared_ptr<Session> session,
                                const v1::WatchSessionRequest& request, QuotaShare share,
                                CallTimer call) {
  auto stream =
      std::make_shared<WatchStream>(std::move(session), std::move(share), std::move(call));
  stream->keep_alive_ = stream;
  stream->session_->strand().post([stream, request] {
    const grpc::Status status = status_of([&] { stream->watch(request); });
    if (!status.ok()) stream->finish(status);
  });
  return stream.get();
}

WatchStream::WatchStream(std::shared_ptr<Session> session, QuotaShare share, CallTimer call)
    : session_(std::move(session)), share_(std::move(share)), call_(std::move(call)) {}

void WatchStream::watch(const v1::WatchSessionRequest& request) {
  const WatchOrder order = watch_order_from_proto(request);
  policy_ = order.policy;
  queue_limit_ = order.queue_bytes;
  const Columns columns = session_->subscribers().watch(order, shared_from_this());
  send_watching(*session_, columns);
}

void WatchStream::send_watching(const Session& session, const Columns& columns) {
  v1::WatchSessionResponse response;
  watching_to_proto(session, columns, *response.mutable_watching());
  send({std::make_shared<const std::string>(response.SerializeAsString()), false});
}

// --- session ------------------------------------------------------------------------------------

void WatchStream::offer(const Bytes& frame) {
  if (make_room(frame->size())) return send({frame, true});
  const ServiceError slow(
      Reason::kWatcherTooSlow,
      fmt::format("a watcher must leave at most {} bytes unread", queue_limit_));
  session_->strand().post(
      [self = shared_from_this()] { self->session_->streams().unwatch(*self); });
  {
    const std::lock_guard lock(mutex_);
    session_->measures()->add_dropped_frames(DropCause::kDisconnect, frames_waiting() + 1);
    waiting_.clear();  // the client would not read these messages either
    waiting_bytes_ = 0;
  }
  finish(to_status(slow));
}

void WatchStream::send_notice(const SessionNotice& notice) {
  v1::WatchSessionResponse response;
  notice_to_proto(notice, *response.mutable_notice());
  send_news(std::make_shared<const std::string>(response.SerializeAsString()));
}

void WatchStream::send_contact_events(const Bytes& events) { send_news(events); }

/// Sends a message other than a frame, which waits for a slow client as long as there is room.
void WatchStream::send_news(const Bytes& bytes) {
  if (make_room(bytes->size())) send({bytes, false});
}

/// Applies the policy for overflow if a message of `size` bytes exceeds the limit.
/// @returns false if the message must not be sent
bool WatchStream::make_room(std::size_t size) {
  const std::lock_guard lock(mutex_);
  const auto is_frame = [](const Message& message) { return message.is_frame; };
  if (policy_ == OverflowPolicy::kLatest) {
    const auto frame = std::find_if(waiting_.begin(), waiting_.end(), is_frame);
    if (frame != waiting_.end()) drop(frame);
  }
  if (policy_ == OverflowPolicy::kBackpressure) return true;
  while (!waiting_.empty() && waiting_bytes_ + size > queue_limit_) {
    if (policy_ == OverflowPolicy::kDisconnect) return false;
    drop(waiting_.begin());
  }
  return true;
}

void WatchStream::drop(const std::deque<Message>::iterator& message) {
  if (message->is_frame) {
    ++dropped_frames_;
    session_->measures()->add_dropped_frames(
        policy_ == OverflowPolicy::kLatest ? DropCause::kLatest : DropCause::kDropOldest);
  }
  waiting_bytes_ -= message->bytes->size();
  waiting_.erase(message);
}

/// Returns the number of frames that wait. The mutex must be held.
std::int64_t WatchStream::frames_waiting() const {
  return std::count_if(waiting_.begin(), waiting_.end(),
                       [](const Message& message) { return message.is_frame; });
}

bool WatchStream::holds_session() const {
  if (policy_ != OverflowPolicy::kBackpressure) return false;
  const std::lock_guard lock(mutex_);
  return waiting_bytes_ > queue_limit_ && !finish_;
}

void WatchStream::close(const ServiceError& error) { finish(to_status(error)); }

// --- gRPC ---------------------------------------------------------------------------------------

void WatchStream::send(Message message) {
  const grpc::ByteBuffer* write = nullptr;
  {
    const std::lock_guard lock(mutex_);
    if (finish_) return;
    waiting_bytes_ += message.bytes->size();
    waiting_.push_back(std::move(message));
    if (!writing_) write = next_write();
  }
  if (write != nullptr) StartWrite(write);
}

/// Takes the message that has waited longest. The mutex must be held.
const grpc::ByteBuffer* WatchStream::next_write() {
  writing_ = !waiting_.empty();
  if (!writing_) return nullptr;
  const Message message = std::move(waiting_.front());
  waiting_.pop_front();
  waiting_bytes_ -= message.bytes->size();
  std::array<grpc::Slice, 2> slices{shared_slice(message.bytes)};
  std::size_t count = 1;
  if (message.is_frame && dropped_frames_ > 0) {
    slices[count++] = grpc::Slice(dropped_count(std::exchange(dropped_frames_, 0)));
  }
  in_progress_ = grpc::ByteBuffer(slices.data(), count);
  return &in_progress_;
}

void WatchStream::OnWriteDone(bool ok) {
  const grpc::ByteBuffer* write = nullptr;
  std::optional<grpc::Status> status;
  bool caught_up = false;
  {
    const std::lock_guard lock(mutex_);
    if (!ok) {
      waiting_.clear();
      waiting_bytes_ = 0;
    }
    const bool behind = waiting_bytes_ > queue_limit_;
    write = next_write();
    caught_up = behind && waiting_bytes_ <= queue_limit_;
    if (write == nullptr) status = finish_;
  }
  if (caught_up) {
    session_->strand().post([self = shared_from_this()] { self->session_->schedule().proceed(); });
  }
  if (write != nullptr) StartWrite(write);
  if (status) Finish(*status);
}

void WatchStream::OnCancel() {
  session_->strand().post(
      [self = shared_from_this()] { self->session_->streams().unwatch(*self); });
  finish(grpc::Status::CANCELLED);
}

void WatchStream::OnDone() { keep_alive_.reset(); }

void WatchStream::finish(const grpc::Status& status) {
  {
    const std::lock_guard lock(mutex_);
    if (finish_) return;
    finish_ = status;
    call_.end(status.error_code());
    if (writing_) return;  // OnWriteDone() finishes after the last message
  }
  Finish(status);
}

}  // namespace raftup::server
