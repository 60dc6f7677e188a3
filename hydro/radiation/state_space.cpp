#include "hydro/radiation/state_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "hydro/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/fixed_lanes.hpp"
#include "hydro/numerics/interpolation.hpp"
#include "hydro/numerics/modal_update.hpp"

namespace raftup::hydro {
namespace {

/// Modes come in fours: their real and imaginary parts then fill whole blocks of lanes.
constexpr Eigen::Index kModesAtOnce = 4;
/// So many blocks of z are turned ahead at a time, on the stack.
constexpr Eigen::Index kTurnedBlocks = 256;

/// integral from `begin` to `end` of exp(p (end - s)) f(s) ds; times in steps, p per step.
Complex filtered(Complex p, double begin, double end, const std::function<double(double)>& f) {
  static const GaussLegendre kRule = gauss_legendre(16);  // to rounding while |p| h < 10
  Complex sum = 0.0;
  for (Eigen::Index g = 0; g < kRule.points.size(); ++g) {
    const double s = begin + (end - begin) * kRule.points[g];
    sum += kRule.weights[g] * (end - begin) * exponential(p * (end - s)) * f(s);
  }
  return sum;
}

/// Times of the last samples in steps, newest first: newest, newest - 1, ...
VectorXd sample_times(double newest, Eigen::Index count) {
  return VectorXd::LinSpaced(count, newest, newest - static_cast<double>(count - 1));
}

}  // namespace

StateSpace::StateSpace(RationalModel model, MatrixXd infinite_added_mass, double step)
    : model_(std::move(model)),
      infinite_added_mass_(std::move(infinite_added_mass)),
      step_(step),
      modes_(std::max((model_.poles.size() + kModesAtOnce - 1) / kModesAtOnce, Eigen::Index{1}) *
             kModesAtOnce) {
  require(step > 0.0 && std::isfinite(step),
          fmt::format("step of a radiation memory must be positive, got {} s", step));
  require(model_.size() == dof_count(),
          fmt::format("infinite_added_mass must be of the model's size {}, got {}", model_.size(),
                      dof_count()));
  constexpr Eigen::Index kMostPoles = kTurnedBlocks * kLaneCount / 2;
  require(model_.poles.size() <= kMostPoles,
          fmt::format("poles must be at most {}, got {}", kMostPoles, model_.poles.size()));
  for (Eigen::Index samples = 1; samples < kSamples; ++samples) {
    updates_[static_cast<std::size_t>(samples - 1)] = make_update(samples + 1, true);
  }
  updates_[kSamples - 1] = make_update(kSamples, false);
  make_outputs();
}

/// The filters over one step, or over all steps so far: from rest the polynomial through all
/// samples is integrated from its first to its last.
StateSpace::Update StateSpace::make_update(Eigen::Index samples, bool from_rest) const {
  const VectorXd zero = VectorXd::Zero(modes_);
  Update update{zero, zero, {zero, zero, zero, zero}, {zero, zero, zero, zero}};
  const VectorXd times = sample_times(1.0, samples);
  const double begin = from_rest ? times[samples - 1] : 0.0;
  const auto step_count = static_cast<Eigen::Index>(std::lround(1.0 - begin));
  for (Eigen::Index k = 0; k < model_.poles.size(); ++k) {
    const Complex p = model_.poles[k] * step_;
    if (!from_rest) {
      update.decay_real[k] = exponential(p).real();
      update.decay_imaginary[k] = exponential(p).imag();
    }
    for (Eigen::Index j = 0; j < samples; ++j) {
      Complex input = 0.0;
      // step by step: the exponential of several steps would ask too much of one quadrature
      for (Eigen::Index n = 0; n < step_count; ++n) {
        const double from = begin + static_cast<double>(n);
        input += exponential(p * (-from)) * step_ * filtered(p, from, from + 1.0, [&](double s) {
                   return lagrange_weights(times, s)[j];
                 });
      }
      update.input_real[static_cast<std::size_t>(j)][k] = input.real();
      update.input_imaginary[static_cast<std::size_t>(j)][k] = input.imag();
    }
  }
  return update;
}

/// Re sum R_k factor_k, pairs twice: 6N x 6N.
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
      (0.5 * step_ * model_.poles).unaryExpr([](Complex p) { return exponential(p); });
  turn_real_.setZero(modes_);
  turn_imaginary_.setZero(modes_);
  turn_real_.head(turn.size()) = turn.real();
  turn_imaginary_.head(turn.size()) = turn.imag();
  now_ = RowMajorMatrix::Zero(dof_count(), mode_values());
  for (Eigen::Index k = 0; k < model_.poles.size(); ++k) {
    const double share = model_.poles[k].imag() == 0.0 ? 1.0 : 2.0;
    const MatrixXcd R = share * model_.residue(k);
    for (Eigen::Index dof = 0; dof < dof_count(); ++dof) {
      now_.col(2 * modes_ * dof + k) = R.real().col(dof);
      now_.col(2 * modes_ * dof + modes_ + k) = -R.imag().col(dof);
    }
  }
  constexpr Eigen::Index kLanes = kLaneCount;
  for (Eigen::Index first_row = 0; first_row < dof_count(); first_row += kDofs) {
    for (Eigen::Index column = 0; column < mode_values(); column += kLanes) {
      SixRows& block = mode_outputs_.emplace_back();
      Eigen::Map<Eigen::Matrix<double, kDofs, kLanes, Eigen::RowMajor>>(block[0].data()) =
          now_.block<kDofs, kLanes>(first_row, column);
    }
  }
}

