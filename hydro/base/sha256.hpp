#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace raftup {

/// Computes the SHA-256 digest of bytes that are added in pieces. Not thread-safe.
/// @source FIPS 180-4
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&& other) noexcept;
  Sha256& operator=(Sha256&& other) noexcept;

  /// Adds bytes to the digest.
  void update(std::span<const std::byte> bytes);

  /// Returns the digest as 64 lower-case hexadecimal digits. It must be called once, after the last
  /// update().
  std::string finish();

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

/// Returns the SHA-256 digest of bytes or of a text as 64 lower-case hexadecimal digits.
std::string sha256(std::span<const std::byte> bytes);
std::string sha256(std::string_view text);

}  // namespace raftup
