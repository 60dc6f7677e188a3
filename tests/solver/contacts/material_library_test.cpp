// Materials by name and pairs of them, from files.
#include "solver/model/materials/material_library.hpp"

#include <fstream>

#include "hydro/base/error.hpp"
#include "solver/contacts/pair_law.hpp"
#include "solver/model/contacts/material.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/touching_bodies.hpp"

using namespace raftup;
using namespace raftup::solver;
using namespace raftup::testing;
namespace fs = std::filesystem;

namespace {

void write_file(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

std::string refused_material(const std::string& text) {
  try {
    MaterialLibrary().add_material(text, "moss.json");
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

/// Two shapes of the world of the named materials.
Model made_of(const std::string& one, const std::string& two) {
  Model model;
  add_ground(model, Plane{}, {}, one);
  add_ground(model, Sphere{1.0}, {}, two);
  return model;
}

}  // namespace

TEST_CASE("material library: what comes with the solver is whole", "[contacts][materials]") {
  const MaterialLibrary library = MaterialLibrary::standard();
  const std::vector<std::string> names = library.names();
  CHECK(names.size() == 10);
  CHECK(std::is_sorted(names.begin(), names.end()));
  REQUIRE(library.find("steel") != nullptr);
  CHECK(library.find("steel")->density == 7850.0);
  CHECK(library.find("steel")->stiffness == Material().stiffness);  // what a file leaves open
  REQUIRE(library.find("steel", "timber") != nullptr);
  CHECK(library.find("timber", "steel") == library.find("steel", "timber"));
  CHECK(library.find("timber", "steel")->friction == 0.3);
  CHECK(library.find("moss") == nullptr);
  CHECK(library.find("ice", "rubber") == nullptr);
}

TEST_CASE("material library: a model gets what it names and lacks, pairs of both too",
          "[contacts][materials]") {
  const MaterialLibrary library = MaterialLibrary::standard();
  Model model = made_of("timber", "steel");
  library.complete(model);
  REQUIRE(model.materials.size() == 2);
  CHECK(pair_law(model, "steel", "timber").friction == 0.3);
  CHECK(pair_law(model, "timber", "timber").friction == 0.4);
  library.complete(model);  // nothing twice
  CHECK(model.materials.size() == 2);

  Model own = made_of("timber", "steel");
  own.materials.emplace_back().name = "steel";  // then its pairs are the model's business, too
  library.complete(own);
  CHECK(own.materials.size() == 2);
  CHECK(pair_law(own, "steel", "timber").friction == Approx(std::sqrt(0.5 * 0.4)));

  Model given = made_of("timber", "steel");
  ContactMaterial& pair = given.contact_materials.emplace_back();
  pair.material1 = "timber", pair.material2 = "steel", pair.friction = 0.11;
  library.complete(given);
  CHECK(pair_law(given, "steel", "timber").friction == 0.11);

  Model unknown = made_of("moss", "steel");
  library.complete(unknown);
  CHECK(unknown.materials.size() == 1);
}

TEST_CASE("material library: files that are dropped in add to it or replace, by the name inside",
          "[contacts][materials]") {
  const TemporaryFolder folder;
  write_file(folder.path() / "materials" / "birch.json",
             R"({"name": "wood", "roughness": 0.45, "density": 650, "source": "measured"})");
  write_file(folder.path() / "materials" / "my_steel.json",
             R"({"name": "steel", "density": 8000, "source": "measured"})");
  write_file(folder.path() / "materials" / "notes.txt", "nothing");
  write_file(folder.path() / "contact_materials" / "steel-wood.json",
             R"({"material1": "wood", "material2": "steel", "friction_model": "scaled_box",
                 "direction": [1, 0, 0], "secondary_friction": 0.2, "source": "measured",
                 "fender": {"compression": [0, 0.1], "reaction": [0, 1e5]}})");
  MaterialLibrary library = MaterialLibrary::standard();
  library.add_folder(folder.path());
  REQUIRE(library.find("wood") != nullptr);
  CHECK(library.find("wood")->roughness == 0.45);
  CHECK(library.find("birch") == nullptr);
  CHECK(library.find("steel")->density == 8000.0);
  const ContactMaterial& pair = *library.find("steel", "wood");
  CHECK(pair.friction_model == FrictionModel::kScaledBox);
  CHECK(pair.direction == Vector3(1.0, 0.0, 0.0));
  CHECK(pair.secondary_friction == 0.2);
  CHECK(pair.fender->reaction[1] == 1e5);
}

TEST_CASE("material library: what is no material is refused with its file",
          "[contacts][materials][check]") {
  using Catch::Matchers::Contains;
  CHECK_THAT(refused_material(R"({"name": "moss", "rough": 1, "source": "me"})"),
             Contains("material moss.json: 'rough' is no field"));
  CHECK_THAT(refused_material(R"({"name": "moss", "roughness": -1, "source": "me"})"),
             Contains("material moss.json: roughness must not be negative"));
  CHECK_THAT(refused_material(R"({"name": "moss"})"), Contains("'source' must say where"));
  CHECK_THAT(refused_material(R"({"source": "me"})"), Contains("'name' must not be empty"));
  CHECK_THAT(refused_material(R"({"name": 3, "source": "me"})"), Contains("material moss.json: "));
  CHECK_THAT(refused_material("moss"), Contains("material moss.json: "));
  CHECK_THROWS_WITH(MaterialLibrary().add_folder("/nowhere"),
                    Contains("folder of materials must exist, got '/nowhere'"));
}
