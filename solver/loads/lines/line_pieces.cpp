#include "solver/loads/lines/line_pieces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/base/error.hpp"
#include "hydro/base/whole_number.hpp"

namespace raftup::solver {

namespace {

/// Returns the numbers of the nodes at the eyes, those nearest to their arcs, and that of the second end.
std::vector<int> nodes_at_eyes(const ElasticLine& line) {
  const LineSection& section = line.sections.front();
  std::vector<int> nodes;
  for (const LineEye& eye : line.eyes) {
    const double place = eye.arc / section.length * section.elements;
    nodes.push_back(to_integer<int>(std::round(place), "the node at an eye"));
  }
  nodes.push_back(section.elements);
  return nodes;
}

std::vector<Vector3> places_of(LineAtRest& rest, const ElasticLine& line, const Model& model,
                               const Kinematics& bodies) {
  rest.find(LineHolders(line, rest.rod(), model).positions(bodies), bodies);
  return rest.state().position;
}

/// The outputs of one piece, taken apart.
struct PieceOutputs {
  double tension, anchor_tension, on_bottom, top_angle;
  std::vector<double> touchdown, shape, tensions, curvatures, drum;

  PieceOutputs(LineInMotion& piece, const LineValues& values) {
    const std::size_t n = values.rod.tension.size();
    std::vector<double> all(5 * n + (piece.traits().slides[0] ? 16 : 12));
    piece.readings(values).write(all);
    auto next = all.begin();
    const auto take = [&next](std::size_t count) {
      const auto first = next;
      next += static_cast<std::ptrdiff_t>(count);
      return std::vector<double>(first, next);
    };
    tension = *next++;
    anchor_tension = *next++;
    on_bottom = *next++;
    top_angle = *next++;
    touchdown = take(3);
    shape = take(3 * (n + 1));
    tensions = take(n);
    curvatures = take(n + 1);
    ++next;  // broken
    drum = take(static_cast<std::size_t>(all.end() - next));
  }
};

/// Appends a row to another, of which it begins with the last `shared` values.
void append(const std::vector<double>& row, std::size_t shared, std::vector<double>& to) {
  to.insert(to.end(), row.begin() + static_cast<std::ptrdiff_t>(to.empty() ? 0 : shared),
            row.end());
}

double* write_behind(const std::vector<double>& filling, std::size_t unused,
                     const std::vector<double>& row, double* next) {
  for (std::size_t i = 0; i < unused; ++i) next = std::copy(filling.begin(), filling.end(), next);
  return std::copy(row.begin(), row.end(), next);
}

}  // namespace

std::vector<ElasticLine> pieces_of(const ElasticLine& line, const Model& model) {
  std::vector<ElasticLine> pieces;
  int before = 0;
  const std::vector<int> nodes = nodes_at_eyes(line);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    ElasticLine& piece = pieces.emplace_back(line);
    piece.eyes.clear();
    piece.bottom.height = line.bottom_height(model);
    piece.above_bottom = line.above_bottom || !piece.bottom.height;
    if (i > 0) {
      const LineEye& eye = line.eyes[i - 1];
      piece.end_a = {eye.body, eye.point, std::nullopt, std::nullopt};
      piece.winch.reset();
    }
    if (i + 1 < nodes.size()) {
      const LineEye& eye = line.eyes[i];
      piece.end_b = {};
      piece.end_b.body = eye.body;
      piece.end_b.point = eye.point;
      piece.sections.front().clump_mass = piece.sections.front().clump_volume = 0.0;
    }
    piece = piece.with_first_elements(nodes[i] - before);
    before = nodes[i];
  }
  return pieces;
}

