#include "hydro/radiation/reduction/reduced_state_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/matrix_products.hpp"
#include "hydro/numerics/types.hpp"
#include "hydro/radiation/state_space/exponential_memory.hpp"

namespace raftup::hydro {
namespace {

/// Filters are stored in groups of four, so that their real and imaginary parts fill whole SIMD
/// blocks.
constexpr Eigen::Index kFiltersAtOnce = 4;
/// Number of filters that are multiplied on the stack at a time.
constexpr Eigen::Index kMostFilters = 1024;

/// Returns the dofs that a common pole couples to.
std::vector<Eigen::Index> moved_dofs(const MatrixXd& residue) {
  std::vector<Eigen::Index> dofs;
  for (Eigen::Index dof = 0; dof < residue.cols(); ++dof) {
    if (!residue.col(dof).isZero(0.0)) dofs.push_back(dof);
  }
  return dofs;
}

}  // namespace

ReducedStateSpace::ReducedStateSpace(ReducedModel model, MatrixXd infinite_added_mass, double step)
    : ExponentialMemory(std::move(infinite_added_mass), step), model_(std::move(model)) {
  require(model_.size() == dof_count(),
          fmt::format("infinite_added_mass must be of the model's size {}, got {}", model_.size(),
                      dof_count()));
  make_filters();
  require(poles_.size() <= kMostFilters,
          fmt::format("filters must be at most {}, got {}", kMostFilters, poles_.size()));
  const auto updates = make_updates(poles_);
  for (std::size_t k = 0; k < updates.size(); ++k) {
    updates_[k].decay_real = updates[k].decay.real();
    updates_[k].decay_imaginary = updates[k].decay.imag();
    for (std::size_t j = 0; j < kSamples; ++j) {
      updates_[k].input_real[j] = updates[k].input[j].real();
      updates_[k].input_imaginary[j] = updates[k].input[j].imag();
    }
  }
  make_filter_outputs();
  make_outputs(poles_, [this](const VectorXcd& factors) -> RowMajorMatrix {
    return (outputs_ * factors.asDiagonal() * inputs_.transpose()).real();
  });
}

void ReducedStateSpace::make_filters() {
  struct Filter {
    Complex pole;
    VectorXcd input, output;
  };
  const Complex i(0.0, 1.0);
  std::vector<Filter> filters;
  for (Eigen::Index k = 0; k < model_.common.poles.size(); ++k) {
    const MatrixXd residue = matrix_of_row(model_.common.coefficients, k, dof_count());
    const auto dofs = moved_dofs(residue);
    for (std::size_t first = 0; first < dofs.size(); first += 2) {
      Filter filter{model_.common.poles[k], VectorXcd::Unit(dof_count(), dofs[first]),
                    residue.col(dofs[first]).cast<Complex>()};
      if (first + 1 < dofs.size()) {
        filter.input += i * VectorXcd::Unit(dof_count(), dofs[first + 1]);
        filter.output -= i * residue.col(dofs[first + 1]).cast<Complex>();
      }
      filters.push_back(std::move(filter));
    }
  }
  const RankOneModes& modes = model_.modes;
  for (Eigen::Index k = 0; k < modes.poles.size(); ++k) {
    filters.push_back(
        {modes.poles[k], modes.vectors.col(k), 2.0 * modes.poles[k] * modes.vectors.col(k)});
  }
  const auto count = static_cast<Eigen::Index>(filters.size());
  const Eigen::Index padded = (count + kFiltersAtOnce - 1) / kFiltersAtOnce * kFiltersAtOnce;
  poles_.setZero(padded);
  inputs_.setZero(dof_count(), padded);
  outputs_.setZero(dof_count(), padded);
  for (Eigen::Index k = 0; k < count; ++k) {
    const Filter& filter = filters[static_cast<std::size_t>(k)];
    poles_[k] = filter.pole;
    inputs_.col(k) = filter.input;
    outputs_.col(k) = filter.output;
  }
}

void ReducedStateSpace::make_filter_outputs() {
  const Eigen::Index count = poles_.size();
  MatrixXd drive(2 * count, dof_count());
  drive << inputs_.real().transpose(), inputs_.imag().transpose();
  drive_ = ColumnMatrix(drive);
  const VectorXcd turn =
      (0.5 * step() * poles_).unaryExpr([](Complex p) { return exponential(p); });
  turn_real_ = turn.real();
  turn_imaginary_ = turn.imag();
  now_.resize(dof_count(), 2 * count);
  now_ << outputs_.real(), -outputs_.imag();
  filter_outputs_ = six_row_blocks(now_);
}

void ReducedStateSpace::start_filters(const double* samples, double* filters) const {
  for (Eigen::Index j = 0; j < kSamples; ++j) {
    drive_.add_product(samples + j * dof_count(), filters + 2 * (1 + j) * poles_.size());
  }
}

void ReducedStateSpace::update_filters(const double* samples, std::size_t update,
                                       double* filters) const noexcept {
  const Eigen::Index count = poles_.size();
  double* drives = filters + 2 * count;
  std::copy_backward(drives, drives + 2 * count * (kSamples - 1), drives + 2 * count * kSamples);
  std::fill_n(drives, 2 * count, 0.0);
  drive_.add_product(samples, drives);
  const SplitUpdate& step = updates_[update];
  const double *real[kSamples], *imaginary[kSamples];
  for (std::size_t j = 0; j < kSamples; ++j) {
    real[j] = drives + 2 * count * static_cast<Eigen::Index>(j);
    imaginary[j] = real[j] + count;
  }
  update_driven_modes(step.raw(), real, imaginary, static_cast<std::size_t>(count), filters,
                      filters + count);
}

void ReducedStateSpace::add_filters(const double* filters, double* middle,
                                    double* end) const noexcept {
  const auto count = static_cast<std::size_t>(poles_.size());
  const auto dofs = static_cast<std::size_t>(dof_count());
  const std::size_t blocks = 2 * count / kLaneCount;
  LaneArray at_middle[2 * kMostFilters / kLaneCount], at_end[2 * kMostFilters / kLaneCount];
  turn_modes(turn_real_.data(), turn_imaginary_.data(), count, 1, filters, at_middle[0].data(),
             at_end[0].data());
  for (std::size_t row = 0; row < dofs; row += kDofs) {
    add_shared_products(filter_outputs_.data() + row / kDofs * blocks, at_middle, at_end, blocks,
                        middle + row, end + row);
  }
}

void ReducedStateSpace::write_output(const double* filters, double* result) const noexcept {
  const auto columns = static_cast<std::size_t>(now_.cols());
  row_product(now_.data(), static_cast<std::size_t>(dof_count()), columns, filters, columns,
              result);
}

MatrixXcd ReducedStateSpace::transform(double omega) const { return model_.response(omega); }

}  // namespace raftup::hydro
