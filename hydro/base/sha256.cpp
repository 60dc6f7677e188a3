#include "hydro/base/sha256.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>

#include "hydro/base/error.hpp"

namespace raftup {

struct Sha256::Context {
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> evp{EVP_MD_CTX_new(), EVP_MD_CTX_free};
};

namespace {

void check(int status) {
  if (status != 1) throw Error(ErrorCode::kInternal, "SHA-256: the digest library failed");
}

}  // namespace

Sha256::Sha256() : context_(std::make_unique<Context>()) {
  check(EVP_DigestInit_ex(context_->evp.get(), EVP_sha256(), nullptr));
}

Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&& other) noexcept = default;
Sha256& Sha256::operator=(Sha256&& other) noexcept = default;

void Sha256::update(std::span<const std::byte> bytes) {
  check(EVP_DigestUpdate(context_->evp.get(), bytes.data(), bytes.size()));
}

std::string Sha256::finish() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  check(EVP_DigestFinal_ex(context_->evp.get(), digest.data(), &size));
  std::string text;
  for (unsigned int i = 0; i < size; ++i) text += fmt::format("{:02x}", digest.at(i));
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
