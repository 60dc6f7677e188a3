#include "solver/loads/lines/eye_slip.hpp"

#include <algorithm>
#include <cmath>

namespace raftup::solver {

namespace {

/// Rounds of Newton's method in one evaluation: two or three do, as the forces are nearly linear, and
/// halving takes the others where an element goes slack.
constexpr int kMostSlipRounds = 40;
/// Share of the forces to which the equation of an eye holds before the last round, which squares it.
constexpr double kSettledForce = 1e-9;

}  // namespace

void EyeSlip::begin(double h, std::vector<double> grips, std::vector<double> speeds,
                    std::vector<std::array<double, 2>> reserves,
                    std::vector<std::array<double, 2>> limits) {
  h_ = h;
  grips_ = std::move(grips);
  speeds_ = std::move(speeds);
  reserves_ = std::move(reserves);
  limits_ = std::move(limits);
  sides_.assign(speeds_.size(), {});
  modes_.clear();
  for (std::size_t i = 0; i < speeds_.size(); ++i) {
    speeds_[i] = std::clamp(speeds_[i], limits_[i][0], limits_[i][1]);
    modes_.push_back(speeds_[i] == 0.0 ? 0 : (speeds_[i] > 0.0 ? 1 : -1));
  }
}

void EyeSlip::set_rates(const Pieces& pieces) const {
  for (std::size_t i = 0; i < speeds_.size(); ++i) {
    pieces[i]->ends().set_rate(1, reserves_[i][0] - speeds_[i]);
    pieces[i + 1]->ends().set_rate(0, reserves_[i][1] + speeds_[i]);
  }
}

void EyeSlip::look(const Pieces& pieces) {
  for (const auto& piece : pieces) piece->find_mean_forces();
  for (std::size_t i = 0; i < sides_.size(); ++i) {
    for (std::size_t k = 0; k < 2; ++k) {
      LineInMotion& piece = *pieces[i + k];
      const std::size_t end = 1 - k;
      const rods::Drum& drum = piece.ends().drum(end);
      Side& side = sides_[i][k];
      side.at = piece.step().at_drum(end);
      // A tension below 0 is allowed for one step, see AxialRow.
      const double tension = side.at.tension;
      side.force = drum.force(tension, drum.ordered_length());
      side.per_tension = 1.0 + tension / drum.element().axial_stiffness;
      side.inertia = drum.inertia() / h_;
      side.mass = drum.element().mass;
    }
  }
}

double EyeSlip::residual(std::size_t eye) const {
  const double before = sides_[eye][0].force, behind = sides_[eye][1].force;
  return behind - before - modes_[eye] * grips_[eye] * pressing(eye);
}

double EyeSlip::pressing(std::size_t eye) const {
  const auto& [before, behind] = sides_[eye];
  const double turning = 2.0 * before.mass * speeds_[eye] * speeds_[eye];
  return std::max(before.force + behind.force - turning, 0.0);
}

bool EyeSlip::settle() {
  bool settled = true;
  for (std::size_t i = 0; i < speeds_.size(); ++i) {
    const double before = sides_[i][0].force, behind = sides_[i][1].force;
    const double least = kSettledForce * (std::abs(before) + std::abs(behind));
    const double hold = grips_[i] * pressing(i);
    int mode = modes_[i];
    if (mode != 0 && mode * speeds_[i] < 0.0) mode = 0;
    if (mode == 0 && std::abs(behind - before) > hold + least) mode = behind > before ? 1 : -1;
    if (mode != modes_[i]) {
      if (mode == 0) speeds_[i] = 0.0;
      modes_[i] = mode;
      settled = false;
    }
    const bool limited = (mode > 0 && speeds_[i] >= limits_[i][1] && residual(i) > 0.0) ||
                         (mode < 0 && speeds_[i] <= limits_[i][0] && residual(i) < 0.0);
    settled = settled && (mode == 0 || limited || std::abs(residual(i)) <= least);
  }
  return settled;
}

std::vector<std::size_t> EyeSlip::sliding() const {
  std::vector<std::size_t> eyes;
  for (std::size_t i = 0; i < speeds_.size(); ++i) {
    const bool limited = (speeds_[i] >= limits_[i][1] && residual(i) > 0.0) ||
                         (speeds_[i] <= limits_[i][0] && residual(i) < 0.0);
    if (modes_[i] != 0 && !limited) eyes.push_back(i);
  }
  return eyes;
}

double EyeSlip::by_rate(std::size_t eye, std::size_t side, bool same_end) const {
  const Side& of = sides_[eye][side];
  const auto rows_of = [](const Side& by, std::size_t end) -> Matrix3 {
    return end == 0 ? by.at.columns.topRows<3>() : by.at.columns.bottomRows<3>();
  };
  const std::size_t end = 1 - side;
  if (same_end) {
    return -of.per_tension * of.at.along.dot(rows_of(of, end) * of.at.way) - of.inertia;
  }
  // The other end of the piece before an eye is at the eye before it.
  const Side& by = side == 0 ? sides_[eye - 1][1] : sides_[eye + 1][0];
  return -of.per_tension * of.at.along.dot(rows_of(by, end) * by.at.way);
}

MatrixXd EyeSlip::by_speeds(const std::vector<std::size_t>& eyes) const {
  const auto size = static_cast<Eigen::Index>(eyes.size());
  MatrixXd D = MatrixXd::Zero(size, size);
  for (Eigen::Index a = 0; a < size; ++a) {
    const std::size_t i = eyes[static_cast<std::size_t>(a)];
    const double grip = modes_[i] * grips_[i];
    for (Eigen::Index b = 0; b < size; ++b) {
      const std::size_t k = eyes[static_cast<std::size_t>(b)];
      // The piece before eye i ends there with the rate -s_i and begins with s_(i-1).
      if (k == i) {
        D(a, b) = (1.0 - grip) * by_rate(i, 1, true) + (1.0 + grip) * by_rate(i, 0, true) +
                  4.0 * grip * sides_[i][0].mass * speeds_[i];
      }
      if (k == i + 1) D(a, b) = -(1.0 - grip) * by_rate(i, 1, false);
      if (k + 1 == i) D(a, b) = -(1.0 + grip) * by_rate(i, 0, false);
    }
  }
  return D;
}

void EyeSlip::improve(const Pieces& pieces) {
  const std::vector<std::size_t> eyes = sliding();
  if (!eyes.empty()) {
    VectorXd left(static_cast<Eigen::Index>(eyes.size()));
    for (std::size_t a = 0; a < eyes.size(); ++a)
      left[static_cast<Eigen::Index>(a)] = residual(eyes[a]);
    const VectorXd change = by_speeds(eyes).partialPivLu().solve(left);
    for (std::size_t a = 0; a < eyes.size(); ++a) {
      const std::size_t i = eyes[a];
      auto& [below, above] = between_[i];
      (residual(i) > 0.0 ? below : above) = speeds_[i];
      const double wanted = speeds_[i] - change[static_cast<Eigen::Index>(a)];
      speeds_[i] = below <= wanted && wanted <= above ? wanted : 0.5 * (below + above);
    }
  }
  set_rates(pieces);
}

void EyeSlip::find(const Pieces& pieces) {
  set_rates(pieces);
  between_ = limits_;
  bool settled = false;
  for (int round = 0; round < kMostSlipRounds; ++round) {
    look(pieces);
    // A stepper that iterates for the bodies to rounding must see no rest of these equations in the
    // forces, so that one round more follows, except where all eyes hold.
    if (settled) return;
    settled = settle();
    if (settled && sliding().empty()) return;
    improve(pieces);
  }
  look(pieces);
}

MatrixXd EyeSlip::damping(const Pieces& pieces, Eigen::Index size) const {
  MatrixXd sum = MatrixXd::Zero(size, size);
  const std::vector<std::size_t> eyes = sliding();
  if (eyes.empty()) return sum;
  const auto count = static_cast<Eigen::Index>(eyes.size());
  // Forces by speeds, and residuals by velocities.
  MatrixXd force = MatrixXd::Zero(size, count), left = MatrixXd::Zero(count, size);
  for (Eigen::Index a = 0; a < count; ++a) {
    const std::size_t i = eyes[static_cast<std::size_t>(a)];
    const double grip = modes_[i] * grips_[i];
    Eigen::Index first = 0;
    for (std::size_t p = 0; p < i; ++p) first += pieces[p]->step().damping().rows();
    for (std::size_t k = 0; k < 2; ++k) {
      const Side& side = sides_[i][k];
      const Eigen::Index rows = side.at.columns.rows();
      const double sign = k == 0 ? -1.0 : 1.0;
      force.block(first, a, rows, 1) = -sign * side.at.columns * side.at.way;
      const VectorXd by_velocity = side.at.columns * side.at.along;
      left.row(a).segment(first, rows) =
          -(sign - grip) * side.per_tension * by_velocity.transpose();
      first += rows;
    }
  }
  // ds = -D^-1 (dR/dV) dV, so that dF = (dF/ds) ds.
  sum = force * by_speeds(eyes).partialPivLu().solve(left);
  return 0.5 * (sum + sum.transpose());
}

}  // namespace raftup::solver
