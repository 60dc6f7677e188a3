#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <optional>

#include "hydro/base/error.hpp"
#include "hydro/base/sha256.hpp"
#include "hydro/base/whole_number.hpp"
#include "hydro/database/checks/checks.hpp"
#include "hydro/database/database.hpp"
#include "hydro/database/readers/known_values.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "hydro/database/readers/source.hpp"
#include "hydro/database/readers/wamit/run.hpp"
#include "hydro/database/transformation.hpp"
#include "hydro/numerics/elementary.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

bool has(const TextLine& line, std::string_view words) {
  return line.text.find(words) != std::string_view::npos;
}

/// One body as printed, in units of L.
struct OutputBody {
  Vector3 origin = Vector3::Zero();  ///< XBODY, in the global frame
  double volume = 0.0;
  Vector3 center_of_buoyancy = Vector3::Zero();  ///< in the body's frame, as the next
  Vector3 center_of_gravity = Vector3::Zero();
  Matrix6 stiffness = Matrix6::Zero();
};

/// Reads one file in one pass.
class OutputReader {
 public:
  explicit OutputReader(const SourceFile& file) : file_(file), lines_(lines_of(file)) {
    for (at_ = 0; at_ < lines_.size(); ++at_) read_line(lines_[at_]);
    require(gravity_ && depth_ && length_,
            fmt::format("{} must say gravity, length scale and water depth", file.name));
    require(!bodies_.empty(), fmt::format("{} must have BODY PARAMETERS", file.name));
    if (run_.excitation.empty()) run_.excitation = haskind_;
  }

  WamitRun run_;
  std::vector<OutputBody> bodies_;
  std::optional<double> gravity_, depth_, length_;

 private:
  void read_line(const TextLine& line);
  void read_depth(const TextLine& line);
  void read_place(const TextLine& line);
  void read_body_line(const TextLine& line);
  void read_stiffness(const TextLine& line);
  void read_period(const TextLine& line);
  void read_radiation();
  void read_force(std::vector<WamitForceEntry>& entries);
  std::vector<double> numbers_after(const TextLine& line, std::string_view mark) const;
  std::optional<std::vector<double>> next_row();
  OutputBody& body(const TextLine& line);
  Index dof(double number) const;

  const SourceFile& file_;
  std::vector<TextLine> lines_;
  std::size_t at_ = 0;
  std::optional<double> period_;
  std::vector<WamitForceEntry> haskind_;
};

/// Returns the numbers that follow `mark`, up to the first word that is not a number.
std::vector<double> OutputReader::numbers_after(const TextLine& line, std::string_view mark) const {
  const std::size_t start = line.text.find(mark);
  if (start == std::string_view::npos) {
    refuse_line(file_, line, fmt::format("must have \"{}\"", mark));
  }
  std::vector<double> numbers;
  for (const std::string_view word : words_of(line.text.substr(start + mark.size()))) {
    const auto number = parse_number(word);
    if (!number) break;
    numbers.push_back(*number);
  }
  if (numbers.empty()) refuse_line(file_, line, fmt::format("must have a number after {}", mark));
  return numbers;
}

void OutputReader::read_line(const TextLine& line) {
  if (has(line, "Gravity:")) {
    gravity_ = numbers_after(line, "Gravity:").front();
    length_ = numbers_after(line, "Length scale:").front();
  } else if (has(line, "Water depth:")) {
    read_depth(line);
  } else if (has(line, "Body number:")) {
    bodies_.emplace_back();
  } else if (has(line, "XBODY =")) {
    read_place(line);
  } else if (has(line, "Wave period")) {
    read_period(line);
  } else if (has(line, "ADDED-MASS")) {
    read_radiation();
  } else if (has(line, "DIFFRACTION EXCITING FORCES")) {
    read_force(run_.excitation);
  } else if (has(line, "HASKIND EXCITING FORCES")) {
    read_force(haskind_);
  } else {
    read_body_line(line);
  }
}

void OutputReader::read_depth(const TextLine& line) {
  depth_ = has(line, "infinite") ? std::numeric_limits<double>::infinity()
                                 : numbers_after(line, "Water depth:").front();
}

OutputBody& OutputReader::body(const TextLine& line) {
  if (bodies_.empty()) refuse_line(file_, line, "must follow a \"Body number:\"");
  return bodies_.back();
}

