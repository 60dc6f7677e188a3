/// @file A sea and its wave systems as model files describe them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "hydro/sea/steep_wave.hpp"
#include "hydro/sea/wave_systems.hpp"
#include "solver/description/fields.hpp"

namespace raftup::solver {

/// Default peak enhancement factor (gamma) of a JONSWAP spectrum.
inline constexpr double kPeakEnhancement = 3.3;
/// Number of components for each direction if the model contains no number.
inline constexpr int kDefaultComponentCount = 512;

struct JonswapSea {
  static constexpr std::string_view kKind = "jonswap";
  double significant_wave_height = 0.0;  ///< m
  double peak_period = 0.0;              ///< s
  double peak_enhancement = kPeakEnhancement;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("significant_wave_height", self.significant_wave_height, "m");
    field("peak_period", self.peak_period, "s");
    field("peak_enhancement", self.peak_enhancement);
  }
};

struct PiersonMoskowitzSea {
  static constexpr std::string_view kKind = "pierson_moskowitz";
  double significant_wave_height = 0.0;  ///< m
  double peak_period = 0.0;              ///< s

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("significant_wave_height", self.significant_wave_height, "m");
    field("peak_period", self.peak_period, "s");
  }
};

/// A spectrum by its values, of long-crested waves or over directions.
struct TabulatedSea {
  static constexpr std::string_view kKind = "tabulated";
  std::vector<double> omega;       ///< rad/s
  std::vector<double> directions;  ///< rad; empty: the waves have the direction of their system
  std::vector<double> density;     ///< m2 s/rad, or m2 s/rad2 with the direction varying fastest

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("omega", self.omega, "rad/s");
    field("direction_deg", self.directions, "deg");
    field("density", self.density);
  }
};

/// One of the two systems of a spectrum of Ochi and Hubble.
struct OchiHubbleSystem {
  double significant_wave_height = 0.0;  ///< m
  double peak_period = 0.0;              ///< s
  double shape = 0.0;                    ///< lambda [1]

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("significant_wave_height", self.significant_wave_height, "m");
    field("peak_period", self.peak_period, "s");
    field("shape", self.shape);
  }
};

struct OchiHubbleSea {
  static constexpr std::string_view kKind = "ochi_hubble";
  std::vector<OchiHubbleSystem> systems;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("systems", self.systems);
  }
};

struct TorsethaugenSea {
  static constexpr std::string_view kKind = "torsethaugen";
  double significant_wave_height = 0.0;  ///< m
  double peak_period = 0.0;              ///< s

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("significant_wave_height", self.significant_wave_height, "m");
    field("peak_period", self.peak_period, "s");
  }
};

using SeaSpectrum =
    std::variant<JonswapSea, PiersonMoskowitzSea, TabulatedSea, OchiHubbleSea, TorsethaugenSea>;

/// Spreading of waves about their mean direction, in proportion to cos^{2s}(offset / 2).
struct WaveSpreading {
  double cosine_2s = 0.0;   ///< exponent s [1]
  int direction_count = 0;  ///< number of directions

  friend bool operator==(const WaveSpreading&, const WaveSpreading&) = default;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("cosine_2s", self.cosine_2s);
    field("direction_count", self.direction_count);
  }
};

/// How a spectrum is divided into components.
struct WaveOptions {
  std::optional<WaveSpreading> spreading;
  std::int64_t seed = 0;
  int component_count = 0;          ///< for each direction; 0 = kDefaultComponentCount
  std::optional<double> omega_min;  ///< rad/s
  std::optional<double> omega_max;  ///< rad/s
  std::optional<hydro::Discretisation> discretisation;

  friend bool operator==(const WaveOptions&, const WaveOptions&) = default;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("spreading", self.spreading);
    field("seed", self.seed);
    field("component_count", self.component_count);
    field("omega_min", self.omega_min, "rad/s");
    field("omega_max", self.omega_max, "rad/s");
    field("discretisation", self.discretisation);
  }
};

/// A wave of a single period [s].
struct RegularWave {
  static constexpr std::string_view kKind = "regular";
  hydro::WaveTheory theory = hydro::WaveTheory::kAiry;
  double amplitude = 0.0;        ///< m
  std::optional<double> height;  ///< m, from trough to crest, in place of the amplitude
  double period = 0.0;           ///< s
  double direction = 0.0;        ///< direction that the wave travels to [rad]
  double phase = 0.0;            ///< phase at the world origin at t = 0 [rad]
  int harmonic_count = 0;        ///< harmonics of the stream function; 0 = the default
  std::optional<hydro::MeanCurrent> mean_current;  ///< of a steep wave

  /// True if the theory is another than Airy's.
  bool is_steep() const { return theory != hydro::WaveTheory::kAiry; }

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("theory", self.theory);
    field("amplitude", self.amplitude, "m");
    field("height", self.height, "m");
    field("period", self.period, "s");
    field("direction_deg", self.direction, "deg");
    field("phase_deg", self.phase, "deg");
    field("harmonic_count", self.harmonic_count);
    field("mean_current", self.mean_current);
  }
};

/// Random waves of a spectrum.
struct IrregularWave {
  static constexpr std::string_view kKind = "irregular";
  SeaSpectrum spectrum;
  double direction = 0.0;  ///< mean direction that waves travel to [rad]
  WaveOptions options;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field.one_of(self.spectrum, "spectrum");
    field("direction_deg", self.direction, "deg");
    self.options.fields(self.options, field);
  }
};

