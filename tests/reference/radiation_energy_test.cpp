/// @file Undamped coupled free motion in still water: the memory may take energy, never give it.

#include "hydro/database/readers/read_database.hpp"
#include "hydro/numerics/dense.hpp"
#include "hydro/radiation/base/radiation_options.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fit_cache.hpp"
#include "tests/support/reference_data.hpp"

using namespace raftup;
using hydro::RadiationForm;
using hydro::Stage;
using testing::MapFitCache;

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

hydro::RadiationModel memory_of(const hydro::Database& database, RadiationForm form, double step,
                                hydro::FitCache* fits, double tolerance = 1e-3) {
  hydro::RadiationOptions options;
  options.form = form;
  options.tolerance = tolerance;
  return make_radiation_model(database, options, step, fits);
}

struct Motion {
  VectorXd x, v;
};

/// Every dof displaced and at rest.
Motion displaced(Eigen::Index size) {
  Motion motion{VectorXd::Zero(size), VectorXd::Zero(size)};
  for (Eigen::Index i = 0; i < size; ++i)
    motion.x[i] = (i % kDofs < 3 ? 1.0 : 0.05) / static_cast<double>(1 + i % 5);
  return motion;
}

/// Surging and swaying along the eigenvector of the least damping at the moorings' frequency, each
/// dof in units of its mass: the motion that a memory which is not passive makes grow.
Motion least_damped(const Ships& ships, const hydro::RadiationMemory& memory) {
  Eigen::ArrayX<Eigen::Index> horizontal(memory.dof_count() / 3);
  for (Eigen::Index i = 0; i < horizontal.size(); ++i) horizontal[i] = kDofs * (i / 2) + i % 2;
  const MatrixXd B = memory.radiation_damping(2.0 * M_PI / 100.0)(horizontal, horizontal);
  const VectorXd inverse = ships.mass.diagonal()(horizontal).cwiseSqrt().cwiseInverse();
  const MatrixXd scaled = inverse.asDiagonal() * B * inverse.asDiagonal();
  Motion motion{VectorXd::Zero(memory.dof_count()), VectorXd::Zero(memory.dof_count())};
  motion.v(horizontal) = inverse.cwiseProduct(symmetric_eigen(scaled).vectors.col(0));
  return motion;
}

/// Largest energy after `after` seconds of a run over that of its beginning.
double energy_ratio(const Ships& ships, const hydro::RadiationMemory& memory, Motion motion,
                    double duration, double after) {
  const double step = memory.step();
  auto& [x, v] = motion;
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
    const double energy = ships.energy(x, v);
    const bool higher = !(energy <= late);  // nan is higher than all
    if (static_cast<double>(k) * step > after && higher) late = energy;
  }
  return late / begin;
}

void check_never_grows(const hydro::Database& database, RadiationForm form, double step,
                       hydro::FitCache& fits) {
  const auto model = memory_of(database, form, step, &fits);
  const Ships ships(database, model.memory->infinite_added_mass());
  const double ratio =
      energy_ratio(ships, *model.memory, displaced(database.dof_count()), 10000.0, 5000.0);
  INFO((form == RadiationForm::kStateSpace ? "state space " : "convolution ") << ratio);
  CHECK(ratio < 1.0);
}

/// With the kernel summed in blocks: the direct sum, the same to 1e-13, takes ten times as long.
void check_both_forms(const hydro::Database& database, double step) {
  MapFitCache fits;
  check_never_grows(database, RadiationForm::kStateSpace, step, fits);
  check_never_grows(database, RadiationForm::kPartitioned, step, fits);
}

/// The fluid is at rest when the ships begin to move, so their energy can never pass its beginning.
void check_gives_no_energy(const hydro::Database& database, double duration,
                           hydro::FitCache* fits) {
  const auto model = memory_of(database, RadiationForm::kPartitioned, 0.2, fits);
  const Ships ships(database, model.memory->infinite_added_mass());
  const double ratio =
      energy_ratio(ships, *model.memory, least_damped(ships, *model.memory), duration, 0.0);
  CHECK(ratio <= 1.0);
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
  const auto database = hydro::read_bemio(testing::own_data() / "array9.h5");
  MapFitCache fits;  // both forms are made of one fit
  check_never_grows(database, RadiationForm::kStateSpace, 0.2, fits);
  check_never_grows(database, RadiationForm::kArray, 0.2, fits);
  // 10 000 s with convolution take minutes: slow motion shows the same sooner
  check_gives_no_energy(database, 300.0, &fits);
}

TEST_CASE("still water: nine bodies whose memory is reduced to 600 states come to rest too",
          "[radiation][long]") {
  const auto database = hydro::read_bemio(testing::own_data() / "array9.h5");
  const auto model = memory_of(database, RadiationForm::kStateSpace, 0.2, nullptr, 1e-2);
  CHECK(model.report.state_count <= 600);
  // Against A and B of the file, which contradict each other by this; the fit of 58 poles is as
  // far.
  CHECK(model.report.error_added_mass <= 4e-2);
  CHECK(model.report.error_damping <= 3e-2);
  const Ships ships(database, model.memory->infinite_added_mass());
  const double ratio =
      energy_ratio(ships, *model.memory, displaced(database.dof_count()), 2000.0, 1000.0);
  CHECK(ratio < 1.0);
}

TEST_CASE("still water: slow motion that is hardly damped gets no energy from the memory",
          "[radiation]") {
  // a kernel cut where its data end, and no more, gave nine bodies half their energy again
  const std::string file = GENERATE("hemisphere.h5", "tug_shallow.h5", "alongside.h5");
  INFO(file);
  check_gives_no_energy(hydro::read_bemio(testing::own_data() / file), 300.0, nullptr);
}

TEST_CASE("still water: undamped motion of sphere, RM3 and trimaran dies out over 10 000 s",
          "[radiation][long]") {
  struct Case {
    std::string file;
    double step;
  };
  // a slender hull's pitch with 6 rad/s is too fast for Runge-Kutta steps of .2 s
  const auto sample = GENERATE(Case{"bemio/sphere.h5", 0.2}, Case{"bemio/rm3.h5", 0.2},
                               Case{"bemio/trimaran.h5", 0.1});
  RAFTUP_REQUIRE_REFERENCE(path, sample.file);
  INFO(sample.file);
  check_both_forms(hydro::read_bemio(path), sample.step);
}
