#include "solver/water/masses/acceleration_gains.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <variant>

#include "hydro/base/error.hpp"
#include "hydro/numerics/dense.hpp"
#include "solver/numerics/linear/cholesky.hpp"
#include "solver/water/masses/added_mass_assembly.hpp"
#include "solver/water/masses/system_matrix.hpp"

namespace raftup::solver {

namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The gain of an input; null for another kind of input or a gain on bodies that the model does not
/// have.
const AccelerationGain* gain_of(const Model& model, const Input& input) {
  const auto* gain = std::get_if<AccelerationGain>(&input.kind);
  const bool here = gain != nullptr &&
                    std::all_of(gain->bodies.begin(), gain->bodies.end(),
                                [&](const std::string& body) { return has_body(model, body); });
  return here ? gain : nullptr;
}

/// Mass and least principal inertia of a body including its coefficients; 1 in dofs that forces do
/// not move.
Vector6 least_mass(const RigidBody& body) {
  const Vector3 scale = (Vector3::Ones() + body.inertia_coefficients).cwiseSqrt();
  const Matrix3 inertia = scale.asDiagonal() * body.inertia * scale.asDiagonal();
  const double least = principal_values(inertia)[0];
  const double mass = body.mass * (1.0 + body.mass_coefficients.minCoeff());
  Vector6 masses;
  masses << Vector3::Constant(mass), Vector3::Constant(least);
  const std::array<bool, 6> moving = moving_dofs(body);
  for (Eigen::Index dof = 0; dof < kDofs; ++dof) {
    if (!moving[static_cast<std::size_t>(dof)]) masses[dof] = 1.0;
  }
  return masses;
}

void require_symmetric_gain(const MatrixXd& gain, const std::vector<std::string>& bodies) {
  const double largest = gain.cwiseAbs().maxCoeff();
  for (Eigen::Index i = 0; i < gain.rows(); ++i) {
    for (Eigen::Index j = 0; j < i; ++j) {
      const double difference = std::abs(gain(i, j) - gain(j, i));
      if (difference <= 1e-9 * largest) continue;  // round-off of a client's products
      throw Error(
          ErrorCode::kInvalidArgument,
          fmt::format("acceleration gain must be symmetric, differs by {} between {} and {}",
                      difference, describe_dof(bodies, i), describe_dof(bodies, j)));
    }
  }
}

}  // namespace

AccelerationGains::AccelerationGains(const Model& model) {
  for (std::size_t i = 0; i < model.inputs.size(); ++i) {
    const AccelerationGain* gain = gain_of(model, model.inputs[i]);
    if (gain == nullptr) continue;
    const Eigen::Index size = kDofs * static_cast<Eigen::Index>(gain->bodies.size());
    terms_.push_back({i, MatrixXd::Zero(size, size)});
  }
}

void AccelerationGains::write_to(std::span<AddedMass> added_masses,
                                 const std::vector<InputSeries>& inputs, double step_start) {
  auto term = terms_.begin();
  for (AddedMass& place : added_masses) {
    if (!place.is_acceleration_gain()) continue;
    MatrixXd& gain = term->gain;
    inputs[term->input].evaluate(step_start, {gain.data(), static_cast<std::size_t>(gain.size())});
    gain = (0.5 * (gain + gain.transpose())).eval();
    place.set_matrix(gain);
    ++term;
  }
}

std::vector<std::vector<std::size_t>> bodies_with_gains(const Model& model) {
  std::vector<std::vector<std::size_t>> bodies;
  for (const Input& input : model.inputs) {
    const AccelerationGain* gain = gain_of(model, input);
    if (gain == nullptr) continue;
    bodies.emplace_back();
    for (const std::string& body : gain->bodies) bodies.back().push_back(find_body(model, body));
  }
  return bodies;
}

void check_acceleration_gain(const Model& model, const AccelerationGain& gain,
                             std::span<const double> values) {
  const Eigen::Index size = kDofs * static_cast<Eigen::Index>(gain.bodies.size());
  if (values.size() != static_cast<std::size_t>(size * size)) return;  // InputSeries says so
  const MatrixXd given = Eigen::Map<const RowMajor>(values.data(), size, size);
  if (!given.allFinite()) return;  // the same
  require_symmetric_gain(given, gain.bodies);
  Cholesky sum(size);
  sum.matrix() = given;
  for (Eigen::Index row = 0; row < size; row += kDofs) {
    const std::string& name = gain.bodies[static_cast<std::size_t>(row / kDofs)];
    const RigidBody& body = model.bodies[find_body(model, name)];
    const std::array<bool, 6> moving = moving_dofs(body);
    for (Eigen::Index dof = 0; dof < kDofs; ++dof) {
      if (moving[static_cast<std::size_t>(dof)]) continue;
      sum.matrix().row(row + dof).setZero();
      sum.matrix().col(row + dof).setZero();
    }
    sum.matrix().diagonal().segment<kDofs>(row) += least_mass(body);
  }
  const std::optional<Eigen::Index> row = sum.factorize();
  if (!row) return;
  throw Error(ErrorCode::kInvalidArgument,
              fmt::format("acceleration gain must keep mass plus gain positive definite, with the "
                          "least principal inertia of each body, got {}",
                          describe_dof(gain.bodies, *row)));
}

}  // namespace raftup::solver
