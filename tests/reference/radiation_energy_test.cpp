/// @file Undamped coupled free motion in still water: the memory may take energy, never give it.
#include <Eigen/Cholesky>

#include "hydro/database/readers/bemio.hpp"
#include "hydro/radiation/radiation_options.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference_data.hpp"

using namespace raftup;
using hydro::RadiationForm;
using hydro::Stage;

namespace {

/// (M + A_inf) a = -C x - mu: displaced mass, hydrostatic springs, and in the dofs that have none a
/// weak mooring of 100 s period; no other damping.
struct Ships {
  MatrixXd mass, stiffness;
  Eigen::LLT<MatrixXd> factor;

  Ships(const hydro::Database& database, const MatrixXd& added_mass) {
    const Eigen::Index size = database.dof_count();
    mass = added_mass;
    stiffness = MatrixXd::Zero(size, size);
    for (Eigen::Index body = 0; body < database.body_count(); ++body) {
      const auto& shape = database.bodies[static_cast<std::size_t>(body)];
      const double m = database.water_density * shape.displaced_volume;
      const double radius = 0.4 * std::cbrt(shape.displaced_volume);
      Vector6 inertia;
      inertia << Vector3::Constant(m), Vector3::Constant(m * radius * radius);
      mass.diagonal().segment(kDofs * body, kDofs) += inertia;
      Matrix6 C = 0.5 * (shape.hydrostatic_stiffness + shape.hydrostatic_stiffness.transpose());
      const double mooring = std::pow(2.0 * M_PI / 100.0, 2);
      for (Eigen::Index i = 0; i < kDofs; ++i) C(i, i) = std::max(C(i, i), mooring * inertia[i]);
      stiffness.block(kDofs * body, kDofs * body, kDofs, kDofs) =
          Matrix6(C.diagonal().asDiagonal());
    }
    factor.compute(mass);
  }

  double energy(const VectorXd& x, const VectorXd& v) const {
    return 0.5 * (v.dot(mass * v) + x.dot(stiffness * x));
  }
};

/// Largest energy of the second half of a run over that of its beginning.
double energy_ratio(const hydro::Database& database, RadiationForm form, double step,
                    double duration) {
  hydro::RadiationOptions options;
  options.form = form;
  const auto model = make_radiation_model(database, options, step, nullptr);
  const hydro::RadiationMemory& memory = *model.memory;
  const Ships ships(database, memory.infinite_added_mass());
  VectorXd x = VectorXd::Zero(database.dof_count()), v = x;
  for (Eigen::Index i = 0; i < x.size(); ++i)
    x[i] = (i % kDofs < 3 ? 1.0 : 0.05) / static_cast<double>(1 + i % 5);
  hydro::MemoryState state = memory.initial_state(v);
  hydro::StageTails tails;
  const double begin = ships.energy(x, v);
  double late = 0.0;
  const auto acceleration = [&](Stage stage, const VectorXd& tail, const VectorXd& at,
                                const VectorXd& velocity) -> VectorXd {
    return ships.factor.solve(-ships.stiffness * at - tail -
                              memory.instantaneous(stage) * velocity);
  };
  const auto steps = static_cast<long>(duration / step);
  for (long k = 0; k < steps; ++k) {
    memory.prepare(state, tails);
    const VectorXd a1 = acceleration(Stage::kStart, tails.start, x, v);
    const VectorXd v2 = v + 0.5 * step * a1;
    const VectorXd a2 = acceleration(Stage::kMiddle, tails.middle, x + 0.5 * step * v, v2);
    const VectorXd v3 = v + 0.5 * step * a2;
    const VectorXd a3 = acceleration(Stage::kMiddle, tails.middle, x + 0.5 * step * v2, v3);
    const VectorXd v4 = v + step * a3;
    const VectorXd a4 = acceleration(Stage::kEnd, tails.end, x + step * v3, v4);
    const VectorXd next = v + step / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
    x += step / 6.0 * (v + 2.0 * v2 + 2.0 * v3 + v4);
    memory.advance(state, next);
    v = next;
    if (k > steps / 2) late = std::max(late, ships.energy(x, v));
  }
  return late / begin;
}

void check_never_grows(const hydro::Database& database, RadiationForm form, double step) {
  const double ratio = energy_ratio(database, form, step, 10000.0);
  INFO((form == RadiationForm::kStateSpace ? "state space " : "convolution ") << ratio);
  CHECK(ratio < 1.0);
}

void check_both_forms(const hydro::Database& database, double step) {
  check_never_grows(database, RadiationForm::kStateSpace, step);
  check_never_grows(database, RadiationForm::kConvolution, step);
}

}  // namespace

TEST_CASE("still water: undamped coupled motion of our own databases dies out over 10 000 s",
          "[radiation][long]") {
  const std::string file = GENERATE("hemisphere.h5", "tug_shallow.h5", "alongside.h5");
  INFO(file);
  check_both_forms(hydro::read_bemio(testing::own_data() / file), 0.2);
}

TEST_CASE("still water: undamped motion of nine bodies dies out over 10 000 s",
          "[radiation][long]") {
  // Without the convolution, with which it grows: an open defect.
  check_never_grows(hydro::read_bemio(testing::own_data() / "array9.h5"),
                    RadiationForm::kStateSpace, 0.2);
}

TEST_CASE("still water: undamped motion of sphere, RM3 and trimaran dies out over 10 000 s",
          "[radiation][long]") {
  const std::string file = GENERATE("bemio/sphere.h5", "bemio/rm3.h5", "bemio/trimaran.h5");
  RAFTUP_REQUIRE_REFERENCE(path, file);
  INFO(file);
  check_both_forms(hydro::read_bemio(path), 0.2);
}
