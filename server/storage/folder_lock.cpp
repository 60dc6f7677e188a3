#include "server/storage/folder_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "hydro/base/error.hpp"
#include "server/base/durable_file.hpp"

namespace raftup::server {

FolderLock::FolderLock(const std::filesystem::path& folder)
    : file_(open((folder / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR)) {
  if (!file_.valid()) throw_disk_error("open", folder / "lock");
  if (flock(file_.get(), LOCK_EX | LOCK_NB) == 0) return;
  throw Error(ErrorCode::kFailedPrecondition,
              fmt::format("{} must be used by one server at a time", folder.string()));
}

}  // namespace raftup::server
