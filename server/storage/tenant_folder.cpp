#include "server/storage/tenant_folder.hpp"

#include <algorithm>

#include "server/security/caller.hpp"

namespace raftup::server {

namespace {

namespace fs = std::filesystem;

constexpr const char* kTenants = "tenants";

}  // namespace

fs::path tenant_folder(const fs::path& data, const std::string& tenant) {
  return tenant == kDefaultTenant ? data : data / kTenants / tenant;
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

}  // namespace raftup::server
