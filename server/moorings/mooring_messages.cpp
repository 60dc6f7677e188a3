#include "server/moorings/mooring_messages.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "hydro/base/bytes.hpp"

namespace raftup::server {

namespace {

constexpr std::size_t kMostBytes = std::size_t{256} << 20;
constexpr std::size_t kLengthBytes = 8;

using Clock = ChildProcess::Clock;

ErrorCode code_from_number(std::uint64_t number) {
  return number <= static_cast<std::uint64_t>(ErrorCode::kInternal) ? static_cast<ErrorCode>(number)
                                                                    : ErrorCode::kInternal;
}

void require_end(const ByteReader& in) {
  if (!in.at_end()) throw Error(ErrorCode::kDataLoss, "a message must end where its content does");
}

/// Receives the next `count` bytes of a message.
ReceivedMessage::End receive(int socket, std::size_t count, Clock::time_point deadline,
                             std::string& bytes) {
  std::array<char, std::size_t{1} << 16> block{};
  while (count > 0) {
    if (!wait_until(socket, POLLIN, deadline)) return ReceivedMessage::End::kLate;
    const ssize_t got = read(socket, block.data(), std::min(count, block.size()));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return ReceivedMessage::End::kClosed;
    bytes.append(block.data(), static_cast<std::size_t>(got));
    count -= static_cast<std::size_t>(got);
  }
  return ReceivedMessage::End::kWhole;
}

}  // namespace

std::string encode(const MooringRequest& request) {
  ByteWriter out;
  out.write(request.at_rest);
  out.write(std::string_view(request.memory));
  out.write(std::span<const double>(request.points));
  out.write(std::span<const double>(request.velocity));
  out.write(request.time);
  out.write(request.duration);
  return out.bytes();
}

MooringRequest decode_request(std::string_view bytes) {
  ByteReader in(bytes);
  MooringRequest request;
  request.at_rest = in.read_flag();
  request.memory = in.read_text();
  request.points = in.read_doubles();
  request.velocity = in.read_doubles();
  request.time = in.read_double();
  request.duration = in.read_double();
  require_end(in);
  return request;
}

std::string encode(const MooringReply& reply) {
  ByteWriter out;
  out.write(reply.refusal.has_value());
  if (reply.refusal) {
    out.write(static_cast<std::uint64_t>(reply.refusal->code()));
    out.write(reply.refusal->what());
    return out.bytes();
  }
  out.write(std::string_view(reply.stage.memory));
  out.write(std::span<const double>(reply.stage.forces));
  out.write(std::span<const double>(reply.stage.tensions));
  out.write(static_cast<std::uint64_t>(reply.stage.shapes.size()));
  for (const auto& shape : reply.stage.shapes) out.write(std::span<const double>(shape));
  out.write(reply.stage.remaining_acceleration);
  return out.bytes();
}

MooringReply decode_reply(std::string_view bytes) {
  ByteReader in(bytes);
  MooringReply reply;
  if (in.read_flag()) {
    const ErrorCode code = code_from_number(in.read_unsigned());
    reply.refusal.emplace(code, std::string(in.read_text()));
  } else {
    reply.stage.memory = in.read_text();
    reply.stage.forces = in.read_doubles();
    reply.stage.tensions = in.read_doubles();
    for (std::uint64_t left = in.read_unsigned(); left > 0; --left) {
      reply.stage.shapes.push_back(in.read_doubles());
    }
    reply.stage.remaining_acceleration = in.read_double();
  }
  require_end(in);
  return reply;
}

bool send_message(int socket, std::string_view message, Clock::time_point deadline) {
  ByteWriter whole;
  whole.write(message);
  std::string_view left = whole.bytes();
  while (!left.empty()) {
    if (!wait_until(socket, POLLOUT, deadline)) return false;
    const ssize_t sent = send(socket, left.data(), left.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno != EINTR && errno != EAGAIN) return false;
    if (sent > 0) left.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

ReceivedMessage receive_message(int socket, Clock::time_point deadline) {
  ReceivedMessage message;
  std::string length;
  message.end = receive(socket, kLengthBytes, deadline, length);
  if (message.end != ReceivedMessage::End::kWhole) return message;
  const std::uint64_t count = ByteReader(length).read_unsigned();
  if (count > kMostBytes) {
    message.end = ReceivedMessage::End::kTooLong;
    return message;
  }
  message.end = receive(socket, static_cast<std::size_t>(count), deadline, message.bytes);
  return message;
}

}  // namespace raftup::server
