#include "server/base/durable_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

#include "server/base/file_descriptor.hpp"
#include "server/base/service_error.hpp"

namespace raftup::server {

namespace {

namespace fs = std::filesystem;

std::atomic<DiskObserver> observer = nullptr;

constexpr mode_t kMode = S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH;

FileDescriptor open_file(const fs::path& path, int flags) {
  FileDescriptor file(open(path.c_str(), flags | O_CLOEXEC, kMode));
  if (!file.valid()) throw_disk_error("open", path);
  return file;
}

/// False, with errno, where not all of it could be written.
bool write_all(int file, std::string_view bytes, std::uint64_t offset) {
  while (!bytes.empty()) {
    const ssize_t count = pwrite(file, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (count < 0 && errno != EINTR) return false;
    if (count <= 0) continue;
    offset += static_cast<std::uint64_t>(count);
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

void sync(const FileDescriptor& file, const fs::path& path) {
  if (fsync(file.get()) != 0) throw_disk_error("store", path);
}

/// A name beside `path` that no other writer uses.
fs::path temporary_beside(const fs::path& path) {
  static std::atomic<int> count = 0;
  return path.parent_path() /
         fmt::format(".{}.{}.{}", path.filename().string(), getpid(), count.fetch_add(1));
}

}  // namespace

void set_disk_observer(DiskObserver next) { observer = next; }

void tell_disk_observer(const char* moment) {
  const DiskObserver present = observer.load(std::memory_order_relaxed);
  if (present != nullptr) present(moment);
}

void throw_disk_error(const std::string& what, const fs::path& path) {
  const int error = errno;
  const bool full = error == ENOSPC || error == EDQUOT || error == EFBIG;
  throw ServiceError(
      full ? Reason::kStorageFull : Reason::kInternal,
      fmt::format("cannot {} {}: {}", what, path.filename().string(), std::strerror(error)));
}

void write_whole(const fs::path& path, std::string_view bytes) {
  const fs::path temporary = temporary_beside(path);
  try {
    const FileDescriptor file = open_file(temporary, O_WRONLY | O_CREAT | O_TRUNC);
    tell_disk_observer("before write");
    if (!write_all(file.get(), bytes, 0)) throw_disk_error("write", path);
    tell_disk_observer("after write");
    sync(file, path);
    tell_disk_observer("before rename");
    if (std::rename(temporary.c_str(), path.c_str()) != 0) throw_disk_error("rename", path);
  } catch (...) {
    unlink(temporary.c_str());
    throw;
  }
  tell_disk_observer("after rename");
  sync_folder(path.parent_path());
}

void remove_unfinished(const fs::path& folder) {
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().filename().string().starts_with('.')) fs::remove(entry.path());
  }
}

std::optional<std::string> read_whole(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

void append_at(const fs::path& path, std::uint64_t offset, std::string_view bytes) {
  append_at(open_file(path, O_WRONLY | O_CREAT), path, offset, bytes);
}

void append_at(const FileDescriptor& file, const fs::path& path, std::uint64_t offset,
               std::string_view bytes) {
  if (write_all(file.get(), bytes, offset)) return;
  const int error = errno;
  if (ftruncate(file.get(), static_cast<off_t>(offset)) != 0) throw_disk_error("cut back", path);
  errno = error;
  throw_disk_error("write", path);
}

void cut_file(const fs::path& file, std::uint64_t size) {
  if (truncate(file.c_str(), static_cast<off_t>(size)) != 0) throw_disk_error("cut", file);
  sync_file(file);
}

void sync_folder(const fs::path& folder) {
  const fs::path named = folder.empty() ? "." : folder;  // the parent of a name without one
  sync(open_file(named, O_RDONLY), named);
}

void sync_file(const fs::path& file) { sync(open_file(file, O_RDONLY), file); }

void link_file(const fs::path& from, const fs::path& to) {
  sync_file(from);
  unlink(to.c_str());
  if (link(from.c_str(), to.c_str()) != 0) throw_disk_error("link", from);
  sync_folder(to.parent_path());
}

void make_folders(const fs::path& folder) {
  if (fs::is_directory(folder)) return;
  if (folder.has_parent_path()) make_folders(folder.parent_path());
  if (mkdir(folder.c_str(), kMode | S_IXUSR | S_IXGRP | S_IXOTH) != 0 && errno != EEXIST) {
    throw_disk_error("make", folder);
  }
  sync_folder(folder.parent_path());
}

AppendFile::AppendFile(std::filesystem::path path)
    : path_(std::move(path)), file_(open_file(path_, O_WRONLY | O_CREAT | O_EXCL)) {
  tell_disk_observer("after create");
}

void AppendFile::append(std::string_view bytes) {
  tell_disk_observer("before append");
  append_at(file_, path_, size_, bytes);
  size_ += bytes.size();
  tell_disk_observer("after append");
}

void AppendFile::sync() {
  const std::uint64_t size = size_;
  if (fdatasync(file_.get()) != 0) throw_disk_error("store", path_);
  synced_size_ = size;
  if (!name_is_durable_.exchange(true)) sync_folder(path_.parent_path());
  tell_disk_observer("after sync");
}

}  // namespace raftup::server
