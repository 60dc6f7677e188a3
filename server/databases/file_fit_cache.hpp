#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "hydro/radiation/radiation_options.hpp"

namespace raftup::server {

/// Fits of radiation memory in files, one per key, called by the key's SHA-256. A damaged file
/// counts as absent. The fits used longest ago are forgotten when the folder grows too large; the
/// newest stays. Thread-safe, between processes too: files are replaced as a whole.
class FileFitCache : public hydro::FitCache {
 public:
  static constexpr std::uintmax_t kByteLimit = std::uintmax_t{256} << 20;  ///< some 300 fits

  /// @param folder     made where absent
  /// @param program    what makes the fits: those of another program are not found, because it may
  ///                   make them differently
  /// @param byte_limit of all files together
  FileFitCache(std::filesystem::path folder, std::string program,
               std::uintmax_t byte_limit = kByteLimit);

  std::optional<std::string> find(const std::string& key) override;

  /// Keeps nothing where the disk has no room: a cache may forget.
  void store(const std::string& key, const std::string& fit) override;

 private:
  std::filesystem::path file_of(const std::string& key) const;

  void forget_oldest(const std::filesystem::path& newest) const;

  std::filesystem::path folder_;
  std::string program_;
  std::uintmax_t byte_limit_;
};

}  // namespace raftup::server
