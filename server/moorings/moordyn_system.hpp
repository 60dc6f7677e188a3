#pragma once

#include <string>
#include <vector>

#include "server/moorings/moordyn_library.hpp"
#include "solver/model/loads/mooring_library.hpp"

namespace raftup::server {

/// A mooring system in the process that has loaded MoorDyn. Every request starts from the memory
/// that it contains, so that nothing depends on earlier requests.
class MoorDynSystem final : public solver::MooringSolver {
 public:
  /// @param library must outlive this object
  /// @throws Error(kInvalidArgument) if MoorDyn refuses its input, with the message of MoorDyn
  MoorDynSystem(const MoorDynLibrary& library, const char* input_file);
  ~MoorDynSystem() override;

  solver::MooringStage rest(std::span<const double> points) override;
  solver::MooringStage advance(const std::string& memory, std::span<const double> points,
                               std::span<const double> velocity, double time,
                               double duration) override;

 private:
  void require_points(std::span<const double> points) const;
  std::string memory() const;
  /// The present state of the system, with `forces` [N, world] at its points.
  solver::MooringStage stage(std::vector<double> forces) const;
  std::vector<std::vector<double>> shapes() const;

  const MoorDynLibrary& library_;
  MoorDynLibrary::System system_;
  unsigned int coupled_dof_count_ = 0;
  bool initialized_ = false;
};

/// Collects what is printed in this process from now on, for last_words().
/// @throws Error(kInternal)
void keep_printed_words();

/// The last lines that were printed since the last call, joined to one; unprintable characters are
/// left out.
std::string last_words();

}  // namespace raftup::server
