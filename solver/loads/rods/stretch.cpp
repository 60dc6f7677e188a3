#include "solver/loads/rods/stretch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/base/error.hpp"

namespace raftup::solver::rods {

TensionCurve::TensionCurve(std::vector<double> strain, std::vector<double> tension, double beyond) {
  require(!strain.empty() && strain.size() == tension.size(),
          "a tension curve must have a tension for each strain, and one at least",
          fmt::format("{} and {}", strain.size(), tension.size()));
  strain.insert(strain.begin(), 0.0);
  tension.insert(tension.begin(), 0.0);
  double energy = 0.0;
  for (std::size_t i = 0; i < strain.size(); ++i) {
    const bool last = i + 1 == strain.size();
    const double width = last ? 1.0 : strain[i + 1] - strain[i];
    const double slope = last ? beyond : (tension[i + 1] - tension[i]) / width;
    require(width > 0.0 && slope > 0.0 && std::isfinite(slope),
            "the strains and tensions of a curve must ascend strictly from 0",
            fmt::format("{} N at {}", tension[i], strain[i]));
    pieces_.push_back({strain[i], tension[i], slope, energy});
    if (!last) energy += 0.5 * width * (tension[i] + tension[i + 1]);
  }
}

const TensionCurve::Piece& TensionCurve::piece_at(double e) const {
  const auto after =
      std::upper_bound(pieces_.begin() + 1, pieces_.end(), e,
                       [](double at, const Piece& piece) { return at < piece.strain; });
  return *(after - 1);
}

double TensionCurve::tension(double e) const {
  const Piece& piece = piece_at(e);
  return piece.tension + piece.slope * (e - piece.strain);
}

double TensionCurve::slope(double e) const { return piece_at(e).slope; }

double TensionCurve::energy(double e) const {
  const Piece& piece = piece_at(e);
  const double over = e - piece.strain;
  return piece.energy + over * (piece.tension + 0.5 * piece.slope * over);
}

double TensionCurve::greatest_slope() const {
  return std::max_element(pieces_.begin(), pieces_.end(),
                          [](const Piece& a, const Piece& b) { return a.slope < b.slope; })
      ->slope;
}

double TensionCurve::strain_where(double c, double y) const {
  const auto after = std::upper_bound(
      pieces_.begin() + 1, pieces_.end(), y,
      [c](double at, const Piece& piece) { return at < piece.strain + c * piece.tension; });
  const Piece& piece = *(after - 1);
  return piece.strain + (y - piece.strain - c * piece.tension) / (1.0 + c * piece.slope);
}

TensionCurve TensionCurve::scaled(double share) const {
  TensionCurve curve = *this;
  for (Piece& piece : curve.pieces_) {
    piece.tension *= share;
    piece.slope *= share;
    piece.energy *= share;
  }
  return curve;
}

double rest_tension(const Element& element, double e) {
  return element.curve ? element.curve->tension(e) : element.axial_stiffness * e;
}

double rest_slope(const Element& element, double e) {
  return element.curve ? element.curve->slope(e) : element.axial_stiffness;
}

double rest_energy(const Element& element, double e) {
  return element.curve ? element.curve->energy(e) : 0.5 * element.axial_stiffness * e * e;
}

double strain_where(const Element& element, double c, double y) {
  if (element.curve) return element.curve->strain_where(c, y);
  return y / (1.0 + c * element.axial_stiffness);
}

double free_strain(const Element& element, const Creep& creep) {
  if (creep.stiffness == 0.0) return 0.0;
  return strain_where(element, 1.0 / creep.stiffness, creep.strain);
}

double elastic_tension(const Element& element, double n, const Creep& creep) {
  const double stretch = n - element.length;
  if (is_linear(element)) {
    if (stretch < 0.0 && !element.carries_compression) return 0.0;
    return element.axial_stiffness / element.length * stretch;
  }
  const double e = stretch / element.length;
  const double tension = rest_tension(element, e) + creep.stiffness * (e - creep.strain);
  return element.carries_compression ? tension : std::max(tension, 0.0);
}

double elastic_energy(const Element& element, double n, const Creep& creep) {
  const double stretch = n - element.length;
  if (is_linear(element)) {
    if (stretch < 0.0 && !element.carries_compression) return 0.0;
    return 0.5 * element.axial_stiffness / element.length * stretch * stretch;
  }
  double e = stretch / element.length;
  if (!element.carries_compression) e = std::max(e, free_strain(element, creep));
  const double over = e - creep.strain;
  return element.length * (rest_energy(element, e) + 0.5 * creep.stiffness * over * over);
}

double elastic_stiffness(const Element& element, double n, const Creep& creep) {
  if (is_linear(element)) return element.axial_stiffness / element.length;
  return (rest_slope(element, n / element.length - 1.0) + creep.stiffness) / element.length;
}

Complex creep_stiffness(const Element& element, double omega) {
  if (element.creep_stiffness == 0.0) return 0.0;
  const Complex turned(0.0, omega * element.relaxation_time);
  return element.creep_stiffness / element.length * turned / (1.0 + turned);
}

double internal_damping(const Element& element, double n) {
  if (is_linear(element)) {
    return element.damping_time * element.axial_stiffness / element.length;
  }
  return element.damping_time * elastic_stiffness(element, n, {0.0, element.creep_stiffness});
}

double greatest_stiffness(const Element& element) {
  const double rest = element.curve ? element.curve->greatest_slope() : element.axial_stiffness;
  return rest + element.creep_stiffness;
}

}  // namespace raftup::solver::rods
