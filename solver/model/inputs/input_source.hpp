#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "solver/description/fields.hpp"
#include "solver/description/violations.hpp"
#include "solver/model/inputs/input_series.hpp"

namespace raftup::solver {

struct Model;

/// The value of an input after the last row of a SampleTable.
enum class BeyondTable {
  kHold,  ///< the values of the last row
  /// The table repeats: the time of its last row [s] is that of the first row of the next
  /// repetition.
  kRepeat,
  kRefuse,  ///< no value: steps that would end after the last row are refused
};

constexpr std::array<std::string_view, 3> names_of(BeyondTable /*of*/) {
  return {"hold", "repeat", "refuse"};
}

/// The samples of an input over time [s], one per row. The value of an input is `scale` times the
/// value in the table plus `offset`.
struct SampleTable {
  static constexpr std::string_view kKind = "table";
  static constexpr double kLatest = 1e9;  ///< largest distance of the time of a row from t = 0 [s]

  std::vector<double> time;    ///< [n] times of the rows [s], strictly ascending
  std::vector<double> values;  ///< [n][width], in the units of the input after `scale` and `offset`
  std::vector<double> scale, offset;  ///< one number, or [width] numbers; empty = 1 and 0
  std::vector<std::string> units;     ///< [width] units of `values`; empty if they are not declared
  std::optional<Interpolation> interpolation;  ///< none: the default of the kind of input
  BeyondTable beyond = BeyondTable::kHold;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("time", self.time, "s");
    field("values", self.values);
    field("scale", self.scale);
    field("offset", self.offset);
    field("units", self.units);
    field("interpolation", self.interpolation);
    field("beyond", self.beyond);
  }

  std::size_t row_count() const { return time.size(); }
  /// Time of a row, rounded to whole nanoseconds [ns].
  std::int64_t time_ns(std::size_t row) const;
  /// Computes the sample of a row, in the units of the input.
  /// @param sample receives the result; its size is the width of the input
  void read(std::size_t row, std::span<double> sample) const;
  /// Checks the rules that do not depend on the kind of input.
  void check(const Model& model, const std::string& path, Violations& violations) const;
};

enum class RampShape {
  kLinear,  ///< s: the share of the duration that has passed
  kCosine,  ///< (1 - cos(pi s)) / 2, with the share s of the duration that has passed
};

constexpr std::array<std::string_view, 2> names_of(RampShape /*of*/) {
  return {"linear", "cosine"};
}

/// A value that changes once from one value to another. It is sampled at the start of each step.
struct Ramp {
  static constexpr std::string_view kKind = "ramp";

  double start = 0.0;     ///< start of the change [s]
  double duration = 0.0;  ///< duration of the change [s], >= 0
  /// [width] values before the ramp, in the units of the input; empty: start_value() of the input
  std::vector<double> from;
  std::vector<double> to;  ///< [width] values after the ramp, in the units of the input
  RampShape shape = RampShape::kLinear;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("start", self.start, "s");
    field("duration", self.duration, {"s", Bound::kNotNegative});
    field("from", self.from);
    field("to", self.to);
    field("shape", self.shape);
  }

  /// Share of the change from `from` to `to` that is completed at a time [s], 0 to 1.
  double share(double time) const;
};

/// A table or a ramp in the model that writes the samples of an input, in place of a client.
struct InputSource {
  std::variant<SampleTable, Ramp> kind;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field.one_of(self.kind);
  }
};

}  // namespace raftup::solver
