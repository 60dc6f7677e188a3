#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/base/sha256.hpp"
#include "hydro/base/utf8.hpp"
#include "hydro/database/checks/checks.hpp"
#include "hydro/database/database.hpp"
#include "hydro/database/readers/known_values.hpp"
#include "hydro/database/readers/orcaflex/conventions.hpp"
#include "hydro/database/readers/orcaflex/units.hpp"
#include "hydro/database/readers/orcaflex/yaml.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "hydro/database/readers/reference_points.hpp"
#include "hydro/database/readers/samples.hpp"
#include "hydro/database/transformation.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/dispersion.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

constexpr double kGravityOfOrcaflex = 9.80665;  ///< m/s2, a constant of the program
/// Greatest relative difference of frequencies of matrices and forces that are the same: files have them
/// as frequency or period with six digits or more.
constexpr double kSameSample = 1e-5;

constexpr std::string_view kDofNames[] = {"Surge", "Sway", "Heave", "Roll", "Pitch", "Yaw"};
constexpr std::string_view kMassColumns[] = {"AddedMassMatrixX",  "AddedMassMatrixY",
                                             "AddedMassMatrixZ",  "AddedMassMatrixRx",
                                             "AddedMassMatrixRy", "AddedMassMatrixRz"};
constexpr std::string_view kDampingColumns[] = {"DampingX",  "DampingY",  "DampingZ",
                                                "DampingRx", "DampingRy", "DampingRz"};

constexpr std::string_view kStiffnessColumns[] = {"HydrostaticStiffnessz", "HydrostaticStiffnessRx",
                                                  "HydrostaticStiffnessRy"};

/// Name of a thing in a file, for messages.
std::string shown(const YamlNode& node) {
  const YamlNode* const name = node.find("Name");
  return name == nullptr ? "" : as_utf8(name->word);
}

/// Reads one vessel type of a file.
class OrcaflexReader {
 public:
  OrcaflexReader(const SourceFile& file, const SourceOptions& options)
      : file_(file),
        options_(options),
        known_(names_of(std::span(&file, 1)), options),
        root_(read_yaml_sections(file,
                                 {"General", "Environment", "VesselTypes", "MultibodyGroups"})) {
    database_.source_format = "orcaflex";
    database_.solver = "OrcaFlex";
    database_.sha256 = sha256(file.bytes);
  }

  Database read() {
    refuse_groups();
    units_ = read_orcaflex_units(file_, root_.find("General"));
    type_ = &choose_type();
    conventions_ = read_orcaflex_conventions(file_, *type_);
    draught_ = &choose_draught();
    read_water();
    read_body();
    read_radiation();
    read_excitation();
    note_left_out();
    if (options_.hydrostatics_without_weight) add_moment_of_weight({point_}, database_);
    order_samples(database_);
    move_to_centers_of_gravity(database_, {point_});
    database_ = make_database(std::move(database_));
    SourceOptions of_point = options_;
    of_point.reference_points = {point_};
    check_reference_points(database_, {point_}, file_.name, of_point);
    return std::move(database_);
  }

 private:
  const YamlNode& need(const YamlNode& node, std::string_view name) const;
  std::optional<double> filed_number(const YamlNode* section, std::string_view name) const;
  std::optional<Vector3> filed_point(const YamlNode& node, std::string_view name) const;
  void refuse_groups() const;
  const YamlNode& choose(const YamlNode& list, const std::string& chosen, const std::string& what,
                         const std::string& option) const;
  const YamlNode& choose_type() const;
  const YamlNode& choose_draught() const;
  void read_water();
  double height_of_datum() const;
  void read_body();
  Matrix6 read_stiffness() const;
  Matrix6 read_matrix(const YamlNode& block, std::span<const std::string_view> columns) const;
  void read_radiation();
  void read_forces_of(const YamlNode& heading, const YamlNode& rows_of);
  void read_excitation();
  void mirror(double turn, const Vector6& signs);
  void move_forces();
  void note_left_out();
  Vector6 units_of_moments() const;

  const SourceFile& file_;
  const SourceOptions& options_;
  KnownValues known_;
  YamlNode root_;
  const YamlNode* type_ = nullptr;
  const YamlNode* draught_ = nullptr;
  OrcaflexUnits units_;
  OrcaflexConventions conventions_;
  Database database_;
  double height_ = 0.0;                 ///< of the vessel's origin above the still water [m]
  Vector3 point_ = Vector3::Zero();     ///< to which A, B and C refer [m]
  std::map<double, MatrixXcd> forces_;  ///< by direction [deg], about the origin of the forces
};

