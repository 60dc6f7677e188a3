#include "server/sessions/streams/replay_ring.hpp"

namespace raftup::server {

std::size_t ReplayRing::Frame::bytes() const {
  return times_ns.size() * sizeof(std::int64_t) + values.size() * sizeof(double);
}

/// Adds a row to the open frame and removes old frames to make room. The caller adds the values.
ReplayRing::Frame& ReplayRing::frame_of_row(std::int64_t time_ns) {
  const std::size_t row_bytes = sizeof(std::int64_t) + columns_ * sizeof(double);
  while (bytes_ > 0 && bytes_ + row_bytes > kByteLimit) drop_oldest();
  Frame& frame = open_frame();
  frame.times_ns.push_back(time_ns);
  bytes_ += row_bytes;
  return frame;
}

std::span<double> ReplayRing::add_row(std::int64_t time_ns) {
  Frame& frame = frame_of_row(time_ns);
  frame.values.resize(frame.values.size() + columns_);
  return std::span(frame.values).last(columns_);
}

void ReplayRing::add_row(std::int64_t time_ns, std::span<const double> values) {
  Frame& frame = frame_of_row(time_ns);
  frame.values.insert(frame.values.end(), values.begin(), values.end());
}

void ReplayRing::close_frame() {
  if (open_frame().times_ns.empty()) return;
  if (count_ == kFrameLimit) drop_oldest();
  ++count_;
}

void ReplayRing::clear(std::int64_t time_ns) {
  for (Frame& frame : frames_) empty(frame);
  count_ = 1;
  complete_after_ns_ = time_ns;
}

void ReplayRing::empty(Frame& frame) {
  bytes_ -= frame.bytes();
  const bool large = frame.values.capacity() * sizeof(double) > kByteLimit / kFrameLimit;
  if (large) {
    frame = Frame();  // otherwise a few large frames would keep their memory
  } else {
    frame.times_ns.clear();
    frame.values.clear();
  }
}

void ReplayRing::drop_oldest() {
  Frame& frame = frames_[oldest_];
  if (!frame.times_ns.empty()) complete_after_ns_ = frame.times_ns.back();
  empty(frame);
  if (count_ == 1) return;  // only the open frame is left
  oldest_ = (oldest_ + 1) % kFrameLimit;
  --count_;
}

}  // namespace raftup::server
