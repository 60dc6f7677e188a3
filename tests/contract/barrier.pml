/* The barrier that steps wait at: server/sessions/recording/input_writers.cpp, session_attention.cpp.
 *
 * Two required participants: HELD owes the sample at the start of a step, LINEAR also the one at its
 * end. Each connection may break once; samples on their way then are lost or come late. While a
 * participant is not heard the session may stand in for it.
 *
 * Verified for every order of events: no step is taken without the samples that it needs, no sample
 * changes once a step has used it, all steps are taken in the end (no deadlock).
 *
 * Two wrong versions must be found out: FORGET_END_OF_STEP (a barrier that never asks for the sample
 * at the end) and TRUST_LATE_SAMPLES (a participant that comes back overwrites what stood in). */
#define STEPS 3
#define HELD 0
#define LINEAR 1

chan wire[2] = [2] of { byte };  /* index of a sample on its way */
bool connected[2];
byte complete[2];                /* samples 0 .. complete - 1 are there: the watermark */
byte step_index;

typedef Series {
  bool written[STEPS + 3];
  bool used[STEPS + 3]
};
Series series[2];                /* what was really written: the barrier is checked against it */

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
     :: break              /* the rest arrives from a connection that only looks open */
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
  :: k < complete[p]    /* sent twice, or the session has stood in: ignored */
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