const YamlNode& OrcaflexReader::need(const YamlNode& node, std::string_view name) const {
  const YamlNode* const found = node.find(name);
  if (found == nullptr || !found->is_set()) {
    refuse_line(file_, node.line, fmt::format("must be of something with {}", name));
  }
  return *found;
}

std::optional<double> OrcaflexReader::filed_number(const YamlNode* section,
                                                   std::string_view name) const {
  const YamlNode* const node = section == nullptr ? nullptr : section->find(name);
  if (node == nullptr || !node->is_set()) return std::nullopt;
  return yaml_number(file_, *node);
}

/// A point of the vessel in the frame of the database [m].
std::optional<Vector3> OrcaflexReader::filed_point(const YamlNode& node,
                                                   std::string_view name) const {
  const YamlNode* const point = node.find(name);
  if (point == nullptr || !point->is_set()) return std::nullopt;
  const std::vector<double> values = yaml_numbers(file_, *point, 3);
  return Vector3(units_.length * Vector3(values[0], values[1], values[2]) +
                 Vector3(0.0, 0.0, height_));
}

void OrcaflexReader::refuse_groups() const {
  const YamlNode* const groups = root_.find("MultibodyGroups");
  if (groups == nullptr || groups->items.empty()) return;
  refuse_line(file_, groups->line,
              "must be without multibody groups: their coupled matrices are not read, the output "
              "of OrcaWave in WAMIT's layout (.out) is");
}

/// Chooses by name, or the only one.
const YamlNode& OrcaflexReader::choose(const YamlNode& list, const std::string& chosen,
                                       const std::string& what, const std::string& option) const {
  std::string names;
  const YamlNode* found = list.items.size() == 1 ? &list.items.front() : nullptr;
  for (const YamlNode& item : list.items) {
    if (!chosen.empty() && shown(item) == chosen) found = &item;
    names += fmt::format("{}{}", names.empty() ? "" : ", ", shown(item));
  }
  if (found == nullptr) {
    refuse_line(file_, list.line,
                fmt::format("must have one {}, or {} must name one of: {}", what, option, names));
  }
  return *found;
}

const YamlNode& OrcaflexReader::choose_type() const {
  const YamlNode* const types = root_.find("VesselTypes");
  require(types != nullptr && !types->items.empty(),
          file_.name + " must have a vessel type, has none");
  const auto& names = options_.body_names;
  return choose(*types, names.empty() ? "" : names.front(), "vessel type", "--body-name");
}

const YamlNode& OrcaflexReader::choose_draught() const {
  const YamlNode& draught =
      choose(need(*type_, "Draughts"), options_.draught, "draught", "--draught");
  const std::string name = shown(draught);
  require(options_.draught.empty() || options_.draught == name,
          fmt::format("{}: --draught must be {}, is {}", file_.name, name, options_.draught));
  return draught;
}

void OrcaflexReader::read_water() {
  const YamlNode* const sea = root_.find("Environment");
  std::optional<double> density = filed_number(sea, "Density");
  if (density) *density *= units_.mass / (units_.length * units_.length * units_.length);
  std::optional<double> depth = filed_number(sea, "WaterDepth");
  if (depth) *depth *= units_.length;
  database_.water_density = known_.water_density(density);
  database_.gravity =
      known_.gravity(options_.gravity ? std::nullopt : std::optional(kGravityOfOrcaflex));
  database_.water_depth = known_.water_depth(depth);
}

/// Height of the vessel's origin above the still water when the reference origin is where the draught
/// says: height, heel and trim.
double OrcaflexReader::height_of_datum() const {
  const YamlNode* const datum = draught_->find("ReferenceOriginDatumPosition");
  if (datum == nullptr || !datum->is_set()) return 0.0;
  const std::vector<double> values = yaml_numbers(file_, *datum, 3);
  if (values[1] != 0.0 || values[2] != 0.0) {
    refuse_line(file_, datum->line, "must be without heel and trim");
  }
  const auto origin = filed_point(*draught_, "ReferenceOrigin");
  return units_.length * values[0] - (origin ? origin->z() : 0.0);
}

void OrcaflexReader::read_body() {
  height_ = height_of_datum();
  DatabaseBody body;
  body.name = known_.body_name(0, shown(*type_));
  body.center_of_gravity = known_.center_of_gravity(0, filed_point(*draught_, "CentreOfMass"));
  body.center_of_buoyancy = known_.center_of_buoyancy(0, filed_point(*draught_, "CentreOfBuoyancy"),
                                                      body.center_of_gravity, database_.findings);
  std::optional<double> volume = filed_number(draught_, "DisplacedVolume");
  if (volume) *volume *= units_.length * units_.length * units_.length;
  body.displaced_volume = known_.displaced_volume(0, volume);
  const auto origin = filed_point(*draught_, "ReferenceOrigin");
  point_ = known_.reference_point(0, origin ? *origin : Vector3(0.0, 0.0, height_),
                                  body.center_of_gravity);
  known_.require_complete(1);
  body.hydrostatic_stiffness = read_stiffness();
  database_.history = known_.given();
  database_.bodies.push_back(std::move(body));
}

