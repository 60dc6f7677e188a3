#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace raftup::server {

// A file to which bytes are only appended is a sequence of frames. A frame consists of a checksum
// (CRC-32C of the rest of the frame, 4 bytes), the size of the body (4 bytes) and the body; numbers
// are little-endian. A program that dies while it writes leaves complete frames and at most one
// incomplete frame.

void append_frame(std::string_view body, std::string& out);

/// Reads frames one after another. The bytes must remain valid while this object exists.
class FrameReader {
 public:
  explicit FrameReader(std::string_view bytes) : bytes_(bytes) {}

  /// Returns the body of the next frame; none if the remaining bytes do not begin with a complete
  /// frame.
  std::optional<std::string_view> next();

  /// Total number of bytes of the frames that have been read.
  std::size_t whole_bytes() const { return position_; }
  bool at_end() const { return position_ == bytes_.size(); }

  /// True if the remaining bytes look like the result of an interrupted write: an incomplete
  /// beginning of a frame, or zeros. False if data that were complete have been damaged: a complete
  /// frame follows further on, or a frame has the right number of bytes but a wrong checksum.
  bool rest_is_unfinished() const;

 private:
  bool whole_frame_follows() const;

  std::string_view bytes_;
  std::size_t position_ = 0;
};

}  // namespace raftup::server
