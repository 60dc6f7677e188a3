#pragma once

#include <string>
#include <vector>

#include "server/moorings/moordyn_library.hpp"
#include "solver/model/loads/mooring_library.hpp"

namespace raftup::server {

/// A mooring system in the process that MoorDyn is loaded into. Every request begins from the
/// memory that comes with it, so that nothing depends on those before.
class MoorDynSystem final : public solver::MooringSolver {
 public:
  /// @param library must outlive it
  /// @throws Error(kInvalidArgument) where MoorDyn refuses its input, with its words
  MoorDynSystem(const MoorDynLibrary& library, const char* input_file);
  ~MoorDynSystem() override;

  solver::MooringStage rest(std::span<const double> points) override;
  solver::MooringStage advance(const std::string& memory, std::span<const double> points,
                               std::span<const double> velocity, double time,
                               double duration) override;

 private:
  void require_points(std::span<const double> points) const;
  std::string memory() const;
  /// Where it is, `forces` those of its points.
  solver::MooringStage stage(std::vector<double> forces) const;
  std::vector<std::vector<double>> shapes() const;

  const MoorDynLibrary& library_;
  MoorDynLibrary::System system_;
  unsigned int coupled_dof_count_ = 0;
  bool initialized_ = false;
};

/// Keeps what is printed in this process from now on, for last_words().
/// @throws Error(kInternal)
void keep_printed_words();

/// The last lines that were printed since it was asked before, in one; what cannot be printed is
/// left out.
std::string last_words();

}  // namespace raftup::server
