#include "server/sessions/random_token.hpp"

#include <fmt/format.h>

#include <random>

namespace raftup::server {

std::string random_token() {
  std::random_device device;
  return fmt::format("{:08x}{:08x}{:08x}{:08x}", device(), device(), device(), device());
}

}  // namespace raftup::server
