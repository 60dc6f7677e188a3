#include "hydro/base/whole_number.hpp"

#include <fmt/format.h>

#include "hydro/base/error.hpp"

namespace raftup::whole_number {

void refuse(double value, std::string_view quantity, double least, double above) {
  throw BrokenRule(
      fmt::format("{} must be a number from {:g} to below {:g}", quantity, least, above),
      fmt::format("{}", value));
}

}  // namespace raftup::whole_number
