#include "server/databases/upload_area.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <utility>
#include <vector>

#include "server/base/durable_file.hpp"
#include "server/base/service_error.hpp"
#include "server/storage/crc32c.hpp"

namespace raftup::server {

namespace {

namespace fs = std::filesystem;

constexpr const char* kSize = "size";
constexpr const char* kBytes = "bytes";
constexpr const char* kRejection = "rejection";
constexpr std::chrono::hours kRejectedFor(24);

std::int64_t parse_size(const std::string& text) {
  std::int64_t size = 0;
  std::from_chars(text.data(), text.data() + text.size(), size);
  return size;
}

std::int64_t stored_bytes(const fs::path& file) {
  std::error_code absent;
  const std::uintmax_t size = fs::file_size(file, absent);
  return absent ? 0 : static_cast<std::int64_t>(size);
}

/// Returns the time of the last change to an upload: its last bytes or its rejection.
fs::file_time_type last_touch(const fs::path& folder) {
  std::error_code absent;
  const fs::file_time_type last = fs::last_write_time(folder, absent);
  if (absent) return fs::file_time_type::clock::now();
  const fs::file_time_type bytes = fs::last_write_time(folder / kBytes, absent);
  return absent ? last : std::max(last, bytes);
}

bool is_upload(const fs::path& folder) {
  std::error_code absent;
  if (!fs::is_regular_file(folder / kSize, absent)) return false;
  try {
    parse_database_key(folder.filename().string(), "upload_id");
    return true;
  } catch (const ServiceError&) {
    return false;
  }
}

void require_uploading(const Upload& upload) {
  if (upload.state == UploadState::kUploading) return;
  throw ServiceError(
      Reason::kWrongState,
      fmt::format("upload {} takes no bytes: it {}", upload.name.key(),
                  upload.state == UploadState::kValidating ? "is being validated"
                                                           : "was rejected: " + upload.rejection));
}

void check_chunk(const Upload& upload, std::int64_t offset, std::string_view bytes,
                 std::optional<std::uint32_t> checksum) {
  const auto count = static_cast<std::int64_t>(bytes.size());
  if (offset != upload.committed) {
    throw ServiceError(Reason::kUploadOffset,
                       fmt::format("offset_bytes must be {}, the bytes committed, got {}",
                                   upload.committed, offset))
        .with("committed_bytes", std::to_string(upload.committed));
  }
  if (count > UploadArea::kLargestChunk) {
    throw bad_field("data", fmt::format("must have at most {} bytes", UploadArea::kLargestChunk),
                    std::to_string(count));
  }
  if (count > upload.size - upload.committed) {
    throw bad_field("data",
                    fmt::format("must not pass the announced size of {} bytes", upload.size),
                    std::to_string(upload.committed + count));
  }
  if (checksum && *checksum != crc32c(bytes)) {
    throw ServiceError(Reason::kChecksumMismatch,
                       fmt::format("crc32c must be that of data, {:#010x}, got {:#010x}",
                                   crc32c(bytes), *checksum));
  }
}

}  // namespace

UploadArea::UploadArea(fs::path folder) : folder_(std::move(folder)) { make_folders(folder_); }

Upload UploadArea::start(const DatabaseName& name, std::int64_t size) {
  if (size < 1 || size > kLargestFile) {
    throw bad_field("size_bytes", fmt::format("must be 1 to {}", kLargestFile),
                    std::to_string(size));
  }
  const std::lock_guard lock(mutex_);
  const std::string id = name.key();
  if (fs::exists(folder_of(id) / kSize)) {
    Upload upload = load(id);
    if (upload.state == UploadState::kValidating) require_uploading(upload);
    if (upload.state == UploadState::kUploading && upload.size == size) {
      fs::last_write_time(folder_of(id), fs::file_time_type::clock::now());
      return upload;
    }
  }
  fs::remove_all(folder_of(id));
  make_room();
  make_folders(folder_of(id));
  write_whole(folder_of(id) / kSize, std::to_string(size));
  return load(id);
}

/// Returns the ids of the uploads in the folder. Other entries of the folder are ignored.
std::vector<std::string> UploadArea::ids() const {
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator(folder_)) {
    if (is_upload(entry.path())) found.push_back(entry.path().filename().string());
  }
  return found;
}

UploadArea::Age UploadArea::age_of(const std::string& id) const {
  return fs::file_time_type::clock::now() - last_touch(folder_of(id));
}

bool UploadArea::holds_room(const Upload& upload) const {
  if (upload.state == UploadState::kRejected) return false;
  return upload.state == UploadState::kValidating || age_of(upload.name.key()) < kLease;
}

