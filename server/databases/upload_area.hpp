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

/// An upload in progress or rejected.
struct Upload {
  DatabaseName name;           ///< name of the future database; name.key() is the id of the upload
  std::int64_t size = 0;       ///< size of the whole file [bytes]
  std::int64_t committed = 0;  ///< number of bytes that are stored
  UploadState state = UploadState::kUploading;
  std::string rejection;       ///< reason of the rejection, for kRejected
  std::filesystem::path file;  ///< file with the stored bytes
};

/// The uploads in progress. Each has a folder {folder}/{id}@{sha256} with the files size, bytes and
/// rejection. Their state is stored on the disk, except that a file is being validated, so that
/// uploads and their leases continue after a restart. An upload that has received no bytes for the
/// duration kLease counts neither towards kMostUploads nor towards a quota, and is removed when
/// another upload begins. A rejected upload does not count either; the reason of its rejection is
/// kept until kMostRejected others have been rejected, and for 24 hours at most. Thread-safe: one
/// lock protects all uploads and is held for one chunk at most. A name always refers to the same
/// upload.
class UploadArea {
 public:
  static constexpr std::int64_t kLargestFile = std::int64_t{256} << 20;
  static constexpr std::int64_t kLargestChunk = std::int64_t{1} << 20;
  static constexpr std::size_t kMostUploads = 64;
  static constexpr std::size_t kMostRejected = 16;
  static constexpr std::chrono::minutes kLease{15};

  explicit UploadArea(std::filesystem::path folder);

  /// Begins an upload, or returns the existing one with this name and renews its lease. An upload
  /// that was rejected or has another size begins again.
  /// @throws ServiceError(kBadField) if the size is not 1 to kLargestFile;
  ///         ServiceError(kQuotaUploads) if kMostUploads are in progress, with the time after which
  ///         a repeated call may succeed; ServiceError(kWrongState) while the upload is being
  ///         validated
  Upload start(const DatabaseName& name, std::int64_t size);

  /// Returns the upload with this id.
  /// @throws ServiceError(kNotFound)
  Upload get(const std::string& id) const;

  /// Announced size of all uploads in progress except the upload `id` [bytes].
  std::int64_t bytes_besides(const std::string& id) const;

  /// Stores the next bytes of an upload. If the call throws, the bytes stored before are kept.
  /// @param checksum CRC-32C of `bytes`, if the client has sent one
  /// @returns number of bytes stored so far
  /// @throws ServiceError(kUploadOffset) if `offset` is not the number of bytes stored so far;
  ///         (kChecksumMismatch); (kBadField) for more bytes than announced or than kLargestChunk;
  ///         (kWrongState) if the upload is being validated or was rejected; (kStorageFull)
  std::int64_t append(const std::string& id, std::int64_t offset, std::string_view bytes,
                      std::optional<std::uint32_t> checksum);

  /// Marks a complete upload as being validated until end_validation().
  /// @throws ServiceError(kWrongState) if bytes are missing or the upload is being validated
  ///         already
  Upload begin_validation(const std::string& id);
  void end_validation(const std::string& id);

  /// Whether the bytes of a rejected file are kept on the disk for examination.
  enum class Bytes { kForgotten, kKept };

  /// Rejects an upload. If its bytes are kept, they are removed after 24 hours at most.
  void reject(const std::string& id, const std::string& reason, Bytes bytes);

  /// Ends an upload and removes its bytes.
  /// @throws ServiceError(kNotFound); ServiceError(kWrongState) while the upload is being validated
  void cancel(const std::string& id);

  /// Removes the bytes of an upload, so that they can be sent again.
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
