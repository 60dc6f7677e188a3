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

struct ComparedMotions;

enum class RadiationForm {
  kAuto,
  kConvolution,
  kStateSpace,
  kNone,
  kPartitioned,
  kConstant,
  kArray
};
enum class RadiationData { kRepaired, kAsFiled };

constexpr std::array<std::string_view, 7> names_of(RadiationForm /*of*/) {
  return {"auto", "convolution", "state_space", "none", "partitioned", "constant", "array"};
}
constexpr std::array<std::string_view, 2> names_of(RadiationData /*of*/) {
  return {"repaired", "as_filed"};
}

/// The options of a model for radiation. The default values are those of model.proto.
struct RadiationOptions {
  RadiationForm form = RadiationForm::kAuto;
  RadiationData data = RadiationData::kRepaired;
  /// Duration of the kernel [s]; by default until the tail of the kernel has died out.
  std::optional<double> kernel_duration;
  /// Largest relative error of the state-space fit, worst pair of dofs [1].
  double tolerance = 1e-3;
  /// If false, every block that couples two different bodies is set to 0.
  bool body_interaction = true;
  /// Frequency [rad/s] of A and B for the form kConstant, which requires it.
  std::optional<double> frequency;
};

/// The form of radiation memory in use, and its errors. The report is part of the result of every
/// run.
struct RadiationReport {
  RadiationForm form = RadiationForm::kNone;  ///< form in use, never kAuto
  /// Number of poles of the state space; a complex pair counts 2.
  int pole_count = 0;
  int state_count = 0;  ///< number of real states of the state space
  /// Duration of the kernel of a convolution, partitioned or not [s].
  double kernel_duration = 0.0;
  /// Largest |K_fit - K| relative to the scale of K, worst pair of dofs [1]; 0 without a fit.
  double error_kernel = 0.0;
  /// Largest error of A(omega) relative to its scale, worst pair of dofs [1].
  double error_added_mass = 0.0;
  /// Largest error of B(omega) relative to its scale, worst pair of dofs [1].
  double error_damping = 0.0;
  /// Largest relative difference of the fitted A_inf from that of the file, on the diagonal [1]; 0
  /// without a fit.
  double error_infinite_added_mass = 0.0;
  /// Error of the motions of freely floating bodies [1]: the largest difference between the motion
  /// that is computed with the memory and the motion that is computed with A and B of the file,
  /// over the frequencies of the file, relative to the peak of the motion of the dof. It is 0 if
  /// the file lacks A or B. A and B are made symmetric for this comparison, unless data are used as
  /// filed. The bodies move in regular waves, or under given forces if the file has no excitation.
  double error_response = 0.0;
  /// Motions of the freely floating bodies by the memory and, for reference, by A and B of the file
  /// [m/m, rad/m]; null if nothing was compared.
  std::shared_ptr<const ComparedMotions> motions;
  /// Largest error of the standard deviation of a dof in a sea, by the memory, relative to the
  /// largest one of its kind (see sea_error()) [1]; 0 if nothing was compared.
  double error_sea = 0.0;
  /// Contradiction between A and B of the file [1]: the largest difference of A of the file from
  /// the A that follows from its repaired B, relative to the scale of A.
  double data_residual = 0.0;
  /// Largest estimated error of A, B and X between the frequencies of the database (see
  /// frequency_errors()) [1], and its frequency [rad/s]; 0 for a family of databases.
  double error_between = 0.0, error_between_omega = 0.0;
  /// Frequencies [rad/s], ascending, at which the database should be solved in addition because its
  /// frequencies are too coarse.
  std::vector<double> frequencies_to_add;
  Findings findings;  ///< findings about repairs of the data and about limits of the fit
};

struct RadiationModel {
  /// The memory is never null; for kNone it is a model without memory and damping.
  std::shared_ptr<const RadiationMemory> memory;
  RadiationReport report;
};

class RadiationTables;

/// Cache of results that take long to compute. It also receives the progress of computations. The
/// key contains the digest of the database and all options that the result depends on. An
/// implementation may remove entries, but it must never change them.
class FitCache {
 public:
  virtual ~FitCache() = default;

  /// Finds and stores state-space fits, which are kept between runs of the program. The cache does
  /// not interpret the text of a fit.
  virtual std::optional<std::string> find(const std::string& key) = 0;
  virtual void store(const std::string& key, const std::string& fit) = 0;

  /// Finds and stores complete radiation models. They are kept while the program runs, so that
  /// several simulations share them. The default implementation keeps none.
  virtual std::optional<RadiationModel> find_model(const std::string& /*key*/) { return {}; }
  virtual void store_model(const std::string& /*key*/, const RadiationModel& /*model*/) {}

  /// Finds and stores tables of radiation coefficients, from which radiation models and linearized
  /// equations are computed. They are kept while the program runs. The default implementation keeps
  /// none.
  virtual std::shared_ptr<const RadiationTables> find_tables(const std::string& /*key*/) {
    return nullptr;
  }
  virtual void store_tables(const std::string& /*key*/,
                            const std::shared_ptr<const RadiationTables>& /*tables*/) {}

  /// Called from time to time, with the progress, while a result is computed that was not in the
  /// cache.
  virtual void making(const FitProgress& /*progress*/) {}
};

/// Creates the radiation memory that `options` select.
/// @param step  time step h of the simulation [s], > 0
/// @param cache store of earlier results; may be null
/// @throws Error(kInvalidArgument) if the form needs a memory and the database has neither B nor K;
///          for kConstant, if the database lacks A or B, or if no frequency is given
RadiationModel make_radiation_model(const Database& database, const RadiationOptions& options,
                                    double step, FitCache* cache);

}  // namespace raftup::hydro
