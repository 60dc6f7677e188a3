#include "server/security/token.hpp"

#include <fmt/format.h>
#include <openssl/crypto.h>
#include <openssl/rand.h>

#include <array>

#include "hydro/base/error.hpp"

namespace raftup::server {

std::string make_token() {
  std::array<unsigned char, 32> secret{};
  if (RAND_bytes(secret.data(), static_cast<int>(secret.size())) != 1) {
    throw Error(ErrorCode::kInternal, "the system gives no random bytes for a token");
  }
  return fmt::format("raftup_{:02x}", fmt::join(secret, ""));
}

bool same_digest(std::string_view a, std::string_view b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace raftup::server
