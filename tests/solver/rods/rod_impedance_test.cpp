/// @file The impedance of rods about rest: a taut line (case W22 of the design of lines), rods that
/// bend, free and slack ends, and the linear drag of a random flow.
#include "solver/loads/rods/rod_impedance.hpp"

#include <array>
#include <cmath>

#include "solver/loads/rods/mean_drag.hpp"
#include "tests/solver/rods/rod_scenes.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

constexpr double kSpan = 500.0, kPull = 5e5;

/// A taut line along x in elements of equal length, without weight.
struct TautLine {
  DiscreteRod rod;
  RodImpedance impedance;

  TautLine(std::size_t elements, double EA, double mass, double drag)
      : rod(make(elements, EA, mass)),
        impedance(rod, rod.straight({0, 0, 0}, {kSpan, 0, 0}), dry_masses(rod)) {
    const double piece = kSpan / static_cast<double>(elements);
    for (std::size_t i = 0; i <= elements; ++i) {
      const bool end = i == 0 || i == elements;
      impedance.set_drag(i, (end ? 0.5 : 1.0) * drag * piece * Matrix3::Identity());
    }
  }

  static DiscreteRod make(std::size_t elements, double EA, double mass) {
    const double stretch = 1.0 + kPull / EA;
    const double piece = kSpan / static_cast<double>(elements) / stretch;
    return {std::vector<Element>(elements, element_of(piece, EA, mass * stretch)), End{}, End{}};
  }

  /// Force over displacement of the first end.
  Complex of_first(double omega, Eigen::Index direction) {
    return impedance.condensed(omega)(direction, direction);
  }
};

/// Force over displacement of the first node of a chain of springs k between masses m with dampers c
/// to the ground, the last node held, by a dense elimination.
Complex chain_impedance(std::size_t elements, double k, double m, double c, double omega) {
  const auto n = static_cast<Eigen::Index>(elements);
  MatrixXcd Z = MatrixXcd::Zero(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const double share = i == 0 ? 0.5 : 1.0;
    Z(i, i) = share * (2.0 * k + Complex(-omega * omega * m, omega * c));
    if (i > 0) Z(i, i - 1) = Z(i - 1, i) = -k;
  }
  const VectorXcd moved =
      Z.bottomRightCorner(n - 1, n - 1).fullPivLu().solve(VectorXcd(-Z.col(0).tail(n - 1)));
  return Z(0, 0) + Complex((Z.row(0).tail(n - 1) * moved).value());
}

constexpr std::array<double, 4> kOmega{0.3, 1.0, 2.0, 4.0};

double off(const Complex& found, const Complex& expected) {
  return std::abs(found - expected) / std::abs(expected);
}

}  // namespace

TEST_CASE("rod impedance: a taut line across", "[solver][rods]") {
  // H k coth(k L) with k^2 = (-m omega^2 + i omega c)/H
  const std::array<Complex, 4> exact{Complex(699.4628, 1868.4992), Complex(586.2401, 5987.8041),
                                     Complex(1081.2763, 9688.7885), Complex(1297.3859, 25008.1958)};
  TautLine fine(200, 1e10, 60.0, 30.0), finer(400, 1e10, 60.0, 30.0);
  TautLine coarse(20, 1e8, 60.0, 30.0);
  for (std::size_t i = 0; i < kOmega.size(); ++i) {
    const double omega = kOmega[i];
    for (const Eigen::Index direction : {1, 2}) {
      CAPTURE(omega, direction);
      // Lumped masses are of second order, with |k l|^2/8 at the end and more by the phase: 3.3e-3
      // of 200 elements at 4 rad/s.
      CHECK(off(fine.of_first(omega, direction), exact[i]) < (omega < 3.0 ? 2e-3 : 4e-3));
      CHECK(off(finer.of_first(omega, direction), exact[i]) < 1e-3);
      CHECK(off(coarse.of_first(omega, direction),
                chain_impedance(20, kPull / 25.0, 60.0 * 25.0, 30.0 * 25.0, omega)) < 1e-10);
    }
  }
}