void StateSpace::make_outputs() {
  make_mode_outputs();
  const Eigen::Index size = dof_count();
  const VectorXd times = sample_times(0.0, kSamples - 1);
  const auto per_pole = [&](const std::function<Complex(Complex)>& factor) -> VectorXcd {
    return (step_ * model_.poles).unaryExpr(factor);
  };
  const auto bent = [&](double c) {
    RowMajorMatrix panel = RowMajorMatrix::Zero(size, kSamples * size);
    for (Eigen::Index j = 0; j + 1 < kSamples; ++j) {
      const double at_stage = lagrange_weights(times, c)[j];
      panel.middleCols(j * size, size) = output_of(per_pole([&](Complex p) {
        return step_ * filtered(p, 0.0, c, [&](double s) {
                 return lagrange_weights(times, s)[j] - at_stage * s / c;
               });
      }));
    }
    return panel;
  };
  const auto stage = [&](double c) {
    return output_of(per_pole(
        [&](Complex p) { return step_ * filtered(p, 0.0, c, [&](double s) { return s / c; }); }));
  };
  middle_ = stage(0.5);
  end_ = stage(1.0);
  none_ = RowMajorMatrix::Zero(size, size);
  // the cubic minus the bent quadratic is D (nu_new - E(h)), E(h) = 3 nu_0 - 3 nu_-1 + nu_-2
  const RowMajorMatrix D = output_of(per_pole([&](Complex p) {
    return step_ *
           filtered(p, 0.0, 1.0, [](double s) { return s * (s + 1.0) * (s + 2.0) / 6.0 - s; });
  }));
  MatrixXd outputs(3 * size, kSamples * size);
  outputs << end_ + D, -3.0 * D, 3.0 * D, -D, bent(0.5), bent(1.0);
  sample_outputs_ = ColumnMatrix(outputs);
}

MemoryState StateSpace::initial_state(const VectorXd& velocity) const {
  const Eigen::Index size = dof_count();
  MemoryState state;
  state.values.assign(static_cast<std::size_t>(3 * size + mode_values() + kSamples * size), 0.0);
  double* samples = state.values.data() + 3 * size + mode_values();
  for (Eigen::Index j = 0; j < kSamples; ++j) {
    Eigen::Map<VectorXd>(samples + j * size, size) = velocity;
  }
  double* tails = state.values.data();
  sample_outputs_.add_product(samples, tails);
  std::fill_n(tails, size, 0.0);  // nothing is remembered yet
  return state;
}

void StateSpace::prepare(const MemoryState& state, StageTails& tails) const {
  const Eigen::Index size = dof_count();
  const Eigen::Map<const VectorXd> values(state.values.data(), 3 * size);
  tails.start = values.head(size);
  tails.middle = values.segment(size, size);
  tails.end = values.tail(size);
}

