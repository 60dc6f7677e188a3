/// @file Rows of values in a Frame.
#pragma once

#include <cstdint>
#include <span>

#include "raftup/v1/exchange.pb.h"

namespace raftup::server {

/// Room for a row of `columns` values at the end of `frame`.
std::span<double> add_row(std::int64_t time_ns, std::size_t columns, v1::Frame& frame);

/// A single row at the time of the frame needs no time of its own.
void leave_out_single_time(v1::Frame& frame);

}  // namespace raftup::server
