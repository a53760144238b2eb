/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The writers' protocol of kernel/events/ring/ring.h, for spin.
 *
 * Writers of LEVELS contexts of one CPU (task, interrupt, NMI) write RECORDS records of
 * one unit each into a ring of SIZE units; a context can be interrupted between any two
 * of its steps by a higher one, which then runs to its end. A step is one load, one
 * store, or the compare-and-exchange. On another CPU the reader follows data_head and
 * moves data_tail. Memory is taken to be sequentially consistent: the barriers are
 * what makes it so for what matters here.
 *
 * Checked: every record below data_head is complete; data_head never goes back; the
 * reader finds the records it expects in their places; each wake-up that becomes due
 * is given, and not before the record that made it due can be seen; when all is quiet
 * everything is published and no writer counts as open.
 *
 * scripts/perf/check/models runs it, as it is and with each of these defined, and
 * expects an error from each:
 *
 *	NO_SECOND_LOOK	the outermost writer does not look at head again
 *	PUBLISH_NESTED	every writer publishes
 *	ENTER_LATE	a writer counts itself in after it has reserved
 *	NO_ROOM_CHECK	records are written whether or not there is room
 *	NOTE_LATE	the wake-ups given so far are noted after counting in
 *	WAKE_NESTED	a writer inside another one gives wake-ups too
 */
#ifndef LEVELS
#define LEVELS	3
#endif
#ifndef SIZE
#define SIZE	3
#endif
#ifndef RECORDS
#define RECORDS	1
#endif
#define TOTAL	(LEVELS * RECORDS)	/* positions, none used twice */

byte top = 0;		/* level that runs, counted from 1; 0: idle */
byte head = 0;
byte data_head = 0;
byte data_tail = 0;
byte nest = 0;
byte wakeups = 0;
byte slot[SIZE];	/* record that is stored there, plus one */
bool complete[TOTAL];
byte lost = 0;
byte written = 0;
byte finished = 0;
bool due = false;	/* a wake-up has become due and was not given */
byte due_head = 0;	/* what must be published before it is */

/* One step of a context: only while nothing above it runs. */
#define STEP(statement)	atomic { top == level -> statement }

inline publish(value)
{
	d_step {
		assert(value >= data_head);
		data_head = value;
		i = 0;
		do
		:: i < value -> assert(complete[i]); i++
		:: else -> break
		od;
		i = 0
	}
}

inline wake()
{
	d_step {
		if
		:: due -> assert(data_head >= due_head); due = false
		:: else
		fi
	}
}

proctype writer(byte level)
{
	byte below, noted, n, h, i, done = 0;
	bool room;

	do
	:: done < RECORDS ->
		/* begin: an interrupt arrives */
		atomic { top < level -> below = top; top = level };
#ifndef NOTE_LATE
		STEP(noted = wakeups);
#endif
#ifndef ENTER_LATE
		STEP(n = nest);
		STEP(nest = n + 1);
#endif
#ifdef NOTE_LATE
		STEP(noted = wakeups);
#endif
		/* reserve */
retry:
		STEP(h = head);
#ifdef NO_ROOM_CHECK
		room = true;
#else
		/* one unit stays free */
		STEP(room = (h - data_tail < SIZE - 1));
#endif
		if
		:: !room -> STEP(lost++)
		:: room ->
			atomic {
				top == level ->
				if
				:: head == h -> head = h + 1
				:: else -> goto retry
				fi
			};
			if
			:: true	/* no wake-up falls due with this record */
			:: STEP(n = wakeups);
			   atomic {
				top == level ->
				wakeups = n + 1;
				due = true;
				due_head = (h + 1 > due_head -> h + 1 : due_head)
			   }
			fi;
#ifdef ENTER_LATE
			STEP(n = nest);
			STEP(nest = n + 1);
#endif
			/* store */
			STEP(slot[h % SIZE] = h + 1; complete[h] = true; written++)
		fi;
		/* end */
#ifdef ENTER_LATE
		if
		:: !room -> goto out
		:: else
		fi;
#endif
		STEP(n = nest - 1);
		if
#ifndef PUBLISH_NESTED
		:: n > 0 ->
			STEP(nest = n);
#ifdef WAKE_NESTED
			atomic { top == level -> if :: noted != wakeups -> wake() :: else fi };
#endif
			goto out
		:: n == 0 ->
#else
		:: true ->
#endif
again:
			STEP(h = head);
			atomic { top == level -> publish(h) };
#ifdef PUBLISH_NESTED
			STEP(nest = n);
#else
			STEP(nest = 0);
#endif
#ifndef NO_SECOND_LOOK
			if
			:: atomic { top == level && head != h -> skip };
			   STEP(nest = 1);
			   goto again
			:: atomic { top == level && head == h -> skip }
			fi;
#endif
			atomic { top == level -> if :: noted != wakeups -> wake() :: else fi }
		fi;
out:
		/* return from the interrupt */
		atomic {
			top == level ->
			top = below;
			/* values that are dead: fewer states to tell apart */
			below = 0; noted = 0; n = 0; h = 0; room = false;
			done++
		}
	:: else -> break
	od;
	finished++
}

active proctype reader()
{
	byte h;

	do
	:: data_tail < data_head ->
		h = data_head;
		do
		:: data_tail < h ->
			assert(slot[data_tail % SIZE] == data_tail + 1);
			data_tail++
		:: else -> break
		od
	:: finished == LEVELS -> break
	od
}

init {
	byte level = 1;

	atomic {
		do
		:: level <= LEVELS -> run writer(level); level++
		:: else -> break
		od
	};

	/* all is quiet */
	finished == LEVELS && top == 0;
	assert(nest == 0);
	assert(data_head == head);
	assert(written + lost == TOTAL);
	assert(!due)
}
