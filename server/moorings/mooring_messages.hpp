#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hydro/base/error.hpp"
#include "server/base/child_process.hpp"
#include "solver/model/loads/mooring_library.hpp"

/// @file The messages between a server and its program raftup-run-moordyn. They are sent through
///         one socket, each preceded by its length: requests to the program, and replies to the
///         server. The program sends its first reply without a request; it reports whether the
///         library was loaded.
namespace raftup::server {

/// The file descriptors of the program.
inline constexpr int kMooringSocket = 0;
inline constexpr int kMooringInput = 3;  ///< descriptor of a file with the input of MoorDyn

/// Largest duration of a request. A longer request ends the program, even if no server waits for
/// the reply.
inline constexpr std::chrono::seconds kLongestRequest{300};

struct MooringRequest {
  bool at_rest = false;  ///< true to find the mooring at rest, for which only the points are used
  std::string memory;
  std::vector<double> points, velocity;
  double time = 0.0, duration = 0.0;
};

struct MooringReply {
  /// Error of a request that could not be fulfilled; none if it succeeded.
  std::optional<Error> refusal;
  solver::MooringStage stage;  ///< the result, if there is no refusal
};

std::string encode(const MooringRequest& request);
std::string encode(const MooringReply& reply);
/// Reads a request or a reply from its bytes.
/// @throws Error(kDataLoss) if the bytes are malformed
MooringRequest decode_request(std::string_view bytes);
MooringReply decode_reply(std::string_view bytes);

/// Sends a message with its length. A closed connection causes no signal.
/// @returns true if the message was sent before the deadline
bool send_message(int socket, std::string_view message, ChildProcess::Clock::time_point deadline);

/// A received message, and whether it is complete (kWhole), the connection was closed (kClosed),
/// the deadline passed (kLate) or the message is too long (kTooLong).
struct ReceivedMessage {
  enum class End { kWhole, kClosed, kLate, kTooLong } end = End::kClosed;
  std::string bytes;
};
ReceivedMessage receive_message(int socket, ChildProcess::Clock::time_point deadline);

}  // namespace raftup::server
