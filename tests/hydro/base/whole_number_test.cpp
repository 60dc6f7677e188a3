#include "hydro/base/whole_number.hpp"

#include <cstdint>
#include <limits>

#include "hydro/base/error.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;

TEST_CASE("whole number: the fraction is cut off, to the ends of the range", "[hydro][base]") {
  CHECK(to_integer<int>(2.9, "n") == 2);
  CHECK(to_integer<int>(-2.9, "n") == -2);
  CHECK(to_integer<int>(-0.0, "n") == 0);
  CHECK(to_integer<int>(2147483647.5, "n") == std::numeric_limits<int>::max());
  CHECK(to_integer<int>(-2147483648.0, "n") == std::numeric_limits<int>::min());
  CHECK(to_integer<std::int64_t>(0x1p62, "n") == std::int64_t{1} << 62);
  CHECK(to_integer<std::int64_t>(-0x1p63, "n") == std::numeric_limits<std::int64_t>::min());
  CHECK(to_integer<std::uint32_t>(4294967295.0, "n") == std::numeric_limits<std::uint32_t>::max());
}

TEST_CASE("whole number: what is beyond the range is refused by name", "[hydro][base]") {
  CHECK_THROWS_WITH(to_integer<int>(std::numeric_limits<double>::quiet_NaN(), "index of a panel"),
                    "index of a panel must be a number from -2.14748e+09 to below 2.14748e+09, "
                    "got nan");
  CHECK_THROWS_WITH(to_integer<std::size_t>(-1.0, "steps"),
                    "steps must be a number from 0 to below 1.84467e+19, got -1");
  for (const double value : {0x1p31, -0x1p31 - 1.0, 1e300, std::numeric_limits<double>::infinity(),
                             -std::numeric_limits<double>::infinity()}) {
    CHECK_THROWS_AS(to_integer<int>(value, "n"), Error);
  }
  CHECK_THROWS_AS(to_integer<std::int64_t>(0x1p63, "n"), Error);
  CHECK_THROWS_AS(to_integer<std::uint64_t>(0x1p64, "n"), Error);
}
