#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "raftup/v1/database.pb.h"
#include "server/base/named_mesh.hpp"
#include "server/databases/content.hpp"
#include "server/databases/database_name.hpp"

namespace raftup::server {

/// Databases and meshes that are ready for use, by the digest of their files:
///   {folder}/sha256/ab/cdef.../{file, content}   the uploaded bytes, and what the reader made of
///   them
///   {folder}/names/{id}@{sha256}                 a record for every name
/// A record is written last, so that whatever it names is complete; everything survives a restart.
/// Databases are shared: each is loaded once, and a few stay loaded. Thread-safe.
class DatabaseStore {
 public:
  using Read = std::function<FileContent(const std::filesystem::path& file)>;

  /// Reads the folder; records that cannot be read are skipped with a log line.
  /// @param read makes the content of a stored file again if another version of the server stored
  ///         it
  DatabaseStore(std::filesystem::path folder, Read read);

  /// True if content with this digest is stored under any name.
  bool has_content(const std::string& sha256) const;

  /// Stores a database or mesh, and gives its file a second name in this folder.
  /// @throws ServiceError(kStorageFull); no name is then stored
  v1::Database add(const DatabaseName& name, const FileContent& content,
                   const std::filesystem::path& file);

  /// Gives stored content a name; if it has that name already, the record is kept.
  /// @throws Error(kDataLoss) if the disk has damaged the content
  v1::Database add_name(const DatabaseName& name);

  /// Returns the record of a stored database or mesh.
  /// @throws ServiceError(kNotFound)
  v1::Database get(const DatabaseReference& reference) const;

  /// All records whose id contains `filter`, ordered by name.
  std::vector<v1::Database> list(const std::string& filter) const;

  /// Size of all named files except `key`, "{id}@{sha256}"; a file with two names counts twice.
  std::int64_t bytes_besides(const std::string& key) const;

  /// The database, shared by all users of it.
  /// @throws ServiceError(kNotFound), Error(kDataLoss) if the disk has damaged it,
  ///         Error(kInvalidArgument) if it is no database
  std::shared_ptr<const hydro::Database> open(const DatabaseReference& reference);

  /// The file of any kind, shared.
  /// @throws as open()
  std::shared_ptr<const FileContent> open_file(const DatabaseReference& reference);

  /// Reads a family of databases.
  /// @throws as open(), if it is no family of databases
  std::shared_ptr<const hydro::DatabaseFamily> open_family(const DatabaseReference& reference);

  /// Reads a mesh.
  /// @throws as open(), if it is no mesh
  NamedMesh open_mesh(const DatabaseReference& reference);

  /// Removes a name, and the content with its last name.
  /// @throws ServiceError(kDatabaseInUse) while it is in use, unless `force`
  void remove(const DatabaseReference& reference, bool force);

 private:
  std::filesystem::path content_folder(const std::string& sha256) const;
  std::filesystem::path record_file(const DatabaseName& name) const;
  void load_records();
  DatabaseName resolve(const DatabaseReference& reference) const;
  std::shared_ptr<const FileContent> load(const std::string& sha256);
  void write_content(const std::string& sha256, const FileContent& content);
  FileContent renew(const std::string& sha256);
  v1::Database name_content(const DatabaseName& name, const FileContent& content);
  void forget_unused();
  bool is_in_use(const std::string& sha256) const;
  bool has_name(const std::string& sha256) const;

  std::filesystem::path folder_;
  Read read_;
  mutable std::mutex mutex_;
  std::map<DatabaseName, v1::Database> records_;
  std::map<std::string, std::shared_ptr<const FileContent>> loaded_;  ///< by digest
};

}  // namespace raftup::server
