/* The barrier: a step waits until every required participant has delivered its samples.
 *
 * The code is in server/sessions: recording/input_writers.cpp (needed_watermark, released),
 * participants/input_port.cpp (accept_samples), participants/substitution.cpp (samples in place of
 * those of a silent participant) and advance_waits.cpp (participants become silent).
 *
 * There are two required participants. HELD must deliver the sample at the start of a step, LINEAR
 * also the one at its end. The connection of each may break once; samples in transit are then lost
 * or arrive late. While a participant is not connected, the session may write samples in its place.
 *
 * The following is verified for every order of events. No step is taken without the samples that it
 * needs. No sample changes after a step has used it. All steps are taken in the end, so that there
 * is no deadlock.
 *
 * Two faulty versions must be detected: FORGET_END_OF_STEP (a barrier that never requires the
 * sample at the end of a step) and TRUST_LATE_SAMPLES (samples of a participant that returns
 * overwrite those that the session has written in its place). */
#define STEPS 3
#define HELD 0
#define LINEAR 1

chan wire[2] = [2] of { byte };  /* index of a sample in transit */
bool connected[2];
byte complete[2];                /* samples 0 .. complete - 1 have been received: the watermark */
byte step_index;

typedef Series {
  bool written[STEPS + 3];
  bool used[STEPS + 3]
};
Series series[2];                /* the samples that were really written, to check the barrier */

#ifdef FORGET_END_OF_STEP
#define END_OF_STEP 0
#else
#define END_OF_STEP 1
#endif
#define needed(p) (step_index + 1 + (p == LINEAR -> END_OF_STEP : 0))
#define owes(p) (complete[p] < needed(p))

inline write(p, k) {
  assert(!series[p].used[k]);
  series[p].written[k] = true;
  if
  :: k >= complete[p] -> complete[p] = k + 1
  :: else
  fi
}

inline use(p, k) {
  assert(series[p].written[k]);
  series[p].used[k] = true
}

proctype Participant(byte p) {
  byte next;
  bool broken;
attach:
  atomic { connected[p] = true; next = complete[p] };  /* Attached.watermark_ns */
  do
  :: next > STEPS -> break
  :: next <= STEPS -> wire[p]!next; next++
  :: next <= STEPS && !broken ->
     broken = true;
     connected[p] = false;
     do
     :: wire[p]?_ -> skip  /* lost */
     :: break              /* the rest arrives late, from a connection that seems open */
     od;
     goto attach
  od
}

inline receive(p, k) {
  if
  :: k == complete[p] -> write(p, k)
#ifdef TRUST_LATE_SAMPLES
  :: k < complete[p] -> write(p, k)
#else
  :: k < complete[p]    /* sent twice, or replaced by the session: ignored */
#endif
  :: k > complete[p]    /* a gap: refused */
  fi;
  k = 0
}

proctype Session() {
  byte k;
  do
  :: step_index == STEPS -> break
  :: d_step { wire[HELD]?k -> receive(HELD, k) }
  :: d_step { wire[LINEAR]?k -> receive(LINEAR, k) }
  :: d_step {
       step_index < STEPS && !owes(HELD) && !owes(LINEAR) ->
       use(HELD, step_index);
       use(LINEAR, step_index);
       use(LINEAR, step_index + 1);
       step_index++
     }
  :: d_step {
       step_index < STEPS && owes(HELD) && !connected[HELD] ->
       write(HELD, complete[HELD])
     }
  :: d_step {
       step_index < STEPS && owes(LINEAR) && !connected[LINEAR] ->
       write(LINEAR, complete[LINEAR])
     }
  od;
end:
  do
  :: wire[HELD]?_
  :: wire[LINEAR]?_
  od
}

init {
  atomic { run Participant(HELD); run Participant(LINEAR); run Session() }
}
