#include "hydro/base/sha256.hpp"

#include <fmt/format.h>

#include <array>

// Only the functions of this digest are used: the general ones would bring all algorithms of the
// library and its clean-up at exit into every program that embeds the solver.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

namespace raftup {

struct Sha256::Context {
  SHA256_CTX sha;
};

Sha256::Sha256() : context_(std::make_unique<Context>()) { SHA256_Init(&context_->sha); }

Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&& other) noexcept = default;
Sha256& Sha256::operator=(Sha256&& other) noexcept = default;

void Sha256::update(std::span<const std::byte> bytes) {
  SHA256_Update(&context_->sha, bytes.data(), bytes.size());
}

std::string Sha256::finish() {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
  SHA256_Final(digest.data(), &context_->sha);
  std::string text;
  for (const unsigned char byte : digest) text += fmt::format("{:02x}", byte);
  return text;
}

std::string sha256(std::span<const std::byte> bytes) {
  Sha256 digest;
  digest.update(bytes);
  return digest.finish();
}

std::string sha256(std::string_view text) {
  return sha256(std::as_bytes(std::span(text.data(), text.size())));
}

}  // namespace raftup
