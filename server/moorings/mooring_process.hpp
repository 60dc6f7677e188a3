#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "hydro/base/error.hpp"
#include "server/base/child_process.hpp"
#include "server/base/file_descriptor.hpp"
#include "solver/model/loads/mooring_library.hpp"

namespace raftup::server {

struct MooringReply;
struct MooringRequest;

/// The program that runs MoorDyn, and its settings.
struct MoorDynProgram {
  std::filesystem::path executable;  ///< path of raftup-run-moordyn
  /// Path of the library of MoorDyn 2.
  std::filesystem::path library;
  /// Largest wall clock time for one request.
  std::chrono::milliseconds timeout = std::chrono::seconds(120);
};

/// A mooring system that MoorDyn computes in a separate process, the program raftup-run-moordyn,
/// since foreign code must not process uploaded input within the server. The process starts with
/// the first request and ends after a call of rest(). After a failure the next request starts a new
/// process, which continues from the state in the request.
class MooringProcess final : public solver::MooringSolver {
 public:
  /// @param input input of MoorDyn, as complete_mooring_input() returns it
  MooringProcess(MoorDynProgram program, std::string input);
  ~MooringProcess() override;

  /// Computes the mooring system at rest with its coupled points at `points` [m, world frame].
  /// @throws Error(kInvalidArgument) if MoorDyn refuses the input, crashes or does not finish in
  ///         time; Cancelled, which ends the process
  solver::MooringStage rest(std::span<const double> points) override;
  /// Computes the mooring system at the end of a step, from its state `memory` at the start of the
  /// step, while its coupled points move with constant velocity.
  /// @throws SolverFailure if MoorDyn crashes or does not finish in time; Cancelled, which ends the
  ///         process
  solver::MooringStage advance(const std::string& memory, std::span<const double> points,
                               std::span<const double> velocity, double time,
                               double duration) override;

  /// Starts the process, unless it is running.
  /// @throws Error(kNotFound) if the library of MoorDyn cannot be loaded
  void start();
  /// Operating system's id of the running process; 0 = no process.
  pid_t process_id() const { return process_ ? process_->id() : 0; }

 private:
  MooringReply exchange(const MooringRequest& request, ErrorCode code);
  solver::MooringStage ask(const MooringRequest& request, ErrorCode code);
  MooringReply receive(ErrorCode code);

  MoorDynProgram program_;
  std::string input_;
  FileDescriptor socket_;
  std::optional<ChildProcess> process_;
};

/// Opens mooring systems, computed by MoorDyn 2, for the models of a server.
class MoorDynMoorings final : public solver::MooringLibrary {
 public:
  /// Loads the library once in a separate process, to check it.
  /// @throws Error(kNotFound) if the library cannot be read or is not MoorDyn 2
  explicit MoorDynMoorings(MoorDynProgram program);

  /// Path of raftup-run-moordyn in the folder of the running program.
  static std::filesystem::path installed_executable();

  /// A number computed from the digest of the library file, which differs between versions of the
  /// library.
  std::uint64_t identity() const override { return identity_; }
  std::unique_ptr<solver::MooringSolver> open(const std::string& input) const override;

 private:
  MoorDynProgram program_;
  std::uint64_t identity_ = 0;
};

}  // namespace raftup::server
