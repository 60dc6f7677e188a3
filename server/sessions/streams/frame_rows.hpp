/// @file Rows of values in a Frame.
#pragma once

#include <cstdint>
#include <span>

#include "raftup/v1/exchange.pb.h"

namespace raftup::server {

/// Adds a row of `columns` values to the end of `frame`, to be filled by the caller.
std::span<double> add_row(std::int64_t time_ns, std::size_t columns, v1::Frame& frame);

/// Removes the time of a single row at the time of the frame, which is redundant.
void leave_out_single_time(v1::Frame& frame);

}  // namespace raftup::server
