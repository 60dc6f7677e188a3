#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace raftup::server {

// A file that only grows is a sequence of frames: crc32c of what follows it in the frame (4 bytes),
// size of the body (4 bytes), body; little-endian. A program that dies while it writes leaves whole
// frames and at most one that is unfinished.

void append_frame(std::string_view body, std::string& out);

/// Reads frames one after another. The bytes must outlive this object.
class FrameReader {
 public:
  explicit FrameReader(std::string_view bytes) : bytes_(bytes) {}

  /// Body of the next frame; nothing if the remaining bytes do not begin with a complete one.
  std::optional<std::string_view> next();

  /// Bytes of the frames read so far.
  std::size_t whole_bytes() const { return position_; }
  bool at_end() const { return position_ == bytes_.size(); }

  /// True if the remaining bytes are what an interrupted write leaves: the incomplete beginning of
  /// a frame, or zeros. Anything else is damage of data that were once complete: a complete frame
  /// further on, or a frame with the right number of bytes but a wrong checksum.
  bool rest_is_unfinished() const;

 private:
  bool whole_frame_follows() const;

  std::string_view bytes_;
  std::size_t position_ = 0;
};

}  // namespace raftup::server
