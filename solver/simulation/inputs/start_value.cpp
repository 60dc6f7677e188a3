#include <string>
#include <string_view>

#include "solver/joints/joint_drive.hpp"
#include "solver/model/inputs/input.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

namespace {

/// Computes the start value for each kind of input. `width` is the number of values of a sample.
struct StartValue {
  const Model& model;
  std::size_t width;

  std::vector<double> operator()(const JointCommand& input) const {
    const Joint& joint = model.joints[find_joint(model, input.joint).value()];
    return {initial_command(joint.drives[input.drive])};
  }

  std::vector<double> operator()(const JointEnabled& input) const {
    return {model.joints[find_joint(model, input.joint).value()].enabled ? 1.0 : 0.0};
  }

  std::vector<double> operator()(const DriveEnabled& input) const {
    const Joint& joint = model.joints[find_joint(model, input.joint).value()];
    return {joint.drives[input.drive].enabled.value_or(true) ? 1.0 : 0.0};
  }

  std::vector<double> operator()(const LoadCommand& input) const {
    return of_load(input.load, input.channel);
  }

  std::vector<double> operator()(const LoadEnabled& input) const {
    const Load* const load = find_load(model.loads, input.load);
    return {load == nullptr || load->enabled.value_or(true) ? 1.0 : 0.0};
  }

  std::vector<double> operator()(const LoadDrive& input) const {
    return of_load(input.load, input.channel(model));
  }

  std::vector<double> operator()(const ContactEnabled& /*input*/) const { return {1.0}; }

  std::vector<double> operator()(const SurfaceVelocity& input) const {
    for (const ContactShape& shape : model.shapes) {
      if (full_name(shape) != input.shape) continue;
      const Vector3& v = shape.surface_velocity;
      return {v.x(), v.y(), v.z()};
    }
    return std::vector<double>(width);
  }

  std::vector<double> operator()(const Heights& input) const {
    const HeightField& field = *input.find_field(model);
    std::vector<double> heights;
    const std::size_t columns = input.column_count(field);
    for (std::size_t k = 0; k < width; ++k) {
      const std::size_t i = input.first_column + k % columns, j = input.first_row + k / columns;
      heights.push_back(field.heights[j * field.columns + i]);
    }
    return heights;
  }

  std::vector<double> operator()(const KinematicMotion& input) const {
    const RigidBody& body = model.bodies[find_body(model, input.body)];
    if (input.target == KinematicTarget::kPose) {
      const auto& [p, q] = body.pose;
      return {p.x(), p.y(), p.z(), q.w(), q.x(), q.y(), q.z()};
    }
    const Vector3& v = body.linear_velocity;
    const Vector3& w = body.angular_velocity;
    return {v.x(), v.y(), v.z(), w.x(), w.y(), w.z()};
  }

  std::vector<double> operator()(const ConfigurationInput& input) const { return {input.start}; }

  template <typename Kind>
  std::vector<double> operator()(const Kind& /*input*/) const {
    return std::vector<double>(width);
  }

  std::vector<double> of_load(const std::string& name, std::string_view channel) const {
    const Load* const load = find_load(model.loads, name);
    if (load == nullptr) return std::vector<double>(width);
    return {load->description().own_command(channel)};
  }
};

}  // namespace

std::vector<double> start_value(const Model& model, const Input& input) {
  const int size = std::visit(
      [&](const auto& kind) { return kind.variable(input.name, model).size; }, input.kind);
  return std::visit(StartValue{model, static_cast<std::size_t>(size)}, input.kind);
}

}  // namespace raftup::solver
