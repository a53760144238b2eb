/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The protocol of kernel/events/sched/context.c, for spin: running a function on a context.
 *
 * Two CPUs switch between two tasks and an idle one, SWITCHES times each; with EXIT task 0 may exit.
 * On CPUs that are not part of the model, one caller installs an event for task 0, and another
 * changes an event of context 0 or 1, which may be another task's by now. With CLONES the two
 * contexts are equal, so tasks that follow each other swap them; with NEW task 0 has no context at
 * first, and the installer makes one.
 *
 * A step is what a lock or a store makes atomic. A CPU handles a call from another CPU only
 * between its own sequences, which run with interrupts off. Memory is taken to be sequentially
 * consistent: the barriers of perf_task_make_context() and __perf_event_task_sched_in() make it so.
 *
 * Checked: each function runs once, with the context's lock, on the CPU where the context is
 * active or while it is active nowhere; an event is installed in its task's context; the context of
 * a running task is active if it has events, and no other is; a context whose task has ended has
 * no events when all is quiet.
 *
 * scripts/perf/check/models runs it, as it is and with each of these defined, and expects an
 * error from each:
 *
 *	IGNORE_RUNNING	a context that is not active counts as inactive although its task runs
 *	CALL_ONCE	the caller does not try again if the task has moved
 *	NO_LOCK		a function runs on an inactive context without its lock
 *	SWAP_PINNED	contexts are swapped although one is pinned
 *	INSTALL_DEAD	the installer does not look whether the task has ended
 *	NO_TOMBSTONE	exit does not mark the context
 *	ANY_CPU		a called CPU runs the function without looking whether it is the right one
 *	NOT_ACTIVATED	a called CPU does not activate the context that got its first event
 */
#define CPUS	2
#define TASKS	2
#ifndef SWITCHES
#define SWITCHES 2
#endif
#define IDLE	2	/* the task of a CPU without one */
#define ENDED	3	/* the task of a context whose task has ended */
#define NONE	2	/* no context */
#define NOWHERE	2	/* no CPU */
#define INSTALLER 0
#define CHANGER	1

/* Contexts */
byte task_of[2];
byte active_on[2] = NOWHERE;
byte events[2];
byte pins[2];
bool locked[2];
bool mutex[2];
bool equal = false;

/* Tasks */
byte ctx_of[2];
byte last_cpu[2];
bool chosen[TASKS + 1];	/* a CPU runs it, or is about to */
bool ended = false;	/* task 0 does not run any more */
byte exits = 0;		/* steps of its exit that are done */

/* CPUs */
byte curr[CPUS] = IDLE;
byte task_ctx[CPUS] = NONE;
byte call_ctx[4];	/* of caller I to CPU C: [2 * C + I] */
bool called[4];

/* Callers */
bool done[2];
byte finished = 0;
byte stopped = 0;	/* CPUs */

/*
 * A section with the lock of @ctx: no other process sees its middle, but for that of call(), which
 * takes the lock in a step of its own.
 */
#define WITH_LOCK(ctx, section)	atomic { !locked[ctx] -> section }
#define RUNS(task)	(curr[0] == (task) || curr[1] == (task))

/* The function of a caller on @ctx, on CPU @on, or NOWHERE for one outside the model */
inline run_function(caller, ctx, on)
{
	assert(!done[caller]);
	assert(active_on[ctx] == NOWHERE || active_on[ctx] == on);
	if
	:: caller == INSTALLER ->
		assert(task_of[ctx] == 0 || task_of[ctx] == ENDED);
		events[ctx]++;
		equal = false
	:: else
	fi;
	done[caller] = true
}

inline activate(ctx, on)
{
	assert(active_on[ctx] == NOWHERE && task_ctx[on] == NONE);
	assert(task_of[ctx] == curr[on]);
	active_on[ctx] = on;
	task_ctx[on] = ctx
}

inline deactivate(ctx, on)
{
	assert(active_on[ctx] == on && task_ctx[on] == ctx);
	active_on[ctx] = NOWHERE;
	task_ctx[on] = NONE
}

/* perf_context_call_new(), in a section */
inline run_here(caller, ctx, on)
{
	if
	:: task_of[ctx] == curr[on] ->
		run_function(caller, ctx, on);
#ifndef NOT_ACTIVATED
		if
		:: events[ctx] > 0 -> activate(ctx, on)
		:: else
		fi
#endif
	:: else
	fi
}