LinePieces::LinePieces(const ElasticLine& line, const LoadSite& site)
    : line_(line),
      model_(site.model),
      spacing_(line.sections.front().length / line.sections.front().elements),
      lines_(pieces_of(line, site.model)) {
  std::size_t ends = 0;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    rest_.push_back(std::make_unique<LineAtRest>(lines_[i], model_));
    places_.push_back(places_of(*rest_[i], lines_[i], model_, site.initial));
    for (const bool slides : this->slides(i)) ends += slides ? 1 : 0;
  }
  // An element at an end that slides is half as long as the others at least.
  const auto most = static_cast<std::size_t>(line.most_elements()) + ends;
  PiecesNow largest = initial(site.initial);
  largest.values.front() =
      LineValues::zero(largest.values.front().rod.position.size() + most, objects_[0]->traits());
  size_ = pack(largest).size();
}

const EyeSlip::Pieces& LinePieces::objects(const std::vector<int>& elements) {
  objects_.resize(count());
  elements_.resize(count(), 0);
  for (std::size_t i = 0; i < count(); ++i) {
    if (elements_[i] == elements[i]) continue;
    objects_[i] = std::make_unique<LineInMotion>(lines_[i].with_first_elements(elements[i]),
                                                 slides(i), places_[i], model_);
    elements_[i] = elements[i];
  }
  return objects_;
}

PiecesNow LinePieces::initial(const Kinematics& bodies) {
  PiecesNow now;
  now.slid.assign(line_.eyes.size(), 0.0);
  for (const ElasticLine& line : lines_) now.elements.push_back(line.sections.front().elements);
  const EyeSlip::Pieces& objects = this->objects(now.elements);
  for (std::size_t i = 0; i < count(); ++i) {
    const LineInMotion& piece = *objects[i];
    rest_[i]->find(piece.holders().positions(bodies), bodies);
    LineValues values{rest_[i]->state(),
                      forces_on_ends(rest_[i]->forces(), piece.holders().first_count())};
    values.rod.bottom_shear.clear();
    if (piece.traits().rubs) {
      values.rod.bottom_shear.resize(values.rod.position.size(), Vector2::Zero());
    }
    values.rod.end_length = {spacing_, spacing_};
    if (piece.traits().slides[0]) values.sliding[0].force = rest_[i]->drum_force();
    now.values.push_back(std::move(values));
  }
  return now;
}

PiecesNow LinePieces::unpack(std::span<const double> values) {
  PiecesNow now;
  for (std::size_t i = 0; i < count(); ++i) {
    const int elements = to_integer<int>(values[i], "the number of elements of a line");
    require(elements >= 1 && static_cast<std::size_t>(elements) < values.size(),
            "the number of elements of a line must be one of it", fmt::format("{}", elements));
    now.elements.push_back(elements);
  }
  values = values.subspan(count());
  now.slid.assign(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(line_.eyes.size()));
  values = values.subspan(line_.eyes.size());
  for (const auto& piece : objects(now.elements)) {
    const std::size_t nodes = piece->rod().nodes().size();
    now.values.push_back(LineValues::unpack(values, nodes, piece->traits()));
  }
  return now;
}

std::vector<double> LinePieces::pack(const PiecesNow& now) const {
  std::vector<double> values(now.elements.begin(), now.elements.end());
  values.insert(values.end(), now.slid.begin(), now.slid.end());
  for (std::size_t i = 0; i < count(); ++i) {
    now.values[i].pack({line_.bottom.friction > 0.0, slides(i)}, values);
  }
  values.resize(std::max(size_, values.size()), 0.0);
  return values;
}

double LinePieces::length_out(const PiecesNow& now) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < count(); ++i) {
    sum += now.elements[i] * spacing_;
    for (std::size_t end = 0; end < 2; ++end) {
      if (!slides(i)[end]) continue;
      sum += now.values[i].rod.end_length[end] - spacing_ + now.values[i].sliding[end].reserve;
    }
  }
  return sum;
}

