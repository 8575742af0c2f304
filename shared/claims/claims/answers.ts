import { foldedNumber } from '../claim/batch.ts';
import { type Chain, compareText, type Member } from './chain.ts';
import type { Adjudication, Answer, ClaimId, Day, Submission } from './facts.ts';

/**
 * The effect of an answer. `counts`: it decides the lane, unless a stronger fact does. `answered`: a rejection that an adjudication
 * followed. `replaced`: by another answer of its sender. `revoked`: a rejection that its sender took back. `earlier`: the claim
 * was sent again since.
 */
export type AnswerEffect = 'counts' | 'answered' | 'replaced' | 'revoked' | 'earlier';

export interface PlacedAnswer {
  readonly answer: Answer;
  readonly member: ClaimId;
  readonly n: number;
  readonly effect: AnswerEffect;
}

interface About {
  readonly answer: Answer;
  readonly submission: Submission;
}

/** Finds the submission that each answer is about. */
export function placeAnswers({ members, answers }: Chain): readonly About[] {
  return answers.flatMap((answer) => {
    const submission = submissionFor(answer, members);
    return submission === undefined ? [] : [{ answer, submission }];
  });
}

/**
 * Returns the submission in the file that the answer names, else the last submission sent no later than the answer. The only
 * submission of a claim always matches.
 */
function submissionFor(answer: Answer, members: readonly Member[]): Submission | undefined {
  const all = members.flatMap(({ submissions }) => submissions);
  const named = all.filter(({ claim, number }) => isNamed(answer, claim, number));
  const known = named.length > 0 ? named : all.filter(({ claim }) => claim === answer.claim);
  const inFile = known.filter(({ batch }) => batch !== undefined && batch === answer.batch);
  const sent = known.filter(({ sent_at }) => sent_at !== undefined);
  const candidates = [inFile, sent, known].find((some) => some.length > 0)?.toSorted(bySending) ?? [];
  return candidates.findLast((one) => wasSentBefore(one, answer)) ?? candidates[0];
}

/** A 999 or TA1 was matched by position. A 277CA names the number, which a correction may share with its original. */
const isNamed = ({ from, number, claim: matched }: Answer, claim: ClaimId, own: string): boolean =>
  from === '277CA' && number !== undefined ? foldedNumber(own) === foldedNumber(number) : claim === matched;

const bySending = (a: Submission, b: Submission): number =>
  compareText(a.sent_at ?? '', b.sent_at ?? '') || a.n - b.n || compareText(a.key, b.key);

const halfDay = 12 * 3_600_000;

/** The day on which it was sent in the time zone that is the last to reach it: a sender writes days of its own calendar. */
const dayEverywhere = (at: string): Day => new Date(Date.parse(at) - halfDay).toISOString().slice(0, 10);

function wasSentBefore({ sent_at }: Submission, { day, written_on, written_at }: Answer): boolean {
  const isLaterDay = sent_at !== undefined && dayEverywhere(sent_at) > (day ?? written_on);
  const isLater = sent_at !== undefined && written_at !== undefined && sent_at > written_at;
  return !isLaterDay && !isLater;
}

/**
 * Returns the effect of each answer about a member. Only answers of one sender about one submission are compared.
 *
 * @param decided the adjudications that were assigned to the member, reversed ones included
 */
export function weighAnswers(
  member: Member,
  placed: readonly About[],
  decided: readonly Adjudication[],
): readonly PlacedAnswer[] {
  const own = placed.filter(({ submission }) => submission.claim === member.id);
  return own.map(({ answer, submission }): PlacedAnswer => {
    const rivals = own
      .filter((one) => one.submission.n === submission.n && one.answer.sender === answer.sender)
      .map((one) => one.answer);
    const effect =
      submission.n < member.latest.n
        ? 'earlier'
        : (effectAmong(rivals, answer) ?? effectBeside(decided, answer));
    return { answer, member: member.id, n: submission.n, effect };
  });
}

function effectAmong(rivals: readonly Answer[], answer: Answer): AnswerEffect | undefined {
  if (answer.verdict === 'rejected')
    return rivals.some((rival) => revokes(rival, answer)) ? 'revoked' : undefined;
  const stage = stages[answer.from];
  const others = rivals.filter((rival) => stages[rival.from] === stage && rival.verdict !== 'rejected');
  return others.some((rival) => rival !== answer && replaces(rival, answer)) ? 'replaced' : undefined;
}

export const stages = { TA1: 0, '999': 1, '277CA': 2 } as const;

/** Receipts (A0, A1) replace nothing, and everything replaces them. */
function replaces(rival: Answer, answer: Answer): boolean {
  const [isReceipt, wasReceipt] = [rival.verdict === 'receipt', answer.verdict === 'receipt'];
  return isReceipt === wasReceipt ? byProduction(rival, answer) > 0 : wasReceipt;
}

/** A payer takes a rejection back only if no clock says that the acceptance is earlier and one says that it is later. */
function revokes(rival: Answer, rejection: Answer): boolean {
  if (rival.verdict !== 'accepted' && rival.verdict !== 'pended') return false;
  if (stages[rival.from] < stages[rejection.from]) return false;
  const clocks = [
    compareKnown(rival.day, rejection.day),
    compareText(rival.written_on, rejection.written_on),
    compareKnown(rival.written_at, rejection.written_at),
  ];
  return clocks.every((order) => order >= 0) && clocks.some((order) => order > 0);
}

const compareKnown = (a: string | undefined, b: string | undefined): number =>
  a === undefined || b === undefined ? 0 : compareText(a, b);

/** By the day of processing, then by that of the file, its time, and the response. */
const byProduction = (a: Answer, b: Answer): number =>
  compareText(a.day ?? a.written_on, b.day ?? b.written_on) || byFile(a, b);

/** By the production of the file. */
export const byFile = (a: Answer, b: Answer): number =>
  compareText(a.written_on, b.written_on) ||
  compareText(a.written_at ?? '', b.written_at ?? '') ||
  compareText(a.response, b.response) ||
  compareText(a.key, b.key);

/** A decision about money, written on the day of a rejection or later, answers it, even if it was reversed since. */
function effectBeside(decided: readonly Adjudication[], { verdict, written_on }: Answer): AnswerEffect {
  const isOpen = verdict === 'rejected' || verdict === 'unclear';
  return isOpen && decided.some((one) => one.written_on >= written_on) ? 'answered' : 'counts';
}
