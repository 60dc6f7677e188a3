/// @file One participant of a coupled session as a process of its own:
///   partner ADDRESS INDEX
/// For each line "SESSION SEED" it attaches and says so, waits for a line, and sends its samples
/// with pauses drawn from the seed, so that it is fast or slow at random.
#include <iostream>
#include <optional>
#include <sstream>

#include "tests/contract/coupled_session.hpp"

int main(int argc, char** argv) {
  using namespace raftup;
  using namespace raftup::testing;
  if (argc != 3) return 2;
  client::Client client(argv[1]);
  const Partner& partner = partners().at(static_cast<std::size_t>(std::stoul(argv[2])));
  std::optional<client::Exchange> stream;  // open until the next session
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string session;
    unsigned seed = 0;
    words >> session >> seed;
    stream.reset();
    stream.emplace(client.exchange(attach_of(session, partner)));
    std::cout << "attached" << std::endl;
    std::getline(std::cin, line);
    send_samples_slowly(*stream, partner, seed);
  }
  return 0;
}
