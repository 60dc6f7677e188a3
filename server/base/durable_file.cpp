#include "server/base/durable_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <regex>
#include <utility>

#include "server/base/file_descriptor.hpp"
#include "server/base/service_error.hpp"

namespace raftup::server {

namespace {

namespace fs = std::filesystem;

std::atomic<DiskObserver> observer = nullptr;

constexpr mode_t kMode = S_IRUSR | S_IWUSR;

FileDescriptor open_file(const fs::path& path, int flags) {
  FileDescriptor file(open(path.c_str(), flags | O_CLOEXEC, kMode));
  if (!file.valid()) throw_disk_error("open", path);
  return file;
}

/// Writes all bytes from the given offset on. Returns false, with the reason in errno, if this
/// fails.
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

/// Returns a path in the folder of `path` that no other writer uses.
fs::path temporary_beside(const fs::path& path) {
  static std::atomic<int> count = 0;
  return path.parent_path() /
         fmt::format(".{}.{}.{}", path.filename().string(), getpid(), count.fetch_add(1));
}

/// Returns true for paths of the form that temporary_beside() returns.
bool is_temporary(const fs::path& path) {
  static const std::regex kName(R"(\..+\.[0-9]+\.[0-9]+)");
  return std::regex_match(path.filename().string(), kName);
}

void rename_file(const fs::path& from, const fs::path& to) {
  notify_disk_observer("before rename");
  if (std::rename(from.c_str(), to.c_str()) != 0) throw_disk_error("rename", to);
  notify_disk_observer("after rename");
}

}  // namespace

void set_disk_observer(DiskObserver next) { observer = next; }

void notify_disk_observer(const char* moment) {
  const DiskObserver present = observer.load(std::memory_order_relaxed);
  if (present != nullptr) present(moment);
}

void throw_disk_error(const std::string& what, const fs::path& path) {
  const int error = errno;
  spdlog::warn("cannot {} {}: {}", what, path.string(), std::strerror(error));
  const bool full = error == ENOSPC || error == EDQUOT || error == EFBIG;
  throw ServiceError(
      full ? Reason::kStorageFull : Reason::kInternal,
      fmt::format("cannot {} {}: {}", what, path.filename().string(), std::strerror(error)));
}

void write_whole(const fs::path& path, std::string_view bytes) {
  const fs::path temporary = temporary_beside(path);
  try {
    const FileDescriptor file = open_file(temporary, O_WRONLY | O_CREAT | O_TRUNC);
    notify_disk_observer("before write");
    if (!write_all(file.get(), bytes, 0)) throw_disk_error("write", path);
    notify_disk_observer("after write");
    sync(file, path);
    rename_file(temporary, path);
  } catch (...) {
    unlink(temporary.c_str());
    throw;
  }
  sync_folder(path.parent_path());
}

void remove_unfinished(const fs::path& folder) {
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.is_regular_file() && is_temporary(entry.path())) fs::remove(entry.path());
  }
}

std::optional<std::string> read_whole(const fs::path& path) {
  const FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status {};
  if (!file.valid() || fstat(file.get(), &status) != 0 || S_ISDIR(status.st_mode)) return {};
  std::string bytes;
  std::array<char, std::size_t{1} << 16> block{};
  for (;;) {
    const ssize_t count = read(file.get(), block.data(), block.size());
    if (count == 0) return bytes;
    if (count < 0 && errno != EINTR) throw_disk_error("read", path);
    if (count > 0) bytes.append(block.data(), static_cast<std::size_t>(count));
  }
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
  // A name without folders is in the working folder.
  const fs::path named = folder.empty() ? "." : folder;
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
  if (mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST) throw_disk_error("make", folder);
  sync_folder(folder.parent_path());
}

void keep_from_others(const fs::path& folder) {
  struct stat status {};
  if (stat(folder.c_str(), &status) != 0) throw_disk_error("look at", folder);
  const mode_t mode = status.st_mode & ALLPERMS;
  if ((mode & (S_IRWXG | S_IRWXO)) == 0) return;
  if (status.st_uid == geteuid() && chmod(folder.c_str(), mode & S_IRWXU) == 0) {
    spdlog::info("{} was open to other users of this machine (mode {:04o}) and is closed to them",
                 folder.string(), mode);
  } else {
    spdlog::warn("{} is open to other users of this machine (mode {:04o}) and cannot be closed",
                 folder.string(), mode);
  }
}

AppendFile::AppendFile(fs::path path, std::string_view begin, Outlives outlives)
    : path_(std::move(path)) {
  if (fs::exists(fs::symlink_status(path_))) {
    errno = EEXIST;
    throw_disk_error("make", path_);
  }
  const fs::path temporary = temporary_beside(path_);
  file_ = open_file(temporary, O_WRONLY | O_CREAT | O_EXCL);
  try {
    notify_disk_observer("after create");
    append(begin);
    if (outlives == Outlives::kPowerCut) sync_bytes();
    rename_file(temporary, path_);
  } catch (...) {
    unlink(temporary.c_str());
    throw;
  }
  if (outlives == Outlives::kPowerCut) sync_name();
}

void AppendFile::append(std::string_view bytes) {
  notify_disk_observer("before append");
  append_at(file_, path_, size_, bytes);
  size_ += bytes.size();
  notify_disk_observer("after append");
}

void AppendFile::sync() {
  sync_bytes();
  sync_name();
}

void AppendFile::sync_bytes() {
  const std::uint64_t size = size_;
  if (fdatasync(file_.get()) != 0) throw_disk_error("store", path_);
  synced_size_ = size;
  notify_disk_observer("after sync");
}

void AppendFile::sync_name() {
  if (!name_is_durable_.exchange(true)) sync_folder(path_.parent_path());
}

}  // namespace raftup::server
