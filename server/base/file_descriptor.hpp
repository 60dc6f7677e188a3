#pragma once

#include <unistd.h>

#include <utility>

namespace raftup::server {

/// Owns one descriptor of the operating system; negative = none.
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

  /// Releases the descriptor to the caller, which must close it.
  int release() { return std::exchange(descriptor_, -1); }

  void reset() {
    if (valid()) close(descriptor_);
    descriptor_ = -1;
  }

 private:
  int descriptor_;
};

}  // namespace raftup::server
