#include "server/sessions/checkpoint_name.hpp"

#include <algorithm>

namespace raftup::server {

CheckpointName parse_checkpoint_name(const std::string& name) {
  const std::string infix = "/checkpoints/";
  const std::size_t place = std::min(name.find(infix), name.size());
  const std::size_t id = std::min(place + infix.size(), name.size());
  return {name.substr(0, place), name.substr(id)};
}

}  // namespace raftup::server
