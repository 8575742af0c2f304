import { beforeEach, describe, expect, test } from '@jest/globals';
import { maxReservation, maxTurn, type Reservation, type SeenHead, type Turn } from '#audit/append/turn.ts';
import { TurnTaking } from '#audit/append/turn-taking.ts';

let time: number;
let turns: TurnTaking;

beforeEach(() => {
  time = 1_000_000;
  turns = newTurns();
});

const newTurns = (random = () => 0.5) => new TurnTaking({ now: () => new Date(time), random });

const headAt = (sequence: number, turn?: Turn): SeenHead => ({
  sequence,
  hash: `hash-${sequence}`,
  created_at: '',
  turn,
});

/** Commits after `from` with this number of transactions to follow, and returns the head that it stores. */
function commit(from: SeenHead, following: number | undefined): SeenHead {
  const to = headAt(from.sequence + 1, turns.adviceAfter(from, following));
  const began = time;
  time += 10;
  turns.committed(from, to, began);
  return to;
}

const prompt = () => ({ isPatient: false, since: time });
const patient = () => ({ isPatient: true, since: time });

describe('the writer of a turn', () => {
  test('declares no more than a turn, and nothing at its end', () => {
    const lefts: number[] = [];
    let head = headAt(1);
    for (let n = 0; n < 100 && lefts.at(-1) !== 0; n++) {
      head = commit(head, Number.POSITIVE_INFINITY);
      lefts.push(head.turn?.left ?? -1);
    }
    expect(lefts[0]).toBeLessThan(maxTurn);
    expect(lefts).toEqual(lefts.toSorted((a, b) => b - a));
    expect(lefts.at(-1)).toBe(0);
    expect(time - 1_000_000).toBeLessThanOrEqual(maxTurn);
  });

  test('declares the time of the transactions that follow', () => {
    expect(commit(headAt(1), 1).turn?.left).toBeLessThan(20);
    expect(commit(commit(headAt(1), 1), 0).turn?.left).toBe(0);
    expect(commit(headAt(1), 0).turn).toBeUndefined();
    expect(commit(headAt(1), undefined).turn).toBeUndefined();
  });

  test('knows the head without reading it until the declared time is over', () => {
    const head = commit(headAt(1), 5);
    const { left = 0 } = head.turn ?? {};
    expect(turns.ownHead).toBe(head);
    expect(turns.waitAt(head, patient())).toBe(0);
    time += left;
    expect(turns.ownHead).toBe(head);
    time += 1;
    expect(turns.ownHead).toBeUndefined();
  });

  test('keeps its turn after a conflict, and loses it with the head', () => {
    const head = commit(headAt(1), 5);
    turns.lost(time, false);
    expect(turns.waitAt({ ...head }, patient())).toBe(0);
    turns.lost(time, true);
    expect(turns.ownHead).toBeUndefined();
  });

  test('makes a gap after its turn if others write, and a longer one if others take turns', () => {
    const end = () => commit(commit(headAt(1), 1), 0);
    turns.waitAt(headAt(1), prompt());
    expect(turns.waitAt(end(), patient())).toBe(0);
    turns.waitAt(headAt(9), prompt());
    const amongPeople = turns.waitAt(end(), patient());
    expect(amongPeople).toBeGreaterThan(5);
    expect(amongPeople).toBeLessThan(15);
    turns.waitAt(headAt(9, { writer: 'other', left: 0 }), prompt());
    const head = end();
    const among = turns.waitAt(head, patient());
    expect(among).toBeGreaterThan(2 * amongPeople);
    time += among;
    expect(turns.waitAt(head, patient())).toBe(0);
    time += 5000;
    expect(turns.hasRivals).toBe(false);
  });

  test('pauses after every fourth turn, because patient writers wait unseen', () => {
    const waits = Array.from({ length: 8 }, () => turns.waitAt(commit(commit(headAt(1), 1), 0), patient()));
    expect(waits.map((wait) => wait > 0)).toEqual([false, false, false, true, false, false, false, true]);
  });

  test('does not keep the head if its transactions are far apart', () => {
    let head = headAt(1);
    for (let n = 0; n < 2; n++) {
      head = commit(head, 5);
      time += 60;
      turns.begin();
    }
    expect(commit(head, 5).turn).toBeUndefined();
    for (let n = 0; n < 10; n++) {
      head = commit(head, 5);
      time += 1;
      turns.begin();
    }
    expect(commit(head, 5).turn?.left).toBeGreaterThan(0);
  });
});

