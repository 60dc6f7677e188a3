/* The controller of a session: leases, takeover and hand-over.
 *
 * The code is in server/sessions: session_streams.cpp (attach), subscribers.cpp (stream_to_replace)
 * and advance_schedule.cpp (the check of expected_step_index).
 *
 * Client A controls through stream 0. Its connection may break without the server noticing; A then
 * resumes through stream 1 with its token. Client B tries to control through stream 2. It is refused
 * until the lease of A has ended, or until A hands over by giving away its token. Messages of a
 * stream that only seems open arrive late. A lease may end at any time at which no message has been
 * received.
 *
 * The following is verified for every order of events. There are never two controllers. Every step
 * is taken once and by the controller. A client that is notified of a step has ordered it. All steps
 * are taken in the end, so that there is no deadlock.
 *
 * Two faulty versions must be detected: KEEP_THE_OLD (a takeover leaves the old stream in control)
 * and STEP_UNASKED (an Advance whose expected_step_index is not compared with the session's). */
#define STEPS 3
#define STREAMS 3
#define NOBODY 9

mtype = { granted, refused, stepped, ended };
chan attach = [2] of { byte, bool };           /* stream; true if it has the controller's token */
chan advance[STREAMS] = [2] of { byte };       /* expected_step_index */
chan answer[STREAMS] = [3] of { mtype, byte }; /* kind of answer, step_index */

byte controller = NOBODY;
bool controls[STREAMS];
bool lease_over[STREAMS];
bool handed_over;
bool broken;                                   /* connection of stream 0, as its client sees it */
bool repeated;                                 /* an Advance of stream 0 has been sent twice */
byte step_index;
byte taken[STEPS];                             /* how often each step was taken */

#define done (step_index == STEPS)

/* Orders steps through stream s until all are taken or the session closes the stream. */
inline control(s, may_break) {
  do
  :: done -> break
  :: !done && (s == 2 || !handed_over) ->    /* a client that has handed over orders none */
     advance[s]!next;
     if
     :: may_break -> broken = true             /* the Advance is still in transit */
     :: may_break && !repeated -> repeated = true; advance[s]!next  /* sent twice */
     :: skip
     fi;
     if
     :: !(broken && s == 0) ->
        if
        :: answer[s]?stepped, next
        :: answer[s]?ended, _ -> break
        :: done -> break
        fi
     :: broken && s == 0 -> break
     fi
  :: !done && s < 2 && !handed_over -> handed_over = true
  :: answer[s]?ended, _ -> break
  od
}

active proctype A() {
  byte next;
  attach!0, false;
  if
  :: answer[0]?granted, next ->
     control(0, true);
     if
     :: broken && !done ->
        attach!1, true;
        if
        :: answer[1]?granted, next -> control(1, false)
        :: answer[1]?refused, _               /* B has taken over in the meantime */
        fi
     :: else
     fi
  :: answer[0]?refused, _                     /* B was first */
  fi
}

active proctype B() {
  byte next;
  do
  :: done -> break
  :: !done ->
     attach!2, handed_over;
     if
     :: answer[2]?granted, next -> control(2, false); break
     :: answer[2]?refused, _ -> (controller == NOBODY || lease_over[controller] || handed_over || done)
     fi
  od
}

inline take_place(s) {
#ifndef KEEP_THE_OLD
  controls[controller] = false;
#endif
  answer[controller]!ended, 0;
  controller = s;
  controls[s] = true;
  lease_over[s] = false;
  answer[s]!granted, step_index
}

inline take_step(s, expected) {
  lease_over[s] = false;
  if
#ifdef STEP_UNASKED
  :: !done ->
#else
  :: !done && expected == step_index ->
#endif
     assert(controller == s);
     assert(expected == step_index);
     taken[step_index]++;
     assert(taken[step_index] == 1);
     step_index++;
     answer[s]!stepped, step_index
  :: else -> answer[s]!ended, 0; controls[s] = false; controller = NOBODY  /* STEP_CONFLICT */
  fi
}

active proctype Session() {
  byte s, expected;
  bool knows;
end:
  do
  :: atomic {
       attach?s, knows ->
       if
       :: controller == NOBODY ->
          controller = s; controls[s] = true; lease_over[s] = false; answer[s]!granted, step_index
       :: else ->
          if
          /* A token belongs to the stream that was in control when it was issued, a stream of A. */
          :: knows && controller < 2 -> take_place(s)
          :: !(knows && controller < 2) && s == 2 && lease_over[controller] -> take_place(s)
          :: else -> answer[s]!refused, 0
          fi
       fi;
       assert(controls[0] + controls[1] + controls[2] == 1)
     }
  :: atomic { advance[0]?expected -> if :: controls[0] -> take_step(0, expected) :: else fi }
  :: atomic { advance[1]?expected -> if :: controls[1] -> take_step(1, expected) :: else fi }
  :: atomic { advance[2]?expected -> if :: controls[2] -> take_step(2, expected) :: else fi }
  :: atomic { controller != NOBODY && !lease_over[controller] && empty(advance[controller]) && !done ->
              lease_over[controller] = true }
  od
}

/* Blocks until all steps are taken; a run that ends before is a deadlock. */
active proctype Outcome() {
  done
}