void LinePieces::mix_speeds(std::size_t eye, double h, PiecesNow& now) {
  LineValues &before = now.values[eye], &behind = now.values[eye + 1];
  const double speed = behind.sliding[0].rate;
  const std::vector<Vector3>& x = speed > 0.0 ? before.rod.position : behind.rod.position;
  const std::vector<Vector3>& v = speed > 0.0 ? before.rod.velocity : behind.rod.velocity;
  const std::size_t inner = speed > 0.0 ? x.size() - 2 : 1, at_eye = speed > 0.0 ? inner + 1 : 0;
  const Vector3 along = x[at_eye] - x[inner];
  const double length = along.norm();
  if (speed == 0.0 || length == 0.0) return;
  const double towards = along.dot(v[inner] - v[at_eye]) / length;
  const double both = before.rod.end_length[1] + behind.rod.end_length[0] +
                      2.0 * (before.sliding[1].reserve + behind.sliding[0].reserve);
  const double mixed = std::abs(speed) + h * std::abs(speed) / both * (towards - std::abs(speed));
  behind.sliding[0].rate = speed > 0.0 ? mixed : -mixed;
  before.sliding[1].rate = -behind.sliding[0].rate;
}

bool LinePieces::removable(std::size_t piece, const std::vector<int>& elements) const {
  // Where both ends slide, each has an element of its own.
  return elements[piece] > (slides(piece)[0] && slides(piece)[1] ? 2 : 1);
}

std::vector<Drawing> LinePieces::drawings(const std::string& name, const PiecesNow& now) {
  const EyeSlip::Pieces& objects = this->objects(now.elements);
  std::vector<Drawing> drawings;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const std::string piece = i == 0 ? name : fmt::format("{}, from eye {}", name, i);
    drawings.push_back(objects[i]->readings(now.values[i]).drawing(piece));
  }
  return drawings;
}

void LinePieces::renew_nodes(PiecesNow& now) {
  for (std::size_t i = 0; i < count(); ++i) {
    LineValues& values = now.values[i];
    for (std::size_t end = 0; end < 2; ++end) {
      if (!slides(i)[end]) continue;
      renew_nodes_at(
          end, spacing_, values, now.elements[i],
          [&]() -> LineInMotion& { return *objects(now.elements)[i]; },
          [&] { return removable(i, now.elements); });
    }
  }
}

void LinePieces::write(const PiecesNow& now, std::span<double> outputs) {
  const EyeSlip::Pieces& objects = this->objects(now.elements);
  std::vector<double> shape, tensions, curvatures, touchdown, drum;
  double on_bottom = 0.0, tension = 0.0, anchor_tension = 0.0, top_angle = 0.0;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const PieceOutputs piece(*objects[i], now.values[i]);
    if (i == 0) {
      tension = piece.tension;
      top_angle = piece.top_angle;
      drum = piece.drum;
    }
    if (on_bottom == 0.0) touchdown = piece.touchdown;
    on_bottom += piece.on_bottom;
    anchor_tension = piece.anchor_tension;
    append(piece.shape, 3, shape);
    append(piece.tensions, 0, tensions);
    append(piece.curvatures, 1, curvatures);
  }
  const auto most = static_cast<std::size_t>(line_.most_elements());
  const std::size_t unused = most - tensions.size();
  double* next = outputs.data();
  next = std::copy_n(std::array{tension, anchor_tension, on_bottom, top_angle}.data(), 4, next);
  next = std::copy(touchdown.begin(), touchdown.end(), next);
  next = write_behind({shape[0], shape[1], shape[2]}, unused, shape, next);
  next = write_behind({0.0}, unused, tensions, next);
  next = write_behind({0.0}, unused, curvatures, next);
  *next++ = 0.0;  // a line with eyes does not break
  if (line_.winch) {
    drum[0] = length_out(now);
    next = std::copy(drum.begin(), drum.end(), next);
  }
  next = std::copy(now.slid.begin(), now.slid.end(), next);
  for (std::size_t i = 0; i + 1 < objects.size(); ++i) {
    *next++ = (now.values[i].end_force[1] + now.values[i + 1].end_force[0]).norm();
  }
}

}  // namespace raftup::solver
