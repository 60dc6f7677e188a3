#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace raftup::server {

/// Buffer with the rows of the most recent frames of one client. The client can receive these rows
/// again after its connection was lost. The buffer is limited in frames and in bytes. Its memory is
/// reused, so that no allocations occur once every slot has been used.
class ReplayRing {
 public:
  static constexpr std::size_t kFrameLimit = 64;
  static constexpr std::size_t kByteLimit = 1 << 20;

  /// @param time_ns start time: all rows later than this will be in the buffer
  ReplayRing(std::size_t columns, std::int64_t time_ns)
      : columns_(columns), complete_after_ns_(time_ns) {}

  /// Adds a row to the open frame.
  /// @returns the values of the row, which the caller must fill immediately
  std::span<double> add_row(std::int64_t time_ns);
  /// Adds a row with known values to the open frame.
  void add_row(std::int64_t time_ns, std::span<const double> values);
  /// Ends the open frame. Rows that are added later belong to the next frame.
  void close_frame();
  void clear(std::int64_t time_ns);

  /// True if the buffer contains every row later than `time_ns`.
  bool covers(std::int64_t time_ns) const { return time_ns >= complete_after_ns_; }

  /// Calls `visitor(time_ns, values)` for every row later than `time_ns`, oldest first.
  template <typename Visitor>
  void visit_after(std::int64_t time_ns, Visitor visitor) const {
    for (std::size_t i = 0; i < count_; ++i) {
      const Frame& frame = frames_[(oldest_ + i) % kFrameLimit];
      for (std::size_t row = 0; row < frame.times_ns.size(); ++row) {
        if (frame.times_ns[row] <= time_ns) continue;
        visitor(frame.times_ns[row], std::span(frame.values).subspan(row * columns_, columns_));
      }
    }
  }

 private:
  struct Frame {
    std::vector<std::int64_t> times_ns;
    std::vector<double> values;  ///< values of all rows, [row][column]

    std::size_t bytes() const;
  };

  Frame& frame_of_row(std::int64_t time_ns);
  Frame& open_frame() { return frames_[(oldest_ + count_ - 1) % kFrameLimit]; }
  void empty(Frame& frame);
  void drop_oldest();

  std::size_t columns_;
  std::array<Frame, kFrameLimit> frames_;
  std::size_t oldest_ = 0;
  std::size_t count_ = 1;  ///< number of frames; the newest of these frames is open
  std::size_t bytes_ = 0;
  std::int64_t complete_after_ns_;
};

}  // namespace raftup::server
