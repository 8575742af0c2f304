import type { AnswerEffect } from './account-fields.ts';
import { foldedNumber } from './batch.ts';
import { type Chain, compareText, type Member } from './chain.ts';
import type { Adjudication, Answer, ClaimId, Instant, Submission } from './facts.ts';

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
    const submission = submissionFor(answer, members, arrivalOf(answer, answers));
    return submission === undefined ? [] : [{ answer, submission }];
  });
}

/** When the answer arrived first: senders repeat one in other envelopes. */
const arrivalOf = (answer: Answer, answers: readonly Answer[]): Instant =>
  answers
    .filter((other) => isRepetition(other, answer))
    .map(({ received_at }) => received_at)
    .toSorted(compareText)[0] ?? answer.received_at;

function isRepetition(one: Answer, other: Answer): boolean {
  const statement = ({ sender, number, code, day, written_on, written_at, reasons }: Answer): string =>
    JSON.stringify([sender, number, code, day, written_on, written_at, reasons]);
  return one.from === '277CA' && other.from === '277CA' && statement(one) === statement(other);
}

/**
 * Returns the submission in the file that the answer names, else the last submission sent no later than the answer. In doubt it is
 * the last one sent before the answer arrived, because a rejection must not get lost. The only submission of a claim always matches.
 */
function submissionFor(answer: Answer, members: readonly Member[], arrived: Instant): Submission | undefined {
  const all = members.flatMap(({ submissions }) => submissions);
  const named = all.filter(({ claim, number }) => isNamed(answer, claim, number));
  const known = named.length > 0 ? named : all.filter(({ claim }) => claim === answer.claim);
  const inFile = known.filter(({ batch }) => batch !== undefined && batch === answer.batch);
  const sent = known.filter(({ sent_at }) => sent_at !== undefined);
  const candidates = [inFile, sent, known].find((some) => some.length > 0)?.toSorted(bySending) ?? [];
  const [first, ...others] = candidates;
  const possible = [
    ...(first === undefined ? [] : [first]),
    ...others.filter(({ sent_at }) => sent_at === undefined || secondOf(sent_at) <= secondOf(arrived)),
  ];
  return possible.findLast((one) => wasSentBefore(one, answer)) ?? possible.at(-1);
}

/** S3 states in whole seconds when a file arrived. */
const secondOf = (at: Instant): string => at.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);

/** A 999 or TA1 was matched by position. A 277CA names the number, which a correction may share with its original. */
const isNamed = ({ from, number, claim: matched }: Answer, claim: ClaimId, own: string): boolean =>
  from === '277CA' && number !== undefined ? foldedNumber(own) === foldedNumber(number) : claim === matched;

const bySending = (a: Submission, b: Submission): number =>
  compareText(a.sent_at ?? '', b.sent_at ?? '') || a.n - b.n || compareText(a.key, b.key);

const halfDay = 12 * 3_600_000;

/** The local time of a sending in the westernmost time zone, as if it were UTC. Senders write local times without a zone. */
const timeEverywhere = (at: Instant): Instant => new Date(Date.parse(at) - halfDay).toISOString();

function wasSentBefore({ sent_at }: Submission, { day, written_on, written_at }: Answer): boolean {
  if (sent_at === undefined) return true;
  const time = timeEverywhere(sent_at);
  const isLaterDay = time.slice(0, 10) > (day ?? written_on);
  const isLater = written_at !== undefined && time > written_at;
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
    const later = own.filter(
      (one) => one.submission.n === submission.n && stages[one.answer.from] > stages[answer.from],
    );
    const effect =
      submission.n < member.latest.n
        ? 'earlier'
        : (effectAmong(rivals, answer) ?? effectBeside(decided, later.length > 0, answer));
    return { answer, member: member.id, n: submission.n, effect };
  });
}

function effectAmong(rivals: readonly Answer[], answer: Answer): AnswerEffect | undefined {
  if (answer.verdict === 'rejected')
    return rivals.some((rival) => revokes(rival, answer)) ? 'revoked' : undefined;
  const stage = stages[answer.from];
  const others = rivals.filter((rival) => rival !== answer && stages[rival.from] === stage);
  return others.some((rival) => replaces(rival, answer)) ? 'replaced' : undefined;
}

export const stages = { TA1: 0, '999': 1, '277CA': 2 } as const;

/** Receipts (A0, A1) replace nothing, and everything replaces them. Of one time an unclear answer gives way. */
function replaces(rival: Answer, answer: Answer): boolean {
  const [isReceipt, wasReceipt] = [rival.verdict === 'receipt', answer.verdict === 'receipt'];
  if (isReceipt !== wasReceipt) return wasReceipt;
  const order = byClocks(rival, answer);
  if (order !== 0) return order > 0;
  const [isUnclear, wasUnclear] = [rival.verdict === 'unclear', answer.verdict === 'unclear'];
  return isUnclear === wasUnclear ? byFile(rival, answer) > 0 : wasUnclear;
}

/** A payer takes a rejection back only if no clock has the acceptance earlier and one has it later. */
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

/** By the day of processing, then by that of the file, and its time. */
const byClocks = (a: Answer, b: Answer): number =>
  compareText(a.day ?? a.written_on, b.day ?? b.written_on) ||
  compareText(a.written_on, b.written_on) ||
  compareText(a.written_at ?? '', b.written_at ?? '');

/** By the production of the file. */
export const byFile = (a: Answer, b: Answer): number =>
  compareText(a.written_on, b.written_on) ||
  compareText(a.written_at ?? '', b.written_at ?? '') ||
  compareText(a.response, b.response) ||
  compareText(a.key, b.key);

/**
 * A decision about money, written on the day of a rejection or later, answers it, even if it was reversed since. A 277CA, which
 * follows an accepted file only, answers a 999 that does not state whether it accepts.
 */
function effectBeside(
  decided: readonly Adjudication[],
  hasLaterStage: boolean,
  { verdict, written_on }: Answer,
): AnswerEffect {
  if (verdict === 'unclear' && hasLaterStage) return 'answered';
  const isOpen = verdict === 'rejected' || verdict === 'unclear';
  return isOpen && decided.some((one) => one.written_on >= written_on) ? 'answered' : 'counts';
}