/* perf_context_call_local(), called from another CPU */
inline answer(me, caller, k)
{
	k = call_ctx[2 * me + caller];
	if
#ifdef ANY_CPU
	:: true -> WITH_LOCK(k, run_function(caller, k, me))
#endif
	:: task_ctx[me] == k -> WITH_LOCK(k, run_function(caller, k, me))
	:: task_ctx[me] != k && task_of[k] == curr[me] -> WITH_LOCK(k, run_here(caller, k, me))
	:: else
	fi;
	atomic { called[2 * me + caller] = false; k = 0 }
}

#ifdef SWAP_PINNED
#define MAY_SWAP(a, b)	equal
#else
#define MAY_SWAP(a, b)	(equal && !pins[a] && !pins[b])
#endif

/* __perf_event_task_sched_out(): contexts that are equal change their tasks */
inline switch_out(me, next, k, other, swapped)
{
	k = task_ctx[me];
	if
	:: k != NONE && next != IDLE && ctx_of[next % 2] != NONE ->
		other = ctx_of[next];
		atomic {
			!locked[k] && !locked[other] ->
			if
			:: MAY_SWAP(k, other) ->
				task_of[k] = next;
				task_of[other] = curr[me];
				ctx_of[next] = k;
				ctx_of[curr[me]] = other;
				swapped = true
			:: else
			fi;
			other = 0
		}
	:: else
	fi;
	if
	:: k != NONE && !swapped -> WITH_LOCK(k, deactivate(k, me))
	:: else
	fi
}

/* __perf_event_task_sched_in() */
inline switch_in(me, next, k)
{
	if
	:: next != IDLE ->
		k = ctx_of[next];
		if
		:: k != NONE && task_ctx[me] != k ->
			atomic {
				!locked[k] ->
				if
				:: task_of[k] == next && events[k] > 0 -> activate(k, me)
				:: else
				fi
			}
		:: else
		fi
	:: else
	fi
}

/* perf_event_exit_task(), a step at a time: between two the task may be switched */
inline exit_step(me, k)
{
	if
	:: exits == 0 && ctx_of[0] == NONE -> exits = 6
	:: exits == 0 && ctx_of[0] != NONE ->
		/* perf_context_pin() */
		k = ctx_of[0];
		WITH_LOCK(k, pins[k]++; exits = 1)
	:: atomic {
		exits == 1 && !mutex[ctx_of[0]] ->
		mutex[ctx_of[0]] = true;
		exits = 2
	   }
	:: exits == 1 && mutex[ctx_of[0]]	/* sleeps */
	:: exits == 2 ->
		k = ctx_of[0];
		atomic {
			!locked[k] ->
			if
			:: active_on[k] != NOWHERE -> deactivate(k, me)
			:: else
			fi;
#ifndef NO_TOMBSTONE
			task_of[k] = ENDED;
#endif
			exits = 3
		}
	:: exits == 3 ->
		/* perf_task_set_context(), perf_children_end() */
		k = ctx_of[0];
		atomic {
			!locked[k] ->
			ctx_of[0] = NONE;
			events[k] = 0;
			equal = false;
			mutex[k] = false;
			pins[k]--;
			exits = 6
		}
	fi;
	k = 0
}

/* Between two sequences of CPU @me */
inline check_cpu(me)
{
	d_step {
		assert(curr[me] != IDLE || task_ctx[me] == NONE);
		assert(task_ctx[me] == NONE || ctx_of[curr[me] % 2] == task_ctx[me]);
		if
		:: curr[me] != IDLE && ctx_of[curr[me] % 2] != NONE ->
			k = ctx_of[curr[me]];
			assert(!events[k] || task_of[k] == ENDED || task_ctx[me] == k);
			k = 0
		:: else
		fi
	}
}

