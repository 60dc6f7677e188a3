/// @file Adds rows of output values to a Frame message.
#pragma once

#include <cstdint>
#include <span>

#include "raftup/v1/exchange.pb.h"

namespace raftup::server {

/// Appends a row of `columns` values to `frame`.
/// @returns the values of the row, which the caller must fill
std::span<double> add_row(std::int64_t time_ns, std::size_t columns, v1::Frame& frame);

/// Removes the time of the row if the frame has a single row whose time equals that of the frame.
void leave_out_single_time(v1::Frame& frame);

}  // namespace raftup::server
