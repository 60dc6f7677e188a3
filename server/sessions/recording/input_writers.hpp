#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/sessions/recording/serving_clock.hpp"
#include "server/sessions/recording/silence.hpp"
#include "solver/model/inputs/input_series.hpp"

namespace raftup::server {

/// A client that will write inputs, declared when the session was created.
struct ParticipantDeclaration {
  std::string participant_id;
  bool required = false;
  std::vector<std::size_t> inputs;                     ///< indices into Simulation::inputs()
  std::optional<solver::Interpolation> interpolation;  ///< none = as each input declares
  std::int64_t period_ns = 0;  ///< samples come at multiples of this; 0 = at any time
  SilenceRule silence;
  bool iterates = false;  ///< sends new samples for every try of a step, see Iteration
};

/// Watermark of a writer that has sent no sample.
inline constexpr std::int64_t kNoWatermark = std::numeric_limits<std::int64_t>::min();

/// The samples of an input that a step needs.
struct InputTiming {
  bool held = true;  ///< only its value at the start of the step
  std::int64_t look_ahead_ns =
      0;  ///< otherwise its samples up to this time after the end of the step
};

/// The client that writes some inputs, and the time up to which its samples are complete.
struct InputWriter {
  using Clock = ServingClock;

  ParticipantDeclaration declaration;
  bool declared = false;
  bool attached = false;
  bool controls = false;                          ///< its stream also advances the session
  std::int64_t watermark_ns = kNoWatermark;       ///< samples are complete up to and including here
  std::optional<Clock::time_point> last_message;  ///< none if no message has arrived

  // --- while no message arrives
  bool silent = false;    ///< its silence rule has been applied
  bool excluded = false;  ///< by SilencePolicy::kDetach, until it attaches again
  /// The replacements that the session writes for its samples: index of the input, and values.
  std::vector<std::pair<std::size_t, Substitute>> substitutes;
  std::int64_t substituted_until_ns = kNoWatermark;  ///< newest sample that the session wrote

  /// True if steps wait for the samples of this writer: it is declared as required, or it is the
  /// controller. Neither depends on when other clients connect, so that results do not depend on
  /// it.
  bool participates_in_barrier() const {
    return (declaration.required && !excluded) || (controls && !declaration.inputs.empty());
  }

  void forget_silence() {
    silent = false;
    substitutes.clear();
  }
};

/// The writers of the inputs of one session, and the barrier at which steps wait for their samples.
/// Used in the session's strand only. A pointer to a writer is valid until its detach(); a pointer
/// to a declared writer is always valid.
class InputWriters {
 public:
  using Timing = std::function<InputTiming(std::size_t input)>;

  /// @param sourced inputs that a source of the model writes
  InputWriters(std::vector<ParticipantDeclaration> declarations, Timing timing,
               std::vector<std::size_t> sourced = {});

  /// Checks that attach() would succeed if `leaving` were detached.
  /// @throws ServiceError(kParticipantExists, kInputOwned, kBadField)
  void check_attach(const std::string& participant_id, const std::vector<std::size_t>& inputs,
                    const InputWriter* leaving) const;
  /// Makes a participant the writer of these inputs.
  /// @throws what check_attach() throws
  InputWriter& attach(const std::string& participant_id, const std::vector<std::size_t>& inputs,
                      bool controls);
  void detach(InputWriter& writer);

  /// True if all inputs of `writer` are constant during a step.
  bool held(const InputWriter& writer) const;

  /// The writer of a declared or attached participant, or null.
  InputWriter* find(const std::string& participant_id) const;

  /// The declared participant that writes `input`, which must be one that iterates.
  InputWriter& owner(std::size_t input) const;

  /// The watermark that `writer` needs before the step [start, end] may run.
  std::int64_t needed_watermark(const InputWriter& writer, std::int64_t start_ns,
                                std::int64_t end_ns) const;

  /// True if the step [start, end] waits for no writer.
  bool released(std::int64_t start_ns, std::int64_t end_ns) const;
  std::vector<InputWriter*> holders(std::int64_t start_ns, std::int64_t end_ns) const;

  const std::vector<std::unique_ptr<InputWriter>>& all() const { return writers_; }

  /// Sets the time up to and including which the samples of this writer are complete. Does nothing
  /// if the participant is neither declared nor attached.
  void set_watermark(std::string_view participant_id, std::int64_t watermark_ns);

  /// Watermarks by participant, as a snapshot stores them.
  using Watermarks = std::vector<std::pair<std::string, std::int64_t>>;
  Watermarks watermarks() const;
  /// Sets the watermarks of all writers. A writer that is not in `watermarks` has sent no sample.
  void restore(const Watermarks& watermarks);

 private:
  void check_ownership(const InputWriter* self, const std::vector<std::size_t>& inputs,
                       const InputWriter* leaving) const;

  std::vector<std::unique_ptr<InputWriter>> writers_;
  Timing timing_;
  std::vector<std::size_t> sourced_;
};

}  // namespace raftup::server