/// Heave, roll and pitch about the reference origin.
Matrix6 OrcaflexReader::read_stiffness() const {
  Matrix6 stiffness = Matrix6::Zero();
  stiffness.block<3, 3>(2, 2) = yaml_matrix(file_, *draught_, kStiffnessColumns, 3);
  const Vector6 unit = units_of_moments();
  return units_.force / units_.length * (unit.asDiagonal() * stiffness * unit.asDiagonal());
}

/// The unit of length for rotations, 1 for translations.
Vector6 OrcaflexReader::units_of_moments() const {
  Vector6 units = Vector6::Ones();
  units.tail<3>().setConstant(units_.length);
  return units;
}

Matrix6 OrcaflexReader::read_matrix(const YamlNode& block,
                                    std::span<const std::string_view> columns) const {
  const Vector6 unit = units_of_moments();
  return unit.asDiagonal() * yaml_matrix(file_, block, columns, kDofs) * unit.asDiagonal();
}

void OrcaflexReader::read_radiation() {
  const YamlNode* const method = draught_->find("AMDMethod");
  if (method != nullptr && method->word != "Frequency dependent") {
    refuse_line(file_, method->line, "must be Frequency dependent");
  }
  std::vector<double> omega;
  std::map<double, std::size_t> seen;
  for (const YamlNode& block : need(*draught_, "FrequencyDependentAddedMassAndDamping").items) {
    const YamlNode& filed = need(block, "AMDPeriodOrFrequency");
    const double here = conventions_.omega(yaml_number(file_, filed));
    if (here < 0.0) refuse_line(file_, filed.line, "must not be negative");
    const auto [same, is_new] = seen.try_emplace(here, filed.line.number);
    if (!is_new) {
      refuse_line(file_, filed.line,
                  fmt::format("must have another frequency than line {}", same->second));
    }
    const Matrix6 mass = units_.mass * read_matrix(block, kMassColumns);
    if (std::isinf(here)) database_.added_mass_infinite = mass;
    if (std::isinf(here) || here == 0.0) continue;
    omega.push_back(here);
    database_.added_mass.emplace_back(mass);
    database_.radiation_damping.emplace_back(units_.force / units_.length *
                                             read_matrix(block, kDampingColumns));
  }
  require(!omega.empty(), file_.name +
                              " must have added mass and damping at a frequency between 0 and "
                              "infinity");
  database_.omega = Eigen::Map<const VectorXd>(omega.data(), std::ssize(omega));
}

/// Reads the rows of one direction into their frequencies.
void OrcaflexReader::read_forces_of(const YamlNode& heading, const YamlNode& rows_of) {
  const double direction = yaml_number(file_, heading);
  MatrixXcd force = MatrixXcd::Constant(kDofs, database_.omega.size(), std::nan(""));
  const YamlTable table = yaml_table(rows_of, "RAOPeriodOrFrequency");
  if (table.node == nullptr) {
    refuse_line(file_, heading.line, "must be of forces over RAOPeriodOrFrequency");
  }
  for (const YamlNode& node : table.node->items) {
    if (node.items.size() != table.columns.size()) {
      refuse_line(file_, node.line, fmt::format("must hold {} numbers", table.columns.size()));
    }
    const double filed = yaml_number(file_, node.items[table.place("RAOPeriodOrFrequency")]);
    const double omega = conventions_.omega(filed);
    if (omega == 0.0 || std::isinf(omega)) continue;
    Index k = 0;
    const double apart = (database_.omega.array() - omega).abs().minCoeff(&k);
    if (!(apart <= kSameSample * omega)) {
      refuse_line(file_, node.line, "must be of a frequency of the added mass");
    }
    if (!std::isnan(force(0, k).real())) {
      refuse_line(file_, node.line, "must have another frequency than the rows above");
    }
    const std::vector<double> row = yaml_numbers(file_, node, table.columns.size());
    for (Index dof = 0; dof < kDofs; ++dof) {
      const std::size_t amplitude = table.place(fmt::format("RAO{}Amp", kDofNames[dof]));
      const std::size_t phase = table.place(fmt::format("RAO{}Phase", kDofNames[dof]));
      if (std::max(amplitude, phase) == row.size()) {
        refuse_line(file_, table.node->line,
                    fmt::format("must have columns of amplitude and phase of {}", kDofNames[dof]));
      }
      force(dof, k) = conventions_.signs[dof] * units_.force / units_.length *
                      units_of_moments()[dof] * conventions_.force(row[amplitude], row[phase]);
    }
  }
  if (!force.allFinite()) {
    refuse_line(file_, heading.line,
                fmt::format("must be of forces at all {} frequencies of the added mass",
                            database_.omega.size()));
  }
  const bool is_new = forces_.emplace(direction, std::move(force)).second;
  if (!is_new) refuse_line(file_, heading.line, "must be another direction than those above");
}

