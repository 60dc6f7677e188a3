#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hydro/numerics/types.hpp"
#include "solver/description/fields.hpp"
#include "solver/model/water/added_mass_options.hpp"

namespace raftup::solver {

/// The blocks of the added-mass matrix of two bodies. The block off_diagonal is A_12: it gives the
/// momentum of the water at body 1 from the velocity of body 2. Units per quadrant of a block [kg,
/// kg m; kg m, kg m2].
struct AddedMassBlocks {
  Matrix6 body1 = Matrix6::Zero();
  Matrix6 body2 = Matrix6::Zero();
  Matrix6 off_diagonal = Matrix6::Zero();

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("body1", self.body1);
    field("body2", self.body2);
    field("off_diagonal", self.off_diagonal);
  }

  bool operator==(const AddedMassBlocks&) const = default;
};

/// The symmetric added-mass matrix that consists of the blocks: 12 x 12 for a pair of bodies, or
/// the 6 x 6 block of body 1 [kg, kg m; kg m, kg m2].
inline MatrixXd stacked(const AddedMassBlocks& blocks, bool pair) {
  if (!pair) return blocks.body1;
  MatrixXd A(2 * kDofs, 2 * kDofs);
  A << blocks.body1, blocks.off_diagonal, blocks.off_diagonal.transpose(), blocks.body2;
  return A;
}

/// A user's own transformation of the blocks of an AddedMassInteraction [kg, kg m, kg m2] to world
/// axes. It replaces HydroFrame for data that are given in other frames.
///
/// The bodies are always body1 and body2 of the interaction, in this order, regardless of their
/// order in the matrices of the solver.
///
/// The result must depend on the arguments alone and be a smooth function of the attitudes, because
/// the solver differentiates it along the motion (dA_w/dt, to 1e-12). Several threads may call the
/// function in any order and for any poses. The digest of a model contains only the fact that there
/// is a transformation.
class MatrixTransformer {
 public:
  MatrixTransformer() = default;
  MatrixTransformer(const MatrixTransformer&) = default;
  MatrixTransformer& operator=(const MatrixTransformer&) = default;
  virtual ~MatrixTransformer() = default;

  /// @param given     the blocks of the interaction at this time
  /// @param rotation1 rotation of body 1, body axes to world axes
  /// @param rotation2 rotation of body 2; identity if there is no second body
  /// @returns the blocks in world axes; `body1` and `body2` must be symmetric
  virtual AddedMassBlocks transform(const AddedMassBlocks& given, const Matrix3& rotation1,
                                    const Matrix3& rotation2) const = 0;
};

/// Added mass of one or two bodies [kg, kg m, kg m2] that the user gives directly, without a
/// hydrodynamic database. If body2 is empty, it belongs to body1 alone. `blocks` and `enabled` are
/// the values at t = 0; Simulation::set_added_mass() and enable_added_mass() change them later.
struct AddedMassInteraction {
  std::string name;
  std::string body1, body2;
  AddedMassBlocks blocks;
  HydroFrame frame = HydroFrame::kHeading;
  AddedMassCoriolis coriolis = AddedMassCoriolis::kOff;
  AddedMassMode mode = AddedMassMode::kCoupled;
  double lumped_factor = kDefaultLumpedFactor;  ///< factor alpha of AddedMassMode::kLumped
  bool enabled = true;
  /// A user's own transformation to world axes, which replaces `frame`; may be null. With a
  /// transformation, `coriolis` must be off and `mode` coupled.
  std::shared_ptr<const MatrixTransformer> transformer;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("name", self.name);
    field("body1", self.body1, Reference::kBody);
    field("body2", self.body2, Reference::kOtherBody);
    field("body1_block", self.blocks.body1, FieldRule::whole("kg"));
    field("body2_block", self.blocks.body2, FieldRule::whole("kg"));
    field("off_diagonal_block", self.blocks.off_diagonal, FieldRule::whole("kg"));
    field("frame", self.frame);
    field("coriolis", self.coriolis);
    field("mode", self.mode);
    field("lumped_factor", self.lumped_factor, Bound::kNotNegative);
    field("enabled", self.enabled);
  }
};

/// The values of an AddedMassInteraction that may change between steps.
struct AddedMassState {
  bool enabled = true;
  AddedMassBlocks blocks;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("enabled", self.enabled);
    field("blocks", self.blocks);
  }

  bool operator==(const AddedMassState&) const = default;
};

}  // namespace raftup::solver