/// Waves by their components [m]. Phases and directions [rad] may be empty, which means 0.
struct WaveComponents {
  static constexpr std::string_view kKind = "components";
  std::vector<double> omega;       ///< rad/s
  std::vector<double> amplitude;   ///< m
  std::vector<double> phases;      ///< rad
  std::vector<double> directions;  ///< rad

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("omega", self.omega, "rad/s");
    field("amplitude", self.amplitude, "m");
    field("phase_deg", self.phases, "deg");
    field("direction_deg", self.directions, "deg");
  }
};

/// Sea states that follow one another. The options of the first state are those of all.
struct VaryingWave {
  static constexpr std::string_view kKind = "varying";
  std::vector<double> times;  ///< s
  std::vector<IrregularWave> states;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("time", self.times, "s");
    field("states", self.states);
  }
};

/// What the sea does after the end of a record.
enum class BeyondRecord {
  kRefuse,  ///< nothing: a run must end with the record
  kStill,   ///< the water is still
  kRepeat,  ///< the record is repeated
};

constexpr std::array<std::string_view, 3> names_of(BeyondRecord /*of*/) {
  return {"refuse", "still", "repeat"};
}

/// The waves that a wave gauge has recorded. Options that are not given have the defaults of
/// record_options().
struct ElevationSeries {
  static constexpr std::string_view kKind = "elevation";
  std::string file;                 ///< file that the client has read; it has no influence
  std::vector<double> time;         ///< s, on the clock of the record
  std::vector<double> elevation;    ///< m
  double direction = 0.0;           ///< mean direction that the waves travel to [rad]
  std::optional<Vector2> position;  ///< of the gauge [m, world]; none: the origin
  std::optional<WaveSpreading> spreading;
  std::int64_t seed = 0;            ///< seed of the random choice of directions
  std::optional<double> start;      ///< time on the clock of the record at t = 0 [s]
  std::optional<double> omega_min;  ///< rad/s
  std::optional<double> omega_max;  ///< rad/s
  std::optional<double> taper;      ///< s
  BeyondRecord beyond = BeyondRecord::kRefuse;
  std::optional<double> padding;  ///< s, still water after the record

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("file", self.file);
    field("time", self.time, "s");
    field("elevation", self.elevation, "m");
    field("direction_deg", self.direction, "deg");
    field("position", self.position, "m");
    field("spreading", self.spreading);
    field("seed", self.seed);
    field("start", self.start, "s");
    field("omega_min", self.omega_min, "rad/s");
    field("omega_max", self.omega_max, "rad/s");
    field("taper", self.taper, "s");
    field("beyond", self.beyond);
    field("padding", self.padding, "s");
  }
};

/// The most probable largest value within a duration [s].
struct MostProbable {
  double duration = 0.0;  ///< s

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("duration", self.duration, "s");
  }
};

/// A random sea with a crest [m] at a place and time [s]. Exactly one of crest, height and
/// most_probable is given.
struct FocusedWave {
  static constexpr std::string_view kKind = "focused";
  IrregularWave random;
  std::optional<double> crest;   ///< m
  std::optional<double> height;  ///< m: of the crest above the lower trough beside it
  std::optional<MostProbable> most_probable;
  Vector2 position = Vector2::Zero();  ///< m, world
  double time = 0.0;                   ///< s
  bool in_random_sea = false;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    self.random.fields(self.random, field);
    field("crest", self.crest, "m");
    field("height", self.height, "m");
    field("most_probable", self.most_probable);
    field("position", self.position, "m");
    field("time", self.time, "s");
    field("in_random_sea", self.in_random_sea);
  }
};

/// A random sea in which an output reaches a level, as far as its waves are concerned: its
/// components are those that were found, or those of the random sea before that.
struct ExtremeWave {
  static constexpr std::string_view kKind = "extreme_response";
  IrregularWave random;
  std::optional<double> level;  ///< in the unit of the output
  std::optional<MostProbable> most_probable;
  std::optional<WaveComponents> components;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    self.random.fields(self.random, field);
    field("level", self.level);
    field("most_probable", self.most_probable);
    field("components", self.components);
  }
};

using WaveKind = std::variant<RegularWave, IrregularWave, WaveComponents, VaryingWave,
                              ElevationSeries, FocusedWave, ExtremeWave>;

/// One of the wave systems of which a sea is the sum.
struct WaveSystem {
  WaveKind kind;
  /// False if its fields break a rule, which was reported when they were read. The system then has
  /// no waves, so that the rules of the other systems can be checked.
  bool valid = true;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field.one_of(self.kind);
  }
};

/// Order of the waves of a sea in their steepness.
enum class SeaOrder {
  kFirst,   ///< linear waves
  kSecond,  ///< linear waves with the waves that are bound to their pairs
};

constexpr std::array<std::string_view, 2> names_of(SeaOrder /*of*/) { return {"first", "second"}; }

/// A sea as a model file describes it.
struct SeaDescription {
  std::vector<WaveSystem> waves;
  double ramp_duration = 0.0;  ///< time in which the waves grow from the start of a run on [s]
  SeaOrder order = SeaOrder::kFirst;
  std::optional<double> sum_cutoff;         ///< rad/s, see hydro::BoundWaveOptions
  std::optional<double> difference_cutoff;  ///< rad/s, see hydro::BoundWaveOptions

  /// Lists the fields beside the wave systems, which are read one by one.
  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("ramp_duration", self.ramp_duration, {"s", Bound::kNotNegative});
    field("order", self.order);
    field("sum_cutoff", self.sum_cutoff, "rad/s");
    field("difference_cutoff", self.difference_cutoff, "rad/s");
  }
};

}  // namespace raftup::solver
