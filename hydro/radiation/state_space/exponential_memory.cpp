#include "hydro/radiation/state_space/exponential_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/lanes.hpp"
#include "hydro/numerics/quadrature.hpp"
#include "hydro/numerics/vector_width.hpp"

namespace raftup::hydro {
namespace {

/// Computes the integral from `begin` to `end` of exp(p (end - s)) f(s) ds, with times in steps and
/// p per step.
Complex filtered(Complex p, double begin, double end, const std::function<double(double)>& f) {
  static const GaussLegendre kRule = gauss_legendre(16);  // to rounding while |p| h < 10
  Complex sum = 0.0;
  for (Eigen::Index g = 0; g < kRule.points.size(); ++g) {
    const double s = begin + (end - begin) * kRule.points[g];
    sum += kRule.weights[g] * (end - begin) * exponential(p * (end - s)) * f(s);
  }
  return sum;
}

/// Returns the times of the last samples in steps, newest first: newest, newest - 1, ...
VectorXd sample_times(double newest, Eigen::Index count) {
  return VectorXd::LinSpaced(count, newest, newest - static_cast<double>(count - 1));
}

/// Computes the contribution of the j-th of the samples at `times` to a filter over the last
/// `step_count` steps.
Complex filter_input(Complex p, const VectorXd& times, Eigen::Index j, Eigen::Index step_count,
                     double step) {
  const double begin = 1.0 - static_cast<double>(step_count);
  Complex input = 0.0;
  // Each step is integrated separately: one quadrature is not accurate for the exponential over
  // several steps.
  for (Eigen::Index n = 0; n < step_count; ++n) {
    const double from = begin + static_cast<double>(n);
    input += exponential(p * (-from)) * step *
             filtered(p, from, from + 1.0, [&](double s) { return lagrange_weights(times, s)[j]; });
  }
  return input;
}

}  // namespace

ModalUpdate ExponentialMemory::SplitUpdate::raw() const noexcept {
  ModalUpdate raw{decay_real.data(), decay_imaginary.data(), {}, {}};
  for (std::size_t j = 0; j < kSamples; ++j) {
    raw.input_real[j] = input_real[j].data();
    raw.input_imaginary[j] = input_imaginary[j].data();
  }
  return raw;
}

ExponentialMemory::ExponentialMemory(MatrixXd infinite_added_mass, double step)
    : infinite_added_mass_(std::move(infinite_added_mass)), step_(step) {
  require(step > 0.0 && std::isfinite(step),
          fmt::format("step of a radiation memory must be positive, got {} s", step));
}

std::array<ExponentialMemory::FilterUpdate, ExponentialMemory::kSamples>
ExponentialMemory::make_updates(const VectorXcd& poles) const {
  std::array<FilterUpdate, kSamples> updates;
  for (Eigen::Index update = 0; update < kSamples; ++update) {
    // From rest, the polynomial through all samples is integrated from the first to the last
    // sample.
    const bool from_rest = update + 1 < kSamples;
    const Eigen::Index samples = std::min(update + 2, kSamples);
    const Eigen::Index step_count = from_rest ? samples - 1 : 1;
    const VectorXd times = sample_times(1.0, samples);
    auto& [decay, input] = updates[static_cast<std::size_t>(update)];
    decay.setZero(poles.size());
    input.fill(VectorXcd::Zero(poles.size()));
    for (Eigen::Index k = 0; k < poles.size(); ++k) {
      const Complex p = poles[k] * step_;
      if (!from_rest) decay[k] = exponential(p);
      for (Eigen::Index j = 0; j < samples; ++j) {
        input[static_cast<std::size_t>(j)][k] = filter_input(p, times, j, step_count, step_);
      }
    }
  }
  return updates;
}

void ExponentialMemory::make_outputs(const VectorXcd& poles, const OutputOfFactors& output_of) {
  const Eigen::Index size = dof_count();
  const VectorXd times = sample_times(0.0, kSamples - 1);
  const auto per_pole = [&](const std::function<Complex(Complex)>& factor) -> VectorXcd {
    return (step_ * poles).unaryExpr(factor);
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

MemoryState ExponentialMemory::initial_state(const VectorXd& velocity) const {
  const Eigen::Index size = dof_count(), filters = 3 * size, samples = filters + filter_values();
  MemoryState state;
  state.values.assign(static_cast<std::size_t>(samples + kSamples * size), 0.0);
  double* tails = state.values.data();
  for (Eigen::Index j = 0; j < kSamples; ++j) {
    Eigen::Map<VectorXd>(tails + samples + j * size, size) = velocity;
  }
  start_filters(tails + samples, tails + filters);
  sample_outputs_.add_product(tails + samples, tails);
  std::fill_n(tails, size, 0.0);  // nothing is remembered yet
  return state;
}

void ExponentialMemory::prepare(const MemoryState& state, StageTails& tails) const {
  const Eigen::Index size = dof_count();
  const Eigen::Map<const VectorXd> values(state.values.data(), 3 * size);
  tails.start = values.head(size);
  tails.middle = values.segment(size, size);
  tails.end = values.tail(size);
}

const RowMajorMatrix& ExponentialMemory::instantaneous(Stage stage) const {
  if (stage == Stage::kStart) return none_;
  return stage == Stage::kMiddle ? middle_ : end_;
}

void ExponentialMemory::advance(MemoryState& state, const VectorXd& velocity) const noexcept {
  const Eigen::Index size = dof_count();
  double* start = state.values.data();
  double* filters = start + 3 * size;
  double* samples = filters + filter_values();
  ++state.sample_count;
  std::copy_backward(samples, samples + (kSamples - 1) * size, samples + kSamples * size);
  std::copy_n(velocity.data(), size, samples);
  const bool starting = state.sample_count < kSamples;
  update_filters(samples,
                 starting ? static_cast<std::size_t>(state.sample_count - 1)
                          : static_cast<std::size_t>(kSamples - 1),
                 filters);
  if (state.sample_count == 1) {
    // There are only two samples: the third one of the quadratic is extrapolated linearly from
    // them.
    for (Eigen::Index i = 0; i < size; ++i) {
      samples[2 * size + i] = 2.0 * samples[size + i] - samples[i];
    }
  }
  std::copy_n(start + 2 * size, size, start);
  std::fill_n(start + size, 2 * size, 0.0);
  sample_outputs_.add_product(samples, start);
  if (starting) write_output(filters, start);
  add_filters(filters, start + size, start + 2 * size);
}

VectorXd ExponentialMemory::output(const MemoryState& state) const {
  VectorXd result(dof_count());
  write_output(state.values.data() + 3 * dof_count(), result.data());
  return result;
}

}  // namespace raftup::hydro

namespace raftup {

namespace {

[[gnu::always_inline]] inline void update_some_modes(const ModalUpdate& update,
                                                     const double velocity[4], std::size_t modes,
                                                     double* __restrict real,
                                                     double* __restrict imaginary) {
  const double* __restrict dr = update.decay_real;
  const double* __restrict di = update.decay_imaginary;
  const double* __restrict ar = update.input_real[0];
  const double* __restrict ai = update.input_imaginary[0];
  const double* __restrict br = update.input_real[1];
  const double* __restrict bi = update.input_imaginary[1];
  const double* __restrict cr = update.input_real[2];
  const double* __restrict ci = update.input_imaginary[2];
  const double* __restrict er = update.input_real[3];
  const double* __restrict ei = update.input_imaginary[3];
  const double a = velocity[0], b = velocity[1], c = velocity[2], e = velocity[3];
  for (std::size_t k = 0; k < modes; ++k) {
    const double x = real[k], y = imaginary[k];
    real[k] = (dr[k] * x - di[k] * y) + ((ar[k] * a + br[k] * b) + (cr[k] * c + er[k] * e));
    imaginary[k] = (dr[k] * y + di[k] * x) + ((ai[k] * a + bi[k] * b) + (ci[k] * c + ei[k] * e));
  }
}

}  // namespace

void update_modes(const ModalUpdate& update, const double velocity[4], std::size_t modes,
                  double* __restrict real, double* __restrict imaginary) noexcept {
  at_full_width<update_some_modes>(update, velocity, modes, real, imaginary);
}

namespace {

[[gnu::always_inline]] inline void update_some_driven_modes(
    const ModalUpdate& update, const double* const velocity_real[4],
    const double* const velocity_imaginary[4], std::size_t modes, double* __restrict real,
    double* __restrict imaginary) {
  const double* __restrict dr = update.decay_real;
  const double* __restrict di = update.decay_imaginary;
  for (std::size_t k = 0; k < modes; ++k) {
    const double x = real[k], y = imaginary[k];
    real[k] = dr[k] * x - di[k] * y;
    imaginary[k] = dr[k] * y + di[k] * x;
  }
  for (std::size_t j = 0; j < 4; ++j) {
    const double* __restrict ar = update.input_real[j];
    const double* __restrict ai = update.input_imaginary[j];
    const double* __restrict u = velocity_real[j];
    const double* __restrict v = velocity_imaginary[j];
    for (std::size_t k = 0; k < modes; ++k) {
      real[k] += ar[k] * u[k] - ai[k] * v[k];
      imaginary[k] += ar[k] * v[k] + ai[k] * u[k];
    }
  }
}

}  // namespace

void update_driven_modes(const ModalUpdate& update, const double* const velocity_real[4],
                         const double* const velocity_imaginary[4], std::size_t modes,
                         double* __restrict real, double* __restrict imaginary) noexcept {
  at_full_width<update_some_driven_modes>(update, velocity_real, velocity_imaginary, modes, real,
                                          imaginary);
}

namespace {

[[gnu::always_inline]] inline void turn_some_modes(const double* __restrict turn_real,
                                                   const double* __restrict turn_imaginary,
                                                   std::size_t modes, std::size_t dofs,
                                                   const double* __restrict z,
                                                   double* __restrict once,
                                                   double* __restrict twice) {
  for (std::size_t real = 0; real < 2 * modes * dofs; real += 2 * modes) {
    const std::size_t imaginary = real + modes;
    for (std::size_t k = 0; k < modes; ++k) {
      const double x = turn_real[k] * z[real + k] - turn_imaginary[k] * z[imaginary + k];
      const double y = turn_real[k] * z[imaginary + k] + turn_imaginary[k] * z[real + k];
      once[real + k] = x;
      once[imaginary + k] = y;
      twice[real + k] = turn_real[k] * x - turn_imaginary[k] * y;
      twice[imaginary + k] = turn_real[k] * y + turn_imaginary[k] * x;
    }
  }
}

}  // namespace

void turn_modes(const double* __restrict turn_real, const double* __restrict turn_imaginary,
                std::size_t modes, std::size_t dofs, const double* __restrict z,
                double* __restrict once, double* __restrict twice) noexcept {
  at_full_width<turn_some_modes>(turn_real, turn_imaginary, modes, dofs, z, once, twice);
}

}  // namespace raftup
