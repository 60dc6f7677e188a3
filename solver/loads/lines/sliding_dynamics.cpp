#include "solver/loads/lines/sliding_dynamics.hpp"

#include <algorithm>
#include <utility>

namespace raftup::solver {

namespace {

/// Frequency at which the imaginary part of the impedance is its damping to rounding [rad/s]: omega^2 M
/// is far below the rounding of the stiffness, and imaginary parts have a rounding of their own.
constexpr double kSlowOmega = 1e-8;

}  // namespace

SlidingDynamics::SlidingDynamics(std::string name, Pieces pieces, const std::vector<bool>& slips)
    : name_(std::move(name)), pieces_(std::move(pieces)) {
  for (const auto& piece : pieces_) {
    bodies_.insert(bodies_.end(), piece->bodies().begin(), piece->bodies().end());
  }
  std::sort(bodies_.begin(), bodies_.end());
  bodies_.erase(std::unique(bodies_.begin(), bodies_.end()), bodies_.end());
  for (const auto& piece : pieces_) {
    const MatrixXd& own = piece->motion_map();
    MatrixXcd& map = maps_.emplace_back(
        MatrixXcd::Zero(own.rows(), 6 * static_cast<Eigen::Index>(bodies_.size())));
    for (std::size_t i = 0; i < piece->bodies().size(); ++i) {
      const auto place = std::lower_bound(bodies_.begin(), bodies_.end(), piece->bodies()[i]);
      map.middleCols<6>(6 * (place - bodies_.begin())) =
          own.middleCols<6>(6 * static_cast<Eigen::Index>(i)).cast<Complex>();
    }
  }
  for (std::size_t eye = 0; eye < slips.size(); ++eye) {
    if (!slips[eye]) continue;
    ends_.push_back({eye, 1, slip_count_, -1.0});
    ends_.push_back({eye + 1, 0, slip_count_, 1.0});
    ++slip_count_;
  }
}

MatrixXcd SlidingDynamics::Equations::slips() const {
  if (A.size() == 0) return MatrixXcd::Zero(0, Z.cols());
  return -A.partialPivLu().solve(B.transpose());
}

SlidingDynamics::Equations SlidingDynamics::equations(double omega) {
  const auto size = 6 * static_cast<Eigen::Index>(bodies_.size());
  Equations sum{{},
                MatrixXcd::Zero(size, size),
                MatrixXcd::Zero(slip_count_, slip_count_),
                MatrixXcd::Zero(size, slip_count_)};
  for (std::size_t p = 0; p < pieces_.size(); ++p) {
    sum.Z += maps_[p].transpose() * pieces_[p]->of_nodes().condensed(omega) * maps_[p];
  }
  for (const SlippingEnd& at : ends_) {
    LineDynamics& piece = *pieces_[at.piece];
    auto of = piece.lengthening(at.end, omega);
    Column& column =
        sum.columns.emplace_back(Column{at.sign * of.inner, at.sign * of.kept, {}, of.own});
    column.moved = -piece.of_nodes().free_motion(omega, column.inner);
    sum.B.col(at.slip) +=
        maps_[at.piece].transpose() *
        (column.kept + piece.of_nodes().transfer(omega).transpose() * column.inner);
    sum.A(at.slip, at.slip) += column.own;
    for (std::size_t k = 0; k < sum.columns.size(); ++k) {
      if (ends_[k].piece != at.piece) continue;
      const Complex both = sum.columns[k].inner.cwiseProduct(column.moved).sum();
      sum.A(at.slip, ends_[k].slip) += both;
      if (ends_[k].slip != at.slip) sum.A(ends_[k].slip, at.slip) += both;
    }
  }
  return sum;
}

MatrixXcd SlidingDynamics::impedance(double omega) {
  const Equations now = equations(omega), rest = equations(0.0);
  return now.Z + now.B * now.slips() - rest.Z - rest.B * rest.slips();
}

MatrixXd SlidingDynamics::slow_stiffness() {
  const Equations rest = equations(0.0);
  return (rest.B * rest.slips()).real();
}

MatrixXd SlidingDynamics::slow_mass() {
  const Equations rest = equations(0.0);
  const MatrixXcd bodies = MatrixXcd::Identity(rest.Z.rows(), rest.Z.cols()), slips = rest.slips();
  MatrixXd sum = MatrixXd::Zero(rest.Z.rows(), rest.Z.cols());
  for (std::size_t p = 0; p < pieces_.size(); ++p) {
    const Nodes nodes = follow(p, 0.0, rest.columns, bodies, slips);
    sum += pieces_[p]->of_nodes().inertia_of(nodes.inner.real(), nodes.kept.real());
  }
  for (const SlippingEnd& at : ends_) {
    const auto row = slips.row(at.slip).real();
    sum += pieces_[at.piece]->lengthening(at.end, 0.0).inertia * row.transpose() * row;
  }
  return sum;
}

MatrixXd SlidingDynamics::slow_damping() {
  const Equations slow = equations(kSlowOmega);
  return (slow.Z + slow.B * slow.slips()).imag() / kSlowOmega;
}

SlidingDynamics::Nodes SlidingDynamics::follow(std::size_t piece, double omega,
                                               const std::vector<Column>& columns,
                                               const MatrixXcd& bodies, const MatrixXcd& slips) {
  Nodes nodes;
  nodes.kept = maps_[piece] * bodies;
  nodes.inner = pieces_[piece]->of_nodes().transfer(omega) * nodes.kept;
  for (std::size_t k = 0; k < ends_.size(); ++k) {
    if (ends_[k].piece == piece) nodes.inner += columns[k].moved * slips.row(ends_[k].slip);
  }
  return nodes;
}

VectorXcd SlidingDynamics::slip_force(const UnitWave& wave,
                                      const std::vector<Column>& columns) const {
  VectorXcd sum = VectorXcd::Zero(slip_count_);
  for (std::size_t k = 0; k < ends_.size(); ++k) {
    const VectorXcd force = pieces_[ends_[k].piece]->node_forces(wave).inner;
    sum[ends_[k].slip] += columns[k].moved.cwiseProduct(force).sum();
  }
  return sum;
}

VectorXcd SlidingDynamics::wave_force(const UnitWave& wave) {
  const Equations now = equations(wave.omega);
  VectorXcd sum = VectorXcd::Zero(now.Z.rows());
  for (std::size_t p = 0; p < pieces_.size(); ++p) {
    const auto [inner, kept] = pieces_[p]->node_forces(wave);
    sum += maps_[p].transpose() *
           (kept + pieces_[p]->of_nodes().transfer(wave.omega).transpose() * inner);
  }
  return sum + now.slips().transpose() * slip_force(wave, now.columns);
}

MatrixXcd SlidingDynamics::output(const std::string& output, double omega,
                                  const std::vector<Column>& columns, const MatrixXcd& bodies,
                                  const MatrixXcd& slips) {
  const std::size_t p = output == "tension" ? 0 : pieces_.size() - 1;
  const Nodes nodes = follow(p, omega, columns, bodies, slips);
  rods::RodImpedance& of_nodes = pieces_[p]->of_nodes();
  MatrixXcd force = -of_nodes.condensed(omega) * nodes.kept;
  for (std::size_t k = 0; k < ends_.size(); ++k) {
    if (ends_[k].piece != p) continue;
    const VectorXcd by_slip =
        columns[k].kept + of_nodes.transfer(omega).transpose() * columns[k].inner;
    force -= by_slip * slips.row(ends_[k].slip);
  }
  return pieces_[p]->of_outputs().of(output, {omega, nodes.inner, nodes.kept, force});
}

MatrixXcd SlidingDynamics::output_by_motion(const std::string& output, double omega) {
  const Equations now = equations(omega), rest = equations(0.0);
  const MatrixXcd bodies = MatrixXcd::Identity(now.Z.rows(), now.Z.cols());
  // Static derivatives are those of a line that is held at its eyes.
  const MatrixXcd held = MatrixXcd::Zero(slip_count_, bodies.cols());
  return this->output(output, omega, now.columns, bodies, now.slips()) -
         this->output(output, 0.0, rest.columns, bodies, held);
}

VectorXcd SlidingDynamics::output_by_wave(const std::string& output, const UnitWave& wave) {
  const Equations now = equations(wave.omega);
  MatrixXcd slips(slip_count_, 1);
  if (slip_count_ > 0) slips = now.A.partialPivLu().solve(slip_force(wave, now.columns));
  const std::size_t p = output == "tension" ? 0 : pieces_.size() - 1;
  return this->output(output, wave.omega, now.columns, MatrixXcd::Zero(now.Z.rows(), 1), slips) +
         pieces_[p]->output_by_wave(output, wave);
}

void SlidingDynamics::add_motion(const UnitWave& wave, const Complex& amplitude,
                                 const VectorXcd& motion) {
  const Equations now = equations(wave.omega);
  MatrixXcd slips = now.slips() * motion;
  if (slip_count_ > 0) {
    slips += amplitude * now.A.partialPivLu().solve(slip_force(wave, now.columns));
  }
  std::vector<Nodes> nodes;
  for (std::size_t p = 0; p < pieces_.size(); ++p) {
    nodes.push_back(follow(p, wave.omega, now.columns, motion, slips));
    nodes[p].inner += amplitude * pieces_[p]->of_nodes().free_motion(
                                      wave.omega, pieces_[p]->node_forces(wave).inner);
  }
  for (std::size_t p = 0; p < pieces_.size(); ++p) {
    pieces_[p]->add_node_motion(wave, amplitude, nodes[p].inner, nodes[p].kept);
  }
}

double SlidingDynamics::fit_drag(bool harmonic) {
  double change = 0.0;
  for (const auto& piece : pieces_) change = std::max(change, piece->fit_drag(harmonic));
  return change;
}

}  // namespace raftup::solver
