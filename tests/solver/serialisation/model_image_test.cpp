#include "solver/simulation/serialisation/model_image.hpp"

#include "solver/model/contacts/material.hpp"
#include "solver/model/loads/hull.hpp"

#define XXH_INLINE_ALL  // as headers only
#include <xxhash.h>

#include "hydro/base/bytes.hpp"
#include "solver/simulation/run/simulation.hpp"
#include "tests/solver/configurations/families.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fit_cache.hpp"
#include "tests/support/models.hpp"

using namespace raftup;
using namespace raftup::solver;

namespace {

/// Of a pair of bodies: damping that a few exponentials fit.
void radiate(const hydro::Configuration& q, hydro::Database& database) {
  for (const double omega : database.omega) {
    const double shape = omega * omega / (1.0 + std::pow(omega, 4));
    database.radiation_damping.emplace_back((0.1 + 0.01 * q.x()) * shape *
                                            MatrixXd::Identity(12, 12));
  }
}

/// A family in waves with what no message reads field by field: shapes, a sea that changes,
/// statistics.
Model model_of_everything() {
  const auto family = testing::family_of({4.0, 6.0}, {0.0}, {0.0}, radiate);
  Model model =
      testing::pair_model(family, {5.0, 0.0, 0.0}, 2.0, {true, true, true, true, true, true}, 0.02);
  model.hydrodynamics[0].radiation.form = hydro::RadiationForm::kStateSpace;
  model.hydrodynamics[0].excitation_enabled = false;  // the family has none
  hydro::VarianceHistory history{0, {0.0, 10.0}, MatrixXd{{0.5, 0.125}}};
  model.current = hydro::Current({}, {Vector2(0.1, -0.2)});
  model.sea = hydro::Sea({{1.1, 1.0, 0.4, 0.7}}, {model.water_depth, model.gravity, model.current},
                         3.0, {history});
  model.statistics = StatisticsOptions{1.0, {"first.position"}, {}, {}};
  model.statistics->limits.push_back({"drift", "first.position", 1, -2.0, {}});
  TriangleMesh mesh;
  mesh.vertices = {Vector3::Zero(), Vector3::UnitX(), Vector3::UnitY(), Vector3::UnitZ()};
  mesh.triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  HeightField field{2, 2, Vector2(3.0, 4.0), {-90.0, -91.0, -92.0, -93.0}, 1.0, -95.0};
  const std::vector<Geometry> geometries{
      Sphere{0.1}, Cone{0.2, 0.1, 0.3}, Convex{mesh}, field,
      Composite{{{Box{Vector3::Ones()}, Pose{}}, {Capsule{0.1, 0.2}, Pose{}}}}};
  for (const Geometry& geometry : geometries) {
    ContactShape& shape = model.shapes.emplace_back();
    shape.name = "shape" + std::to_string(model.shapes.size());
    shape.geometry = geometry;
    shape.pose.position.z() = -50.0;
    shape.material = "steel";
  }
  model.materials.emplace_back().name = "steel";
  model.inputs.push_back({"push", ExternalForce{"first"}});
  model.probes = {{"gauge", "first", {1.0, 2.0, 3.0}}};
  const std::vector<Vector3> corners{{0.0, 0.0, -1.0}, {2.0, 0.0, -1.0}, {0.0, 1.0, -1.0}};
  HullLoad plate;
  plate.body = "first";
  plate.normal_drag = 1.0;
  plate.mesh = {"plate", std::make_shared<const hydro::HullMesh>(
                             hydro::FiledTriangles(corners, {{0, 1, 2}, {0, 2, 1}}),
                             hydro::HullMesh::Form::kSurface)};
  model.loads.emplace_back("plate", plate);
  Event& event = model.events.emplace_back();
  event.name = "late";
  event.at = 3.0;
  return model;
}

std::string refusal(const std::string& bytes) {
  try {
    read_model_image(bytes);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

/// With the checksum that fits.
std::string sealed(std::string bytes) {
  bytes.resize(bytes.size() - 8);
  ByteWriter sum;
  sum.write(std::uint64_t{XXH64(bytes.data(), bytes.size(), 0)});
  return bytes + sum.bytes();
}

/// Fits nothing: what is asked for must be there.
class NoFits final : public hydro::FitCache {
 public:
  explicit NoFits(hydro::FitCache& fits) : fits_(fits) {}
  std::optional<std::string> find(const std::string& key) override {
    const auto fit = fits_.find(key);
    CHECK(fit);
    return fit;
  }
  void store(const std::string& /*key*/, const std::string& /*fit*/) override { CHECK(false); }

 private:
  hydro::FitCache& fits_;
};

}  // namespace

TEST_CASE("model image: what is read is what was written, and moves by the same bytes",
          "[solver]") {
  const Model model = model_of_everything();
  const std::string bytes = write_model_image(model, nullptr);
  ModelImage image = read_model_image(bytes);
  CHECK(digest(image.model) == digest(model));
  CHECK(image.model.statistics->limits[0].name == "drift");
  NoFits fits(*image.fits);
  CHECK(write_model_image(image.model, &fits) == bytes);
  Simulation original(model), copy(std::move(image.model), &fits);
  for (int step = 0; step < 50; ++step) {
    original.step();
    copy.step();
    REQUIRE(identical(original.state(), copy.state()));
  }
}

TEST_CASE("model image: bytes that are cut, changed or of another version are refused",
          "[solver]") {
  const std::string bytes = write_model_image(model_of_everything(), nullptr);
  for (std::size_t size = 0; size < bytes.size(); size += 1 + size / 16) {
    CHECK_THROWS_AS(read_model_image(bytes.substr(0, size)), Error);
  }
  for (std::size_t at = 0; at < bytes.size(); at += 997) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 4);
    CHECK_THROWS_AS(read_model_image(changed), Error);
    refusal(sealed(changed));  // of somebody who means it: whatever is read, it ends
  }
  std::string other = bytes;
  other[std::string("RAFTUPMODEL\n").size()] = 1;
  CHECK(refusal(sealed(other)) == "a stored model must be of format version 10, got 1");
  CHECK(refusal(bytes + "x") == "a stored model must have its checksum: it is damaged");
}

TEST_CASE("model image: a user's own C++ is not written", "[solver]") {
  Model model = model_of_everything();
  model.gravity_field = std::make_shared<PointGravity>(Vector3::Zero(), 9.81);
  CHECK_THROWS_WITH(write_model_image(model, nullptr),
                    Catch::Contains("must be of descriptions alone"));
}
