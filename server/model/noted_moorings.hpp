#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "hydro/base/finding.hpp"
#include "solver/model/loads/mooring_library.hpp"
#include "solver/model/model.hpp"

namespace raftup::server {

/// The mooring library of one model: it passes all calls on, and records which mooring systems were
/// not at rest at their initial positions. Thread-safe.
class NotedMoorings final : public solver::MooringLibrary {
 public:
  /// @param library never null
  explicit NotedMoorings(std::shared_ptr<const solver::MooringLibrary> library);

  std::uint64_t identity() const override { return library_->identity(); }
  std::unique_ptr<solver::MooringSolver> open(const std::string& input) const override;

  /// The finding "mooring_not_at_rest" for each such mooring system of a model.
  /// @param model that was made with this library
  Findings findings(const solver::Model& model) const;

  /// Remaining accelerations after the search for rest, by input [m/s2]. Thread-safe.
  class Notes {
   public:
    void note(const std::string& input, double remaining_acceleration);
    double find(const std::string& input) const;

   private:
    mutable std::mutex mutex_;
    std::map<std::string, double> remaining_;
  };

 private:
  std::shared_ptr<const solver::MooringLibrary> library_;
  std::shared_ptr<Notes> notes_;
};

}  // namespace raftup::server
