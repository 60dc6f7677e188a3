#include "hydro/second_order/frequency_nodes.hpp"

#include <algorithm>

#include "hydro/numerics/elementary.hpp"
#include "hydro/second_order/drift_coefficients.hpp"

namespace raftup::hydro {

void set_zero(FrequencyNodes::Vectors& vectors) {
  LaneArray zero;
  zero.fill(0.0);
  for (auto& vector : vectors) std::fill(vector.begin(), vector.end(), zero);
}

FrequencyNodes::FrequencyNodes(const VectorXd& omega, const Sea& sea,
                               const PairedComponents& components)
    : components_(components) {
  for (std::size_t block = 0; block < components.block_count(); ++block) {
    for (std::size_t lane = 0; lane < kLaneCount; ++lane) {
      const std::size_t c = components.component(block, lane);
      shares_.push_back(c == PairedComponents::kNone ? Share{} : share_of(omega, sea, c));
    }
  }
  const auto numbers = 2 * static_cast<std::size_t>(omega.size());
  for (Vectors* vectors : {&amplitudes_, &along_}) {
    // There is room for an upper frequency even if there is only one.
    for (auto& vector : *vectors) vector.resize((numbers + 2 + kLaneCount - 1) / kLaneCount);
  }
}

FrequencyNodes::Share FrequencyNodes::share_of(const VectorXd& omega, const Sea& sea,
                                               std::size_t component) {
  const double of_wave = sea.intrinsic_omegas()[static_cast<Eigen::Index>(component)];
  const GridPlace place = place_in(omega, of_wave);
  if (!place.inside) return {};
  const double a = sea.components()[component].amplitude;
  return {2 * static_cast<std::size_t>(place.lower), a * (1.0 - place.fraction),
          a * place.fraction};
}

void FrequencyNodes::fill(const PairedComponents::Group& group,
                          const std::vector<InstantPhasors>& phasors) {
  set_zero(amplitudes_);
  set_zero(along_);
  const auto put = [](const Share& share, double real, double imaginary, double* v) {
    v[share.place] += share.lower * real;
    v[share.place + 1] += share.lower * imaginary;
    v[share.place + 2] += share.upper * real;
    v[share.place + 3] += share.upper * imaginary;
  };
  for (std::size_t n = 0; n < 3; ++n) {
    double* b = amplitudes_[n].data()->data();
    double* b_along = along_[n].data()->data();
    for (std::size_t block = group.begin; block < group.end; ++block) {
      for (std::size_t lane = 0; lane < kLaneCount; ++lane) {
        const Share& share = shares_[block * kLaneCount + lane];
        const double cosine = phasors[block].cosine[n][lane], sine = phasors[block].sine[n][lane];
        put(share, cosine, sine, b);
        if (n == 0) continue;
        // The derivative along the waves is -i k z.
        const double k = kTwoPi * components_.wavenumbers()[block][lane];
        put(share, k * sine, -k * cosine, b_along);
      }
    }
  }
}

}  // namespace raftup::hydro
