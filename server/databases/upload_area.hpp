#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "server/databases/database_name.hpp"

namespace raftup::server {

enum class UploadState { kUploading, kValidating, kRejected };

/// The state of an upload.
struct Upload {
  DatabaseName name;           ///< of the future database; name.key() is the id of the upload
  std::int64_t size = 0;       ///< bytes of the whole file
  std::int64_t committed = 0;  ///< bytes that are stored
  UploadState state = UploadState::kUploading;
  std::string rejection;       ///< why, when kRejected
  std::filesystem::path file;  ///< the bytes so far
};

/// Uploads in progress, one folder each: {folder}/{id}@{sha256}/{size, bytes, rejection}. Their
/// whole state except "being validated" is on disk, so that uploads and their leases continue after
/// a restart. An upload that receives no bytes for kLease counts neither towards kMostUploads nor
/// towards a quota, and is removed when another upload begins. A rejected upload no longer counts
/// either; the reason of its rejection is kept until kMostRejected others have been rejected.
/// Thread-safe: one lock for all, held for one chunk at most. A name always stands for the same
/// upload.
class UploadArea {
 public:
  static constexpr std::int64_t kLargestFile = std::int64_t{256} << 20;
  static constexpr std::int64_t kLargestChunk = std::int64_t{1} << 20;
  static constexpr std::size_t kMostUploads = 64;
  static constexpr std::size_t kMostRejected = 16;
  static constexpr std::chrono::minutes kLease{15};

  explicit UploadArea(std::filesystem::path folder);

  /// Begins an upload, or finds it and renews its lease; an upload that was rejected or has another
  /// size begins anew.
  /// @throws ServiceError(kBadField) if the size is not 1 to kLargestFile; (kQuotaUploads) with the
  ///         time after which to try again if kMostUploads are in progress; (kWrongState) while it
  ///         is being validated
  Upload start(const DatabaseName& name, std::int64_t size);

  /// Returns the upload with this id.
  /// @throws ServiceError(kNotFound)
  Upload get(const std::string& id) const;

  /// Announced size of all uploads in progress but `id`.
  std::int64_t bytes_besides(const std::string& id) const;

  /// Stores the next bytes; if it throws, the bytes committed before are kept.
  /// @param checksum crc32c of `bytes`, if the sender gave one
  /// @returns number of bytes committed
  /// @throws ServiceError(kUploadOffset) if `offset` is not the number of committed bytes,
  ///         (kChecksumMismatch), (kBadField) for more bytes than announced or than kLargestChunk,
  ///         (kWrongState) if it is being validated or was rejected, (kStorageFull)
  std::int64_t append(const std::string& id, std::int64_t offset, std::string_view bytes,
                      std::optional<std::uint32_t> checksum);

  /// Reserves a complete upload until end_validation().
  /// @throws ServiceError(kWrongState) if bytes are missing or it is being validated already
  Upload begin_validation(const std::string& id);
  void end_validation(const std::string& id);

  /// Whether the bytes of a rejected file are kept on the disk for examination.
  enum class Bytes { kForgotten, kKept };

  /// Rejects the file. Kept bytes are removed after 24 hours at most.
  void reject(const std::string& id, const std::string& reason, Bytes bytes);

  /// Ends an upload and removes its bytes.
  /// @throws ServiceError(kNotFound), (kWrongState) while it is being validated
  void cancel(const std::string& id);

  /// Removes the bytes, so that they can be sent again.
  void reset(const std::string& id);

  void remove(const std::string& id);

 private:
  std::filesystem::path folder_of(const std::string& id) const { return folder_ / id; }
  Upload load(const std::string& id) const;
  std::vector<std::string> ids() const;
  using Age = std::filesystem::file_time_type::duration;
  Age age_of(const std::string& id) const;
  bool holds_room(const Upload& upload) const;
  void make_room();
  void forget_rejected();

  std::filesystem::path folder_;
  mutable std::mutex mutex_;
  std::set<std::string> validating_;
};

}  // namespace raftup::server
