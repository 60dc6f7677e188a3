#pragma once

#include <unistd.h>

#include <utility>

namespace raftup::server {

/// Owner of one file descriptor of the operating system, which it closes; a negative value means
/// none.
class FileDescriptor {
 public:
  explicit FileDescriptor(int descriptor = -1) : descriptor_(descriptor) {}
  ~FileDescriptor() { reset(); }
  FileDescriptor(FileDescriptor&& other) noexcept
      : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }

  bool valid() const { return descriptor_ >= 0; }
  int get() const { return descriptor_; }

  /// Gives up the ownership of the descriptor. The caller must close it.
  int release() { return std::exchange(descriptor_, -1); }

  void reset() {
    if (valid()) close(descriptor_);
    descriptor_ = -1;
  }

 private:
  int descriptor_;
};

}  // namespace raftup::server
