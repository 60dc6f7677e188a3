#include "server/sessions/streams/frame_rows.hpp"

#include <algorithm>

namespace raftup::server {

std::span<double> add_row(std::int64_t time_ns, std::size_t columns, v1::Frame& frame) {
  frame.add_row_time_ns(time_ns);
  auto& values = *frame.mutable_values();
  const int size = values.size();
  const int count = static_cast<int>(columns);
  if (size + count > values.Capacity())
    values.Reserve(std::max(2 * values.Capacity(), size + count));
  double* row = values.AddNAlreadyReserved(count);
  return {row, columns};
}

void leave_out_single_time(v1::Frame& frame) {
  if (frame.row_time_ns_size() == 1 && frame.row_time_ns(0) == frame.time_ns()) {
    frame.clear_row_time_ns();
  }
}

}  // namespace raftup::server
