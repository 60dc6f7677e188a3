#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "clients/cpp/client.hpp"

namespace raftup::client {

/// What a server is asked to carry.
struct LoadScenario {
  v1::Model model;                  ///< of every session
  std::vector<std::string> inputs;  ///< held ones that every message brings a sample of
  int sessions = 1;
  int steps_per_message = 1;
  /// Messages per second to each session, sent at times fixed in advance whatever the server does
  /// (open loop); 0 = the next message as soon as the answer is there (closed loop).
  double rate = 0.0;
  std::chrono::duration<double> duration{5.0};
  std::chrono::duration<double> warm_up{1.0};  ///< before it, not counted
  int connections = 1;                         ///< that the sessions share
};

/// @throws std::invalid_argument naming the rule that is broken
void check(const LoadScenario& scenario);

}  // namespace raftup::client