void OutputReader::read_place(const TextLine& line) {
  if (bodies_.empty()) bodies_.emplace_back();  // a single body has no number
  if (numbers_after(line, "PHIBODY =").front() != 0.0) {
    refuse_line(file_, line, "must have PHIBODY = 0: bodies turned about z are not supported");
  }
  bodies_.back().origin = {numbers_after(line, "XBODY =").front(),
                           numbers_after(line, "YBODY =").front(),
                           numbers_after(line, "ZBODY =").front()};
}

void OutputReader::read_body_line(const TextLine& line) {
  const auto point_after = [&](std::string_view mark) -> Vector3 {
    const std::vector<double> numbers = numbers_after(line, mark);
    if (numbers.size() != 3) refuse_line(file_, line, "must have three numbers");
    return {numbers[0], numbers[1], numbers[2]};
  };
  if (has(line, "Volumes (VOLX,VOLY,VOLZ):")) {
    body(line).volume = point_after("(VOLX,VOLY,VOLZ):").z();
  } else if (has(line, "Center of Buoyancy")) {
    body(line).center_of_buoyancy = point_after("(Xb,Yb,Zb):");
  } else if (has(line, "Center of Gravity")) {
    body(line).center_of_gravity = point_after("(Xg,Yg,Zg):");
  } else if (has(line, "C(3,3)") || has(line, "C(4,4)") || has(line, "C(5,5)")) {
    read_stiffness(line);
  }
}

/// C(3,3..5), C(4,4..6) and C(5,5..6): the entries of the upper triangle.
void OutputReader::read_stiffness(const TextLine& line) {
  Matrix6& stiffness = body(line).stiffness;
  const std::vector<double> numbers = numbers_after(line, ":");
  const Index first = has(line, "C(3,3)") ? 2 : (has(line, "C(4,4)") ? 3 : 4);
  const std::size_t count = first == 4 ? 2 : 3;
  if (numbers.size() != count) refuse_line(file_, line, fmt::format("must have {} numbers", count));
  for (std::size_t i = 0; i < count; ++i) {
    const Index second = first + static_cast<Index>(i);
    stiffness(first, second) = numbers[i];
    if (second < 5) stiffness(second, first) = numbers[i];  // C(6,4) and C(6,5) are zero
  }
}

void OutputReader::read_period(const TextLine& line) {
  if (has(line, "Wave period = infinite")) {
    period_ = -1.0;
  } else if (has(line, "Wave period = zero")) {
    period_ = 0.0;
  } else if (has(line, "Wave period (sec) =")) {
    period_ = numbers_after(line, "Wave period (sec) =").front();
    if (!(*period_ > 0.0)) refuse_line(file_, line, "must have a positive period");
  }
}

/// Returns the numbers of the next line and advances to it, if the line contains nothing else.
std::optional<std::vector<double>> OutputReader::next_row() {
  if (at_ + 1 >= lines_.size()) return std::nullopt;
  std::vector<double> row;
  for (const std::string_view word : words_of(lines_[at_ + 1].text)) {
    const auto number = parse_number(word);
    if (!number) return std::nullopt;
    row.push_back(*number);
  }
  ++at_;
  return row;
}

Index OutputReader::dof(double number) const {
  const auto bodies = static_cast<double>(bodies_.size());
  if (!(number >= 1.0) || number > 6.0 * bodies || number != std::floor(number)) {
    refuse_line(file_, lines_[at_], fmt::format("must have dofs 1 to {}", 6.0 * bodies));
  }
  return to_integer<Index>(number, "dof") - 1;
}

void OutputReader::read_radiation() {
  if (!period_) refuse_line(file_, lines_[at_], "must follow a \"Wave period\"");
  ++at_;  // the heading of the columns
  while (const auto row = next_row()) {
    if (row->size() != 3 && row->size() != 4) {
      refuse_line(file_, lines_[at_], "must have I, J, A and, at finite periods, B");
    }
    const double damping = row->size() == 4 ? (*row)[3] : 0.0;
    run_.radiation.push_back({*period_, dof((*row)[0]), dof((*row)[1]), (*row)[2], damping});
  }
}

