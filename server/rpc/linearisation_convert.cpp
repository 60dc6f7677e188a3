#include "server/rpc/linearisation_convert.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "hydro/base/cancellation.hpp"
#include "server/base/conversions.hpp"
#include "server/base/service_error.hpp"
#include "server/model/sea_builder.hpp"
#include "solver/linearisation/output_response.hpp"

namespace raftup::server {

namespace {

constexpr int kMostOffsets = 100;
constexpr int kMostLineOutputs = 1000;  ///< a thousand lines; above it a list is a mistake

template <typename Values>
void assign(const Values& values, google::protobuf::RepeatedField<double>* field) {
  field->Reserve(static_cast<int>(values.size()));
  for (const double value : values) field->AddAlreadyReserved(value);
}

void assign_rows(const MatrixXd& matrix, google::protobuf::RepeatedField<double>* field) {
  if (matrix.size() == 0 || matrix.isZero(0.0)) return;
  const RowMajorMatrix rows = matrix;
  field->Add(rows.data(), rows.data() + rows.size());
}

void body_to_proto(const solver::Linearization& linear, std::size_t index,
                   v1::LinearBody& message) {
  const solver::RigidBody& body = linear.model().bodies[index];
  const solver::BodyKinematics& at = linear.mean().bodies[index];
  const Vector3 position = at.position - at.rotation * body.center_of_mass;
  message.set_name(body.name);
  assign(at.position, message.mutable_center_of_mass());
  for (const double value : {at.attitude.w(), at.attitude.x(), at.attitude.y(), at.attitude.z()}) {
    message.add_orientation(value);
  }
  assign(position, message.mutable_position());
  message.set_heading(at.heading.angle());
  message.set_rest_heading(linear.rest_heading(index));
  assign(linear.displacement(index), message.mutable_displacement());
  assign(linear.mean().mean_drift_force[index], message.mutable_mean_drift_force());
  assign(linear.mean().unbalanced_force[index], message.mutable_unbalanced_force());
}

void excited_to_proto(const solver::Linearization& linear, v1::LinearModel& message) {
  for (const solver::ExcitedBody& body : linear.waves().bodies()) {
    v1::ExcitedBody& excited = *message.add_excited();
    excited.set_body(linear.model().bodies[body.body].name);
    assign(body.directions, excited.mutable_wave_direction());
    excited.set_covers_circle(body.covers_circle);
  }
}

void mean_to_proto(const solver::Linearization& linear, v1::LinearModel& message) {
  for (std::size_t i = 0; i < linear.model().bodies.size(); ++i) {
    body_to_proto(linear, i, *message.add_bodies());
  }
  for (const solver::MeanReaction& reaction : linear.mean().reactions) {
    v1::JointReaction& joint = *message.add_reactions();
    joint.set_joint(reaction.joint);
    assign(reaction.force, joint.mutable_force());
  }
  for (const solver::MeanTension& tension : linear.mean().tensions) {
    v1::LineTension& line = *message.add_lines();
    line.set_load(tension.load);
    line.set_tension(tension.tension);
  }
  for (const Finding& finding : linear.mean().findings) {
    finding_to_proto(finding, *message.add_findings());
  }
  if (const auto range = linear.omega_range()) assign(*range, message.mutable_omega_range());
  excited_to_proto(linear, message);
  message.set_has_current(!linear.model().current.is_still());
}

void matrices_to_proto(const solver::LinearMatrices& matrices, const LinearPart& part) {
  write_matrix(v1::LINEAR_TENSOR_KIND_MASS, matrices.mass, part);
  write_matrix(v1::LINEAR_TENSOR_KIND_RESTORING, matrices.restoring, part);
  write_matrix(v1::LINEAR_TENSOR_KIND_LINEAR_DAMPING, matrices.linear_damping, part);
  write_matrix(v1::LINEAR_TENSOR_KIND_QUADRATIC_DAMPING, matrices.quadratic_damping, part);
  write_matrix(v1::LINEAR_TENSOR_KIND_MEAN_WATER_VELOCITY, matrices.mean_water_velocity, part);
  write_matrix(v1::LINEAR_TENSOR_KIND_WATER_VELOCITY_BY_VELOCITY,
               matrices.water_velocity_by_velocity, part);
  write_matrix(v1::LINEAR_TENSOR_KIND_WATER_VELOCITY_BY_DISPLACEMENT,
               matrices.water_velocity_by_displacement, part);
  write_matrix(v1::LINEAR_TENSOR_KIND_RADIATION_TURNING, matrices.radiation_turning, part);
  write_matrix(v1::LINEAR_TENSOR_KIND_FREE_BASIS, matrices.free_basis, part);
  write_matrix(v1::LINEAR_TENSOR_KIND_ADDED_MASS_INFINITE, matrices.infinite_added_mass, part);
}

void modes_to_proto(const solver::Linearization& linear, const LinearPart& part) {
  for (const solver::NaturalMode& found : linear.modes()) {
    v1::LinearizeResponse response;
    v1::LinearMode& mode = *response.mutable_mode();
    mode.set_omega(found.omega);
    assign(found.shape, mode.mutable_shape());
    mode.set_modal_mass(found.modal_mass);
    mode.set_modal_damping(found.modal_damping);
    part(std::move(response));
  }
}

void outputs_to_proto(const solver::Linearization& linear, const LinearPart& part) {
  for (const solver::OutputDerivative& found : linear.outputs()) {
    v1::LinearizeResponse response;
    v1::OutputDerivative& output = *response.mutable_output();
    output.set_name(found.name);
    output.set_unit(found.unit);
    assign(found.value, output.mutable_value());
    assign_rows(found.by_displacement, output.mutable_by_displacement());
    assign_rows(found.by_velocity, output.mutable_by_velocity());
    assign_rows(found.by_acceleration, output.mutable_by_acceleration());
    part(std::move(response));
  }
}

v1::DrawingKind drawing_kind_to_proto(solver::DrawingKind kind) {
  switch (kind) {
    case solver::DrawingKind::kLine:
      return v1::DRAWING_KIND_LINE;
    case solver::DrawingKind::kWettedMesh:
      return v1::DRAWING_KIND_WETTED_MESH;
    case solver::DrawingKind::kOpenWater:
      return v1::DRAWING_KIND_OPEN_WATER;
    case solver::DrawingKind::kFourQuadrants:
      break;
  }
  return v1::DRAWING_KIND_FOUR_QUADRANTS;
}

void drawing_to_proto(const solver::Drawing& drawing, const LinearPart& part) {
  const std::span<const solver::DrawingColumn> columns = columns_of(drawing.kind);
  const std::size_t at_once = std::size_t{kValuesPerPart} / columns.size() * columns.size();
  std::span<const double> left = drawing.values;
  for (bool first = true; first || !left.empty(); first = false) {
    v1::LinearizeResponse response;
    v1::Drawing& message = *response.mutable_drawing();
    message.set_kind(drawing_kind_to_proto(drawing.kind));
    message.set_subject(drawing.subject);
    for (std::size_t i = 0; first && i < columns.size(); ++i) {
      message.add_columns()->set_name(columns[i].name);
      message.mutable_columns()->rbegin()->set_unit(columns[i].unit);
    }
    const std::size_t count = std::min(left.size(), at_once);
    assign(left.first(count), message.mutable_values());
    left = left.subspan(count);
    part(std::move(response));
  }
}

void lines_to_proto(const solver::Linearization& linear, int grid, const VectorXd& omega,
                    const LinearPart& part) {
  if (linear.lines().empty()) return;
  const Eigen::Index size = linear.matrices().mass.rows();
  std::vector<MatrixXcd> impedances;
  for (const double each : omega) {
    check_cancelled();
    impedances.push_back(linear.lines().impedance(each));
  }
  write_complex(v1::LINEAR_TENSOR_KIND_LINE_IMPEDANCE, grid, impedances,
                {omega.size(), size, size, 2}, part);
}

/// Writes how the outputs of lines that a request names follow the bodies and the waves.
void line_outputs_to_proto(const solver::Linearization& linear, const WaveGrid& grid,
                           const std::vector<std::string>& outputs, const LinearPart& part) {
  if (outputs.empty()) return;
  const auto [size, by_motion, by_wave] = solver::line_output_response(linear, outputs, grid.waves);
  write_complex(v1::LINEAR_TENSOR_KIND_LINE_OUTPUT_BY_MOTION, grid.number, by_motion,
                {grid.waves.omega.size(), size, linear.matrices().mass.rows(), 2}, part);
  write_complex(v1::LINEAR_TENSOR_KIND_LINE_OUTPUT_BY_WAVE, grid.number, by_wave,
                {grid.waves.omega.size(), size, grid.waves.direction_count(), 2}, part);
}

void probed_waves_to_proto(const solver::Linearization& linear, int grid,
                           const solver::WaveSelection& waves, const LinearPart& part) {
  if (linear.probed_waves().empty()) return;
  const auto probes = static_cast<Eigen::Index>(linear.model().probes.size());
  write_complex(v1::LINEAR_TENSOR_KIND_PROBE_DIFFRACTION, grid,
                linear.probed_waves().diffracted(waves),
                {waves.omega.size(), probes, waves.direction_count(), 2}, part);
  write_complex(v1::LINEAR_TENSOR_KIND_PROBE_RADIATION, grid,
                linear.probed_waves().radiated(waves.omega),
                {waves.omega.size(), probes, linear.matrices().mass.rows(), 2}, part);
}

void waves_to_proto(const solver::Linearization& linear, int grid,
                    const solver::WaveSelection& waves, const LinearPart& part) {
  const Eigen::Index size = linear.matrices().mass.rows(), count = waves.direction_count();
  const solver::WaveForces found = linear.waves().at(waves);
  const std::vector<Eigen::Index> shape{waves.omega.size(), size, count, 2};
  write_complex(v1::LINEAR_TENSOR_KIND_EXCITATION, grid, found.force, shape, part);
  if (!linear.given_motions().empty()) {
    write_complex(v1::LINEAR_TENSOR_KIND_GIVEN_MOTION, grid,
                  linear.given_motions().at(waves, found.wavenumber), shape, part);
  }
  probed_waves_to_proto(linear, grid, waves, part);
  TensorWriter carried(v1::LINEAR_TENSOR_KIND_CARRIED, grid, {waves.omega.size(), count}, part);
  for (Eigen::Index i = 0; i < found.carried.size(); ++i) {
    carried.add(found.carried.data()[i] ? 1.0 : 0.0);
  }
  carried.finish();
  TensorWriter wavenumber(v1::LINEAR_TENSOR_KIND_WAVENUMBER, grid, {waves.omega.size(), count},
                          part);
  wavenumber.add(found.wavenumber);
  wavenumber.finish();
}

void gusts_to_proto(const solver::Linearization& linear, int grid, const VectorXd& omega,
                    const LinearPart& part) {
  const RowMajorMatrix forces = linear.gusts().at(omega).transpose();
  TensorWriter writer(v1::LINEAR_TENSOR_KIND_GUST_FORCE, grid, {forces.rows(), forces.cols()},
                      part);
  writer.add(forces);
  writer.finish();
}

void sea_to_proto(const hydro::StationarySea& sea, int number, const WaveGrid& grid,
                  const LinearPart& part) {
  v1::LinearizeResponse response;
  v1::SeaSpectrum& spectrum = *response.mutable_sea();
  spectrum.set_grid(grid.number);
  spectrum.set_sea(number);
  if (grid.sea_directions) {
    for (const double direction : sea.directions()) {
      spectrum.add_direction_index(grid.index_of(direction));
    }
    const RowMajorMatrix density = sea.density(grid.waves.omega);
    spectrum.mutable_density()->Add(density.data(), density.data() + density.size());
    spectrum.set_variance_outside(sea.variance_outside(grid.waves.omega, density));
  }
  for (const hydro::WaveComponent& wave : sea.harmonics) {
    spectrum.add_harmonic_omega(wave.omega);
    spectrum.add_harmonic_amplitude(wave.amplitude);
    spectrum.add_harmonic_direction(wave.direction);
    spectrum.add_harmonic_phase(wave.phase);
  }
  part(std::move(response));
}

void grid_to_proto(const solver::Linearization& linear, const WaveGrid& grid,
                   const std::vector<hydro::StationarySea>& seas,
                   const std::vector<std::string>& line_outputs, const LinearPart& part) {
  v1::LinearizeResponse response;
  v1::LinearGrid& message = *response.mutable_grid();
  message.set_grid(grid.number);
  assign(grid.waves.omega, message.mutable_omega());
  assign(grid.waves.direction, message.mutable_wave_direction());
  message.set_paired(grid.waves.paired);
  part(std::move(response));
  for (std::size_t i = 0; grid.wants_seas() && i < seas.size(); ++i) {
    sea_to_proto(seas[i], static_cast<int>(i), grid, part);
  }
  const Eigen::Index size = linear.matrices().mass.rows();
  write_series(v1::LINEAR_TENSOR_KIND_ADDED_MASS, grid.number,
               linear.water().added_mass(grid.waves.omega), size, part);
  write_series(v1::LINEAR_TENSOR_KIND_RADIATION_DAMPING, grid.number,
               linear.water().radiation_damping(grid.waves.omega), size, part);
  lines_to_proto(linear, grid.number, grid.waves.omega, part);
  line_outputs_to_proto(linear, grid, line_outputs, part);
  waves_to_proto(linear, grid.number, grid.waves, part);
  gusts_to_proto(linear, grid.number, grid.waves.omega, part);
}

/// The outputs of lines that a request names.
/// @throws ServiceError(kBadField) for too many, and for an output that is none of a line
std::vector<std::string> line_outputs_from_proto(const v1::LinearizeRequest& request,
                                                 const solver::Linearization& linear) {
  if (request.line_outputs_size() > kMostLineOutputs) {
    throw bad_field("line_outputs", fmt::format("must be at most {}", kMostLineOutputs),
                    std::to_string(request.line_outputs_size()));
  }
  const std::vector<std::string> known = linear.lines().outputs();
  for (int i = 0; i < request.line_outputs_size(); ++i) {
    const std::string& output = request.line_outputs(i);
    if (std::find(known.begin(), known.end(), output) != known.end()) continue;
    throw bad_field(fmt::format("line_outputs[{}]", i),
                    "must be tension, anchor_tension, tensions or shape of a load of the kind line",
                    output);
  }
  return {request.line_outputs().begin(), request.line_outputs().end()};
}

}  // namespace

solver::LinearizationOptions linearization_options_from_proto(const v1::LinearizeRequest& request) {
  static const std::map<v1::OperatingPoint, solver::OperatingPoint> kPoints{
      {v1::OPERATING_POINT_UNSPECIFIED, solver::OperatingPoint::kEquilibrium},
      {v1::OPERATING_POINT_EQUILIBRIUM, solver::OperatingPoint::kEquilibrium},
      {v1::OPERATING_POINT_REST, solver::OperatingPoint::kRest},
      {v1::OPERATING_POINT_PRESENT, solver::OperatingPoint::kPresent}};
  static const std::map<v1::RadiationSource, solver::RadiationSource> kSources{
      {v1::RADIATION_SOURCE_UNSPECIFIED, solver::RadiationSource::kMemory},
      {v1::RADIATION_SOURCE_MEMORY_DATA, solver::RadiationSource::kMemoryData},
      {v1::RADIATION_SOURCE_FILE, solver::RadiationSource::kFile},
      {v1::RADIATION_SOURCE_MEMORY, solver::RadiationSource::kMemory}};
  const auto point = kPoints.find(request.operating_point());
  if (point == kPoints.end()) {
    throw bad_field("operating_point", "must be a value of OperatingPoint",
                    std::to_string(request.operating_point()));
  }
  const auto source = kSources.find(request.radiation());
  if (source == kSources.end()) {
    throw bad_field("radiation", "must be a value of RadiationSource",
                    std::to_string(request.radiation()));
  }
  solver::LinearizationOptions options{point->second, source->second};
  if (request.offsets_size() > kMostOffsets) {
    throw bad_field("offsets", fmt::format("must be at most {}", kMostOffsets),
                    std::to_string(request.offsets_size()));
  }
  for (const v1::DofOffset& offset : request.offsets()) {
    options.offsets.push_back({offset.body(), offset.dof(), offset.offset()});
  }
  return options;
}

std::vector<hydro::StationarySea> stationary_seas_from_proto(const v1::LinearizeRequest& request,
                                                             const v1::Sea& of_model,
                                                             const std::string& model_path,
                                                             const solver::Model& model) {
  const bool wanted = std::any_of(
      request.grids().begin(), request.grids().end(),
      [](const v1::WaveGrid& grid) { return grid.sea_directions() || grid.sea_harmonics(); });
  if (!wanted) return {};
  FieldViolations violations;
  const auto build = [&](const v1::Sea& sea, const std::string& path) {
    return build_stationary_sea(sea, path, {model.water_depth, model.gravity, model.current},
                                violations);
  };
  std::vector<hydro::StationarySea> seas{build(of_model, model_path + ".environment.sea")};
  for (int i = 0; i < request.seas_size(); ++i) {
    seas.push_back(build(sea_within_data(request.seas(i), model), fmt::format("seas[{}]", i)));
  }
  violations.throw_if_any("");
  return seas;
}

void linearization_to_proto(const solver::Linearization& linear,
                            const v1::LinearizeRequest& request,
                            const std::vector<hydro::StationarySea>& seas, const LinearPart& part) {
  const std::vector<WaveGrid> grids = wave_grids_from_proto(request, linear, seas);
  const std::vector<std::string> line_outputs = line_outputs_from_proto(request, linear);
  v1::LinearizeResponse head;
  mean_to_proto(linear, *head.mutable_linear_model());
  part(std::move(head));
  matrices_to_proto(linear.matrices(), part);
  if (request.modes()) modes_to_proto(linear, part);
  if (request.outputs()) outputs_to_proto(linear, part);
  if (request.drawings()) {
    for (const solver::Drawing& drawing : linear.drawings()) drawing_to_proto(drawing, part);
  }
  for (const WaveGrid& grid : grids) grid_to_proto(linear, grid, seas, line_outputs, part);
}

}  // namespace raftup::server
