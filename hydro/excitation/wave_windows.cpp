#include "hydro/excitation/wave_windows.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <utility>

#include "hydro/base/whole_number.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/hypotenuse.hpp"
#include "hydro/numerics/vector_width.hpp"
#include "hydro/sea/dispersion.hpp"

namespace raftup::hydro {
namespace {

/// Phase of f between the middle of the frequencies and their ends, at the ends of a window [rad].
/// A larger phase needs more nodes, a smaller one more windows; the resulting sizes, some 10 s and
/// 10 m, are those of decision 32.
constexpr double kTurnInTime = 25.0, kTurnInPlace = 2.5;
/// Least size of a window [m]: a moored ship does not leave it.
constexpr double kLeastPlace = 24.0;
/// Largest sizes of a window in long waves [s, m]; not swept.
constexpr double kMostTime = 100.0, kMostPlace = 50.0;
/// The phase of f changes by some 30 rad, each of which adds a rounding error; a number of nodes
/// far below that number never reaches the tolerance.
constexpr ComponentNodes::Demand kDemand{1e-13, 40};
/// Shares of Reach by which paths may extend beyond a window: in time, and in place beyond half a
/// diagonal.
constexpr double kBeyondInTime = 0.25, kBeyondInPlace = 0.29;

constexpr double kFarthest = 1e12;  ///< m, s: up to this, numbers of windows are exact integers

/// Returns the widest range of a number over the components of one direction.
template <typename Number>
double widest_range(const Sea& sea, const Number& number) {
  std::map<double, std::pair<double, double>> ranges;
  for (std::size_t c = 0; c < sea.components().size(); ++c) {
    const double value = number(c);
    const auto [entry, is_new] =
        ranges.try_emplace(sea.components()[c].direction, std::pair(value, value));
    entry->second.first = std::min(entry->second.first, value);
    entry->second.second = std::max(entry->second.second, value);
  }
  double widest = std::numeric_limits<double>::min();
  for (const auto& [direction, range] : ranges) {
    widest = std::max(widest, range.second - range.first);
  }
  return widest;
}

/// Returns f at two corners of a window; at the other corners it is the conjugate.
ComponentNodes::Samples corners(double omega, double k, double time, double place) {
  ComponentNodes::Samples samples;
  for (const double s : {place, -place}) {
    const auto [sine, cosine] = sincos(omega * time - k * s);
    samples.emplace_back(cosine, sine);
  }
  return samples;
}

Sea waves_at(const ComponentNodes& nodes, const Sea::Water& water) {
  std::vector<WaveComponent> waves;
  for (const auto& [omega, direction] : nodes.nodes()) {
    waves.push_back({omega, 1.0, 0.0, direction});
  }
  return {std::move(waves), water, 0.0};
}

/// Multiplies a series by phase factors.
template <std::size_t kWidth>
[[gnu::always_inline]] inline void turn_series(const ComplexLanes* series,
                                               const ComplexLanes* phasors, std::size_t count,
                                               ComplexLanes* turned) {
  using V = typename SomeLanes<kWidth>::Type;
  for (std::size_t block = 0; block < count; ++block) {
    for (std::size_t lane = 0; lane < kLaneCount; lane += kWidth) {
      const V re = series[block].real.some<kWidth>(lane);
      const V im = series[block].imaginary.some<kWidth>(lane);
      const V cosine = phasors[block].real.some<kWidth>(lane);
      const V sine = phasors[block].imaginary.some<kWidth>(lane);
      turned[block].real.some<kWidth>(lane) = re * cosine - im * sine;
      turned[block].imaginary.some<kWidth>(lane) = re * sine + im * cosine;
    }
  }
}

}  // namespace

WaveWindows::WaveWindows(const Sea& sea, ComponentNodes nodes, const Reach& reach)
    : phases_(sea.phases()),
      nodes_(std::move(nodes)),
      waves_(waves_at(nodes_, sea.water())),
      reach_(reach),
      duration_(2.0 * (1.0 - kBeyondInTime) * reach.time),
      side_(std::numbers::sqrt2 * (1.0 - kBeyondInPlace) * reach.place) {}

std::optional<WaveWindows> WaveWindows::of(const Sea& sea) {
  if (sea.varies()) return std::nullopt;
  const auto wavenumber_of = [&](std::size_t c) {
    return sea.wavenumbers()[static_cast<Eigen::Index>(c)];
  };
  const auto omega_of = [&](std::size_t c) { return sea.components()[c].omega; };
  const Reach reach{
      std::min(2.0 * kTurnInTime / widest_range(sea, omega_of), kMostTime),
      std::clamp(2.0 * kTurnInPlace / widest_range(sea, wavenumber_of), kLeastPlace, kMostPlace)};
  std::vector<double> directions, omegas;
  std::vector<ComponentNodes::Samples> samples;
  for (std::size_t c = 0; c < sea.components().size(); ++c) {
    directions.push_back(sea.components()[c].direction);
    omegas.push_back(omega_of(c));
    samples.push_back(corners(omega_of(c), wavenumber_of(c), reach.time, reach.place));
  }
  const auto samples_at = [&](double omega, double direction) {
    const double k =
        wave_on_current(omega, direction, sea.water_depth(), sea.gravity(), sea.water().current)
            .wavenumber;
    return corners(omega, k, reach.time, reach.place);
  };
  std::optional<ComponentNodes> nodes =
      ComponentNodes::of(directions, omegas, samples, samples_at, kDemand);
  if (!nodes) return std::nullopt;
  return WaveWindows(sea, std::move(*nodes), reach);
}

std::optional<WaveWindows::Window> WaveWindows::window_of(const UniformPath& path) const {
  const bool fits =
      path.duration > 0.0 && path.duration <= kBeyondInTime * reach_.time &&
      hypotenuse(path.dx, path.dy) <= kBeyondInPlace * reach_.place &&
      std::max({std::abs(path.time), std::abs(path.x), std::abs(path.y)}) <= kFarthest;
  if (!fits) return std::nullopt;
  return Window{to_integer<long>(std::floor(path.time / duration_), "time in windows"),
                to_integer<long>(std::floor(path.x / side_), "x in windows"),
                to_integer<long>(std::floor(path.y / side_), "y in windows")};
}

UniformPath WaveWindows::center(const Window& window) const {
  UniformPath path;
  path.time = (static_cast<double>(window.time) + 0.5) * duration_;
  path.x = (static_cast<double>(window.x) + 0.5) * side_;
  path.y = (static_cast<double>(window.y) + 0.5) * side_;
  return path;
}

UniformPath WaveWindows::from_center(const UniformPath& path, const Window& window) const {
  const UniformPath middle = center(window);
  UniformPath result = path;
  result.time -= middle.time;
  result.x -= middle.x;
  result.y -= middle.y;
  return result;
}

WaveWindows::Series WaveWindows::phasors(const Window& window) const {
  std::vector<PathPhasors> at_center;
  compute_phasors(phases_, center(window), at_center);
  Series result;
  for (const PathPhasors& block : at_center) result.push_back({block.cosine, block.sine});
  return result;
}

std::vector<WaveWindows::Series> WaveWindows::gather(const std::vector<Series>& amplitudes,
                                                     const Series& phasors) const {
  std::vector<Series> result(amplitudes.size());
  constexpr std::size_t kAtOnce = 3;
  std::array<Series, kAtOnce> turned;
  std::array<ComplexLanes*, kAtOnce> to{};
  std::size_t waiting = 0;
  for (std::size_t i = 0; i < amplitudes.size(); ++i) {
    if (amplitudes[i].empty()) continue;
    turned[waiting].resize(phasors.size());
    at_full_width<turn_series<8>, turn_series<4>, turn_series<2>>(
        amplitudes[i].data(), phasors.data(), phasors.size(), turned[waiting].data());
    result[i].resize(nodes_.block_count());
    to[waiting++] = result[i].data();
    if (waiting < kAtOnce) continue;
    nodes_.gather<kAtOnce>({turned[0].data(), turned[1].data(), turned[2].data()}, to);
    waiting = 0;
  }
  if (waiting == 1) nodes_.gather<1>({turned[0].data()}, {to[0]});
  if (waiting == 2) {
    nodes_.gather<2>({turned[0].data(), turned[1].data()}, {to[0], to[1]});
  }
  return result;
}

}  // namespace raftup::hydro