proctype cpu(byte me)
{
	byte next, k, other, switches;
	bool swapped;

	do
	:: true ->
	check_cpu(me);
	if
	:: called[2 * me] -> answer(me, 0, k)
	:: called[2 * me + 1] -> answer(me, 1, k)
	:: ((switches < SWITCHES || exits % 6) && finished < 2) || curr[me] != IDLE ->
		/* The scheduler chooses a task that runs nowhere */
		atomic {
			if
			:: !chosen[0] && !ended && (switches < SWITCHES || exits % 6) -> next = 0
			:: !chosen[1] && switches < SWITCHES -> next = 1
			:: true -> next = IDLE
			fi;
			switches = (switches < SWITCHES -> switches + 1 : switches);
			if
			:: next != IDLE -> last_cpu[next] = me; chosen[next] = true
			:: else
			fi
		};
		switch_out(me, next, k, other, swapped);
		atomic {
			if
			:: curr[me] == 0 && exits == 6 -> ended = true
			:: else
			fi;
			if
			:: curr[me] != IDLE -> chosen[curr[me]] = false
			:: else
			fi;
			curr[me] = next
		};
		switch_in(me, next, k);
		atomic { k = 0; other = 0; next = 0; swapped = false }
#ifdef EXIT
	:: curr[me] == 0 && exits < 6 ->
		exit_step(me, k)
#endif
	:: finished == 2 && curr[me] == IDLE -> switches = 0; break
	fi
	od;
	stopped++
}

/* perf_context_call_elsewhere() */
inline call(id, ctx)
{
	do
	:: true ->
		task = task_of[ctx];
		if
		:: task < TASKS && RUNS(task) ->
			on = last_cpu[task];
			atomic { call_ctx[2 * on + id] = ctx; called[2 * on + id] = true };
			!called[2 * on + id]
		:: else
		fi;
		if
		:: done[id] -> break
		:: else
		fi;
		/* perf_context_call_inactive() */
#ifndef NO_LOCK
		WITH_LOCK(ctx, locked[ctx] = true);
#endif
#ifdef IGNORE_RUNNING
		idle = (active_on[ctx] == NOWHERE);
#else
		d_step {
			idle = (active_on[ctx] == NOWHERE &&
				(task_of[ctx] == ENDED || !RUNS(task_of[ctx])))
		};
#endif
		if
		:: idle -> atomic { run_function(id, ctx, NOWHERE) }
		:: else
		fi;
		locked[ctx] = false;
#ifdef CALL_ONCE
		break
#else
		if
		:: idle -> break
		:: else
		fi
#endif
	od
}

/* perf_context_pin(), making a context first if there is none */
inline find_context(k)
{
	do
	:: true ->
		atomic {
			if
			:: ctx_of[0] == NONE && exits > 0 -> k = NONE
			:: ctx_of[0] == NONE && !exits -> ctx_of[0] = 0; task_of[0] = 0; k = 0
			:: else -> k = ctx_of[0]
			fi
		};
		if
		:: k == NONE -> break
		:: else
		fi;
		atomic {
			!locked[k] ->
			if
			:: ctx_of[0] != k
			:: ctx_of[0] == k && task_of[k] == ENDED -> k = NONE; break
			:: ctx_of[0] == k && task_of[k] != ENDED -> pins[k]++; break
			fi
		}
	od
}

proctype installer()
{
	byte k, task, on;
	bool idle;

	find_context(k);
	if
	:: k != NONE ->
		atomic { !mutex[k] -> mutex[k] = true };
		if
#ifdef INSTALL_DEAD
		:: true ->
#else
		:: task_of[k] != ENDED ->
#endif
			call(INSTALLER, k);
			assert(done[INSTALLER])
#ifndef INSTALL_DEAD
		:: else
#endif
		fi;
		mutex[k] = false;
		WITH_LOCK(k, pins[k]--)
	:: else
	fi;
	finished++
}

proctype changer()
{
	byte task, on;
	bool idle;

#ifdef NEW
	call(CHANGER, 1);
#else
	call(CHANGER, 0);
#endif
	assert(done[CHANGER]);
	finished++
}

init
{
	atomic {
		ctx_of[1] = 1;
		task_of[1] = 1;
		events[1] = 1;
#ifdef NEW
		ctx_of[0] = NONE;
		task_of[0] = ENDED;
#else
		events[0] = 1;
#endif
#ifdef CLONES
		equal = true;
#endif
		run cpu(0);
		run cpu(1);
		run installer();
		run changer()
	};
	stopped == CPUS;
	d_step {
		assert(active_on[0] == NOWHERE && active_on[1] == NOWHERE);
		if
		:: exits == 0 || exits == 6 ->
			assert(!pins[0] && !pins[1] && !mutex[0] && !mutex[1]);
			assert(task_of[0] != ENDED || !events[0]);
			assert(task_of[1] != ENDED || !events[1])
		:: else	/* in the middle of the exit */
		fi
	}
}