TEST_CASE("rod impedance: a taut line along", "[solver][rods]") {
  // EA k cot(k L) with k = omega/c
  const std::array<double, 4> exact{799474.931, 794158.142, 776529.411, 704413.662};
  const double EA = 4e8, stretch = 1.0 + kPull / EA;
  TautLine fine(200, EA, 35.0, 0.0), coarse(20, EA, 35.0, 0.0);
  for (std::size_t i = 0; i < kOmega.size(); ++i) {
    CAPTURE(kOmega[i]);
    CHECK(off(fine.of_first(kOmega[i], 0), exact[i]) < 2e-3);
    CHECK(off(coarse.of_first(kOmega[i], 0),
              chain_impedance(20, EA * stretch / 25.0, 35.0 * 25.0, 0.0, kOmega[i])) < 1e-10);
  }
}

TEST_CASE("rod impedance: internal damping of one element", "[solver][rods]") {
  Element element = element_of(10.0, 1e6, 3.0);
  element.damping_time = 0.02;
  const DiscreteRod rod({element}, End{}, End{});
  RodImpedance impedance(rod, rod.straight({0, 0, 0}, {10.1, 0, 0}), dry_masses(rod));
  const MatrixXcd& S = impedance.condensed(2.0);
  CHECK(off(S(0, 0), Complex(1e5 - 4.0 * 15.0, 2.0 * 0.02 * 1e5)) < 1e-12);
  CHECK(off(S(0, 3), Complex(-1e5, -2.0 * 0.02 * 1e5)) < 1e-12);
  CHECK(impedance.inner_count() == 0);
}

TEST_CASE("rod impedance: at rest it is the stiffness between the kept nodes, with bends too",
          "[solver][rods]") {
  Element element = element_of(1.0, 1e6, 3.0);
  element.bending_stiffness = 2e3;
  element.carries_compression = true;
  const DiscreteRod rod(std::vector<Element>(12, element), End{EndKind::kClamped}, End{});
  const std::vector<Vector3> places = rod.straight({0, 0, 0}, {12.2, 0, 0});
  RodImpedance impedance(rod, places, dry_masses(rod));
  BlockBand band(places.size(), 2, 1, true);
  add_elasticity(rod, places, 1.0, band);
  const MatrixXd dense = band.dense();
  band.eliminate(true);
  const MatrixXd S = band.condensed_matrix();
  const MatrixXcd& found = impedance.condensed(0.0);
  CHECK((found.real() - S).cwiseAbs().maxCoeff() < 1e-9 * S.cwiseAbs().maxCoeff());
  CHECK(found.imag().isZero(0.0));

  // At a frequency beyond the first natural ones, by a dense elimination of the whole rod.
  const double omega = 20.0;
  MatrixXd Z = dense;
  const std::vector<NodeMass> masses = dry_masses(rod);
  for (std::size_t i = 0; i < masses.size(); ++i) {
    const auto row = 3 * static_cast<Eigen::Index>(i);
    Z.diagonal().segment<3>(row).array() -= omega * omega * masses[i].across;
  }
  const std::vector<Eigen::Index> kept{0, 1, 2, 3, 4, 5, Z.rows() - 3, Z.rows() - 2, Z.rows() - 1};
  std::vector<Eigen::Index> inner;
  for (Eigen::Index i = 6; i < Z.rows() - 3; ++i) inner.push_back(i);
  const MatrixXd coupling = Z(inner, kept);
  const MatrixXd expected =
      Z(kept, kept) - coupling.transpose() * Z(inner, inner).fullPivLu().solve(coupling);
  CHECK((impedance.condensed(omega).real() - expected).cwiseAbs().maxCoeff() <
        1e-9 * expected.cwiseAbs().maxCoeff());
}

TEST_CASE("rod impedance: a hanging line with a free end and a clump", "[solver][rods]") {
  // A massless line with a clump of mass m is a pendulum: S = w/L - ... = -omega^2 m/(1 - omega^2 L/g)
  const double length = 10.0, clump = 500.0;
  std::vector<Lump> lumps(5);
  lumps.back() = {clump, clump * kGravity};
  LineAlone line(DiscreteRod(std::vector<Element>(4, element_of(2.5, 1e9, 1e-6)), End{},
                             End{EndKind::kFree}, lumps),
                 {0, 0, 0}, {0, 0, -length});
  line.rest();
  RodImpedance impedance(line.rod, line.state.position, line.mass);
  for (const double omega : {0.5, 1.5}) {
    const double expected = -omega * omega * clump / (1.0 - omega * omega * length / kGravity);
    CHECK(impedance.condensed(omega)(0, 0).real() == Approx(expected).epsilon(1e-5));
  }
  CHECK(impedance.slow_mass()(0, 0) == Approx(clump).epsilon(1e-5));
}