const RowMajorMatrix& StateSpace::instantaneous(Stage stage) const {
  if (stage == Stage::kStart) return none_;
  return stage == Stage::kMiddle ? middle_ : end_;
}

void StateSpace::advance(MemoryState& state, const VectorXd& velocity) const noexcept {
  const Eigen::Index size = dof_count();
  double* start = state.values.data();
  double* modes = start + 3 * size;
  double* samples = modes + mode_values();
  ++state.sample_count;
  std::copy_backward(samples, samples + (kSamples - 1) * size, samples + kSamples * size);
  std::copy_n(velocity.data(), size, samples);
  const bool starting = state.sample_count < kSamples;
  update_modes(start, updates_[starting ? static_cast<std::size_t>(state.sample_count - 1)
                                        : static_cast<std::size_t>(kSamples - 1)]);
  if (state.sample_count == 1) {
    // two samples make a line: its extension stands where the quadratic wants a third
    for (Eigen::Index i = 0; i < size; ++i) {
      samples[2 * size + i] = 2.0 * samples[size + i] - samples[i];
    }
  }
  std::copy_n(start + 2 * size, size, start);
  std::fill_n(start + size, 2 * size, 0.0);
  sample_outputs_.add_product(samples, start);
  if (starting) write_output(modes, start);
  add_modes(modes, start + size, start + 2 * size);
}

void StateSpace::update_modes(double* values, const Update& update) const noexcept {
  const Eigen::Index size = dof_count();
  const double* samples = values + 3 * size + mode_values();
  ModalUpdate raw{update.decay_real.data(), update.decay_imaginary.data(), {}, {}};
  for (std::size_t j = 0; j < kSamples; ++j) {
    raw.input_real[j] = update.input_real[j].data();
    raw.input_imaginary[j] = update.input_imaginary[j].data();
  }
  for (Eigen::Index dof = 0; dof < size; ++dof) {
    const double velocity[kSamples] = {samples[dof], samples[size + dof], samples[2 * size + dof],
                                       samples[3 * size + dof]};
    double* real = values + 3 * size + 2 * modes_ * dof;
    raftup::update_modes(raw, velocity, static_cast<std::size_t>(modes_), real, real + modes_);
  }
}

/// Adds what z, left to itself, gives at h/2 and h.
void StateSpace::add_modes(const double* modes, double* middle, double* end) const noexcept {
  const auto dofs = static_cast<std::size_t>(dof_count()), count = static_cast<std::size_t>(modes_);
  const std::size_t blocks = 2 * count / kLaneCount;  // per dof
  const std::size_t at_once = kTurnedBlocks / blocks;
  LaneArray at_middle[kTurnedBlocks], at_end[kTurnedBlocks];
  for (std::size_t first = 0; first < dofs; first += at_once) {
    const std::size_t some = std::min(at_once, dofs - first);
    turn_modes(turn_real_.data(), turn_imaginary_.data(), count, some, modes + 2 * count * first,
               at_middle[0].data(), at_end[0].data());
    for (std::size_t row = 0; row < dofs; row += kDofs) {
      const SixRows* body = mode_outputs_.data() + (row / kDofs * dofs + first) * blocks;
      add_shared_products(body, at_middle, at_end, some * blocks, middle + row, end + row);
    }
  }
}

void StateSpace::write_output(const double* modes, double* result) const noexcept {
  const auto columns = static_cast<std::size_t>(mode_values());
  row_product(now_.data(), static_cast<std::size_t>(dof_count()), columns, modes, columns, result);
}

VectorXd StateSpace::output(const MemoryState& state) const {
  VectorXd result(dof_count());
  write_output(state.values.data() + 3 * dof_count(), result.data());
  return result;
}

MatrixXd StateSpace::added_mass(double omega) const {
  return infinite_added_mass_ + model_.response(omega).imag() / omega;
}

MatrixXd StateSpace::radiation_damping(double omega) const { return model_.response(omega).real(); }

}  // namespace raftup::hydro
