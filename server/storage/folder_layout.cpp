#include "server/storage/folder_layout.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <charconv>
#include <exception>

#include "server/base/durable_file.hpp"
#include "server/security/caller.hpp"

namespace raftup::server {

namespace {

namespace fs = std::filesystem;

constexpr const char* kTenants = "tenants";

fs::path free_name(const fs::path& folder, const std::string& name) {
  fs::path candidate = folder / name;
  for (int i = 1; fs::exists(fs::symlink_status(candidate)); ++i) {
    candidate = folder / fmt::format("{}.{}", name, i);
  }
  return candidate;
}

}  // namespace

std::vector<std::int64_t> SessionFolder::numbers_of(const std::string& prefix) const {
  std::vector<std::int64_t> numbers;
  for (const auto& entry : std::filesystem::directory_iterator(path_)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(prefix)) continue;
    const char* const end = name.data() + name.size();
    std::int64_t number = 0;
    const auto [rest, error] = std::from_chars(name.data() + prefix.size(), end, number);
    if (error == std::errc() && rest == end) numbers.push_back(number);
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

fs::path tenant_folder(const fs::path& data, const std::string& tenant) {
  return tenant == kDefaultTenant ? data : data / kTenants / tenant;
}

fs::path set_aside_folder(const fs::path& data, const std::string& tenant) {
  return tenant_folder(data, tenant) / "set-aside";
}

std::vector<std::string> tenants_in(const fs::path& data) {
  std::vector<std::string> tenants;
  if (fs::exists(data / kTenants)) {
    for (const auto& entry : fs::directory_iterator(data / kTenants)) {
      if (entry.is_directory()) tenants.push_back(entry.path().filename().string());
    }
  }
  std::sort(tenants.begin(), tenants.end());
  tenants.insert(tenants.begin(), kDefaultTenant);
  return tenants;
}

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
