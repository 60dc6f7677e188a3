#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hydro/base/error.hpp"
#include "server/base/child_process.hpp"
#include "solver/model/loads/mooring_library.hpp"

/// @file The messages between a server and its raftup-run-moordyn: messages with their lengths on
///         one socket, requests in one direction and replies in the other. The first reply, without
///         a request, says whether the library was loaded.
namespace raftup::server {

/// Descriptors of the program.
inline constexpr int kMooringSocket = 0;
inline constexpr int kMooringInput = 3;  ///< a file with the text of the input

/// A request that takes longer than this ends the program, even if nobody waits for it.
inline constexpr std::chrono::seconds kLongestRequest{300};

struct MooringRequest {
  bool at_rest = false;  ///< true for a request of rest(), for which only the points count
  std::string memory;
  std::vector<double> points, velocity;
  double time = 0.0, duration = 0.0;
};

struct MooringReply {
  std::optional<Error> refusal;
  solver::MooringStage stage;  ///< the result, if nothing was refused
};

std::string encode(const MooringRequest& request);
std::string encode(const MooringReply& reply);
/// Reads a request or a reply back from its bytes.
/// @throws Error(kDataLoss)
MooringRequest decode_request(std::string_view bytes);
MooringReply decode_reply(std::string_view bytes);

/// True if the message was sent before the deadline; it never causes a signal if the other end is
/// closed.
bool send_message(int socket, std::string_view message, ChildProcess::Clock::time_point deadline);

/// The part of a message that has been received.
struct ReceivedMessage {
  enum class End { kWhole, kClosed, kLate, kTooLong } end = End::kClosed;
  std::string bytes;
};
ReceivedMessage receive_message(int socket, ChildProcess::Clock::time_point deadline);

}  // namespace raftup::server
