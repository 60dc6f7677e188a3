/// @file Somebody who looks at a session as a process of its own, so that it can be stopped:
///   observer ADDRESS SESSION
/// Watches, says so, waits for a line "STEP_INDEX", then reads up to there and says how many rows
/// it has seen and how many frames were dropped.
#include <iostream>
#include <string>

#include "clients/cpp/client.hpp"

int main(int argc, char** argv) {
  using namespace raftup;
  if (argc != 3) return 2;
  client::Client client(argv[1]);
  v1::WatchSessionRequest request;
  request.set_session(argv[2]);
  request.set_overflow_policy(v1::OVERFLOW_POLICY_DROP_OLDEST);
  request.set_queue_bytes(1 << 16);
  auto watch = client.watch(request);
  int width = 0;
  for (const auto& output : watch.watching().outputs()) width += output.size();
  // An observer of the coupling stream, too: it has the credit of one frame and never more.
  v1::Attach attach;
  attach.set_session(argv[2]);
  attach.set_role(v1::ROLE_OBSERVER);
  attach.set_credit(1);
  auto stream = client.exchange(attach);
  std::cout << "watching" << std::endl;
  std::string line;
  std::getline(std::cin, line);
  const std::int64_t end = std::stoll(line);
  std::int64_t rows = 0;
  std::int64_t dropped = 0;
  for (std::int64_t step = 0; step < end;) {
    const v1::Frame& frame = watch.receive_frame();
    rows += frame.values_size() / width;
    dropped += frame.dropped_frame_count();
    step = frame.step_index();
  }
  std::cout << rows << ' ' << dropped << std::endl;
  return 0;
}
