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

/// The declaration, made when the session is created, that a client will write some inputs.
struct ParticipantDeclaration {
  std::string participant_id;
  bool required = false;
  std::vector<std::size_t> inputs;  ///< indices into Simulation::inputs()
  /// None = the interpolation that each input declares.
  std::optional<solver::Interpolation> interpolation;
  std::int64_t period_ns = 0;  ///< times of samples must be multiples of this; 0 = any time
  SilenceRule silence;
  bool iterates = false;  ///< true if it sends new samples after every try of a step, see Iteration

  /// Lists the fields that are read from v1::ParticipantSpec; the inputs, the period and the
  /// timeout are read separately.
  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("participant_id", self.participant_id);
    field("required", self.required);
    field("interpolation", self.interpolation);
    self.silence.fields(self.silence, field);
  }
};

/// Watermark of a writer that has sent no sample yet.
inline constexpr std::int64_t kNoWatermark = std::numeric_limits<std::int64_t>::min();

/// Which samples of an input a step needs.
struct InputTiming {
  /// True if the step needs only the value at its start; false if it needs all samples up to
  /// look_ahead_ns after its end.
  bool held = true;
  std::int64_t look_ahead_ns = 0;  ///< time beyond the end of the step [ns]; 0 if held
};

/// A client that writes some inputs, and the time up to which its samples are complete.
struct InputWriter {
  using Clock = ServingClock;

  ParticipantDeclaration declaration;
  /// True if the participant was declared when the session was created.
  bool declared = false;
  /// True while a stream of the participant is attached.
  bool attached = false;
  bool controls = false;  ///< true if its stream also advances the session
  /// Its samples are complete up to and including this time.
  std::int64_t watermark_ns = kNoWatermark;
  /// Time of its newest message; none if no message has arrived.
  std::optional<Clock::time_point> last_message;

  // --- while no message arrives
  bool silent = false;    ///< true once its silence rule has been applied
  bool excluded = false;  ///< true if SilencePolicy::kDetach excludes it until it attaches again
  /// The replacements for its samples: index of the input, and the function that computes its
  /// values.
  std::vector<std::pair<std::size_t, Substitute>> substitutes;
  /// Time of the newest sample that the session has written in its place.
  std::int64_t substituted_until_ns = kNoWatermark;

  /// True if steps wait for the samples of this writer: either it is declared as required, or it is
  /// the controller and writes inputs. Neither condition depends on the time at which clients
  /// connect, so that the results do not depend on that time.
  bool participates_in_barrier() const {
    return (declaration.required && !excluded) || (controls && !declaration.inputs.empty());
  }

  void forget_silence() {
    silent = false;
    substitutes.clear();
  }
};

/// The writers of the inputs of one session, and the barrier at which steps wait for their samples.
/// Used in the session's strand only. A pointer to a declared writer is always valid; a pointer to
/// another writer is valid until detach() is called for it.
class InputWriters {
 public:
  using Timing = std::function<InputTiming(std::size_t input)>;

  /// @param timing returns which samples of an input a step needs
  /// @param sourced inputs that the model itself writes, by a source or by events
  InputWriters(std::vector<ParticipantDeclaration> declarations, Timing timing,
               std::vector<std::size_t> sourced = {});

  /// Checks that attach() would succeed after the writer `leaving` has been detached.
  /// @throws ServiceError(kParticipantExists, kInputOwned, kBadField)
  void check_attach(const std::string& participant_id, const std::vector<std::size_t>& inputs,
                    const InputWriter* leaving) const;
  /// Makes a participant the writer of these inputs.
  /// @param controls true if the stream of the participant also advances the session
  /// @throws ServiceError as check_attach() does
  InputWriter& attach(const std::string& participant_id, const std::vector<std::size_t>& inputs,
                      bool controls);
  void detach(InputWriter& writer);

  /// True if every input of `writer` is constant during a step.
  bool held(const InputWriter& writer) const;

  /// The writer of a declared or attached participant; null if there is none with this id.
  InputWriter* find(const std::string& participant_id) const;

  /// Returns the declared participant that writes `input`. It must be a participant that iterates.
  InputWriter& owner(std::size_t input) const;

  /// The smallest watermark of `writer` with which the step [start, end] can run [ns].
  std::int64_t needed_watermark(const InputWriter& writer, std::int64_t start_ns,
                                std::int64_t end_ns) const;

  /// True if the samples for the step [start, end] of all writers that take part in the barrier are
  /// complete.
  bool released(std::int64_t start_ns, std::int64_t end_ns) const;
  std::vector<InputWriter*> holders(std::int64_t start_ns, std::int64_t end_ns) const;

  const std::vector<std::unique_ptr<InputWriter>>& all() const { return writers_; }

  /// Sets the time up to and including which the samples of a participant are complete. Does
  /// nothing if the participant is neither declared nor attached.
  void set_watermark(std::string_view participant_id, std::int64_t watermark_ns);

  /// Watermarks of participants by their ids, as they are stored in a snapshot.
  using Watermarks = std::vector<std::pair<std::string, std::int64_t>>;
  Watermarks watermarks() const;
  /// Sets the watermarks of all writers. A writer without an entry in `watermarks` gets
  /// kNoWatermark. The function also ends the substitution of samples.
  void restore(const Watermarks& watermarks);

 private:
  void check_ownership(const InputWriter* self, const std::vector<std::size_t>& inputs,
                       const InputWriter* leaving) const;

  std::vector<std::unique_ptr<InputWriter>> writers_;
  Timing timing_;
  std::vector<std::size_t> sourced_;
};

}  // namespace raftup::server