TEST_CASE("rod impedance: slack elements pull at nothing", "[solver][rods]") {
  const DiscreteRod rod(std::vector<Element>(4, element_of(1.0, 1e6, 2.0)), End{}, End{});
  RodImpedance impedance(rod, rod.straight({0, 0, 0}, {3.5, 0, 0}), dry_masses(rod));
  const MatrixXcd& S = impedance.condensed(2.0);
  CHECK(off(S(0, 0), Complex(-4.0, 0.0)) < 1e-12);  // half an element's mass
  CHECK(std::abs(S(0, 3)) < 1e-12);
  CHECK_THROWS(impedance.condensed(0.0));
}

TEST_CASE("rod impedance: a wave that the other nodes feel reaches the kept ones",
          "[solver][rods]") {
  TautLine line(20, 1e8, 60.0, 30.0);
  const double omega = 1.3;
  VectorXcd force = VectorXcd::Zero(57);
  for (int i = 0; i < 57; ++i) force[i] = std::polar(1.0 + 0.1 * i, 0.3 * i);
  const VectorXcd moved = line.impedance.free_motion(omega, force);
  // Work of the ends' force on their motion and of the force on the nodes': Maxwell and Betti.
  const VectorXcd on_kept = line.impedance.transfer(omega).transpose() * force;
  const double across = kPull / 25.0, along = (1e8 * (1.0 + kPull / 1e8)) / 25.0;
  CHECK(off(on_kept[0], along * moved[0]) < 1e-9);
  CHECK(off(on_kept[1], across * moved[1]) < 1e-9);
  CHECK(off(on_kept[5], across * moved[56]) < 1e-9);
}

TEST_CASE("mean drag: of one direction, of a steady flow, and of both", "[solver][rods]") {
  const double sigma = 0.7, m = 0.5;
  Matrix3 one = Matrix3::Zero();
  one(0, 0) = sigma * sigma;
  const double only = std::sqrt(8.0 / kPi) * sigma;
  CHECK(mean_drag(Vector3::Zero(), one)(0, 0) == Approx(only).epsilon(1e-10));
  CHECK(mean_drag(Vector3::Zero(), one)(1, 1) == Approx(0.5 * only).epsilon(1e-10));
  const Matrix3 steady = mean_drag({0, m, 0}, Matrix3::Zero());
  CHECK(steady(1, 1) == Approx(2.0 * m).epsilon(1e-10));
  CHECK(steady(0, 0) == Approx(m).epsilon(1e-10));
  // Borgman: sqrt(8/pi) sigma exp(-m^2/2 sigma^2) + 2 m erf(m/sqrt 2 sigma)
  const double both = only * std::exp(-0.5 * m * m / (sigma * sigma)) +
                      2.0 * m * std::erf(m / (std::sqrt(2.0) * sigma));
  CHECK(mean_drag({m, 0, 0}, one)(0, 0) == Approx(both).epsilon(1e-8));
  // All ways alike in space: E[|u|] = sqrt(8/pi) sigma, E[u_x^2/|u|] a third of it.
  const Matrix3 ball = mean_drag(Vector3::Zero(), sigma * sigma * Matrix3::Identity());
  CHECK((ball - 4.0 / 3.0 * only * Matrix3::Identity()).cwiseAbs().maxCoeff() < 1e-9);
  // Turned, it turns with the flow.
  const Matrix3 R(Eigen::AngleAxisd(0.4, Vector3(1, 2, 3).normalized()));
  CHECK((mean_drag(R * Vector3(m, 0, 0), R * one * R.transpose()) -
         R * mean_drag({m, 0, 0}, one) * R.transpose())
            .cwiseAbs()
            .maxCoeff() < 1e-8);
  CHECK(mean_drag(Vector3::Zero(), Matrix3::Zero()).isZero(0.0));
}