/// Removes uploads whose lease has expired and the oldest rejected ones.
void UploadArea::make_room() {
  forget_rejected();
  std::size_t held = 0;
  Age oldest{0};
  for (const std::string& id : ids()) {
    const Upload upload = load(id);
    if (upload.state == UploadState::kRejected) continue;
    if (!holds_room(upload)) {
      fs::remove_all(folder_of(id));
      continue;
    }
    ++held;
    oldest = std::max(oldest, age_of(id));
  }
  if (held < kMostUploads) return;
  const auto wait = std::max(std::chrono::milliseconds(1000),
                             std::chrono::ceil<std::chrono::milliseconds>(kLease - oldest));
  throw ServiceError(Reason::kQuotaUploads,
                     fmt::format("at most {} uploads may be in progress: finish one, end one with "
                                 "CancelUpload, or wait until one has got no bytes for {} minutes",
                                 kMostUploads, kLease.count()))
      .retry_after(wait);
}

void UploadArea::forget_rejected() {
  std::vector<std::pair<Age, std::string>> rejected;
  for (const std::string& id : ids()) {
    if (load(id).state == UploadState::kRejected) rejected.emplace_back(age_of(id), id);
  }
  std::sort(rejected.begin(), rejected.end());
  for (std::size_t i = 0; i < rejected.size(); ++i) {
    const auto& [age, id] = rejected[i];
    if (i >= kMostRejected || age > kRejectedFor) fs::remove_all(folder_of(id));
  }
}

Upload UploadArea::load(const std::string& id) const {
  Upload upload;
  upload.name = parse_database_key(id, "upload_id");
  const std::optional<std::string> size = read_whole(folder_of(id) / kSize);
  if (!size) throw ServiceError(Reason::kNotFound, fmt::format("upload {} does not exist", id));
  upload.size = parse_size(*size);
  upload.file = folder_of(id) / kBytes;
  upload.committed = stored_bytes(upload.file);
  if (validating_.contains(id)) upload.state = UploadState::kValidating;
  if (const auto rejection = read_whole(folder_of(id) / kRejection)) {
    upload.state = UploadState::kRejected;
    upload.rejection = *rejection;
  }
  return upload;
}

std::int64_t UploadArea::bytes_besides(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  std::int64_t bytes = 0;
  for (const std::string& other : ids()) {
    if (other == id) continue;
    if (const Upload upload = load(other); holds_room(upload)) bytes += upload.size;
  }
  return bytes;
}

Upload UploadArea::get(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  return load(id);
}

std::int64_t UploadArea::append(const std::string& id, std::int64_t offset, std::string_view bytes,
                                std::optional<std::uint32_t> checksum) {
  const std::lock_guard lock(mutex_);
  const Upload upload = load(id);
  require_uploading(upload);
  check_chunk(upload, offset, bytes, checksum);
  append_at(upload.file, static_cast<std::uint64_t>(offset), bytes);
  return offset + static_cast<std::int64_t>(bytes.size());
}

Upload UploadArea::begin_validation(const std::string& id) {
  const std::lock_guard lock(mutex_);
  Upload upload = load(id);
  require_uploading(upload);
  if (upload.committed != upload.size) {
    throw ServiceError(Reason::kWrongState,
                       fmt::format("upload {} can be finished with {} bytes, has {}", id,
                                   upload.size, upload.committed));
  }
  validating_.insert(id);
  return upload;
}

void UploadArea::end_validation(const std::string& id) {
  const std::lock_guard lock(mutex_);
  validating_.erase(id);
}

void UploadArea::reject(const std::string& id, const std::string& reason, Bytes bytes) {
  const std::lock_guard lock(mutex_);
  write_whole(folder_of(id) / kRejection, reason);
  if (bytes == Bytes::kForgotten) fs::remove(folder_of(id) / kBytes);
  forget_rejected();
}

void UploadArea::cancel(const std::string& id) {
  const std::lock_guard lock(mutex_);
  const Upload upload = load(id);
  if (upload.state == UploadState::kValidating) {
    throw ServiceError(Reason::kWrongState,
                       fmt::format("upload {} is being validated and cannot be cancelled", id));
  }
  fs::remove_all(folder_of(id));
}

void UploadArea::reset(const std::string& id) {
  const std::lock_guard lock(mutex_);
  fs::remove(folder_of(id) / kBytes);
}

void UploadArea::remove(const std::string& id) {
  const std::lock_guard lock(mutex_);
  fs::remove_all(folder_of(id));
}

}  // namespace raftup::server
