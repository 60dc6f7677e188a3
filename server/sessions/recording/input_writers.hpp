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
  std::vector<std::size_t> inputs;                     ///< places in Simulation::inputs()
  std::optional<solver::Interpolation> interpolation;  ///< none = each input's own
  std::int64_t period_ns = 0;  ///< samples come at multiples of this; 0 = at any time
  SilenceRule silence;
  bool iterates = false;  ///< answers every try of a step: Iteration
};

/// Watermark of a writer that has not sent a sample.
inline constexpr std::int64_t kNoWatermark = std::numeric_limits<std::int64_t>::min();

/// What a step needs of an input.
struct InputTiming {
  bool held = true;                ///< only its value at the start of the step
  std::int64_t look_ahead_ns = 0;  ///< else its samples to this far beyond the end of the step
};

/// Who writes an input and how far its samples are complete.
struct InputWriter {
  using Clock = ServingClock;

  ParticipantDeclaration declaration;
  bool declared = false;
  bool attached = false;
  bool controls = false;                          ///< the stream attached also advances the session
  std::int64_t watermark_ns = kNoWatermark;       ///< samples are complete up to and including here
  std::optional<Clock::time_point> last_message;  ///< none yet

  // --- while no message of it comes
  bool silent = false;    ///< its rule has been applied
  bool excluded = false;  ///< by SilencePolicy::kDetach, until it attaches again
  /// What the session writes in its place: input, and values.
  std::vector<std::pair<std::size_t, Substitute>> substitutes;
  std::int64_t substituted_until_ns = kNoWatermark;  ///< newest sample that the session wrote

  /// Steps wait for it: declared as required, or a controller for its own samples. Neither depends
  /// on when somebody else connects, so results do not either.
  bool participates_in_barrier() const {
    return (declaration.required && !excluded) || (controls && !declaration.inputs.empty());
  }

  void forget_silence() {
    silent = false;
    substitutes.clear();
  }
};

/// Ownership of the inputs of one session and the barrier that steps wait at. Used in the session's
/// strand only. Pointers to writers stay valid until their detach(), those to declared ones always.
class InputWriters {
 public:
  using Timing = std::function<InputTiming(std::size_t input)>;

  InputWriters(std::vector<ParticipantDeclaration> declarations, Timing timing);

  /// Whether attach() would do, were `leaving` gone.
  /// @throws ServiceError(kParticipantExists, kInputOwned, kBadField)
  void check_attach(const std::string& participant_id, const std::vector<std::size_t>& inputs,
                    const InputWriter* leaving) const;
  /// Takes over the inputs.
  /// @throws what check_attach() throws
  InputWriter& attach(const std::string& participant_id, const std::vector<std::size_t>& inputs,
                      bool controls);
  void detach(InputWriter& writer);

  /// Whether all inputs of `writer` are held through a step.
  bool held(const InputWriter& writer) const;

  /// The writer of a participant, declared or attached; null where there is none.
  InputWriter* find(const std::string& participant_id) const;

  /// The declared participant that writes `input`, which must be one that iterates.
  InputWriter& owner(std::size_t input) const;

  /// The watermark that `writer` needs before the step [start, end] may run.
  std::int64_t needed_watermark(const InputWriter& writer, std::int64_t start_ns,
                                std::int64_t end_ns) const;

  /// Whether nobody holds the step [start, end].
  bool released(std::int64_t start_ns, std::int64_t end_ns) const;
  std::vector<InputWriter*> holders(std::int64_t start_ns, std::int64_t end_ns) const;

  const std::vector<std::unique_ptr<InputWriter>>& all() const { return writers_; }

  /// Samples of this writer are complete up to and including `watermark_ns`; nothing happens where
  /// it is neither declared nor attached.
  void set_watermark(std::string_view participant_id, std::int64_t watermark_ns);

  /// Watermarks by participant, to keep with a checkpoint and to put back.
  using Watermarks = std::vector<std::pair<std::string, std::int64_t>>;
  Watermarks watermarks() const;
  /// Those not in `watermarks` start anew.
  void restore(const Watermarks& watermarks);

 private:
  void check_ownership(const InputWriter* self, const std::vector<std::size_t>& inputs,
                       const InputWriter* leaving) const;

  std::vector<std::unique_ptr<InputWriter>> writers_;
  Timing timing_;
};

}  // namespace raftup::server
