#pragma once

#include <map>
#include <string>
#include <vector>

#include "solver/loads/base/inner_dynamics.hpp"
#include "solver/loads/lines/line_at_rest.hpp"
#include "solver/loads/lines/line_holders.hpp"
#include "solver/loads/lines/line_outputs.hpp"
#include "solver/loads/rods/rod_impedance.hpp"

namespace raftup::solver {

/// The linear equations of a line about rest: its RodImpedance with added mass, internal damping, the
/// stiffness and damping of the bottom, and linear drag. The bottom has no friction, as at rest.
///
/// With the motion U e^(i omega t) of the water in a wave of unit amplitude at a node at rest,
///   U = sigma (C along + i S e_z) e^(-i k.x),
///   C, S = (cosh, sinh) k(z + h)/sinh kh,
/// the force on the node is that of RodWater: inertia times i sigma U, and drag L (U - v), where L is
/// mean_drag() of the flow past the node. Waves are not stretched beyond the still water plane.
class LineDynamics final : public InnerDynamics {
 public:
  /// What a line does not know of itself.
  struct Around {
    bool waves = true;                 ///< true if waves move the water around it
    double bottom_damping_time = 0.0;  ///< damping of the bottom by its stiffness [s]
    double water_depth = 0.0;          ///< [m], may be infinite
  };
  /// @param rest the line at rest between these bodies
  LineDynamics(const std::string& name, const Around& around, const LineAtRest& rest,
               const LineHolders& holders, const Kinematics& bodies);

  const std::string& name() const override { return name_; }
  std::span<const std::size_t> bodies() const override { return bodies_; }
  MatrixXcd impedance(double omega) override;
  MatrixXd slow_mass() override { return onto_bodies(line_.slow_mass()); }
  MatrixXd slow_damping() override { return onto_bodies(line_.slow_damping()); }
  VectorXcd wave_force(const UnitWave& wave) override;
  std::vector<std::string> outputs() const override { return LineOutputs::names(); }
  MatrixXcd output_by_motion(const std::string& output, double omega) override;
  VectorXcd output_by_wave(const std::string& output, const UnitWave& wave) override;
  void add_motion(const UnitWave& wave, const Complex& amplitude, const VectorXcd& motion) override;
  double fit_drag(bool harmonic) override;

  /// The parts of these equations, of which those of a line with eyes are made, see SlidingDynamics.
  rods::RodImpedance& of_nodes() { return line_; }
  const MatrixXd& motion_map() const { return map_; }  ///< by bodies() [3 rows for each kept node]
  const LineOutputs& of_outputs() const { return outputs_; }
  /// Forces of a wave on nodes that are held [N/m], of those that are not kept and of those that are.
  struct NodeForces {
    VectorXcd inner, kept;
  };
  NodeForces node_forces(const UnitWave& wave) const;
  /// How the equations contain the unstretched length L of the element at an end, which a drum or an
  /// eye changes [m]: with its energy U [J] and its weight w [N/m], U + w L (z_1 - z_0)/2 [J] and half
  /// of its mass.
  struct Lengthening {
    VectorXcd inner, kept;  ///< forces that hold the nodes for 1 m of L [N/m]
    Complex own = 0.0;      ///< force on L, the nodes held, with its inertia [N/m]
    double inertia = 0.0;   ///< m L/2 [kg]
  };
  Lengthening lengthening(std::size_t end, double omega) const;
  /// Takes the motions of the nodes in one wave of a sea, as add_motion() those of the bodies.
  void add_node_motion(const UnitWave& wave, const Complex& amplitude, const VectorXcd& inner,
                       const VectorXcd& kept);

 private:
  /// A node at rest, and the flow past it.
  struct Node {
    Vector3 place, tangent;
    rods::RodWater::Wet wet;
    Vector3 flow = Vector3::Zero();        ///< mean [m/s]
    Matrix3 covariance = Matrix3::Zero();  ///< of the motions that were added [m2/s2]
    Matrix3 drag = Matrix3::Zero();        ///< [N s/m]
    bool is_wet() const { return wet.drag + wet.axial_drag + wet.inertia + wet.lump_drag > 0.0; }
  };

  MatrixXd onto_bodies(const MatrixXd& of_kept) const { return map_.transpose() * of_kept * map_; }
  Vector3c water_velocity(const Node& node, const UnitWave& wave) const;
  static Matrix3 drag_of(const Node& node, double share);
  /// An output, one column for each motion of a kept node along an axis [output's unit/m].
  MatrixXcd output_by_kept(const std::string& output, double omega);

  std::string name_;
  bool waves_;
  double water_depth_;  ///< [m]
  std::vector<std::size_t> bodies_;
  MatrixXd map_;  ///< LineHolders::motion_map()
  rods::DiscreteRod rod_;
  rods::RodImpedance line_;
  LineOutputs outputs_;
  std::vector<Node> nodes_;
  MatrixXcd static_;  ///< S at rest [N/m]
  std::map<std::string, MatrixXcd>
      outputs_at_rest_;  ///< output_by_kept() at rest, as it is asked for
  bool fitted_ = false;
};

}  // namespace raftup::solver
