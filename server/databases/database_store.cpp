#include "server/databases/database_store.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <tuple>
#include <utility>

#include "hydro/base/error.hpp"
#include "server/base/durable_file.hpp"
#include "server/base/service_error.hpp"
#include "server/databases/content.hpp"
#include "server/databases/database_record.hpp"
#include "server/storage/crc32c.hpp"

namespace raftup::server {

namespace {

namespace fs = std::filesystem;

constexpr const char* kFile = "file";
constexpr const char* kContent = "content";
/// Largest number of unused databases that are kept in memory.
constexpr std::size_t kMostLoaded = 8;

/// Reads a record and the name it is filed under. Returns nothing if the record cannot be read.
std::optional<std::pair<DatabaseName, v1::Database>> read_record(const fs::path& file) {
  const std::optional<std::string> sealed = read_whole(file);
  const auto bytes = sealed ? without_checksum(*sealed) : std::nullopt;
  v1::Database record;
  if (!bytes || !record.ParseFromArray(bytes->data(), static_cast<int>(bytes->size()))) return {};
  return std::pair(DatabaseName{record.display_name(), record.sha256()}, record);
}

auto creation(const v1::Database& record) {
  return std::tuple(record.create_time().seconds(), record.create_time().nanos());
}

std::string describe(const DatabaseReference& reference) {
  if (reference.id.empty()) return reference.sha256;
  return reference.sha256.empty() ? reference.id : reference.id + "@" + reference.sha256;
}

}  // namespace

DatabaseStore::DatabaseStore(fs::path folder, Read read)
    : folder_(std::move(folder)), read_(std::move(read)) {
  make_folders(folder_ / "names");
  make_folders(folder_ / "sha256");
  load_records();
}

void DatabaseStore::load_records() {
  remove_unfinished(folder_ / "names");
  for (const auto& entry : fs::directory_iterator(folder_ / "names")) {
    if (auto record = read_record(entry.path())) {
      records_.insert(std::move(*record));
    } else {
      spdlog::warn("{} is no record of a database and is left out", entry.path().string());
    }
  }
}

fs::path DatabaseStore::content_folder(const std::string& sha256) const {
  return folder_ / "sha256" / sha256.substr(0, 2) / sha256.substr(2);
}

fs::path DatabaseStore::record_file(const DatabaseName& name) const {
  return folder_ / "names" / name.key();
}

bool DatabaseStore::has_content(const std::string& sha256) const {
  return fs::exists(content_folder(sha256) / kContent);
}

v1::Database DatabaseStore::add(const DatabaseName& name, const FileContent& content,
                                const fs::path& file) {
  const fs::path folder = content_folder(name.sha256);
  const std::lock_guard lock(mutex_);
  make_folders(folder);
  link_file(file, folder / kFile);
  write_content(name.sha256, content);
  return name_content(name, content);
}

void DatabaseStore::write_content(const std::string& sha256, const FileContent& content) {
  write_whole(content_folder(sha256) / kContent,
              with_checksum(message_from_content(content).SerializeAsString()));
}

FileContent DatabaseStore::renew(const std::string& sha256) {
  FileContent renewed = read_(content_folder(sha256) / kFile);
  write_content(sha256, renewed);
  spdlog::info("database {}: content of another version of the server made anew", sha256);
  return renewed;
}

v1::Database DatabaseStore::add_name(const DatabaseName& name) {
  const std::lock_guard lock(mutex_);
  const std::shared_ptr<const FileContent> content = load(name.sha256);
  const auto found = records_.find(name);
  return found != records_.end() ? found->second : name_content(name, *content);
}

v1::Database DatabaseStore::name_content(const DatabaseName& name, const FileContent& content) {
  const auto size = static_cast<std::int64_t>(fs::file_size(content_folder(name.sha256) / kFile));
  v1::Database record = make_database_record(name, content, size, std::chrono::system_clock::now());
  write_whole(record_file(name), with_checksum(record.SerializeAsString()));
  records_[name] = record;
  return record;
}

DatabaseName DatabaseStore::resolve(const DatabaseReference& reference) const {
  const std::pair<const DatabaseName, v1::Database>* newest = nullptr;
  for (const auto& candidate : records_) {
    if (reference.matches(candidate.first) &&
        (newest == nullptr || creation(candidate.second) > creation(newest->second))) {
      newest = &candidate;
    }
  }
  if (newest == nullptr) {
    throw ServiceError(Reason::kNotFound,
                       fmt::format("database {} does not exist", describe(reference)));
  }
  return newest->first;
}

v1::Database DatabaseStore::get(const DatabaseReference& reference) const {
  const std::lock_guard lock(mutex_);
  return records_.at(resolve(reference));
}

std::vector<v1::Database> DatabaseStore::list(const std::string& filter) const {
  const std::lock_guard lock(mutex_);
  std::vector<v1::Database> records;
  for (const auto& [name, record] : records_) {
    if (name.id.find(filter) != std::string::npos) records.push_back(record);
  }
  return records;
}

std::int64_t DatabaseStore::bytes_besides(const std::string& key) const {
  const std::lock_guard lock(mutex_);
  std::int64_t bytes = 0;
  for (const auto& [name, record] : records_) {
    if (name.key() != key) bytes += record.size_bytes();
  }
  return bytes;
}

namespace {

/// Name of a kind of file, for messages.
template <typename Kind>
constexpr const char* kWords = nullptr;
template <>
constexpr const char* kWords<hydro::Database> = "a database";
template <>
constexpr const char* kWords<hydro::MeshFile> = "a mesh";
template <>
constexpr const char* kWords<hydro::DatabaseFamily> = "a family of databases";

/// Returns the content as a Kind, with shared ownership.
/// @throws Error(kInvalidArgument) if the content is of another kind
template <typename Kind>
std::shared_ptr<const Kind> as(const std::shared_ptr<const FileContent>& content,
                               const DatabaseName& name) {
  if (const auto* found = std::get_if<Kind>(content.get())) return {content, found};
  const auto words = []<typename Is>(const Is& /*of*/) { return kWords<Is>; };
  throw Error(ErrorCode::kInvalidArgument, fmt::format("{} must be {}, is {}", name.resource(),
                                                       kWords<Kind>, std::visit(words, *content)));
}

}  // namespace

std::shared_ptr<const hydro::Database> DatabaseStore::open(const DatabaseReference& reference) {
  const std::lock_guard lock(mutex_);
  const DatabaseName name = resolve(reference);
  return as<hydro::Database>(load(name.sha256), name);
}

std::shared_ptr<const FileContent> DatabaseStore::open_file(const DatabaseReference& reference) {
  const std::lock_guard lock(mutex_);
  return load(resolve(reference).sha256);
}

std::shared_ptr<const hydro::DatabaseFamily> DatabaseStore::open_family(
    const DatabaseReference& reference) {
  const std::lock_guard lock(mutex_);
  const DatabaseName name = resolve(reference);
  return as<hydro::DatabaseFamily>(load(name.sha256), name);
}

NamedMesh DatabaseStore::open_mesh(const DatabaseReference& reference) {
  const std::lock_guard lock(mutex_);
  const DatabaseName name = resolve(reference);
  return {as<hydro::MeshFile>(load(name.sha256), name), name.resource()};
}

std::shared_ptr<const FileContent> DatabaseStore::load(const std::string& sha256) {
  if (const auto found = loaded_.find(sha256); found != loaded_.end()) return found->second;
  forget_unused();
  const std::optional<std::string> sealed = read_whole(content_folder(sha256) / kContent);
  const auto bytes = sealed ? without_checksum(*sealed) : std::nullopt;
  internal::v1::DatabaseContent content;
  if (!bytes || !content.ParseFromArray(bytes->data(), static_cast<int>(bytes->size())) ||
      content.sha256() != sha256) {
    throw Error(ErrorCode::kDataLoss,
                fmt::format("database {} is damaged on disk: upload it again", sha256));
  }
  auto loaded = std::make_shared<const FileContent>(
      content.format_version() == kContentFormat ? content_from_message(content) : renew(sha256));
  loaded_[sha256] = loaded;
  return loaded;
}

void DatabaseStore::forget_unused() {
  if (loaded_.size() < kMostLoaded) return;
  std::erase_if(loaded_, [](const auto& entry) { return entry.second.use_count() == 1; });
}

bool DatabaseStore::is_in_use(const std::string& sha256) const {
  const auto found = loaded_.find(sha256);
  return found != loaded_.end() && found->second.use_count() > 1;
}

bool DatabaseStore::has_name(const std::string& sha256) const {
  return std::any_of(records_.begin(), records_.end(),
                     [&](const auto& entry) { return entry.first.sha256 == sha256; });
}

void DatabaseStore::remove(const DatabaseReference& reference, bool force) {
  const std::lock_guard lock(mutex_);
  const DatabaseName name = resolve(reference);
  if (!force && is_in_use(name.sha256)) {
    throw ServiceError(Reason::kDatabaseInUse,
                       fmt::format("database {} must not be in use to be deleted", name.key()));
  }
  fs::remove(record_file(name));
  sync_folder(folder_ / "names");
  records_.erase(name);
  if (has_name(name.sha256)) return;
  loaded_.erase(name.sha256);
  fs::remove_all(content_folder(name.sha256));
}

}  // namespace raftup::server
