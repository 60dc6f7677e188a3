#include "server/sessions/recording/input_writers.hpp"

#include "server/base/service_error.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using server::InputTiming;
using server::InputWriters;

namespace {

/// Input 0 is held, input 1 interpolated, input 2 needs 50 ns of look-ahead.
InputTiming timing(std::size_t input) {
  return input == 0 ? InputTiming{true, 0} : InputTiming{false, input == 1 ? 0 : 50};
}

server::ParticipantDeclaration declaration(const std::string& id, bool required,
                                           std::vector<std::size_t> inputs) {
  server::ParticipantDeclaration declaration;
  declaration.participant_id = id;
  declaration.required = required;
  declaration.inputs = std::move(inputs);
  return declaration;
}

}  // namespace

TEST_CASE("barrier: a step needs what its inputs need", "[sessions]") {
  const InputWriters writers({declaration("held", true, {0}), declaration("linear", true, {1}),
                              declaration("ahead", true, {2}), declaration("none", true, {})},
                             timing);
  const auto needed = [&](std::size_t i) {
    return writers.needed_watermark(*writers.all()[i], 100, 120);
  };
  CHECK(needed(0) == 100);
  CHECK(needed(1) == 120);
  CHECK(needed(2) == 170);
  CHECK(needed(3) == 100);
}

TEST_CASE("barrier: a participant with a period owes held samples at its periods only",
          "[sessions]") {
  auto slow = declaration("slow", true, {0});
  slow.period_ns = 60;
  auto both = declaration("both", true, {0, 1});
  both.period_ns = 60;
  const InputWriters writers({slow, both}, timing);
  const auto needed = [&](std::size_t i, std::int64_t start) {
    return writers.needed_watermark(*writers.all()[i], start, start + 20);
  };
  CHECK(needed(0, 0) == 0);
  CHECK(needed(0, 40) == 0);
  CHECK(needed(0, 60) == 60);
  CHECK(needed(0, 100) == 60);
  CHECK(needed(0, 120) == 120);
  CHECK(needed(1, 40) == 60);
}

TEST_CASE("barrier: only required participants and the controller hold it", "[sessions]") {
  InputWriters writers({declaration("optional", false, {0})}, timing);
  auto& optional = writers.attach("optional", {0}, false);
  CHECK(writers.released(0, 20));
  auto& controller = writers.attach("", {1}, true);
  CHECK_FALSE(writers.released(0, 20));
  controller.watermark_ns = 20;
  CHECK(writers.released(0, 20));
  controller.watermark_ns = 19;
  REQUIRE(writers.holders(0, 20).size() == 1);
  CHECK(writers.holders(0, 20)[0] == &controller);
  writers.detach(controller);
  CHECK(writers.released(0, 20));
  writers.detach(optional);
  CHECK(writers.all().size() == 1);
}

TEST_CASE("barrier: a declared participant keeps its watermark and its inputs while away",
          "[sessions]") {
  InputWriters writers({declaration("waves", true, {1})}, timing);
  writers.attach("waves", {1}, false).watermark_ns = 40;
  writers.detach(*writers.all()[0]);
  CHECK(writers.all()[0]->watermark_ns == 40);
  CHECK_THROWS_WITH(writers.attach("thief", {1}, false), Catch::Contains("belongs to 'waves'"));
  CHECK(writers.attach("waves", {1}, false).watermark_ns == 40);
  CHECK_THROWS_WITH(writers.attach("waves", {1}, false), Catch::Contains("attached already"));
}

TEST_CASE("barrier: an excluded participant holds nothing and owns nothing until it attaches",
          "[sessions]") {
  InputWriters writers({declaration("waves", true, {1})}, timing);
  server::InputWriter& waves = *writers.all()[0];
  CHECK_FALSE(writers.released(0, 20));
  waves.excluded = true;
  CHECK(writers.released(0, 20));
  writers.detach(writers.attach("other", {1}, false));
  writers.attach("waves", {1}, false);
  CHECK_FALSE(writers.released(0, 20));
}

TEST_CASE("barrier: watermarks go back with a checkpoint", "[sessions]") {
  InputWriters writers({declaration("waves", true, {1}), declaration("wind", true, {0})}, timing);
  writers.attach("waves", {1}, false).watermark_ns = 40;
  const auto kept = writers.watermarks();
  writers.all()[0]->watermark_ns = 90;
  writers.restore(kept);
  CHECK(writers.all()[0]->watermark_ns == 40);
  writers.restore({});
  CHECK(writers.all()[0]->watermark_ns == server::kNoWatermark);
}
