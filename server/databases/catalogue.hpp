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

/// The databases and meshes of a server: uploads, their validation in a separate process, and the
/// store. Everything is in the folders {data}/databases and {data}/uploads and survives a restart.
/// Thread-safe. Every call may wait for the disk, and finish_upload() also for the reader process,
/// so that no call must be made in a thread of gRPC.
class Catalogue {
 public:
  /// @param data data folder of the server; created if it does not exist
  /// @param reader runs the program that reads uploaded files
  Catalogue(const std::filesystem::path& data, ReaderProcess reader);

  /// Total size of all stored databases and uploads in progress, except those with the name `key`,
  /// "{id}@{sha256}" [bytes].
  std::int64_t bytes_besides(const std::string& key) const {
    return store_.bytes_besides(key) + uploads_.bytes_besides(key);
  }

  /// Result of start_upload(): the database, if one with these bytes exists already, or else an
  /// upload that waits for bytes.
  struct Start {
    std::optional<v1::Database> existing;
    std::optional<Upload> upload;
  };

  /// Begins the upload of a file of `size` bytes, unless a file with this digest is stored already.
  /// @throws ServiceError as UploadArea::start() and make_database_name() do
  Start start_upload(const std::string& id, const std::string& sha256, std::int64_t size);

  Upload get_upload(const std::string& upload_id) const { return uploads_.get(upload_id); }

  /// Ends an upload, see UploadArea::cancel().
  void cancel_upload(const std::string& upload_id) { uploads_.cancel(upload_id); }

  /// Stores the next bytes of an upload, see UploadArea::append().
  std::int64_t append(const std::string& upload_id, std::int64_t offset, std::string_view bytes,
                      std::optional<std::uint32_t> checksum);

  /// Finishes an upload whose bytes are complete: computes its digest, reads and checks the file,
  /// and stores the database.
  /// @param accepted_checks names of physical checks whose failure does not lead to a rejection
  /// @returns the record of the new database
  /// @throws ServiceError(kChecksumMismatch) if the digest differs; the bytes must then be sent
  ///         again. ServiceError(kDatabaseRejected) with the message of the reader if the file
  ///         cannot be used; ServiceError(kParserCrashed) if the file crashed the reader;
  ///         ServiceError(kStorageFull), after which the call can be repeated
  v1::Database finish_upload(const std::string& upload_id,
                             const std::vector<std::string>& accepted_checks = {});

  /// Returns the record of a database or mesh.
  /// @param name name in any form that parse_database_reference() accepts
  v1::Database get(const std::string& name) const;
  std::vector<v1::Database> list(const std::string& filter) const { return store_.list(filter); }
  void remove(const std::string& name, bool force);

  /// Returns a database, shared with its other users. A malformed name is a ServiceError(kBadField)
  /// for the field "name".
  std::shared_ptr<const hydro::Database> open(const std::string& name);

  /// Returns a file of any kind, shared with its other users. A malformed name is a
  /// ServiceError(kBadField) for the field "name".
  std::shared_ptr<const FileContent> open_file(const std::string& name);

  /// Returns a family of databases, shared with its other users. A malformed name is a
  /// ServiceError(kBadField) for the field "name".
  std::shared_ptr<const hydro::DatabaseFamily> open_family(const std::string& name);

  /// Returns a mesh, shared with its other users, and its name with the digest. A malformed name is
  /// a ServiceError(kBadField) for the field "name".
  NamedMesh open_mesh(const std::string& name);

 private:
  FileContent read_upload(const Upload& upload, const std::vector<std::string>& accepted_checks);

  ReaderProcess reader_;
  UploadArea uploads_;
  DatabaseStore store_;
};

}  // namespace raftup::server
