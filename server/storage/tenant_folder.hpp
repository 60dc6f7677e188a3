#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace raftup::server {

/// Where the databases and sessions of a tenant lie: {data} itself for the default tenant,
/// {data}/tenants/{tenant} for any other.
std::filesystem::path tenant_folder(const std::filesystem::path& data, const std::string& tenant);

/// The tenants that have a folder, the default one first.
std::vector<std::string> tenants_in(const std::filesystem::path& data);

}  // namespace raftup::server
