#include "solver/simulation/outputs/output_names.hpp"

#include "tests/support/catch.hpp"

using namespace raftup;
using solver::matches_name;
using solver::nearest_names;

TEST_CASE("output names: a star stands for any letters, a question mark for one",
          "[solver][outputs]") {
  CHECK(matches_name("*", "sea.elevation"));
  CHECK(matches_name("*", ""));
  CHECK(matches_name("*.tension", "bow_line.tension"));
  CHECK(matches_name("bow*.*sion", "bow_line.tension"));
  CHECK(matches_name("line?.tension", "line3.tension"));
  CHECK(matches_name("a*b*c", "a-b-b-c"));
  CHECK_FALSE(matches_name("line?.tension", "line.tension"));
  CHECK_FALSE(matches_name("*.tension", "bow_line.tension.max"));
  CHECK_FALSE(matches_name("*.Tension", "bow_line.tension"));
  CHECK_FALSE(matches_name("", "a"));
  CHECK_FALSE(matches_name("[ab]", "a"));
}

TEST_CASE("output names: what was meant is found by few letters, then by its owner",
          "[solver][outputs]") {
  const std::vector<std::string> known{"carrier.position", "carrier.orientation", "supply.position",
                                       "bow_line.tension", "stern_line.tension",  "sea.elevation"};
  using Names = std::vector<std::string>;
  CHECK(nearest_names("bow_line.tention", known) == Names{"bow_line.tension"});
  CHECK(nearest_names("Carrier.Positoin", known) == Names{"carrier.position"});
  CHECK(nearest_names("carrier.heave", known) == Names{"carrier.position", "carrier.orientation"});
  CHECK(nearest_names("tug.heave", known).empty());
  CHECK(nearest_names(std::string(5000, 'a'), known).empty());
  CHECK(solver::suggestion("sea.elevatoin", known) == " such as sea.elevation");
  CHECK(solver::suggestion("tug.heave", known).empty());
}
