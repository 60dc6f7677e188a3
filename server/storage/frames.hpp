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

/// Reads frames one after another. The bytes must outlive it.
class FrameReader {
 public:
  explicit FrameReader(std::string_view bytes) : bytes_(bytes) {}

  /// Body of the next frame; none where what is left does not begin with a whole one.
  std::optional<std::string_view> next();

  /// Bytes of the frames read so far.
  std::size_t whole_bytes() const { return position_; }
  bool at_end() const { return position_ == bytes_.size(); }

  /// Whether a write that was cut off leaves what is left: the beginning of a frame that says that
  /// it goes on, or zeros. Anything else is damage, and what is damaged was once kept: a whole
  /// frame later on, or a frame of which as many bytes are there as it has, but not the right ones.
  bool rest_is_unfinished() const;

 private:
  bool whole_frame_follows() const;

  std::string_view bytes_;
  std::size_t position_ = 0;
};

}  // namespace raftup::server
