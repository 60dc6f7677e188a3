#pragma once

#include <string>

namespace raftup::server {

/// 128 bits from the system's random numbers, as 32 lower-case hexadecimal digits: nobody guesses
/// it.
std::string random_token();

}  // namespace raftup::server
