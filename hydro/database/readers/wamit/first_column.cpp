#include "hydro/database/readers/wamit/first_column.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "hydro/base/error.hpp"

namespace raftup::hydro {

namespace {

constexpr double kTwoPi = 2.0 * std::numbers::pi;

constexpr std::array kNames = {
    std::pair{FirstColumn::kPeriod, std::string_view("period")},
    std::pair{FirstColumn::kOmega, std::string_view("omega")},
    std::pair{FirstColumn::kWaveNumber, std::string_view("wave_number")},
    std::pair{FirstColumn::kDeepWaveNumber, std::string_view("deep_wave_number")},
    std::pair{FirstColumn::kWaveLength, std::string_view("wave_length")},
};

double omega_of_wavenumber(double k, double gravity, double water_depth) {
  const double tanh_kh = std::isfinite(water_depth) ? std::tanh(k * water_depth) : 1.0;
  return std::sqrt(gravity * k * tanh_kh);
}

double period_of(FirstColumn column, double value, double gravity, double water_depth) {
  if (value == 0.0) return -1.0;
  if (value < 0.0) return 0.0;
  return kTwoPi / omega_of(column, value, gravity, water_depth);
}

}  // namespace

double omega_of(FirstColumn column, double value, double gravity, double water_depth) {
  switch (column) {
    case FirstColumn::kPeriod:
      return kTwoPi / value;
    case FirstColumn::kOmega:
      return value;
    case FirstColumn::kWaveNumber:
      return omega_of_wavenumber(value, gravity, water_depth);
    case FirstColumn::kDeepWaveNumber:
      return std::sqrt(gravity * value);
    default:
      return omega_of_wavenumber(kTwoPi / value, gravity, water_depth);
  }
}

std::string_view name_of(FirstColumn column) {
  return kNames.at(static_cast<std::size_t>(column)).second;
}

FirstColumn first_column_from(std::string_view name) {
  std::string names;
  for (const auto& [column, known] : kNames) {
    if (name == known) return column;
    names += fmt::format("{}{}", names.empty() ? "" : ", ", known);
  }
  throw Error(ErrorCode::kInvalidArgument,
              fmt::format("--first-column must be one of {}, is {}", names, name));
}

void to_periods(FirstColumn column, double gravity, double water_depth, WamitRun& run) {
  if (column == FirstColumn::kPeriod) return;
  const auto convert = [&](double& value) {
    value = period_of(column, value, gravity, water_depth);
  };
  for (WamitRadiationEntry& entry : run.radiation) convert(entry.period);
  for (auto* forces : {&run.excitation, &run.froude_krylov, &run.diffraction, &run.mean_drift}) {
    for (WamitForceEntry& entry : *forces) convert(entry.period);
  }
  for (auto* pairs : {&run.qtf_sum, &run.qtf_difference}) {
    for (WamitPairEntry& entry : *pairs) {
      convert(entry.period_1);
      convert(entry.period_2);
    }
  }
}

}  // namespace raftup::hydro
