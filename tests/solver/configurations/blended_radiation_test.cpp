/// @file Radiation memory over relative position: passive however the bodies move.
#include "solver/loads/hydrodynamics/blended_radiation.hpp"

#include <random>

#include "hydro/radiation/state_space/state_space.hpp"
#include "solver/dynamics/system/multibody_system.hpp"
#include "tests/solver/configurations/families.hpp"

using namespace raftup;
using namespace raftup::testing;
using hydro::Configuration;
using solver::GroupMemories;

namespace {

constexpr Eigen::Index kHeave = 2;
constexpr double kMemoryStep = 1e-3;  // s

/// K(tau) = R exp(-rate tau).
std::shared_ptr<const hydro::RadiationMemory> decaying(const MatrixXd& R, double rate) {
  hydro::RationalModel model;
  model.poles = VectorXcd::Constant(1, Complex(-rate, 0.0));
  const RowMajorMatrix rows = R;
  model.coefficients = Eigen::Map<const Eigen::RowVectorXd>(rows.data(), rows.size());
  return std::make_shared<const hydro::StateSpace>(model, MatrixXd::Zero(12, 12), kMemoryStep);
}

/// Nodes along y, 1 m apart, each with another added mass so that they are not one.
std::shared_ptr<const hydro::DatabaseFamily> nodes_along_y(int count) {
  return family_of({5.0}, every(1.0, 0.0, count - 1), {0.0},
                   [](const Configuration& q, hydro::Database& database) {
                     (*database.added_mass_infinite)(0, 0) = 1.0 + q.y();
                   });
}

/// The radiation force of a family alone, its bodies put where a formula says.
class MovedPair {
 public:
  MovedPair(const std::shared_ptr<const hydro::DatabaseFamily>& family,
            const GroupMemories& memories, double y)
      : model_(pair_model(family, {5.0, y, 0.0}, 1.0, {true, true, true, true, true, true},
                          kMemoryStep)),
        force_(model_, model_.hydrodynamics[0], {model_, model_.hydrodynamics[0]}, memories, 0),
        bodies_(solver::initial_kinematics(model_)),
        forces_(2) {
    state_.radiation.resize(1);
  }

  void start(const Vector6& velocity) {
    bodies_[0].velocity = velocity;
    force_.initialize(bodies_, state_);
  }

  /// Power that the bodies give to the water now.
  double power() {
    const solver::StepTimes times(step_, nanoseconds(kMemoryStep));
    force_.prepare(times, state_, bodies_);
    forces_.set_zero();
    force_.add({{hydro::Stage::kStart, times.start, times.start}, state_}, bodies_, forces_);
    return -forces_.total[0].dot(bodies_[0].velocity) - forces_.total[1].dot(bodies_[1].velocity);
  }

  void step_to(double y, const Vector6& first, const Vector6& second = Vector6::Zero()) {
    bodies_[1].place({5.0, y, 0.0}, Quaternion::Identity());
    bodies_[0].velocity = first;
    bodies_[1].velocity = second;
    const solver::StepTimes times(step_, nanoseconds(kMemoryStep));
    force_.finish({{hydro::Stage::kEnd, times.end, times.start}, state_}, bodies_);
    force_.commit(state_);
    ++step_;
  }

  const solver::State& state() const { return state_; }

 private:
  solver::Model model_;
  solver::BlendedRadiation force_;
  solver::Kinematics bodies_;
  solver::Forces forces_;
  solver::State state_;
  std::int64_t step_ = 0;
};

}  // namespace

TEST_CASE("roots of the weights on both sides of the memory: no motion takes energy from it",
          "[solver][configurations][analytic]") {
  MatrixXd R = MatrixXd::Zero(12, 12);
  R(kHeave, kHeave) = 10.0;
  GroupMemories memories;
  memories.nodes = {decaying(MatrixXd::Zero(12, 12), 0.3), decaying(R, 0.3)};
  MovedPair pair(nodes_along_y(2), memories, 0.0);
  // w_2 = clamp(t - 4.5, 0, 1) and a heave velocity of 1 until 5 s, then -1
  const auto weight = [](double t) { return std::clamp(t - 4.5, 0.0, 1.0); };
  const auto heave = [](double t) {
    return Vector6(Vector6::Unit(kHeave) * (t < 5.0 ? 1.0 : -1.0));
  };
  pair.start(heave(0.0));
  double energy = 0.0, lowest = 0.0, before = pair.power();
  double output_energy = 0.0, lowest_output = 0.0, filter = 0.0;  // of weights on the output alone
  for (int n = 1; n <= 8000; ++n) {
    const double t = kMemoryStep * n;
    pair.step_to(weight(t), heave(t));
    const double now = pair.power();
    energy += 0.5 * kMemoryStep * (before + now);
    lowest = std::min(lowest, energy);
    before = now;
    const double v = heave(t - 0.5 * kMemoryStep)[kHeave];
    filter = filter * std::exp(-0.3 * kMemoryStep) + 10.0 * v * kMemoryStep;
    output_energy += kMemoryStep * v * weight(t) * filter;
    lowest_output = std::min(lowest_output, output_energy);
  }
  CHECK(energy == Approx(28.677519).epsilon(0.0).margin(0.03));  // v turns within one step of 1 ms
  CHECK(lowest >= -1e-12);
  CHECK(output_energy == Approx(-11.092014).epsilon(0.0).margin(0.03));
  CHECK(lowest_output == Approx(-16.377270).epsilon(0.0).margin(0.03));
}

TEST_CASE("memories of many nodes stay passive under any motion, and are dropped when they fade",
          "[solver][configurations]") {
  constexpr int kNodes = 5;
  std::mt19937 generator(3);
  std::normal_distribution<double> number;
  GroupMemories memories;
  for (int k = 0; k < kNodes; ++k) {
    MatrixXd root(12, 3);
    for (Eigen::Index i = 0; i < root.size(); ++i) root.data()[i] = number(generator);
    memories.nodes.push_back(decaying(root * root.transpose(), 2.0 + k));
  }
  const auto family = nodes_along_y(kNodes);
  MovedPair pair(family, memories, 0.0);
  const auto place = [](double t) { return 2.0 - 2.0 * std::cos(0.7 * t) * std::cos(0.05 * t); };
  const auto velocity = [](double t, double seed) {
    Vector6 v;
    for (Eigen::Index i = 0; i < 6; ++i) {
      v[i] = std::sin((0.5 + 0.3 * static_cast<double>(i) + seed) * t + seed);
    }
    return v;
  };
  pair.start(velocity(0.0, 0.1));
  double energy = 0.0, lowest = 0.0, highest = 0.0, before = pair.power();
  for (int n = 1; n <= 30000; ++n) {
    const double t = kMemoryStep * n;
    pair.step_to(place(t), velocity(t, 0.1), velocity(t, 0.9));
    const double now = pair.power();
    energy += 0.5 * kMemoryStep * (before + now);
    before = now;
    lowest = std::min(lowest, energy);
    highest = std::max(highest, energy);
    if (n % 3000 == 0) CHECK(pair.state().node_memories.size() <= kNodes);
  }
  CHECK(highest > 10.0);
  CHECK(lowest > -1e-3);  // of the start, where the sum of powers is of order 1 in the step
  for (int n = 0; n < 20000; ++n) pair.step_to(0.0, Vector6::Zero());
  // 12 decades at 2/s and faster are gone after 14 s
  REQUIRE(pair.state().node_memories.size() == 1);
  CHECK(pair.state().node_memories[0].node == 0);
}
