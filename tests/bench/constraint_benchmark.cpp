/// @file The linear algebra of joints, per stage of a step: W^-1 (mass), S = G W^-1 G^T (assemble),
/// its factor and a solution, for
///   chain  n bodies, each hinged to the one before it (5 rows)
///   dense  n bodies that added mass couples all with all, hinged in a chain
#include <benchmark/benchmark.h>

#include "solver/joints/constraint_matrix.hpp"
#include "tests/support/models.hpp"

namespace {

using namespace raftup;
using namespace raftup::solver;

/// A hinge about y between the ends of two bodies that lie along x, 1 m apart.
ConstraintBlock hinge(std::size_t body, std::size_t before) {
  ConstraintBlock block;
  block.bodies = {body, before};
  block.rows = 5;
  const auto side = [](double sign) {
    ConstraintBlock::Jacobian G = ConstraintBlock::Jacobian::Zero();
    G.topLeftCorner<3, 3>() = sign * Matrix3::Identity();
    G(1, 5) = G(2, 4) = 0.5;
    G(3, 3) = G(4, 5) = sign;
    return G;
  };
  block.jacobian[0] = side(1.0);
  if (before != ConstraintBlock::kWorld) block.jacobian[1] = side(-1.0);
  return block;
}

struct Bench {
  std::vector<RigidBody> bodies;
  std::vector<AddedMass> added_masses;
  Kinematics kinematics;
  std::vector<ConstraintBlock> hinges;
  std::vector<std::unique_ptr<SystemMatrix>> masses;
  ConstraintMatrix matrix;
  std::vector<bool> active;
  VectorXd sigma, solution;

  Bench(std::size_t count, bool coupled) : kinematics(count) {
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < count; ++i) {
      bodies.push_back(testing::weightless_body("body", 2.0, {1.0, 2.0, 3.0}, Vector3::Zero()));
      kinematics[i].place({0.0, 0.0, 0.0}, exponential({0.1, -0.2, 0.01 * static_cast<double>(i)}));
      hinges.push_back(hinge(i, i == 0 ? ConstraintBlock::kWorld : i - 1));
      all.push_back(i);
    }
    if (coupled) {
      const auto size = kDofs * static_cast<Eigen::Index>(count);
      added_masses.emplace_back(all, MatrixXd(MatrixXd::Identity(size, size)), HydroFrame::kHeading,
                                Matrix3::Identity(), AddedMassCoriolis::kOff);
    }
    const auto groups = find_mass_groups(count, added_masses);
    for (const MassGroup& group : groups) {
      masses.push_back(make_system_matrix(bodies, added_masses, group));
    }
    matrix.analyze(hinges, groups, moving_bodies(bodies));
    factorize_masses();
    assemble();
    sigma = 1e-10 * matrix.diagonal();
    active.assign(static_cast<std::size_t>(matrix.row_count()), true);
    factorize();
    solution = VectorXd::Ones(matrix.row_count());
  }

  void factorize_masses() {
    for (const auto& mass : masses) mass->factorize(kinematics);
  }
  void assemble() { matrix.assemble(hinges, masses, kinematics); }
  void factorize() { matrix.factorize(sigma, active); }
  void solve() {
    solution.setOnes();
    matrix.solve(solution);
  }
};

template <typename Work>
void measure(benchmark::State& state, bool coupled, Work work) {
  Bench bench(static_cast<std::size_t>(state.range(0)), coupled);
  for (auto _ : state) {
    work(bench);
    benchmark::ClobberMemory();
  }
}

void register_cases(const std::string& name, bool coupled, const std::vector<long>& counts) {
  const auto add = [&](const std::string& what, auto work) {
    benchmark::RegisterBenchmark(("constraints_us/" + name + "_" + what).c_str(),
                                 [=](benchmark::State& state) { measure(state, coupled, work); })
        ->ArgsProduct({counts})
        ->Unit(benchmark::kMicrosecond);
  };
  add("mass", [](Bench& bench) { bench.factorize_masses(); });
  add("assemble", [](Bench& bench) { bench.assemble(); });
  add("factorise", [](Bench& bench) { bench.factorize(); });
  add("solve", [](Bench& bench) { bench.solve(); });
}

}  // namespace

int main(int argc, char** argv) {
  register_cases("chain", false, {100, 1000, 10000});
  register_cases("dense", true, {2, 10, 50});
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
