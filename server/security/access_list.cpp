#include "server/security/access_list.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <sys/stat.h>

#include <chrono>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/base/sha256.hpp"
#include "server/base/durable_file.hpp"
#include "server/security/access_entries.hpp"

namespace raftup::server {

namespace {

constexpr std::chrono::nanoseconds kLookInterval = std::chrono::seconds(1);

std::int64_t now_ns() { return std::chrono::steady_clock::now().time_since_epoch().count(); }

}  // namespace

AccessList::AccessList(std::filesystem::path file)
    : file_(std::move(file)), stamp_(stamp()), entries_(read()) {}

std::shared_ptr<const AccessEntries> AccessList::read() const {
  const std::optional<std::string> text = read_whole(file_);
  if (!text) {
    throw Error(ErrorCode::kNotFound, fmt::format("access file {} cannot be read", file_.string()));
  }
  try {
    return std::make_shared<const AccessEntries>(parse_access_entries(*text));
  } catch (const Error& error) {
    throw Error(error.code(), fmt::format("access file {}, {}", file_.string(), error.what()));
  }
}

AccessList::Stamp AccessList::stamp() const {
  struct stat status {};
  if (stat(file_.c_str(), &status) != 0) return {};
  return {static_cast<std::int64_t>(status.st_ino), status.st_size,
          status.st_ctim.tv_sec * 1'000'000'000 + status.st_ctim.tv_nsec};
}

std::shared_ptr<const AccessEntries> AccessList::entries() {
  const std::lock_guard lock(mutex_);
  if (now_ns() < next_look_ns_) return entries_;
  next_look_ns_ = now_ns() + kLookInterval.count();
  const Stamp found = stamp();
  if (std::exchange(stamp_, found) == found) return entries_;
  try {
    entries_ = read();
    spdlog::info("access file {} was read again", file_.string());
  } catch (const Error& error) {
    spdlog::error("{}; what was there before stays", error.what());
  }
  return entries_;
}

std::optional<Caller> AccessList::find_token(std::string_view token) {
  const std::string digest = sha256(token);
  std::optional<Caller> caller;
  for (const auto& candidate : entries()->tokens) {
    if (same_digest(candidate.digest, digest)) caller = candidate.caller;
  }
  return caller;
}

std::optional<Caller> AccessList::find_certificate(const std::string& name) {
  const auto entries = this->entries();
  const auto found = entries->certificates.find(name);
  return found == entries->certificates.end() ? std::nullopt : std::optional(found->second);
}

Quota AccessList::quota_of(const std::string& tenant) {
  const auto entries = this->entries();
  const auto found = entries->quotas.find(tenant);
  return found == entries->quotas.end() ? Quota{} : found->second;
}

}  // namespace raftup::server
