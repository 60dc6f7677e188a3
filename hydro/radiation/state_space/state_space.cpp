#include "hydro/radiation/state_space/state_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/matrix_products.hpp"
#include "hydro/radiation/state_space/exponential_memory.hpp"

namespace raftup::hydro {
namespace {

/// Modes are stored in groups of four, so that their real and imaginary parts fill whole SIMD
/// blocks.
constexpr Eigen::Index kModesAtOnce = 4;
/// Number of blocks of z that are multiplied on the stack at a time.
constexpr Eigen::Index kTurnedBlocks = 256;

}  // namespace

StateSpace::StateSpace(RationalModel model, MatrixXd infinite_added_mass, double step)
    : ExponentialMemory(std::move(infinite_added_mass), step),
      model_(std::move(model)),
      modes_(std::max((model_.poles.size() + kModesAtOnce - 1) / kModesAtOnce, Eigen::Index{1}) *
             kModesAtOnce) {
  require(model_.size() == dof_count(),
          fmt::format("infinite_added_mass must be of the model's size {}, got {}", model_.size(),
                      dof_count()));
  constexpr Eigen::Index kMostPoles = kTurnedBlocks * kLaneCount / 2;
  require(model_.poles.size() <= kMostPoles,
          fmt::format("poles must be at most {}, got {}", kMostPoles, model_.poles.size()));
  const auto updates = make_updates(model_.poles);
  for (std::size_t k = 0; k < updates.size(); ++k) {
    SplitUpdate& update = updates_[k];
    update.decay_real = padded(updates[k].decay.real());
    update.decay_imaginary = padded(updates[k].decay.imag());
    for (std::size_t j = 0; j < kSamples; ++j) {
      update.input_real[j] = padded(updates[k].input[j].real());
      update.input_imaginary[j] = padded(updates[k].input[j].imag());
    }
  }
  make_mode_outputs();
  make_outputs(model_.poles, [this](const VectorXcd& factors) { return output_of(factors); });
}

VectorXd StateSpace::padded(const VectorXd& per_pole) const {
  VectorXd result = VectorXd::Zero(modes_);
  result.head(per_pole.size()) = per_pole;
  return result;
}

/// Computes Re sum R_k factor_k, with pairs counted twice: 6N x 6N.
RowMajorMatrix StateSpace::output_of(const VectorXcd& factors) const {
  RowMajorMatrix result = RowMajorMatrix::Zero(dof_count(), dof_count());
  for (Eigen::Index k = 0; k < factors.size(); ++k) {
    const double share = model_.poles[k].imag() == 0.0 ? 1.0 : 2.0;
    result += share * (factors[k] * model_.residue(k)).real();
  }
  return result;
}

void StateSpace::make_mode_outputs() {
  const VectorXcd turn =
      (0.5 * step() * model_.poles).unaryExpr([](Complex p) { return exponential(p); });
  turn_real_ = padded(turn.real());
  turn_imaginary_ = padded(turn.imag());
  now_ = RowMajorMatrix::Zero(dof_count(), filter_values());
  for (Eigen::Index k = 0; k < model_.poles.size(); ++k) {
    const double share = model_.poles[k].imag() == 0.0 ? 1.0 : 2.0;
    const MatrixXcd R = share * model_.residue(k);
    for (Eigen::Index dof = 0; dof < dof_count(); ++dof) {
      now_.col(2 * modes_ * dof + k) = R.real().col(dof);
      now_.col(2 * modes_ * dof + modes_ + k) = -R.imag().col(dof);
    }
  }
  mode_outputs_ = six_row_blocks(now_);
}

void StateSpace::update_filters(const double* samples, std::size_t update,
                                double* filters) const noexcept {
  const Eigen::Index size = dof_count();
  const SplitUpdate& step = updates_[update];
  const ModalUpdate raw = step.raw();
  for (Eigen::Index dof = 0; dof < size; ++dof) {
    const double velocity[kSamples] = {samples[dof], samples[size + dof], samples[2 * size + dof],
                                       samples[3 * size + dof]};
    double* real = filters + 2 * modes_ * dof;
    raftup::update_modes(raw, velocity, static_cast<std::size_t>(modes_), real, real + modes_);
  }
}

void StateSpace::add_filters(const double* filters, double* middle, double* end) const noexcept {
  const auto dofs = static_cast<std::size_t>(dof_count()), count = static_cast<std::size_t>(modes_);
  const std::size_t blocks = 2 * count / kLaneCount;  // per dof
  const std::size_t at_once = kTurnedBlocks / blocks;
  LaneArray at_middle[kTurnedBlocks], at_end[kTurnedBlocks];
  for (std::size_t first = 0; first < dofs; first += at_once) {
    const std::size_t some = std::min(at_once, dofs - first);
    turn_modes(turn_real_.data(), turn_imaginary_.data(), count, some, filters + 2 * count * first,
               at_middle[0].data(), at_end[0].data());
    for (std::size_t row = 0; row < dofs; row += kDofs) {
      const SixRows* body = mode_outputs_.data() + (row / kDofs * dofs + first) * blocks;
      add_shared_products(body, at_middle, at_end, some * blocks, middle + row, end + row);
    }
  }
}

void StateSpace::write_output(const double* filters, double* result) const noexcept {
  const auto columns = static_cast<std::size_t>(filter_values());
  row_product(now_.data(), static_cast<std::size_t>(dof_count()), columns, filters, columns,
              result);
}

MatrixXcd StateSpace::transform(double omega) const { return model_.response(omega); }

}  // namespace raftup::hydro
