#include "server/operation/readiness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "hydro/base/error.hpp"
#include "server/operation/data_folder.hpp"
#include "server/operation/process_status.hpp"

namespace raftup::server {

namespace {

std::string store_fault(const std::filesystem::path& data) {
  try {
    require(std::filesystem::is_directory(data),
            fmt::format("data must be a folder, got {}", data.string()));
    check_data_folder(data);
    return "";
  } catch (const std::exception& error) {  // a disk that fails is a fault to tell
    return error.what();
  }
}

/// Journals, uploads and the reader process need some too.
std::string descriptor_fault() {
  const ProcessStatus process = process_status();
  if (process.open_descriptors * 5 < process.descriptor_limit * 4) return "";
  return fmt::format("descriptors must be below 80 % of {}, got {}", process.descriptor_limit,
                     process.open_descriptors);
}

}  // namespace

Readiness::Readiness(std::filesystem::path data) : data_(std::move(data)) {}

std::vector<Readiness::Check> Readiness::checks() const {
  return {{"store", store_fault(data_)},
          {"recovery", recovered_ ? "" : "sessions are being recovered"},
          {"descriptors", descriptor_fault()},
          {"draining", withdrawn_ ? "the server is about to stop" : ""}};
}

bool Readiness::all_pass(const std::vector<Check>& checks) {
  return std::all_of(checks.begin(), checks.end(),
                     [](const Check& check) { return check.fault.empty(); });
}

}  // namespace raftup::server
