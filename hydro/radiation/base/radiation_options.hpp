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

enum class RadiationForm { kAuto, kConvolution, kStateSpace, kNone, kPartitioned };
enum class RadiationData { kRepaired, kAsFiled };

constexpr std::array<std::string_view, 5> names_of(RadiationForm /*of*/) {
  return {"auto", "convolution", "state_space", "none", "partitioned"};
}
constexpr std::array<std::string_view, 2> names_of(RadiationData /*of*/) {
  return {"repaired", "as_filed"};
}

/// What a model may choose about radiation; the defaults are those of model.proto.
struct RadiationOptions {
  RadiationForm form = RadiationForm::kAuto;
  RadiationData data = RadiationData::kRepaired;
  std::optional<double> kernel_duration;  ///< s; default: where the kernel's tail has died out
  double tolerance = 1e-3;                ///< of the state-space fit, worst pair
  bool body_interaction = true;           ///< false drops every block between two bodies
};

/// What was chosen and how good it is: said in the result of every run.
struct RadiationReport {
  RadiationForm form = RadiationForm::kNone;  ///< the form in use, never kAuto
  int pole_count = 0;                         ///< of the state space; a complex pair counts 2
  int state_count = 0;                        ///< of the state space: real numbers that it filters
  double kernel_duration = 0.0;               ///< s, of a convolution, partitioned or not
  double error_kernel = 0.0;      ///< max |K_fit - K| relative to its scale, worst pair; fits only
  double error_added_mass = 0.0;  ///< the same for A(omega), of a convolution too
  double error_damping = 0.0;     ///< the same for B(omega)
  double error_infinite_added_mass = 0.0;  ///< largest |dA_inf_ii| of the file's; fits only
  /// Largest difference of a freely floating response from that by A and B of the file, at its
  /// frequencies, of the dof's peak; 0 where the file lacks one of them. They count symmetrised,
  /// but not as filed. The responses are to waves, or to forces where the file has no excitation.
  double error_response = 0.0;
  double data_residual = 0.0;  ///< what A of the file differs by from what its repaired B gives
  std::vector<double> frequencies_to_add;  ///< rad/s, ascending: to solve too, where the file is
                                           ///< too coarse for what it shows
  Findings findings;                       ///< repairs of the data and limits of the fit
};

struct RadiationModel {
  std::shared_ptr<const RadiationMemory> memory;  ///< never null; kNone gives a memory of zeros
  RadiationReport report;
};

class RadiationTables;

/// Keeps what takes long to make, and is told how far that is; key = digest of the database and of
/// every option used. An implementation may forget, never alter.
class FitCache {
 public:
  virtual ~FitCache() = default;

  /// State-space fits, between runs. The text is opaque to the cache.
  virtual std::optional<std::string> find(const std::string& key) = 0;
  virtual void store(const std::string& key, const std::string& fit) = 0;

  /// Whole models, while the program runs: simulations share them. None where nothing is kept.
  virtual std::optional<RadiationModel> find_model(const std::string& /*key*/) { return {}; }
  virtual void store_model(const std::string& /*key*/, const RadiationModel& /*model*/) {}

  /// Data that models and linear equations are made of, likewise.
  virtual std::shared_ptr<const RadiationTables> find_tables(const std::string& /*key*/) {
    return nullptr;
  }
  virtual void store_tables(const std::string& /*key*/,
                            const std::shared_ptr<const RadiationTables>& /*tables*/) {}

  /// Called while something is made that was not found here.
  virtual void making(const FitProgress& /*progress*/) {}
};

/// Builds the memory that `options` asks for.
/// @param step  h of the integration [s], > 0
/// @param cache may be null
/// @throws Error(kInvalidArgument) where the database has neither B nor K and a memory is asked for
RadiationModel make_radiation_model(const Database& database, const RadiationOptions& options,
                                    double step, FitCache* cache);

}  // namespace raftup::hydro
