#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hydro/database/database.hpp"
#include "raftup/v1/database.pb.h"
#include "server/databases/database_store.hpp"
#include "server/databases/reader_process.hpp"
#include "server/databases/upload_area.hpp"

namespace raftup::server {

/// The databases and hull meshes of a server: uploads, their validation in a separate process, and
/// the store. Everything is in one folder ({data}/databases and {data}/uploads) and survives a
/// restart. Thread-safe. Every call may block on the disk, and finish_upload() on the reader
/// process as well, so that none may be made on a network thread.
class Catalogue {
 public:
  /// @param data   the server's folder; made if it does not exist
  /// @param reader the program that reads uploads
  Catalogue(const std::filesystem::path& data, ReaderProcess reader);

  /// Bytes of all stored databases and uploads in progress except that of this name,
  /// "{id}@{sha256}".
  std::int64_t bytes_besides(const std::string& key) const {
    return store_.bytes_besides(key) + uploads_.bytes_besides(key);
  }

  /// Result of start_upload(): a database that exists already, or an upload to be filled.
  struct Start {
    std::optional<v1::Database> existing;
    std::optional<Upload> upload;
  };

  /// Begins the upload of a file of `size` bytes.
  /// @throws ServiceError as UploadArea::start() and make_database_name() do
  Start start_upload(const std::string& id, const std::string& sha256, std::int64_t size);

  Upload get_upload(const std::string& upload_id) const { return uploads_.get(upload_id); }

  /// Calls UploadArea::cancel().
  void cancel_upload(const std::string& upload_id) { uploads_.cancel(upload_id); }

  /// Calls UploadArea::append().
  std::int64_t append(const std::string& upload_id, std::int64_t offset, std::string_view bytes,
                      std::optional<std::uint32_t> checksum);

  /// Digests, reads, checks and stores an upload whose bytes are complete.
  /// @throws ServiceError(kChecksumMismatch) if the digest differs; the bytes must then be sent
  ///         again; (kDatabaseRejected) with the message of the reader; (kParserCrashed) with the
  ///         reason; (kStorageFull), after which the call can be repeated
  v1::Database finish_upload(const std::string& upload_id,
                             const std::vector<std::string>& accepted_checks = {});

  /// @param name in any form, see parse_database_reference()
  v1::Database get(const std::string& name) const;
  std::vector<v1::Database> list(const std::string& filter) const { return store_.list(filter); }
  void remove(const std::string& name, bool force);

  /// The database, shared. A wrong name is a ServiceError(kBadField) at "name".
  std::shared_ptr<const hydro::Database> open(const std::string& name);

  /// The file of any kind, shared. A wrong name is a ServiceError(kBadField) at "name".
  std::shared_ptr<const FileContent> open_file(const std::string& name);

  /// A family of databases, shared. A wrong name is a ServiceError(kBadField) at "name".
  std::shared_ptr<const hydro::DatabaseFamily> open_family(const std::string& name);

  /// A mesh, shared, and its name with the digest. A wrong name is a ServiceError(kBadField) at
  /// "name".
  NamedMesh open_mesh(const std::string& name);

 private:
  FileContent read_upload(const Upload& upload, const std::vector<std::string>& accepted_checks);

  ReaderProcess reader_;
  UploadArea uploads_;
  DatabaseStore store_;
};

}  // namespace raftup::server
