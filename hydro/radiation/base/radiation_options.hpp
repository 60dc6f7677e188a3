#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hydro/database/database.hpp"
#include "hydro/radiation/base/fit_progress.hpp"
#include "hydro/radiation/base/radiation_memory.hpp"

namespace raftup::hydro {

enum class RadiationForm { kAuto, kConvolution, kStateSpace, kNone, kPartitioned, kConstant };
enum class RadiationData { kRepaired, kAsFiled };

constexpr std::array<std::string_view, 6> names_of(RadiationForm /*of*/) {
  return {"auto", "convolution", "state_space", "none", "partitioned", "constant"};
}
constexpr std::array<std::string_view, 2> names_of(RadiationData /*of*/) {
  return {"repaired", "as_filed"};
}

/// What a model may choose about radiation; the defaults are those of model.proto.
struct RadiationOptions {
  RadiationForm form = RadiationForm::kAuto;
  RadiationData data = RadiationData::kRepaired;
  std::optional<double> kernel_duration;  ///< s; default: until the tail of the kernel has died out
  double tolerance = 1e-3;                ///< of the state-space fit, worst pair
  bool body_interaction = true;           ///< false drops every block between two bodies
  std::optional<double> frequency;        ///< rad/s, of kConstant, which needs it
};

/// The memory that was chosen, and its errors; part of the result of every run.
struct RadiationReport {
  RadiationForm form = RadiationForm::kNone;  ///< the form in use, never kAuto
  int pole_count = 0;                         ///< of the state space; a complex pair counts 2
  int state_count = 0;                        ///< of the state space: real numbers that it filters
  double kernel_duration = 0.0;               ///< s, of a convolution, partitioned or not
  double error_kernel = 0.0;      ///< max |K_fit - K| relative to its scale, worst pair; fits only
  double error_added_mass = 0.0;  ///< the same for A(omega), also of a convolution
  double error_damping = 0.0;     ///< the same for B(omega)
  double error_infinite_added_mass = 0.0;  ///< largest |dA_inf_ii| of the file's; fits only
  /// Largest difference of the response of freely floating bodies from that with A and B of the
  /// file, at its frequencies [rad/s], relative to the peak of the dof [1]; 0 if the file lacks one
  /// of them. A and B are symmetrised for it, except as filed. The responses are to waves, or to
  /// forces if the file has no excitation.
  double error_response = 0.0;
  /// difference of the file's A from that which follows from its repaired B
  double data_residual = 0.0;
  /// rad/s, ascending: further frequencies to solve if the file is too coarse
  std::vector<double> frequencies_to_add;
  Findings findings;  ///< repairs of the data and limits of the fit
};

struct RadiationModel {
  /// never null; kNone gives a memory without memory
  std::shared_ptr<const RadiationMemory> memory;
  RadiationReport report;
};

class RadiationTables;

/// A store for results that take long to compute, which also receives the progress. The key is the
/// digest of the database with every option used. An implementation may forget entries, but never
/// change them.
class FitCache {
 public:
  virtual ~FitCache() = default;

  /// State-space fits, kept between runs. Their text has no meaning for the cache.
  virtual std::optional<std::string> find(const std::string& key) = 0;
  virtual void store(const std::string& key, const std::string& fit) = 0;

  /// Whole models, kept while the program runs, so that simulations share them; nothing if none is
  /// kept.
  virtual std::optional<RadiationModel> find_model(const std::string& /*key*/) { return {}; }
  virtual void store_model(const std::string& /*key*/, const RadiationModel& /*model*/) {}

  /// Data from which models and linear equations are made, kept while the program runs.
  virtual std::shared_ptr<const RadiationTables> find_tables(const std::string& /*key*/) {
    return nullptr;
  }
  virtual void store_tables(const std::string& /*key*/,
                            const std::shared_ptr<const RadiationTables>& /*tables*/) {}

  /// Called while something that was not in the cache is computed.
  virtual void making(const FitProgress& /*progress*/) {}
};

/// Makes the memory that `options` ask for.
/// @param step  h of the integration [s], > 0
/// @param cache may be null
/// @throws Error(kInvalidArgument) if a memory is wanted and the database has neither B nor K; for
///         kConstant, if it lacks A or B, or no frequency is given
RadiationModel make_radiation_model(const Database& database, const RadiationOptions& options,
                                    double step, FitCache* cache);

}  // namespace raftup::hydro
