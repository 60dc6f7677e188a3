/* Who controls a session: server/sessions/session_streams.cpp, session_resume.cpp.
 *
 * Client A controls through stream 0; its connection may break unseen by the server, after which it
 * resumes through stream 1 with its token. Client B wants to control through stream 2: it is refused
 * until A's lease is over, or A hands over by giving its token away. Messages of a stream that only
 * looks open arrive late; leases end at any time at which nothing has been heard.
 *
 * Verified for every order of events: never two controllers, every step is taken once and by the
 * controller, a client that is told of a step was the one that ordered it, all steps are taken in
 * the end (no deadlock).
 *
 * Two wrong versions must be found out: KEEP_THE_OLD (a takeover leaves the old stream in control)
 * and STEP_UNASKED (an Advance that does not compare where it starts). */
#define STEPS 3
#define STREAMS 3
#define NOBODY 9

mtype = { granted, refused, stepped, ended };
chan attach = [2] of { byte, bool };           /* stream, knows the controller's token */
chan advance[STREAMS] = [2] of { byte };       /* expected_step_index */
chan answer[STREAMS] = [3] of { mtype, byte }; /* what, step_index */

byte controller = NOBODY;
bool controls[STREAMS];
bool lease_over[STREAMS];
bool handed_over;
bool broken;                                   /* stream 0, as its client sees it */
bool repeated;                                 /* an Advance of stream 0 */
byte step_index;
byte taken[STEPS];                             /* how often each step was taken */

#define done (step_index == STEPS)

/* Orders steps through stream s until the session has them all or lets go of it. */
inline control(s, may_break) {
  do
  :: done -> break
  :: !done && (s == 2 || !handed_over) ->    /* who has handed over orders no more */
     advance[s]!next;
     if
     :: may_break -> broken = true             /* the Advance is still on its way */
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
          /* A token is of the stream that was in control when it was given: A's. */
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

/* Whoever is left takes the steps: nothing else may be the end. */
active proctype Outcome() {
  done
}
