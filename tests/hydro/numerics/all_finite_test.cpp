#include "hydro/numerics/elementary.hpp"

#include <limits>
#include <vector>

#include "tests/support/catch.hpp"

using namespace raftup;

TEST_CASE("all finite: one bad number is found wherever it stands", "[numerics]") {
  using Limits = std::numeric_limits<double>;
  for (const std::size_t count : {1U, 8U, 13U, 1000U}) {
    std::vector<double> values(count, Limits::max());
    values.front() = -Limits::denorm_min();
    CHECK(all_finite(values));
    CHECK(first_not_finite(values) == count);
    for (const double bad :
         {Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN(), -Limits::signaling_NaN()}) {
      for (const std::size_t place : {std::size_t{0}, count / 2, count - 1}) {
        std::vector<double> spoilt = values;
        spoilt[place] = bad;
        CHECK_FALSE(all_finite(spoilt));
        CHECK(first_not_finite(spoilt) == place);
      }
    }
  }
  CHECK(all_finite({}));
}
