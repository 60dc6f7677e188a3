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

/// The databases and meshes of a server that are ready for use. They are stored in the files
///   {folder}/sha256/ab/cdef.../file      uploaded bytes, in a folder named by their digest
///   {folder}/sha256/ab/cdef.../content   content that the reader process has read from the bytes
///   {folder}/names/{id}@{sha256}         record of each name
/// A record is written last, so that everything it refers to is complete. All files survive a
/// restart. Databases are shared: each is loaded into memory once, and a few unused ones stay in
/// memory. Thread-safe.
class DatabaseStore {
 public:
  using Read = std::function<FileContent(const std::filesystem::path& file)>;

  /// Reads the records in the folder. Records that cannot be read are skipped and logged.
  /// @param read reads a stored file again if its content was stored by another version of the
  ///         server
  DatabaseStore(std::filesystem::path folder, Read read);

  /// True if a file with this digest is stored under any name.
  bool has_content(const std::string& sha256) const;

  /// Stores a database or mesh under a name, and gives its uploaded file a second name in this
  /// folder.
  /// @throws ServiceError(kStorageFull); then the name does not exist
  v1::Database add(const DatabaseName& name, const FileContent& content,
                   const std::filesystem::path& file);

  /// Gives stored content a further name. If it has that name already, the record is kept.
  /// @throws Error(kDataLoss) if the stored content is damaged
  v1::Database add_name(const DatabaseName& name);

  /// Returns the record of a stored database or mesh.
  /// @throws ServiceError(kNotFound)
  v1::Database get(const DatabaseReference& reference) const;

  /// Returns all records whose id contains the text `filter`, ordered by name.
  std::vector<v1::Database> list(const std::string& filter) const;

  /// Total size of all named files except those with the name `key`, "{id}@{sha256}" [bytes]. A
  /// file with two names counts twice.
  std::int64_t bytes_besides(const std::string& key) const;

  /// Returns a database, shared by all its users.
  /// @throws ServiceError(kNotFound); Error(kDataLoss) if the stored content is damaged;
  ///         Error(kInvalidArgument) if it is not a database
  std::shared_ptr<const hydro::Database> open(const DatabaseReference& reference);

  /// Returns a file of any kind, shared by all its users.
  /// @throws ServiceError(kNotFound); Error(kDataLoss) if the stored content is damaged
  std::shared_ptr<const FileContent> open_file(const DatabaseReference& reference);

  /// Returns a family of databases, shared by all its users.
  /// @throws the exceptions of open(); Error(kInvalidArgument) if the file is not a family of
  ///         databases
  std::shared_ptr<const hydro::DatabaseFamily> open_family(const DatabaseReference& reference);

  /// Returns a mesh, shared by all its users, and its name.
  /// @throws the exceptions of open(); Error(kInvalidArgument) if the file is not a mesh
  NamedMesh open_mesh(const DatabaseReference& reference);

  /// Removes a name. The content is removed together with its last name.
  /// @throws ServiceError(kDatabaseInUse) if a session or call uses the content, unless `force` is
  ///         true
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
  /// Content in memory, by digest.
  std::map<std::string, std::shared_ptr<const FileContent>> loaded_;
};

}  // namespace raftup::server
