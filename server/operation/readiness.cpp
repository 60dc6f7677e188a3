#include "server/operation/readiness.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <exception>
#include <fstream>
#include <memory>
#include <string>
#include <utility>

#include "hydro/base/error.hpp"
#include "server/base/file_descriptor.hpp"

namespace raftup::server {

namespace {

std::string store_fault(const std::filesystem::path& data) {
  try {
    require(std::filesystem::is_directory(data),
            fmt::format("data must be a folder, got {}", data.string()));
    check_data_folder(data);
    return "";
  } catch (const std::exception& error) {  // an error of the disk is a fault to report
    return error.what();
  }
}

/// Returns a fault if 80 % of the file descriptors are open. Journals, uploads and the reader
/// process need descriptors too.
std::string descriptor_fault() {
  const ProcessStatus process = process_status();
  if (process.open_descriptors * 5 < process.descriptor_limit * 4) return "";
  return fmt::format("descriptors must be below 80 % of {}, got {}", process.descriptor_limit,
                     process.open_descriptors);
}

/// Returns a fault if long steps occupy so many threads that none is left for other sessions.
std::string worker_fault(const WorkerPool& stepping) {
  const WorkerPool::Load load = stepping.load(kLastingStep);
  if (!load.held) return "";
  return fmt::format("steps must leave a worker to others, {} have run for {} s or longer",
                     load.lasting, kLastingStep.count());
}

}  // namespace

Readiness::Readiness(std::filesystem::path data, const WorkerPool& stepping)
    : data_(std::move(data)), stepping_(stepping) {}

std::vector<Readiness::Check> Readiness::checks() const {
  return {{"store", store_fault(data_)},
          {"recovery", recovered_ ? "" : "sessions are being recovered"},
          {"descriptors", descriptor_fault()},
          {"workers", worker_fault(stepping_)},
          {"draining", withdrawn_ ? "the server is about to stop" : ""}};
}

bool Readiness::all_pass(const std::vector<Check>& checks) {
  return std::all_of(checks.begin(), checks.end(),
                     [](const Check& check) { return check.fault.empty(); });
}

namespace {

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

std::int64_t count_descriptors() {
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir("/proc/self/fd"), &closedir);
  std::int64_t count = -3;  // entries ".", ".." and the folder's own descriptor
  while (folder && readdir(folder.get()) != nullptr) ++count;
  return count;
}

std::int64_t count_resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  std::int64_t pages = 0;
  statm >> pages >> pages;  // the resident pages are the second number
  return pages * sysconf(_SC_PAGESIZE);
}

}  // namespace

ProcessStatus process_status() {
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return {count_descriptors(), static_cast<std::int64_t>(limit.rlim_cur), count_resident_bytes(),
          seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime)};
}

namespace fs = std::filesystem;

namespace {

/// Returns the folder, or its nearest parent folder that exists.
fs::path existing(const fs::path& folder) {
  fs::path found = fs::absolute(folder).lexically_normal();
  std::error_code ignored;
  while (!fs::exists(found, ignored) && found.has_relative_path()) found = found.parent_path();
  return found;
}

/// Writes a test file of one page to the folder and removes it.
/// @returns errno of the operation that failed, or 0
int write_page_in(const fs::path& folder) {
  const fs::path name = folder / ".writable";
  const FileDescriptor file(open(name.c_str(), O_CREAT | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file.valid()) return errno;
  std::array<char, 4096> page{};
  const bool written = write(file.get(), page.data(), page.size()) == ssize_t{page.size()};
  const int error = written ? 0 : (errno == 0 ? ENOSPC : errno);
  unlink(name.c_str());
  return error;
}

}  // namespace

void check_data_folder(const fs::path& folder) {
  const int error = write_page_in(existing(folder));
  require(error == 0, fmt::format("data must be a folder that can be written to, got {}: {}",
                                  folder.string(), std::strerror(error)));
}

namespace {

constexpr std::array<const char*, 2> kServices = {"raftup.v1.SessionService",
                                                  "raftup.v1.DatabaseService"};

}  // namespace

HealthReport::HealthReport(const Readiness& readiness, grpc::HealthCheckServiceInterface& health)
    : readiness_(readiness), health_(health) {}

void HealthReport::update() {
  std::string faults;
  for (const auto& check : readiness_.checks()) {
    if (!check.fault.empty()) faults += (faults.empty() ? "" : "; ") + check.fault;
  }
  const std::lock_guard lock(mutex_);
  if (std::exchange(faults_, faults) == faults) return;
  for (const char* service : kServices) health_.SetServingStatus(service, faults.empty());
  if (faults.empty()) {
    spdlog::info("ready");
  } else {
    spdlog::warn("not ready: {}", faults);
  }
}

AdminEndpoint::Page readiness_page(const Readiness& readiness) {
  const auto checks = readiness.checks();
  std::string text;
  for (const auto& check : checks) {
    text += fmt::format("{}: {}\n", check.name, check.fault.empty() ? "ok" : check.fault);
  }
  return {Readiness::all_pass(checks) ? 200 : 503, text};
}

}  // namespace raftup::server
