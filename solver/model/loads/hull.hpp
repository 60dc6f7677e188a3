#pragma once

#include "hydro/sea/wave_stretching.hpp"
#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

/// Forces of the water on the wet triangles of a mesh that is fixed to a body, for what floats,
/// dives or hangs and has no hydrodynamic database: pressure, drag, lift and added mass.
///
/// The pressure is that of still water, -rho g z, and with `froude_krylov` that of the undisturbed
/// waves on what they wet. Drag and lift are those of hydro::HullDrag in the flow past each
/// triangle, from current, waves (stretched by Wheeler's rule) and the motion of the body. The added
/// mass is constant in body axes and part of the system matrix, with all Coriolis terms; it does not
/// vary with what is wet. It is either given about the center of mass, or that of an ellipsoid along
/// the body axes (hydro::ellipsoid_added_mass) whose center is the middle of the box around the
/// mesh. With `froude_krylov`, added mass A also has the force A u' [N], times the wet share of the
/// surface, where u' is the acceleration of the undisturbed waves at the center of mass [m/s2].
///
/// On a body of a hydrodynamic group only drag and lift act, since the group has the other forces.
struct HullLoad final : LoadDescription {
  static constexpr std::string_view kKind = "hull";
  static constexpr std::array<LoadOutput, 3> kOutputs{
      {{"wet_area", "m2", "area of the mesh below the surface"},
       {"displaced_volume", "m3", "volume of the mesh below the surface; 0 where no pressure acts"},
       {"drag", "N", "force of drag and lift", 3, "world"}}};

  std::string body;
  LoadMesh mesh;
  /// True if the pressure of the water acts [Pa]; default: true unless the body belongs to a
  /// hydrodynamic group.
  std::optional<bool> pressure;
  bool froude_krylov = false;    ///< true if the pressure of undisturbed waves acts
  double normal_drag = 0.0;      ///< C_n, pressure on faces that meet the flow [1]
  double suction = 0.0;          ///< C_s, suction on faces in the lee [1]
  double tangential_drag = 0.0;  ///< C_t, friction along all faces [1]
  double lift = 0.0;             ///< C_l, lift of faces that meet the flow [1]
  /// added mass about the center of mass, body axes [kg, kg m, kg m2]
  std::optional<Matrix6> added_mass;
  /// semi-axes of an ellipsoid along the body axes, whose added mass the load has [m]
  std::optional<Vector3> ellipsoid;

  bool has_drag() const;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("body", self.body, Reference::kBody);
    field("mesh", self.mesh.name);
    field("pressure", self.pressure);
    field("froude_krylov", self.froude_krylov);
    field("normal_drag", self.normal_drag, Bound::kNotNegative);
    field("suction", self.suction, Bound::kNotNegative);
    field("tangential_drag", self.tangential_drag, Bound::kNotNegative);
    field("lift", self.lift, Bound::kNotNegative);
    field("added_mass", self.added_mass, FieldRule::whole("kg"));
    field("ellipsoid", self.ellipsoid, {"m", Bound::kPositive});
  }
  std::vector<LoadOutput> outputs() const override { return {kOutputs.begin(), kOutputs.end()}; }
  bool feels_waves() const override { return froude_krylov || has_drag(); }
  std::optional<hydro::WaveStretching> wave_stretching() const override {
    if (!feels_waves()) return std::nullopt;
    return hydro::WaveStretching::kWheeler;
  }
  bool feels_current() const override { return has_drag(); }
  std::optional<OwnAddedMass> own_added_mass(const Model& model) const override;
  const LoadMesh* load_mesh() const override { return &mesh; }
  LoadMesh* load_mesh() override { return &mesh; }
  void complete(const Model& model) override;
  void check(const Model& model, const std::string& path, Violations& violations) const override;
  std::string linear_limit(const std::string& name) const override;
};

std::unique_ptr<ForceElement> make_element(const HullLoad& load, const LoadSite& site);

}  // namespace raftup::solver
