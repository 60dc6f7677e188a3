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

/// An upload as it stands.
struct Upload {
  DatabaseName name;           ///< of the database to be; name.key() is the upload's id
  std::int64_t size = 0;       ///< bytes of the whole file
  std::int64_t committed = 0;  ///< bytes that are stored
  UploadState state = UploadState::kUploading;
  std::string rejection;       ///< why, when kRejected
  std::filesystem::path file;  ///< the bytes so far
};

/// Files on their way in, one folder each: {folder}/{id}@{sha256}/{size, bytes, rejection}. All
/// state but "being validated" lies on disk, so uploads go on after a restart, and so does their
/// lease: an upload that gets no bytes for kLease holds neither one of the kMostUploads nor a share
/// of a quota, and is removed when another upload begins. A rejected upload holds nothing from then
/// on; why it was rejected can be asked for until kMostRejected others were. Thread-safe: one lock
/// for all, held for one chunk at most. A name always means the same upload.
class UploadArea {
 public:
  static constexpr std::int64_t kLargestFile = std::int64_t{256} << 20;
  static constexpr std::int64_t kLargestChunk = std::int64_t{1} << 20;
  static constexpr std::size_t kMostUploads = 64;
  static constexpr std::size_t kMostRejected = 16;
  static constexpr std::chrono::minutes kLease{15};

  explicit UploadArea(std::filesystem::path folder);

  /// Begins an upload or finds it and renews its lease; one that was rejected or has another size
  /// begins anew.
  /// @throws ServiceError(kBadField) for a size that is not 1 to kLargestFile, (kQuotaUploads) with
  /// the time after which to try again where kMostUploads are in progress, (kWrongState) while it
  /// is validated
  Upload start(const DatabaseName& name, std::int64_t size);

  /// @throws ServiceError(kNotFound)
  Upload get(const std::string& id) const;

  /// Announced size of all uploads in progress but `id`.
  std::int64_t bytes_besides(const std::string& id) const;

  /// Stores the next bytes; where it throws, what was committed before stays.
  /// @param checksum crc32c of `bytes`, where the sender gave one
  /// @returns bytes committed
  /// @throws ServiceError(kUploadOffset) where `offset` is not the committed bytes,
  /// (kChecksumMismatch), (kBadField) for more bytes than announced or than kLargestChunk,
  /// (kWrongState) where it is validated or rejected, (kStorageFull)
  std::int64_t append(const std::string& id, std::int64_t offset, std::string_view bytes,
                      std::optional<std::uint32_t> checksum);

  /// Keeps everybody else from a whole upload until end_validation().
  /// @throws ServiceError(kWrongState) where bytes are missing or it is validated already
  Upload begin_validation(const std::string& id);
  void end_validation(const std::string& id);

  /// Whether the bytes of a rejected file are kept on the disk, to be looked into.
  enum class Bytes { kForgotten, kKept };

  /// The file cannot be used. Kept bytes stay for 24 hours at most.
  void reject(const std::string& id, const std::string& reason, Bytes bytes);

  /// Ends an upload and forgets its bytes.
  /// @throws ServiceError(kNotFound), (kWrongState) while it is validated
  void cancel(const std::string& id);

  /// Forgets the bytes, to be sent again.
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
