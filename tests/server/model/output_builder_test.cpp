#include "clients/cpp/client.hpp"
#include "tests/server/model/built_model.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

/// A body that floats alone; it has 16 outputs with those of the sea and of the energy.
v1::Model hemisphere(const std::vector<std::string>& outputs) {
  v1::Model message = client::model_from_json(R"({
    "bodies": [{"name": "hemisphere", "inertia": {"xx": 2e6, "yy": 2e6, "zz": 2e6}}],
    "hydrodynamics": [{"name": "hull", "database": "hemisphere.h5",
                       "bodies": [{"body": "hemisphere"}]}],
    "integration": {"step": 0.05}})");
  message.mutable_outputs()->Assign(outputs.begin(), outputs.end());
  return message;
}

}  // namespace

TEST_CASE("outputs: names with wildcards stand for all that they match, each once", "[model]") {
  const auto built =
      build(hemisphere({"hemisphere.orientation", "hemisphere.*i?n", "*.elevation"}));
  const std::vector<std::string> expected{"hemisphere.orientation",
                                          "hemisphere.position",
                                          "hemisphere.linear_acceleration",
                                          "hemisphere.angular_acceleration",
                                          "hemisphere.force.excitation",
                                          "hemisphere.force.radiation",
                                          "sea.elevation"};
  CHECK(built.outputs == expected);
  const auto& written = built.message.outputs();
  CHECK(std::vector<std::string>(written.begin(), written.end()) == expected);
}

TEST_CASE("outputs: a name that is not there is refused with the nearest ones", "[model]") {
  std::vector<std::string> names{"hemisphere.positoin", "*.tension", "sea.elevation",
                                 "sea.elevation"};
  names.insert(names.end(), 100, "*");
  std::string all;
  for (const auto& one : violations_of(hemisphere(names))) {
    all += one.path + " " + one.rule + ", got " + one.value + "\n";
  }
  CHECK(all ==
        "outputs[0] must be an output of the session such as hemisphere.position, got "
        "hemisphere.positoin\n"
        "outputs[1] must stand for one of the 16 outputs, got *.tension\n"
        "outputs[3] must be named once, got sea.elevation\n"
        "outputs[103] must be one of at most 100 names with wildcards, got *\n");
}