/// Reads tables of one direction each, until another section begins.
void OutputReader::read_force(std::vector<WamitForceEntry>& entries) {
  if (!period_) refuse_line(file_, lines_[at_], "must follow a \"Wave period\"");
  while (at_ + 2 < lines_.size() && has(lines_[at_ + 1], "Wave Heading")) {
    const double direction = numbers_after(lines_[at_ + 1], ":").front();
    at_ += 2;  // onto the heading of the columns
    while (const auto row = next_row()) {
      if (row->size() != 3) refuse_line(file_, lines_[at_], "must have I, modulus and phase");
      entries.push_back({*period_, direction, dof((*row)[0]),
                         std::polar(1.0, (*row)[2] * kRadiansPerDegree) * (*row)[1]});
    }
  }
}

/// Returns the center of gravity. The origin of a body's frame often is its center of gravity
/// except for the noise of panel sums, which does not justify a transformation of the coefficients.
Vector3 center_of_gravity_of(const OutputBody& body) {
  constexpr double kNoise = 1e-5;  // of the cube root of the volume; chosen, not swept
  const double size = std::cbrt(body.volume);
  return body.center_of_gravity.norm() <= kNoise * size
             ? body.origin
             : Vector3(body.origin + body.center_of_gravity);
}

DatabaseBody make_body(const OutputBody& printed, Index index, double length, KnownValues& known,
                       Database& database) {
  DatabaseBody body;
  body.name = known.body_name(index, "");
  body.center_of_gravity = known.center_of_gravity(index, length * center_of_gravity_of(printed));
  body.center_of_buoyancy =
      known.center_of_buoyancy(index, length * (printed.origin + printed.center_of_buoyancy),
                               body.center_of_gravity, database.findings);
  body.displaced_volume = known.displaced_volume(index, std::pow(length, 3) * printed.volume);
  for (Index i = 0; i < kDofs; ++i) {
    for (Index j = 0; j < kDofs; ++j) {
      body.hydrostatic_stiffness(i, j) = database.water_density * database.gravity *
                                         wamit_stiffness_scale(i, j, length) *
                                         printed.stiffness(i, j);
    }
  }
  return body;
}

void note_digits(Database& database) {
  database.findings.push_back({"excitation_phase_rounded", Severity::kWarning,
                               "excitation: WAMIT's .out prints phases in whole degrees, so forces "
                               "are up to .9 % off; the .3 file holds seven digits",
                               0.0087});
  database.findings.push_back({"hydrostatic_stiffness_rounded", Severity::kInfo,
                               "hydrostatic stiffness: WAMIT's .out prints five digits; the .hst "
                               "file holds seven",
                               1e-5});
}

}  // namespace

Database read_wamit_output(const SourceFile& file, const SourceOptions& options) {
  const OutputReader output(file);
  KnownValues known(names_of(std::span(&file, 1)), options);
  Database database;
  database.source_format = "wamit";
  database.solver = "WAMIT";
  database.sha256 = sha256(file.bytes);
  database.water_density = known.water_density({});
  database.gravity = known.gravity(output.gravity_);
  database.water_depth = known.water_depth(output.depth_);
  const double length = known.length_scale(output.length_);
  std::vector<Vector3> origins;
  for (const OutputBody& printed : output.bodies_) {
    const auto index = static_cast<Index>(origins.size());
    database.bodies.push_back(make_body(printed, index, length, known, database));
    const Vector3 filed = length * printed.origin;
    const Vector3 origin = known.reference_point(index, filed, filed);
    const bool same = (origin - length * center_of_gravity_of(printed)).isZero(0.0);
    origins.push_back(same ? database.bodies.back().center_of_gravity : origin);
  }
  known.require_complete(database.body_count());
  require(wamit_body_count(output.run_) == database.body_count(),
          fmt::format("{} must have added mass of {} bodies, has it of {}", file.name,
                      database.body_count(), wamit_body_count(output.run_)));
  require(!output.run_.excitation.empty(),
          file.name + " must have DIFFRACTION or HASKIND EXCITING FORCES");
  note_digits(database);
  assemble_wamit(output.run_, length, database);
  move_to_centers_of_gravity(database, origins);
  database.history = known.given();
  return make_database(std::move(database));
}

}  // namespace raftup::hydro
