#include "solver/loads/rods/rod_elasticity.hpp"

#include <algorithm>

#include "solver/loads/rods/bend.hpp"

namespace raftup::solver::rods {

namespace {

/// Adds the tension of an element along d, and its derivative by the length [N/m].
void add_tension(double tension, double along, const Vector3& d, std::size_t at, BlockBand& band) {
  const double n = d.norm();
  const Vector3 t = d / n;
  const double across = std::max(tension, 0.0) / n;
  Matrix3 block = ((along - across) * t) * t.transpose();
  block.diagonal().array() += across;
  band.right(at) += tension * t;
  band.right(at + 1) -= tension * t;
  band.diagonal(at) += block;
  band.diagonal(at + 1) += block;
  band.next(at) -= block;
}

void add_element(const Element& element, const Creep& creep, bool only_pulls, const Vector3& d,
                 std::size_t at, BlockBand& band) {
  const double n = d.norm(), tension = elastic_tension(element, n, creep);
  const bool shorter = n < element.length * (1.0 + free_strain(element, creep));
  if (n == 0.0 || (shorter && (only_pulls || !element.carries_compression))) return;
  add_tension(tension, elastic_stiffness(element, n, creep), d, at, band);
}

void add_drum(const Drum& drum, const Vector3& d, std::size_t at, BlockBand& band) {
  const Drum::End end = drum.at(d.norm(), {});
  if (end.tension < 0.0 && !drum.element().carries_compression) return;
  add_tension(end.tension, end.stiffness, d, at, band);
}

void add_bend(double stiffness, const Bend& bend, std::size_t before, BlockBand& band) {
  const auto& G = bend.gradients;
  for (std::size_t k = 0; k < 3; ++k) {
    const Matrix3 row = stiffness * G[k].transpose();
    band.right(before + k).noalias() -= row * bend.kb;
    band.diagonal(before + k).noalias() += row * G[k];
    if (k < 2) band.next(before + k).noalias() += row * G[k + 1];
    if (k < 1) band.second_next(before).noalias() += row * G[2];
  }
}

/// Returns the drum of an element; null for most.
const Drum* drum_of(std::size_t element, std::size_t elements, const Drums& drums) {
  if (element == 0 && drums[0] != nullptr) return drums[0];
  return element + 1 == elements ? drums[1] : nullptr;
}

}  // namespace

void add_elasticity(const DiscreteRod& rod, std::span<const Vector3> x, double bending,
                    BlockBand& band, const Drums& drums, const Creeps& creeps) {
  const std::size_t elements = x.size() - 1;
  for (std::size_t e = 0; e < elements; ++e) {
    if (const Drum* drum = drum_of(e, elements, drums)) {
      add_drum(*drum, x[e + 1] - x[e], e, band);
      continue;
    }
    const Element& element = rod.elements()[e];
    add_element(element, creeps.of(element, e), bending == 0.0, x[e + 1] - x[e], e, band);
  }
  if (!rod.bends() || bending == 0.0) return;
  for (std::size_t i = 1; i + 1 < x.size(); ++i) {
    const double stiffness = bending * rod.nodes()[i].bend_stiffness;
    if (stiffness == 0.0) continue;
    add_bend(stiffness, Bend::of(x[i] - x[i - 1], x[i + 1] - x[i]), i - 1, band);
  }
}

double elastic_energy(const DiscreteRod& rod, std::span<const Vector3> x, double bending,
                      const Drums& drums, const Creeps& creeps) {
  const std::size_t elements = x.size() - 1;
  double sum = 0.0;
  for (std::size_t e = 0; e < elements; ++e) {
    const double n = (x[e + 1] - x[e]).norm();
    if (const Drum* drum = drum_of(e, elements, drums)) {
      sum += drum->potential(n);
      continue;
    }
    const Element& element = rod.elements()[e];
    if (bending == 0.0 && n < element.length) continue;
    sum += elastic_energy(element, n, creeps.of(element, e));
  }
  if (!rod.bends() || bending == 0.0) return sum;
  for (std::size_t i = 1; i + 1 < x.size(); ++i) {
    const double stiffness = bending * rod.nodes()[i].bend_stiffness;
    if (stiffness == 0.0) continue;
    sum += 0.5 * stiffness * Bend::vector(x[i] - x[i - 1], x[i + 1] - x[i]).squaredNorm();
  }
  return sum;
}

}  // namespace raftup::solver::rods
