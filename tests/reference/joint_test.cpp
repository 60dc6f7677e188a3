#include <algorithm>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>

#include "tests/support/reference_data.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Joint;
using solver::JointType;
using solver::Simulation;

namespace {

/// One body of 1 kg on one joint to the ground, released at rest: reference/adams-joints/adm. The
/// body's axes are those of its centre-of-mass marker, the joint's those of its ground marker.
struct ReferenceCase {
  std::string name;
  Vector3 principal_inertia;
  Joint joint;
  double motion_tolerance;  ///< of full scale
};

/// Digits of the files and the integration error of the reference. Its accelerations and reactions
/// scatter from one row to the next by kScatter of full scale.
constexpr double kExact = 2e-5;
constexpr double kScatter = 3e-4;
/// Spherical_Case01 and Universal_Case01 are the pendulum of Revolute_Case01 in other axes, but the
/// reference has integrated them less finely: its own positions there differ by 8.4e-4 m, its
/// speeds by 2.2e-3 m/s. That all three of ours move alike is the next test.
constexpr double kCoarse = 7e-4;

std::vector<ReferenceCase> reference_cases() {
  const auto joint = [](JointType type, const Vector3& position, const Vector3& axis) {
    Joint description;
    description.name = "joint";
    description.type = type;
    description.body1 = "body";
    description.position = position;
    description.axis = axis;
    return description;
  };
  const Vector3 origin = Vector3::Zero(), z = Vector3::UnitZ();
  const Vector3 slender(0.04, 0.1, 0.1);
  Joint universal = joint(JointType::kUniversal, origin, z);
  universal.axis2 = Vector3::UnitX();
  Joint distance = joint(JointType::kDistance, {0.0, 2.0, 0.0}, z);
  distance.position2 = origin;
  return {
      {"Revolute_Case01", slender, joint(JointType::kHinge, origin, Vector3::UnitY()), kExact},
      {"Revolute_Case02", slender, joint(JointType::kHinge, {1.0, 2.0, 3.0}, {0.0, 1.0, 1.0}),
       kExact},
      {"Prismatic_Case01", slender, joint(JointType::kPrismatic, origin, z), kExact},
      {"Cylindrical_Case01", slender, joint(JointType::kCylindrical, origin, z), kExact},
      {"Spherical_Case01", slender, joint(JointType::kBall, origin, z), kCoarse},
      {"Universal_Case01", {0.1, 0.1, 0.04}, universal, kCoarse},
      {"Distance_Case01", slender, distance, kExact},
  };
}

/// The one body of a case where the reference releases it.
solver::Model pendulum(const ReferenceCase& one, const Vector3& position,
                       const Quaternion& attitude) {
  solver::Model model;
  model.step_ns = nanoseconds(0.005);
  model.bodies = {weightless_body("body", 1.0, one.principal_inertia, position)};
  model.bodies[0].gravity = true;
  model.bodies[0].pose.attitude = attitude.normalized();
  model.joints = {one.joint};
  return model;
}

/// A table of the reference: time and 3 or 4 components a row.
std::vector<VectorXd> read_table(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::vector<VectorXd> rows;
  for (std::string line; std::getline(stream, line);) {
    if (line.empty() || (line[0] != '+' && line[0] != '-')) continue;
    std::istringstream words(line);
    std::vector<double> numbers;
    for (double number; words >> number;) numbers.push_back(number);
    rows.push_back(Eigen::Map<VectorXd>(numbers.data(), static_cast<Eigen::Index>(numbers.size())));
  }
  return rows;
}

/// A quantity of the reference and how we read the same.
struct Quantity {
  std::string file;
  bool scatters;  ///< see kScatter
  std::function<VectorXd(Simulation&)> read;
};

std::vector<Quantity> quantities() {
  const auto output = [](const std::string& name) {
    return [name](Simulation& simulation) { return read_output(simulation, name); };
  };
  // The reference gives what acts on the ground.
  const auto on_ground = [](Eigen::Index first) {
    return [first](Simulation& simulation) -> VectorXd {
      return -read_output(simulation, "joint.force").segment(first, 3);
    };
  };
  return {{"Pos", false, output("body.position")},
          {"Vel", false, output("body.linear_velocity")},
          {"Acc", true, output("body.linear_acceleration")},
          {"Quat", false, output("body.orientation")},
          {"Avel", false, output("body.angular_velocity")},
          {"Aacc", true, output("body.angular_acceleration")},
          {"Rforce", true, on_ground(0)},
          {"Rtorque", true, on_ground(3)}};
}

/// The largest difference of a component over all rows, in the largest component of the reference
/// or 1 SI unit where that is less: some of the reactions and speeds are 0 throughout.
class Comparison {
 public:
  explicit Comparison(std::vector<VectorXd> rows) : rows_(std::move(rows)) {
    for (const VectorXd& row : rows_) {
      scale_ = std::max(scale_, row.tail(row.size() - 1).cwiseAbs().maxCoeff());
    }
  }