describe('a writer that finds the turn of another one', () => {
  const taken = headAt(7, { writer: 'other', left: 100 });

  test('waits for its rest, and a patient one for longer', () => {
    expect(turns.waitAt(taken, prompt())).toBeGreaterThan(90);
    expect(turns.waitAt(taken, prompt())).toBeLessThanOrEqual(100);
    expect(newTurns().waitAt(taken, patient())).toBeGreaterThan(100);
  });

  test.each([prompt, patient])(
    'overtakes a writer that stopped, once the declared time is over',
    (waiting) => {
      turns.waitAt(taken, waiting());
      time += 99;
      expect(turns.waitAt(taken, waiting())).toBeGreaterThan(0);
      time += 1;
      expect(turns.waitAt(taken, waiting())).toBe(0);
    },
  );

  test.each([1e12, Number.POSITIVE_INFINITY, -5, Number.NaN])(
    'waits no longer than a turn if the head declares %d',
    (left) => {
      const wait = turns.waitAt(headAt(7, { writer: 'other', left }), prompt());
      expect(wait).toBeGreaterThanOrEqual(0);
      expect(wait).toBeLessThanOrEqual(maxTurn);
    },
  );

  test('waits for one more turn at most after its clock was set back', () => {
    turns.waitAt(taken, prompt());
    time -= 3_600_000;
    expect(turns.waitAt(taken, prompt())).toBeLessThanOrEqual(100);
    time += 100;
    expect(turns.waitAt(taken, prompt())).toBe(0);
  });

  test('attempts at once if the turn has ended', () => {
    const ended = headAt(7, { writer: 'other', left: 0 });
    expect(turns.waitAt(ended, prompt())).toBe(0);
    expect(newTurns().waitAt(ended, patient())).toBe(0);
  });

  test('attempts at once after a lost race where nobody takes turns', () => {
    turns.lost(time, true);
    expect(turns.waitAt(headAt(8), patient())).toBe(0);
  });

  test('listens for a gap if it is patient and others are ahead', () => {
    turns.waitAt(taken, patient());
    time += 100;
    const ended = headAt(8, { writer: 'other', left: 0 });
    const wait = turns.waitAt(ended, patient());
    expect(wait).toBeGreaterThan(5);
    time += wait;
    expect(turns.waitAt(ended, patient())).toBe(0);
  });

  test('waits less with each turn, because its pause continues between turns', () => {
    turns = newTurns(() => 0.99);
    // Three lost races lengthen the pause.
    for (let n = 0; n < 3; n++) turns.lost(time, true);
    let wait = turns.waitAt(headAt(50, { writer: 'other', left: 0 }), patient());
    for (let sequence = 51; sequence < 55; sequence++) {
      // The next turn begins when 30 ms of the pause are over.
      time += 2.5 * 5 + 30;
      const next = turns.waitAt(headAt(sequence, { writer: 'other', left: maxTurn }), patient()) - maxTurn;
      expect(wait - next).toBeGreaterThan(20);
      expect(wait - next).toBeLessThanOrEqual(30);
      wait = next;
      time += maxTurn;
    }
  });

  test('counts as prompt after ten seconds', () => {
    const waiting = patient();
    time += 10_001;
    expect(turns.waitAt(headAt(8, { writer: 'other', left: 0 }), waiting)).toBe(0);
  });
});

