#pragma once

#include <optional>
#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::solver {

struct HydrodynamicGroup;
struct Model;

/// The ConstantCoefficients of a hydrodynamic group as matrices, 6N x 6N for its N bodies, in the
/// order of its database. H transforms twists from the centers of mass G of the bodies to their
/// reference points O, v_O = H v_G. The matrices about G are A = H^T A_O H, and likewise B and C;
/// B2 remains about O. The force [N, N m] is
///   F_G = -A dv/dt - B v_G - H^T B2 (|v_O| v_O) - C x_G.
struct ConstantMatrices {
  /// H, transforms twists from the centers of mass to the reference points [1, m]
  MatrixXd to_reference_points;
  MatrixXd added_mass;         ///< A about G, symmetrized [kg, kg m, kg m2]
  MatrixXd damping;            ///< linear damping B about G [N s/m, N s, N m s]
  MatrixXd quadratic_damping;  ///< quadratic damping B2 about O [N s2/m2 ...]
  MatrixXd stiffness;          ///< stiffness C about G [N/m, N, N m]

  /// True if there is quadratic damping about reference points that are not the centers of mass, so
  /// that it is not a function of v_G.
  bool has_drag_elsewhere() const;
};

/// Computes the matrices of a group, with those of the modes of its flexible bodies. Returns nothing
/// for a group without constant coefficients and modes, or if a matrix does not have the size of its
/// bodies.
std::optional<ConstantMatrices> constant_matrices(const Model& model,
                                                  const HydrodynamicGroup& group);

/// Computes the matrices of the constant coefficients of a group alone, as constant_matrices().
std::optional<ConstantMatrices> given_matrices(const Model& model, const HydrodynamicGroup& group);

/// Reorders the elements of a matrix of a group. The input is row by row in the order of the bodies
/// of the group; the result has the order of its database. Without elements it is 0.
/// @pre no elements, or (6N)^2 of them
MatrixXd in_database_order(const std::vector<double>& numbers, const HydrodynamicGroup& group);

/// The matrix H of a group, 6N x 6N in the order of its database.
MatrixXd to_reference_points(const Model& model, const HydrodynamicGroup& group);

/// Transforms the databases of the groups of a model from the reference points of their bodies to
/// the centers of gravity, with hydro::about_centers_of_gravity(). To be called once, after the
/// bodies of the model have their centers of mass. Groups with bodies that do not exist are
/// skipped, since check() reports them.
/// @throws Error(kInvalidArgument) if a database has a second-order moment without the force
void move_to_centers_of_mass(Model& model);

}  // namespace raftup::solver
