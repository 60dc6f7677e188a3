/// @file A step of two ships among the nodes of a family: of four that count, and of one.
#include <benchmark/benchmark.h>
#include <malloc.h>

#include "hydro/configurations/database_family.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "hydro/sea/dispersion.hpp"
#include "solver/simulation/run/simulation.hpp"
#include "tests/support/models.hpp"
#include "tests/support/reference_data.hpp"

namespace {

using raftup::Vector2;
using raftup::Vector3;
using namespace raftup::testing;
namespace hydro = raftup::hydro;
namespace solver = raftup::solver;

constexpr double kSpacing = 2.8;                     // m, of the nodes
constexpr double kQuartering = 135.0 * kPi / 180.0;  // rad, where the waves go

/// The database with its second body elsewhere: the same forces of waves that come there later,
/// X exp(-i k.d), and A and B told apart by a factor.
hydro::Database moved(hydro::Database database, const Vector2& distance, double factor) {
  hydro::DatabaseBody& body = database.bodies[1];
  for (Vector3* center : {&body.center_of_gravity, &body.center_of_buoyancy}) {
    center->head<2>() += distance;
  }
  for (auto* forces : {&database.excitation, &database.froude_krylov, &database.diffraction}) {
    for (std::size_t d = 0; d < forces->values.size(); ++d) {
      const double b = database.wave_directions[static_cast<Eigen::Index>(d)];
      const double along = distance.x() * std::cos(b) + distance.y() * std::sin(b);
      for (Eigen::Index k = 0; k < database.omega.size(); ++k) {
        const double number =
            hydro::wavenumber(database.omega[k], database.water_depth, database.gravity);
        forces->values[d].col(k).tail<6>() *= std::polar(1.0, -number * along);
      }
    }
  }
  for (auto* matrices : {&database.added_mass, &database.radiation_damping}) {
    for (raftup::MatrixXd& matrix : *matrices) matrix *= factor;
  }
  if (database.added_mass_infinite) *database.added_mass_infinite *= factor;
  return database;
}

/// Every sixth frequency of the database: as many as a family is solved at.
hydro::Database thinned(const hydro::Database& filed) {
  hydro::Database database = filed;
  const auto kept = Eigen::seq(0, Eigen::last, 6);
  database.omega = raftup::VectorXd(filed.omega(kept));
  for (auto matrices : {&hydro::Database::added_mass, &hydro::Database::radiation_damping}) {
    (database.*matrices).clear();
    for (std::size_t k = 0; k < (filed.*matrices).size(); k += 6) {
      (database.*matrices).push_back((filed.*matrices)[k]);
    }
  }
  for (auto* forces : {&database.excitation, &database.froude_krylov, &database.diffraction}) {
    for (raftup::MatrixXcd& values : forces->values) {
      values = raftup::MatrixXcd(values(Eigen::all, kept));
    }
  }
  database.retardation_kernel = {};
  database.mean_drift_force.clear();
  return database;
}

/// Four nodes about the place of `alongside`, which is `place` from their lower corner.
std::shared_ptr<const hydro::DatabaseFamily> four_nodes(const hydro::Database& filed,
                                                        const Vector2& place) {
  const Vector3 q = filed.bodies[1].center_of_gravity - filed.bodies[0].center_of_gravity;
  std::vector<hydro::Configuration> positions;
  std::vector<hydro::Database> nodes;
  for (int k = 0; k < 4; ++k) {
    const Vector2 distance = kSpacing * Vector2(k % 2, k / 2) - place;
    positions.emplace_back(q.x() + distance.x(), q.y() + distance.y(), 0.0);
    nodes.push_back(moved(filed, distance, 1.0 + 0.01 * k));
  }
  return std::make_shared<const hydro::DatabaseFamily>(
      hydro::make_database_family(positions, std::move(nodes), "four nodes"));
}

solver::Model ships(const std::shared_ptr<const hydro::Database>& database) {
  solver::Model model = alongside_model(database, 0.05);
  model.sea = jonswap_sea(model, 1.5, 8.0, kQuartering, 30.0);
  return model;
}

std::shared_ptr<const hydro::Database> filed() {
  static const auto database = std::make_shared<const hydro::Database>(
      thinned(hydro::read_bemio(own_data() / "alongside.h5")));
  return database;
}

/// @param active how many nodes count all the time; 0 of one database
void step(benchmark::State& state, solver::Simulation& simulation, std::size_t active) {
  constexpr std::int64_t kLongestRun = 2000;  // steps: further on ships drift to other nodes
  for (auto _ : state) {
    simulation.step();
    if (simulation.state().node_memories.size() != active) {
      state.SkipWithError("the ships have come to other nodes");
      return;
    }
    if (simulation.state().step_index > kLongestRun) simulation.reset();
  }
}

/// @param place of the moored ship, from the lower corner of four nodes [m]
solver::Model apart(const Vector2& place) {
  solver::Model model = ships(filed());
  solver::HydrodynamicGroup& group = model.hydrodynamics[0];
  group.family = four_nodes(*filed(), place);
  group.database = group.family->nodes.front();
  group.configurations.emplace();
  group.configurations->margin = 100.0;
  group.configurations->heading_margin = 1.0;
  return model;
}

void one_database(benchmark::State& state) {
  static solver::Simulation simulation(ships(filed()));
  step(state, simulation, 0);
}

/// Beyond the upper corner, where its node is all that counts.
void one_node(benchmark::State& state) {
  static solver::Simulation simulation(apart({30.0, 30.0}));
  step(state, simulation, 1);
}

/// Heap in use [MB].
double heap() {
  const auto all = mallinfo2();
  return 1e-6 * static_cast<double>(all.uordblks + all.hblkhd);
}

void four_active(benchmark::State& state) {
  filed();
  static const double before = heap();
  static solver::Simulation simulation(apart({1.4, 1.4}));
  step(state, simulation, 4);
  constexpr double kNodes = 60.0;
  state.counters["memory_of_60_mb"] = (heap() - before) * kNodes / 4.0;
}

BENCHMARK(one_database)->Name("apart/one_database_us")->Unit(benchmark::kMicrosecond);
BENCHMARK(one_node)->Name("apart/one_node_us")->Unit(benchmark::kMicrosecond);
BENCHMARK(four_active)->Name("apart/four_nodes_us")->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
