#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hydro/base/error.hpp"
#include "server/base/child_process.hpp"
#include "solver/model/loads/mooring_library.hpp"

/// @file What a server and its raftup-run-moordyn say to each other: messages behind their lengths
/// on one socket, a request from the one, a reply from the other. The first reply, without a
/// request, says whether the library is there.
namespace raftup::server {

/// Where the program finds its ends.
inline constexpr int kMooringSocket = 0;
inline constexpr int kMooringInput = 3;  ///< a file: the text of the input

/// A request that takes longer than this ends the program, whoever waits for it or not.
inline constexpr std::chrono::seconds kLongestRequest{300};

struct MooringRequest {
  bool at_rest = false;  ///< only the points count
  std::string memory;
  std::vector<double> points, velocity;
  double time = 0.0, duration = 0.0;
};

struct MooringReply {
  std::optional<Error> refusal;
  solver::MooringStage stage;  ///< where nothing was refused
};

std::string encode(const MooringRequest& request);
std::string encode(const MooringReply& reply);
/// @throws Error(kDataLoss)
MooringRequest decode_request(std::string_view bytes);
MooringReply decode_reply(std::string_view bytes);

/// Whether it went through before the deadline; never a signal where the other end is closed.
bool send_message(int socket, std::string_view message, ChildProcess::Clock::time_point deadline);

/// What was received of a message.
struct ReceivedMessage {
  enum class End { kWhole, kClosed, kLate, kTooLong } end = End::kClosed;
  std::string bytes;
};
ReceivedMessage receive_message(int socket, ChildProcess::Clock::time_point deadline);

}  // namespace raftup::server
