#include "server/storage/append_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <utility>

#include "server/base/durable_file.hpp"

namespace raftup::server {

AppendFile::AppendFile(std::filesystem::path path)
    : path_(std::move(path)),
      file_(open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                 S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH)) {
  if (!file_.valid()) throw_disk_error("open", path_);
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