  const std::vector<VectorXd>& rows() const { return rows_; }

  void add(std::size_t row, const VectorXd& ours) {
    const VectorXd reference = rows_[row].tail(rows_[row].size() - 1);
    double difference = (ours - reference).cwiseAbs().maxCoeff();
    if (ours.size() == 4) {  // a quaternion and its negative are one attitude
      difference = std::min(difference, (ours + reference).cwiseAbs().maxCoeff());
    }
    error_ = std::max(error_, difference / scale_);
  }

  double error() const { return error_; }

 private:
  std::vector<VectorXd> rows_;
  double scale_ = 1.0;
  double error_ = 0.0;
};

}  // namespace

TEST_CASE("joints: motion and reactions of every type of the reference, 501 rows each",
          "[solver][reference][joints][S6]") {
  RAFTUP_REQUIRE_REFERENCE(folder, "reference/adams-joints");
  for (const ReferenceCase& one : reference_cases()) {
    std::map<std::string, Comparison> comparisons;
    for (const Quantity& quantity : quantities()) {
      comparisons.emplace(quantity.file,
                          read_table(folder / (one.name + "_ADAMS_" + quantity.file + ".txt")));
    }
    const VectorXd position = comparisons.at("Pos").rows()[0];
    const VectorXd attitude = comparisons.at("Quat").rows()[0];
    Simulation simulation(pendulum(one, position.tail<3>(),
                                   Quaternion(attitude[1], attitude[2], attitude[3], attitude[4])));
    const std::size_t rows = comparisons.at("Pos").rows().size();
    REQUIRE(rows == 501);
    for (std::size_t row = 0; row < rows; ++row) {
      for (const Quantity& quantity : quantities()) {
        comparisons.at(quantity.file).add(row, quantity.read(simulation));
      }
      run(simulation, 0.01);
    }
    for (const Quantity& quantity : quantities()) {
      CAPTURE(one.name, quantity.file);
      const double tolerance =
          quantity.scatters ? std::max(kScatter, one.motion_tolerance) : one.motion_tolerance;
      CHECK(comparisons.at(quantity.file).error() < tolerance);
    }
  }
}

TEST_CASE("joints: a pendulum on a hinge, a ball and a universal joint moves alike",
          "[solver][joints][S6]") {
  const std::vector<ReferenceCase> cases = reference_cases();
  const auto find = [&](const std::string& name) {
    return *std::find_if(cases.begin(), cases.end(),
                         [&](const ReferenceCase& one) { return one.name == name; });
  };
  const Quaternion flat = Quaternion::Identity();
  Simulation hinge(pendulum(find("Revolute_Case01"), {2.0, 0.0, 0.0}, flat));
  Simulation ball(pendulum(find("Spherical_Case01"), {2.0, 0.0, 0.0}, flat));
  Simulation universal(pendulum(find("Universal_Case01"), {0.0, 2.0, 0.0},
                                Quaternion(Eigen::AngleAxisd(kPi / 2.0, Vector3::UnitX()))));
  run(hinge, 5.0);
  run(ball, 5.0);
  run(universal, 5.0);
  for (const char* name : {"linear_velocity", "angular_velocity", "linear_acceleration"}) {
    const VectorXd expected = read_output(hinge, std::string("body.") + name);
    CAPTURE(name, expected);
    // Three sets of rows through 1000 steps: round-off only.
    CHECK((read_output(ball, std::string("body.") + name) - expected).norm() < 1e-11);
    const VectorXd turned = read_output(universal, std::string("body.") + name);
    CHECK((yawed(-kPi / 2.0) * Vector3(turned) - expected).norm() < 1e-11);
  }
}