void OrcaflexReader::read_excitation() {
  const YamlNode& loads = need(*draught_, "LoadRAOs");
  for (const YamlNode& entry : need(loads, "RAOs").items) {
    read_forces_of(need(entry, "RAODirection"), entry);
  }
  Vector6 about_y, about_x;
  about_y << 1.0, -1.0, 1.0, -1.0, 1.0, -1.0;
  about_x << -1.0, 1.0, 1.0, 1.0, -1.0, -1.0;
  if (conventions_.mirrors_y) mirror(0.0, about_y);
  if (conventions_.mirrors_x) mirror(180.0, about_x);
  std::vector<double> degrees;
  for (auto& [direction, force] : forces_) {
    degrees.push_back(direction);
    database_.excitation.values.push_back(std::move(force));
  }
  database_.wave_directions =
      kRadiansPerDegree * Eigen::Map<const VectorXd>(degrees.data(), std::ssize(degrees));
  move_forces();
}

/// Adds the directions turn - b that a plane of symmetry gives. Forces of the mirrored wave are those of
/// the wave, with the signs of the dofs.
void OrcaflexReader::mirror(double turn, const Vector6& signs) {
  constexpr double kSameDirection = 1e-6;  // deg
  const std::map<double, MatrixXcd> filed = forces_;
  for (const auto& [direction, force] : filed) {
    const double mirrored = turn - direction;
    const bool is_there = std::any_of(forces_.begin(), forces_.end(), [&](const auto& other) {
      return std::abs(std::remainder(other.first - mirrored, 360.0)) < kSameDirection;
    });
    if (!is_there) forces_[std::remainder(mirrored, 360.0)] = signs.asDiagonal() * force;
  }
}

/// Forces refer to RAOOrigin and their phases to the wave at PhaseOrigin, which is RAOOrigin where it
/// is not given.
void OrcaflexReader::move_forces() {
  const YamlNode& loads = need(*draught_, "LoadRAOs");
  const Vector3 origin = filed_point(loads, "RAOOrigin").value_or(Vector3(0.0, 0.0, height_));
  const Vector3 phase = filed_point(loads, "PhaseOrigin").value_or(origin);
  const bool off_y = conventions_.mirrors_y && (origin.y() != 0.0 || phase.y() != 0.0);
  const bool off_x = conventions_.mirrors_x && (origin.x() != 0.0 || phase.x() != 0.0);
  if (off_y || off_x) {
    refuse_line(file_, loads.line, "must have its origins in the planes of symmetry");
  }
  const MatrixXd turned = twist_transform({origin - point_}).transpose();
  for (Index h = 0; h < database_.wave_directions.size(); ++h) {
    MatrixXcd& force = database_.excitation.values[static_cast<std::size_t>(h)];
    const double b = database_.wave_directions[h];
    const double along = phase.x() * std::cos(b) + phase.y() * std::sin(b);
    for (Index k = 0; k < database_.omega.size() && along != 0.0; ++k) {
      const double wave = wavenumber(database_.omega[k], database_.water_depth, database_.gravity);
      force.col(k) *= Complex(std::cos(wave * along), -std::sin(wave * along));
    }
    if (origin != point_) force = (turned * force).eval();
  }
}

void OrcaflexReader::note_left_out() {
  for (const char* name : {"WaveDrift", "DifferenceFrequencyQTFs", "SumFrequencyQTFs"}) {
    const YamlNode* const node = draught_->find(name);
    const YamlNode* const rows = node == nullptr ? nullptr : node->find("RAOs");
    if (rows == nullptr || !rows->is_set()) continue;
    database_.findings.push_back({"second_order_left_out", Severity::kWarning,
                                  fmt::format("{} of the vessel type is left out: give WAMIT's .8 "
                                              "or .12d, which OrcaWave exports, beside the file",
                                              name),
                                  0.0});
  }
}

}  // namespace

Database read_orcaflex(const SourceFile& file, const SourceOptions& options) {
  return OrcaflexReader(file, options).read();
}

}  // namespace raftup::hydro
