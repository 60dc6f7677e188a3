#include "server/storage/set_aside.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <exception>

#include "server/base/durable_file.hpp"

namespace raftup::server {

namespace {

namespace fs = std::filesystem;

fs::path free_name(const fs::path& folder, const std::string& name) {
  fs::path candidate = folder / name;
  for (int i = 1; fs::exists(fs::symlink_status(candidate)); ++i) {
    candidate = folder / fmt::format("{}.{}", name, i);
  }
  return candidate;
}

}  // namespace

void set_aside(const fs::path& what, const fs::path& folder, const char* why) {
  try {
    make_folders(folder);
    const fs::path place = free_name(folder, what.filename().string());
    fs::rename(what, place);
    sync_folder(folder);
    spdlog::warn("{} {}: it is moved to {}", what.string(), why, place.string());
  } catch (const std::exception& error) {
    spdlog::warn("{} {} and is left where it is: {}", what.string(), why, error.what());
  }
}

}  // namespace raftup::server
