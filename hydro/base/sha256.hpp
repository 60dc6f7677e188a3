#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace raftup {

/// SHA-256 of bytes that come in pieces. Not thread-safe.
/// @source FIPS 180-4
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&& other) noexcept;
  Sha256& operator=(Sha256&& other) noexcept;

  void update(std::span<const std::byte> bytes);

  /// Ends the digest: 64 lower-case hexadecimal digits. Call once, after the last update().
  std::string finish();

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

/// SHA-256 of `bytes`, 64 lower-case hexadecimal digits.
std::string sha256(std::span<const std::byte> bytes);
std::string sha256(std::string_view text);

}  // namespace raftup
