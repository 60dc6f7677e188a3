#include "hydro/base/sha256.hpp"

#include <fmt/format.h>

#include <array>

#ifdef _WIN32
#ifndef NOMINMAX
#define NOMINMAX
#endif
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
// bcrypt.h needs the types of windows.h.
#include <bcrypt.h>

#include <algorithm>
#include <limits>

#include "hydro/base/error.hpp"
#else
// Only the functions of this digest are used: the general ones would bring all algorithms of the
// library and its clean-up at exit into every program that embeds the solver.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>
#endif

namespace raftup {

namespace {
constexpr std::size_t kDigestBytes = 32;
}  // namespace

#ifdef _WIN32

/// A digest of the system's library, bcrypt.dll.
struct Sha256::Context {
  Context() {
    check(BCryptOpenAlgorithmProvider(&algorithm, BCRYPT_SHA256_ALGORITHM, nullptr, 0));
    const NTSTATUS status = BCryptCreateHash(algorithm, &hash, nullptr, 0, nullptr, 0, 0);
    if (status < 0) BCryptCloseAlgorithmProvider(algorithm, 0);
    check(status);
  }
  ~Context() {
    BCryptDestroyHash(hash);
    BCryptCloseAlgorithmProvider(algorithm, 0);
  }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  void update(std::span<const std::byte> bytes) {
    constexpr std::size_t kMost = std::numeric_limits<ULONG>::max();
    while (!bytes.empty()) {
      const std::size_t count = std::min(bytes.size(), kMost);
      // The function takes its input by a pointer to bytes that it does not write.
      auto* first = reinterpret_cast<PUCHAR>(const_cast<std::byte*>(bytes.data()));
      check(BCryptHashData(hash, first, static_cast<ULONG>(count), 0));
      bytes = bytes.subspan(count);
    }
  }
  std::array<unsigned char, kDigestBytes> finish() {
    std::array<unsigned char, kDigestBytes> digest{};
    check(BCryptFinishHash(hash, digest.data(), static_cast<ULONG>(digest.size()), 0));
    return digest;
  }
  static void check(NTSTATUS status) {
    if (status >= 0) return;
    throw Error(ErrorCode::kInternal,
                fmt::format("the digests of Windows must work, got status {:#010x}",
                            static_cast<unsigned long>(status)));
  }

  BCRYPT_ALG_HANDLE algorithm = nullptr;
  BCRYPT_HASH_HANDLE hash = nullptr;
};

#else

/// A digest of OpenSSL.
struct Sha256::Context {
  Context() { SHA256_Init(&sha); }

  void update(std::span<const std::byte> bytes) { SHA256_Update(&sha, bytes.data(), bytes.size()); }
  std::array<unsigned char, kDigestBytes> finish() {
    std::array<unsigned char, kDigestBytes> digest{};
    SHA256_Final(digest.data(), &sha);
    return digest;
  }

  SHA256_CTX sha;
};

#endif

Sha256::Sha256() : context_(std::make_unique<Context>()) {}

Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&& other) noexcept = default;
Sha256& Sha256::operator=(Sha256&& other) noexcept = default;

void Sha256::update(std::span<const std::byte> bytes) { context_->update(bytes); }

std::string Sha256::finish() {
  std::string text;
  for (const unsigned char byte : context_->finish()) text += fmt::format("{:02x}", byte);
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
