#pragma once

#include <memory>
#include <span>
#include <vector>

#include "hydro/hydrostatics/linear_hydrostatics.hpp"
#include "hydro/radiation/section_radiation.hpp"
#include "solver/dynamics/steppers/step_start.hpp"
#include "solver/dynamics/system/multibody_system.hpp"
#include "solver/loads/hydrodynamics/excitation_force.hpp"
#include "solver/model/model.hpp"
#include "solver/water/groups/mode_carriers.hpp"

namespace raftup::solver {

/// Section loads: the wrench R that the part of a body behind a plane exerts on the part ahead of
/// it, at a point of the plane,
///   R = M_s a - F_s,
/// where M_s a is the rate of momentum of the part ahead and F_s is everything else that acts on
/// it, in body axes:
///  - weight and inertia, by mass_matrix_ahead();
///  - hydrostatics, F_0 - C_s xi with the rows of the database. The part ahead counts as closed by
///    the pressure of still water on the plane, so that R has no part of that pressure;
///  - wave excitation, as that of the body with the rows of the section in place of X;
///  - radiation and added mass, by hydro::SectionRadiation;
///  - loads whose force acts at one point, and joints, if their point lies ahead.
/// The modes of a flexible body add their inertia, and the shift of weight and buoyancy with them.
/// Before the bow R is 0. Behind the stern it is the residual of the equation of motion of the body.
/// Not thread-safe, since it keeps scratch memory.
class SectionLoads {
 public:
  /// @param model  a valid part of a model; must outlive this object
  /// @param places indices in the state
  SectionLoads(const Model& model, const LoadSet::Places& places);

  bool empty() const { return sections_.empty(); }

  /// Returns axial force, horizontal and vertical shear force, torsion, vertical and horizontal
  /// bending moment at a section [N, N m]. The forces are R_x, R_y, R_z and the moments M_x, -M_y,
  /// M_z, so that the vertical bending moment is positive in hogging.
  /// @param body    index in the part
  /// @param section index in RigidBody::sections
  /// @param start   of the step, with all quantities up to the accelerations
  Vector6 read(std::size_t body, std::size_t section, const MultibodySystem& system,
               const StepStart& start, const State& state);

 private:
  /// The sections of the bodies of one hydrodynamic group.
  struct Group {
    std::size_t place;                ///< index of the group in the state
    std::vector<std::size_t> bodies;  ///< in the order of the database
    std::shared_ptr<const hydro::SectionRadiation> radiation;
    /// Each has one section of every body in place of the body.
    std::vector<std::unique_ptr<ExcitationForce>> excitation;
  };
  /// What the modes of a flexible body add to a section; without places for a rigid one.
  struct Modes {
    std::vector<ModePlace> places;
    MatrixXd whole_mass;  ///< mass between rigid dofs and modes, heading axes, 6 x m [kg, kg m]
    MatrixXd mass;        ///< the same of the part ahead
    MatrixXd stiffness;   ///< of the buoyancy of the part ahead, 6 x m [N/m, N]
  };
  struct Section {
    std::size_t body, section;  ///< index of the body, and in RigidBody::sections
    std::size_t group;          ///< index in groups_
    std::size_t radiation;      ///< index among the sections of the group
    std::size_t excitation;     ///< index in Group::excitation
    Vector3 point;              ///< relative to the center of mass, body axes [m]
    Matrix6 mass;               ///< mass_matrix_ahead() [kg, kg m, kg m2]
    Vector6 buoyancy;           ///< F_0 at rest about the center of mass, heading axes [N, N m]
    hydro::LinearHydrostatics hydrostatics;  ///< with C_s and the pose at rest
    Modes modes;
  };

  void add_group(std::size_t index, const LoadSet::Places& places);
  void add_excitation(const HydrodynamicGroup& description, std::vector<hydro::Database> databases,
                      const LoadSet::Places& places, Group& group) const;
  /// Returns the force of the water on the part ahead about the center of mass, heading axes.
  Vector6 water_force(const Section& section, const StepStart& start, const State& state);
  static Modes modes_of_section(const Model& model, const RigidBody& body,
                                const HullSection& section, const hydro::SectionRows& rows);
  /// Returns inertia minus weight and buoyancy of the part ahead that are due to the modes, heading
  /// axes.
  Vector6 mode_forces(const Section& section, const StepStart& start) const;
  Vector6 radiation_force(const Section& section, const StepStart& start, const State& state) const;
  Vector6 excitation_force(const Section& section, const StepStart& start, const State& state);
  /// Returns the forces of loads and joints at points ahead, about the center of mass, world axes.
  Vector6 point_forces(const Section& section, const MultibodySystem& system,
                       const StepStart& start, const State& state) const;
  static bool is_ahead(const Section& section, const Vector3& from_center) {
    return from_center.x() > section.point.x();
  }

  const Model& model_;
  std::vector<Group> groups_;
  std::vector<Section> sections_;
};

}  // namespace raftup::solver
