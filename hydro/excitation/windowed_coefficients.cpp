#include "hydro/excitation/windowed_coefficients.hpp"

#include <algorithm>

#include "hydro/excitation/heading_parabola.hpp"

namespace raftup::hydro {
namespace {

bool is_zero(const ComplexLanes& lanes) {
  const auto zero = [](double value) { return value == 0.0; };
  return std::all_of(lanes.real.begin(), lanes.real.end(), zero) &&
         std::all_of(lanes.imaginary.begin(), lanes.imaginary.end(), zero);
}

/// @param edges values before, at the beginning, at the end, and behind the cell
ForceParabola parabola(const std::array<const ComplexLanes*, 4>& edges) {
  ForceParabola result;
  const auto put = [&](auto part) {
    const auto at = [&](std::size_t edge) -> const Lanes& { return (edges[edge]->*part).lanes(); };
    result.constant.*part = edges[1]->*part;
    fit_heading_parabola(at(0), at(1), at(2), at(3), (result.linear.*part).lanes(),
                         (result.quadratic.*part).lanes());
  };
  put(&ComplexLanes::real);
  put(&ComplexLanes::imaginary);
  return result;
}

/// Fits parabolas between edges. A series that is empty at an edge is zero there.
ForceCoefficients between(const std::array<const std::vector<WaveWindows::Series>*, 4>& edges) {
  const ComplexLanes zero;
  ForceCoefficients coefficients(edges[0]->size());
  coefficients.constant = true;
  for (std::size_t i = 0; i < coefficients.size(); ++i) {
    std::size_t blocks = 0;
    for (const auto* edge : edges) blocks = std::max(blocks, (*edge)[i].size());
    coefficients[i].reserve(blocks);
    for (std::size_t block = 0; block < blocks; ++block) {
      std::array<const ComplexLanes*, 4> at{&zero, &zero, &zero, &zero};
      for (std::size_t e = 0; e < at.size(); ++e) {
        if (!(*edges[e])[i].empty()) at[e] = &(*edges[e])[i][block];
      }
      const ForceParabola& of_block = coefficients[i].emplace_back(parabola(at));
      coefficients.constant =
          coefficients.constant && is_zero(of_block.linear) && is_zero(of_block.quadratic);
    }
  }
  return coefficients;
}

}  // namespace

WindowedCoefficients::Held& WindowedCoefficients::held(const WaveWindows& windows,
                                                       const WaveWindows::Window& window) {
  const auto odd = [](long number) { return static_cast<std::size_t>(number) % 2; };
  Held& held = held_[odd(window.x) + 2 * odd(window.y)];
  if (held.window != window) {
    held = {};
    held.phasors = windows.phasors(window);
    held.window = window;
  }
  return held;
}

const ForceCoefficients& WindowedCoefficients::cell(const WaveWindows& windows,
                                                    const WaveWindows::Window& window, long number,
                                                    const Edge& edge) {
  Held& in_window = held(windows, window);
  return in_window.cells.at(number, [&](long cell) {
    const auto gathered = [&](long at) {
      return windows.gather(edges_.at(at, edge), in_window.phasors);
    };
    std::array<const std::vector<Series>*, 4> edges{};
    for (std::size_t e = 0; e < edges.size(); ++e) {
      edges[e] = &in_window.edges.at(cell - 1 + static_cast<long>(e), gathered);
    }
    return between(edges);
  });
}

}  // namespace raftup::hydro
