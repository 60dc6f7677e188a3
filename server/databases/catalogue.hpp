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

/// The databases and hull meshes of a server: uploads, their validation in a process of their own,
/// and the store. Everything lies under one folder ({data}/databases and {data}/uploads) and
/// survives a restart. Thread-safe. Every call may block on the disk, finish_upload() on the reader
/// process as well: none belongs on a network thread.
class Catalogue {
 public:
  /// @param data   the server's folder; made where absent
  /// @param reader the program that reads uploads
  Catalogue(const std::filesystem::path& data, ReaderProcess reader);

  /// Bytes of stored databases and uploads in progress but the one of this name, "{id}@{sha256}".
  std::int64_t bytes_besides(const std::string& key) const {
    return store_.bytes_besides(key) + uploads_.bytes_besides(key);
  }

  /// What start_upload() gives: a database that was there, or an upload to fill.
  struct Start {
    std::optional<v1::Database> existing;
    std::optional<Upload> upload;
  };

  /// @throws ServiceError as UploadArea::start() and make_database_name() do
  Start start_upload(const std::string& id, const std::string& sha256, std::int64_t size);

  Upload get_upload(const std::string& upload_id) const { return uploads_.get(upload_id); }

  /// As UploadArea::cancel().
  void cancel_upload(const std::string& upload_id) { uploads_.cancel(upload_id); }

  /// As UploadArea::append().
  std::int64_t append(const std::string& upload_id, std::int64_t offset, std::string_view bytes,
                      std::optional<std::uint32_t> checksum);

  /// Digests, reads, checks and stores an upload whose bytes are all there.
  /// @throws ServiceError(kChecksumMismatch) for another digest: the bytes are to be sent again;
  /// (kDatabaseRejected) with the reader's words; (kParserCrashed) with what ended it;
  /// (kStorageFull), after which it can be tried again
  v1::Database finish_upload(const std::string& upload_id,
                             const std::vector<std::string>& accepted_checks = {});

  /// @param name any form of name, see parse_database_reference()
  v1::Database get(const std::string& name) const;
  std::vector<v1::Database> list(const std::string& filter) const { return store_.list(filter); }
  void remove(const std::string& name, bool force);

  /// The database itself, shared. A bad name is a ServiceError(kBadField) at "name".
  std::shared_ptr<const hydro::Database> open(const std::string& name);

  /// Whatever it is, shared. A bad name is a ServiceError(kBadField) at "name".
  std::shared_ptr<const FileContent> open_file(const std::string& name);

  /// A family of databases, shared. A bad name is a ServiceError(kBadField) at "name".
  std::shared_ptr<const hydro::DatabaseFamily> open_family(const std::string& name);

  /// A mesh, shared, and its name with the digest. A bad name is a ServiceError(kBadField) at
  /// "name".
  NamedMesh open_mesh(const std::string& name);

 private:
  FileContent read_upload(const Upload& upload, const std::vector<std::string>& accepted_checks);

  ReaderProcess reader_;
  UploadArea uploads_;
  DatabaseStore store_;
};

}  // namespace raftup::server
