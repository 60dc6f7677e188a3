#pragma once

#include <optional>
#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::solver {

struct HydrodynamicGroup;
struct Model;

/// ConstantCoefficients of a group as matrices, 6N x 6N, in the order of its database. With H the
/// twists' transformation, v_O = H v_G from the centres of mass G to the reference points O of the
/// bodies, A, B and C about G are H^T A_O H and alike; B2 stays about O. The force [N, N m] is
///   F_G = -A dv/dt - B v_G - H^T B2 (|v_O| v_O) - C x_G.
struct ConstantMatrices {
  MatrixXd to_reference_points;  ///< H [1, m]
  MatrixXd added_mass;           ///< A about G, symmetrised [kg, kg m, kg m2]
  MatrixXd damping;              ///< B about G [N s/m, N s, N m s]
  MatrixXd quadratic_damping;    ///< B2 about O [N s2/m2 ...]
  MatrixXd stiffness;            ///< C about G [N/m, N, N m]

  /// False if drag about the centres of mass is the whole of B2: then it is in terms of v_G.
  bool has_drag_elsewhere() const;
};

/// Returns nothing for a group without constant coefficients, and for one whose matrices are not of
/// the size of its bodies.
std::optional<ConstantMatrices> constant_matrices(const Model& model,
                                                  const HydrodynamicGroup& group);

/// Numbers of a matrix of a group, row by row in the order of its bodies, as a matrix in the order
/// of its database. None = 0.
/// @pre none, or (6N)^2 numbers
MatrixXd in_database_order(const std::vector<double>& numbers, const HydrodynamicGroup& group);

/// H of a group, 6N x 6N in the order of its database.
MatrixXd to_reference_points(const Model& model, const HydrodynamicGroup& group);

/// Moves the databases of the groups of a model from the reference points that their bodies give to
/// the centres of gravity, hydro::about_centers_of_gravity(). To be called once, when the bodies of
/// a model have their centres of mass; bodies that do not exist are left to check().
/// @throws Error(kInvalidArgument) if a database has a second-order moment without its force
void move_to_centers_of_mass(Model& model);

}  // namespace raftup::solver
