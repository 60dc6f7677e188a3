#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "hydro/radiation/radiation_options.hpp"

namespace raftup::server {

/// Fits of radiation memory in files, one per key, called by the key's SHA-256. A damaged file
/// counts as absent. Thread-safe, between processes too: files are replaced as a whole.
class FileFitCache : public hydro::FitCache {
 public:
  /// @param folder made where absent
  explicit FileFitCache(std::filesystem::path folder);

  std::optional<std::string> find(const std::string& key) override;

  /// Keeps nothing where the disk has no room: a cache may forget.
  void store(const std::string& key, const std::string& fit) override;

 private:
  std::filesystem::path file_of(const std::string& key) const;

  std::filesystem::path folder_;
};

}  // namespace raftup::server
