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
///   {folder}/sha256/ab/cdef.../{file, content}   the bytes as uploaded, and what the reader made
///   {folder}/names/{id}@{sha256}                 a record for every name
/// A record is written last, so whatever it names is whole; everything survives a restart.
/// Databases are shared: each is loaded once, and a few stay loaded. Thread-safe.
class DatabaseStore {
 public:
  using Read = std::function<FileContent(const std::filesystem::path& file)>;

  /// Takes up what lies in the folder; records that cannot be read are skipped with a log line.
  /// @param read makes content of a stored file anew that another version of the server has stored
  DatabaseStore(std::filesystem::path folder, Read read);

  /// Whether content with this digest is stored, under whatever name.
  bool has_content(const std::string& sha256) const;

  /// Stores a database or mesh and gives its file a second name here.
  /// @throws ServiceError(kStorageFull); then nothing is named
  v1::Database add(const DatabaseName& name, const FileContent& content,
                   const std::filesystem::path& file);

  /// Gives stored content a name; one that it has already keeps its record.
  /// @throws Error(kDataLoss) where the disk has damaged the content
  v1::Database add_name(const DatabaseName& name);

  /// @throws ServiceError(kNotFound)
  v1::Database get(const DatabaseReference& reference) const;

  /// All records whose id contains `filter`, ordered by name.
  std::vector<v1::Database> list(const std::string& filter) const;

  /// Size of all files named but `key`, "{id}@{sha256}"; one with two names counts twice.
  std::int64_t bytes_besides(const std::string& key) const;

  /// The database itself, shared by all who hold it.
  /// @throws ServiceError(kNotFound), Error(kDataLoss) where the disk has damaged it,
  /// Error(kInvalidArgument) where it is no database
  std::shared_ptr<const hydro::Database> open(const DatabaseReference& reference);

  /// Whatever it is, shared. @throws as open()
  std::shared_ptr<const FileContent> open_file(const DatabaseReference& reference);

  /// @throws as open(), where it is no family of databases
  std::shared_ptr<const hydro::DatabaseFamily> open_family(const DatabaseReference& reference);

  /// @throws as open(), where it is no mesh
  NamedMesh open_mesh(const DatabaseReference& reference);

  /// Forgets a name, and the content with its last name.
  /// @throws ServiceError(kDatabaseInUse) while somebody holds it, unless `force`
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
