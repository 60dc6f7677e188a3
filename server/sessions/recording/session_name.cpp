#include "server/sessions/recording/session_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>

namespace raftup::server {

CheckpointName parse_checkpoint_name(const std::string& name) {
  const std::string infix = "/checkpoints/";
  const std::size_t place = std::min(name.find(infix), name.size());
  const std::size_t id = std::min(place + infix.size(), name.size());
  return {name.substr(0, place), name.substr(id)};
}

std::string random_token() {
  std::random_device device;
  return fmt::format("{:08x}{:08x}{:08x}{:08x}", device(), device(), device(), device());
}

}  // namespace raftup::server
