#include "server/databases/catalogue.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <fstream>
#include <span>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/base/sha256.hpp"
#include "hydro/database/checks/gross.hpp"
#include "server/base/service_error.hpp"

namespace raftup::server {

namespace {

namespace fs = std::filesystem;

std::string digest_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::array<char, std::size_t{1} << 16> block{};
  Sha256 digest;
  while (stream.read(block.data(), block.size()), stream.gcount() > 0) {
    digest.update(
        std::as_bytes(std::span(block.data(), static_cast<std::size_t>(stream.gcount()))));
  }
  return digest.finish();
}

/// Begins the validation of an upload and ends it when the object is destroyed.
class Validation {
 public:
  Validation(UploadArea& uploads, const std::string& id)
      : uploads_(uploads), upload_(uploads.begin_validation(id)) {}
  ~Validation() { uploads_.end_validation(upload_.name.key()); }
  Validation(const Validation&) = delete;
  Validation& operator=(const Validation&) = delete;

  const Upload& upload() const { return upload_; }

 private:
  UploadArea& uploads_;
  Upload upload_;
};

}  // namespace

Catalogue::Catalogue(const fs::path& data, ReaderProcess reader)
    : reader_(std::move(reader)),
      uploads_(data / "uploads"),
      store_(data / "databases",
             [this](const fs::path& file) { return reader_.read(file, hydro::gross_checks()); }) {}

Catalogue::Start Catalogue::start_upload(const std::string& id, const std::string& sha256,
                                         std::int64_t size) {
  const DatabaseName name = make_database_name(id, sha256);
  try {
    if (store_.has_content(sha256)) return {store_.add_name(name), std::nullopt};
  } catch (const Error& error) {
    // Damaged content is replaced by the new upload.
    if (error.code() != ErrorCode::kDataLoss) throw;
  }
  return {std::nullopt, uploads_.start(name, size)};
}

std::int64_t Catalogue::append(const std::string& upload_id, std::int64_t offset,
                               std::string_view bytes, std::optional<std::uint32_t> checksum) {
  return uploads_.append(upload_id, offset, bytes, checksum);
}

v1::Database Catalogue::finish_upload(const std::string& upload_id,
                                      const std::vector<std::string>& accepted_checks) {
  const Validation validation(uploads_, upload_id);
  const Upload& upload = validation.upload();
  const FileContent content = read_upload(upload, accepted_checks);
  if (sha256_of(content) != upload.name.sha256) {
    throw Error(ErrorCode::kInternal, "the reader process read other bytes than were uploaded");
  }
  v1::Database record = store_.add(upload.name, content, upload.file);
  uploads_.remove(upload_id);
  return record;
}

FileContent Catalogue::read_upload(const Upload& upload,
                                   const std::vector<std::string>& accepted_checks) {
  const std::string id = upload.name.key();
  if (const std::string digest = digest_of(upload.file); digest != upload.name.sha256) {
    uploads_.reset(id);
    throw ServiceError(Reason::kChecksumMismatch,
                       fmt::format("the file's SHA-256 must be {}, is {}: send it again",
                                   upload.name.sha256, digest));
  }
  try {
    return reader_.read(upload.file, accepted_checks);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kInternal) throw;  // an internal error is not caused by the file
    uploads_.reject(id, error.what(), UploadArea::Bytes::kForgotten);
    throw ServiceError(Reason::kDatabaseRejected, error.what());
  } catch (const ServiceError& crash) {
    uploads_.reject(id, crash.what(), UploadArea::Bytes::kKept);
    throw;
  }
}

v1::Database Catalogue::get(const std::string& name) const {
  return store_.get(parse_database_reference(name, "name"));
}

void Catalogue::remove(const std::string& name, bool force) {
  store_.remove(parse_database_reference(name, "name"), force);
}

std::shared_ptr<const hydro::Database> Catalogue::open(const std::string& name) {
  return store_.open(parse_database_reference(name, "name"));
}

std::shared_ptr<const FileContent> Catalogue::open_file(const std::string& name) {
  return store_.open_file(parse_database_reference(name, "name"));
}

std::shared_ptr<const hydro::DatabaseFamily> Catalogue::open_family(const std::string& name) {
  return store_.open_family(parse_database_reference(name, "name"));
}

NamedMesh Catalogue::open_mesh(const std::string& name) {
  return store_.open_mesh(parse_database_reference(name, "name"));
}

}  // namespace raftup::server
