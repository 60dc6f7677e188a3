#include "solver/description/any_kind.hpp"

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tests/support/catch.hpp"

using raftup::solver::AnyKind;
using raftup::solver::kind_names;
using raftup::solver::visit_kind;

namespace {

struct Tools;
using Tool = AnyKind<Tools>;

struct Hammer {
  static constexpr std::string_view kKind = "hammer";
  std::vector<double> blows;
};
struct Saw {
  static constexpr std::string_view kKind = "saw";
  int teeth = 0;
};
struct Tools {
  using Kinds = std::variant<Hammer, Saw>;
};

}  // namespace

TEST_CASE("any kind: it is a value of the kind that it was made of", "[description]") {
  Tool tool = Saw{12};
  CHECK(tool.holds<Saw>());
  CHECK(tool.get<Saw>().teeth == 12);
  CHECK(tool.get_if<Hammer>() == nullptr);
  CHECK(tool.index() == 1);
  tool = Hammer{{1.0, 2.0}};
  CHECK(tool.index() == 0);
  CHECK(visit_kind([](const auto& kind) { return std::string(kind.kKind); }, tool) == "hammer");
  CHECK(kind_names(tool) == "hammer, saw");
}

TEST_CASE("any kind: a copy changes by itself", "[description]") {
  const Tool tool = Hammer{{1.0, 2.0}};
  Tool copy = tool;
  visit_kind(
      [](auto& kind) {
        if constexpr (requires { kind.blows; }) kind.blows.clear();
      },
      copy);
  CHECK(copy.get<Hammer>().blows.empty());
  CHECK(tool.get<Hammer>().blows.size() == 2);
  Tool& itself = copy;
  copy = itself;
  CHECK(copy.holds<Hammer>());
}

TEST_CASE("any kind: another kind than it has is refused, so is one that was moved from",
          "[description]") {
  Tool tool = Saw{12};
  CHECK_THROWS_AS(tool.get<Hammer>(), std::bad_variant_access);
  const Tool moved = std::move(tool);
  CHECK(moved.get<Saw>().teeth == 12);
  CHECK_FALSE(tool.holds<Saw>());  // NOLINT(bugprone-use-after-move): that is the case
  CHECK_THROWS_AS(tool.index(), std::bad_variant_access);
  CHECK(Tool(tool).get_if<Saw>() == nullptr);
}