describe('a reservation', () => {
  const reserved = (by: Partial<Reservation> = {}): Reservation => ({
    ...{ writer: 'other', patient: true, sequence: 7, left: 300, id: 'one' },
    ...by,
  });

  test('is made by a patient writer until it has been alone for twenty attempts', () => {
    turns.begin();
    time += 99;
    expect(turns.reservationAt(headAt(7), patient())).toMatchObject({ sequence: 7 });
    time += 1;
    expect(turns.reservationAt(headAt(7), patient())).toBeUndefined();
    turns.lost(time, true);
    expect(turns.reservationAt(headAt(8), patient())).toMatchObject({ sequence: 8 });
  });

  test('is made by a prompt writer only among rivals', () => {
    turns.begin();
    expect(turns.reservationAt(headAt(7), prompt())).toBeUndefined();
    turns.taken(reserved());
    expect(turns.reservationAt(headAt(8), prompt())).toMatchObject({ sequence: 8 });
    time += 5000;
    expect(turns.reservationAt(headAt(8), prompt())).toBeUndefined();
  });

  test('is not made during the own turn', () => {
    turns.begin();
    const head = commit(headAt(1), 5);
    expect(turns.reservationAt(head, patient())).toBeUndefined();
    expect(turns.reservationAt(headAt(3), patient())).toBeDefined();
  });

  test('lasts for three transactions of the measured length', () => {
    turns.begin();
    turns.requested(time - 8);
    expect(turns.reservationAt(headAt(1), patient())?.left).toBe(3 * 4 * 8);
    commit(headAt(1), 0);
    expect(turns.reservationAt(headAt(2), patient())?.left).toBe(3 * 10);
  });

  test('of another writer is waited for: a third of it first, then step by step', () => {
    turns.taken(reserved());
    expect(turns.waitAt(headAt(7), prompt())).toBeGreaterThan(90);
    expect(turns.waitAt(headAt(7), prompt())).toBeLessThanOrEqual(100);
    time += 150;
    expect(turns.waitAt(headAt(7), prompt())).toBeLessThanOrEqual(50);
    time += 149;
    expect(turns.waitAt(headAt(7), prompt())).toBeGreaterThan(0);
    expect(turns.expiredAt(headAt(7))).toBeUndefined();
    time += 1;
    expect(turns.waitAt(headAt(7), prompt())).toBe(0);
    expect(turns.expiredAt(headAt(7))).toEqual(reserved());
  });

  test('ends with its head', () => {
    turns.taken(reserved());
    expect(turns.waitAt(headAt(8), prompt())).toBe(0);
  });

  test('of a head that is gone, as after a restored backup, is waited for once', () => {
    turns.taken(reserved({ sequence: 1_000_000 }));
    expect(turns.waitAt(headAt(7), prompt())).toBeGreaterThan(0);
    time += 300;
    expect(turns.waitAt(headAt(7), prompt())).toBe(0);
    expect(turns.expiredAt(headAt(7))?.id).toBe('one');
  });

  test.each([1e12, Number.POSITIVE_INFINITY, -5, Number.NaN])('of %d milliseconds ends', (left) => {
    turns.taken(reserved({ left }));
    expect(turns.waitAt(headAt(7), prompt())).toBeLessThanOrEqual(maxReservation);
    time += maxReservation;
    expect(turns.waitAt(headAt(7), prompt())).toBe(0);
  });
});

test('a lost race doubles the longest pause', () => {
  const waitAfter = (losses: number) => {
    const one = newTurns(() => 0.99);
    for (let n = 0; n < losses; n++) one.lost(time, true);
    return one.waitAt(headAt(9, { writer: 'other', left: 0 }), patient()) - 2.5 * 5;
  };
  expect(Math.abs(waitAfter(2) - 2 * waitAfter(1))).toBeLessThan(3);
  expect(waitAfter(50)).toBeLessThan(1000);
});
