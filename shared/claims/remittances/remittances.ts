import type { EntryDraft } from '#audit/entries/chain.ts';
import type { Change } from '#claims/change.ts';
import type { Claim } from '#claims/claims/claim.ts';
import { chainsOf } from '#claims/claims/read-chains.ts';
import { deterministicId } from '#claims/deterministic-id.ts';
import type { FileRun } from '#claims/files/file-run.ts';
import { writtenTime } from '#claims/files/file-time.ts';
import { ItemQueue } from '#claims/files/item-queue.ts';
import type { ByteRange, OpenResponse, ResponseReading } from '#claims/files/response-processor.ts';
import type { ResponseWrite } from '#claims/files/response-write.ts';
import {
  findOrStore,
  finishResponse,
  refusedSetReason,
  withoutPositions,
} from '#claims/files/stored-response.ts';
import { type MoneyWrite, newDeposit } from '#claims/money/bank-line.ts';
import { adjustmentsByProvider, postToLedger } from '#claims/money/provider-ledger.ts';
import { settleDeposit } from '#claims/money/settle-deposits.ts';
import { maxPackedContent, packJson } from '#claims/packed-json.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import type { ClaimPayment, ProviderAdjustment, Remittance } from '#x12/835/model.ts';
import { remittanceIdentity } from '#x12/835/payment-checks.ts';
import { RemittanceReader, type RemittanceSummary } from '#x12/835/remittance-set.ts';
import type { SetContext } from '#x12/engine/consumer.ts';
import { guide835 } from '#x12/guides/835.ts';
import { contentKeys } from './judge.ts';
import { matchedTogether, matchPayments, postingRules, type RemittancePorts } from './posting-rules.ts';
import {
  noPostings,
  remittanceFacts,
  type StoredPayment,
  type StoredRemittance,
  summaryFacts,
} from './stored-remittance.ts';

/** Whether a remittance may pay again what another one has paid, so that a person has to decide whether it counts. */
const isPossibleReissue = async (ports: RemittancePorts, remittance: StoredRemittance): Promise<boolean> =>
  (await isKnownUnderOtherNumber(ports, remittance)) || (await paysAgainUnderItsNumber(ports, remittance));

/**
 * Whether every payment of a remittance is known under another number (TRN02) with the same content: a check or transfer that
 * was issued again. Without money there is nothing to pay twice, and payers repeat refusals.
 */
async function isKnownUnderOtherNumber(ports: RemittancePorts, remittance: StoredRemittance) {
  let hasMoney = false;
  for await (const matched of matchedPayments(ports, remittance)) {
    const isKnown = matched.every(({ payment, match, chains }) => {
      if (payment === undefined || match.result !== 'matched') return false;
      return chainsOf(chains, [match.claim]).some((claim) => hasPayment(claim, payment, remittance));
    });
    if (!isKnown) return false;
    hasMoney ||= matched.some(({ stored }) => stored.paid !== 0);
  }
  return hasMoney;
}

/**
 * Whether a remittance with the number, day and amount of another one pays a claim of the other one with other content: one check
 * cannot pay twice. Payments with the same content add nothing by themselves.
 */
async function paysAgainUnderItsNumber(ports: RemittancePorts, remittance: StoredRemittance) {
  const { same_numbers_as, balance, payment } = remittance;
  if (same_numbers_as === undefined || balance?.transaction.difference !== 0) return false;
  const other = await ports.remittances.find(same_numbers_as);
  if (other?.payment.amount !== payment.amount) return false;
  for await (const matched of matchedPayments(ports, remittance)) {
    const paysAgain = matched.some(
      ({ stored: { key, paid }, match, chains }) =>
        match.result === 'matched' &&
        paid !== 0 &&
        chainsOf(chains, [match.claim]).some((claim) => isPaidUnder(remittance, claim, key)),
    );
    if (paysAgain) return true;
  }
  return false;
}

/** Matches the payments of a remittance, the first one alone: for most remittances it decides. */
async function* matchedPayments(ports: RemittancePorts, remittance: StoredRemittance) {
  for (let next = 1; next <= remittance.claims; ) {
    const count = next === 1 ? 1 : matchedTogether;
    const stored = await ports.remittances.readPayments(remittance.id, next, count);
    if (stored.length === 0) return;
    yield matchPayments(ports, remittance, stored);
    next += stored.length;
  }
}

/** Whether another remittance with the same number paid the claim, with other content. */
function isPaidUnder(
  { id, payment: { trace, originator, date } }: StoredRemittance,
  { facts = [] }: Claim,
  key: string,
): boolean {
  const paying = facts.filter((fact) => fact.fact === 'adjudication' && fact.paid !== 0);
  return (
    !paying.some((fact) => fact.key === key) &&
    paying.some(
      (fact) =>
        fact.fact === 'adjudication' &&
        fact.remittance !== id &&
        fact.trace === trace &&
        fact.payer.originator === originator &&
        fact.paid_on === date,
    )
  );
}

/** The key of an adjudication derives from its content, number and day. */
const hasPayment = ({ facts = [] }: Claim, payment: ClaimPayment, remittance: StoredRemittance): boolean =>
  facts.some((fact) => {
    if (fact.fact !== 'adjudication' || fact.trace === remittance.payment.trace) return false;
    const { trace, paid_on: date, payer } = fact;
    return contentKeys({ originator: payer.originator, trace, date })(payment) === fact.key;
  });

/** The beginning of a remittance: one ST of an 835. */
interface RemittanceHeader {
  readonly context: SetContext;
  readonly remittance: Remittance;
}

/**
 * Processes 835; the unit is a stored payment. A remittance is stored to its end before it is posted, because only its end
 * shows whether it balances.
 */
export const remittances = (
  ports: RemittancePorts,
): ResponseReading<RemittanceHeader, ClaimPayment, RemittanceSummary> => ({
  kind: '835',
  unit: 'item',
  listen: (run, parts) => ({
    set(context) {
      if (context.guide !== guide835 || !run.isSound(context)) return undefined;
      const reader = new RemittanceReader({
        remittance: (remittance) => parts.begin({ context, remittance }, context.set.offset),
        claim: (payment) => parts.item(payment),
        end: (summary) => parts.end(summary),
      });
      return reader.open(context);
    },
  }),
  async open(run, header) {
    const { context } = header;
    const identity = { id: idOf(header), digest: run.contentDigest(context) };
    const remittance = await findOrStore(run, ports.remittances, identity, async (id, sameNumbersAs) => ({
      ...newRemittance(id, run, header),
      ...(sameNumbersAs !== undefined && { same_numbers_as: sameNumbersAs }),
    }));
    return new OpenRemittance(run, ports, context, remittance);
  },
});

/** Payments and characters that are stored with one write: two blocks, each with an item. */
const maxStoredTogether = 256;
const maxCharacters = 2_500_000;
/** Progress that a remittance makes while it is stored; the rest is made while it is posted. */
const shareOfStoring = 0.25;
const attempts = 8;

class OpenRemittance implements OpenResponse<ClaimPayment, RemittanceSummary> {
  private readonly run: FileRun;
  private readonly ports: RemittancePorts;
  /** The set that it is read from, which may be of another file than the stored remittance. */
  private readonly context: SetContext;
  private remittance: StoredRemittance;
  /** Payments that wait to be stored, their characters, and how many are stored before them. */
  private waiting: StoredPayment[] = [];
  private readonly keyOf: ReturnType<typeof contentKeys>;
  private characters = 0;
  private stored = 0;
  private position = 0;

  constructor(run: FileRun, ports: RemittancePorts, context: SetContext, remittance: StoredRemittance) {
    this.run = run;
    this.ports = ports;
    this.context = context;
    this.remittance = remittance;
    this.keyOf = contentKeys(remittance.payment);
  }

  async take(payment: ClaimPayment, isApplied: boolean): Promise<void> {
    // A run that is cut off reports nothing, so each run reports a payment that is too long.
    const stored = this.storable(payment);
    if (isApplied) {
      this.stored++;
      return;
    }
    const isFull =
      this.waiting.length === maxStoredTogether || this.characters + stored.content.length > maxCharacters;
    if (this.waiting.length > 0 && isFull) await this.storeWaiting();
    const start = this.context.set.offset;
    this.position = start + (payment.position.offset - start) * shareOfStoring;
    this.waiting.push(stored);
    this.characters += stored.content.length;
  }

  async close(summary: RemittanceSummary, range: ByteRange): Promise<void> {
    if (this.waiting.length > 0) await this.storeWaiting();
    await retryOnConflict(() => this.balance(summary), attempts);
    await this.settle();
    await this.post(range);
  }

  /** The payment in its stored form. Without its content, if that is too long for an item, it cannot be posted. */
  private storable(payment: ClaimPayment): StoredPayment {
    const content = packJson(JSON.parse(JSON.stringify(payment, withoutPositions)));
    const isTooLong = content.length > maxPackedContent;
    if (isTooLong) {
      const message = 'A claim of the remittance is too long to be stored';
      const at = { segment: 'CLP', position: payment.position };
      this.run.refuse(refusedSetReason(this.context, { code: 'claim_too_long', message }, at));
    }
    return {
      remittance_id: this.remittance.id,
      number: payment.number,
      key: this.keyOf(payment),
      patient_control_number: payment.patientControlNumber,
      payer_control_number: payment.payerControlNumber,
      status_code: payment.statusCode,
      charge: payment.charge,
      paid: payment.paid,
      content: isTooLong ? '' : content,
    };
  }

  private async storeWaiting(): Promise<void> {
    const { waiting: payments, run } = this;
    const units = payments.length;
    const stored = this.stored + units;
    run.setPosition(this.position);
    this.waiting = [];
    this.characters = 0;
    this.stored = stored;
    let isRepeated = false;
    await retryOnConflict(async () => {
      const current = isRepeated ? await this.latest() : this.remittance;
      isRepeated = true;
      // Another file with the same remittance may have stored these payments.
      const isStored = current.state !== 'reading' || current.stored >= stored;
      this.remittance = isStored ? current : { ...current, stored };
      const put = {
        kind: 'response',
        response: this.remittance,
        replaces: { stored: current.stored },
      } as const;
      const writes: ResponseWrite[] = payments.map((payment) => ({ kind: 'payment', payment }));
      await run.commit('835', { units, entries: [], writes: isStored ? [] : [...writes, put] });
    }, attempts);
  }

  /** All payments are stored and their sums are known. Posting begins. */
  private async balance(summary: RemittanceSummary): Promise<void> {
    const { run } = this;
    const current = await this.latest();
    if (current.state !== 'reading') return;
    const known: StoredRemittance = { ...current, ...summaryFacts(summary), state: 'applying' };
    const isReissue = await isPossibleReissue(this.ports, known);
    const response: StoredRemittance = { ...known, ...(isReissue && { possible_reissue: true as const }) };
    const money = await settlementWrites(this.ports, response, summary.providerAdjustments, run.now());
    const put = { kind: 'response', response, replaces: { stored: current.stored } } as const;
    const entries = [receivedEntry(response, run.actor)];
    await run.commit('835', { units: 0, entries, writes: [put, ...money] });
  }

  /** Matches the deposit with a bank line that was imported before. */
  private settle(): Promise<void> {
    const { run, ports, remittance } = this;
    const write = (change: Change) => run.commit('835', { units: 0, ...change });
    const { actor } = run;
    return settleDeposit({ store: ports.reconciliation, write, actor, now: () => run.now() }, remittance.id);
  }

  private async post({ to }: ByteRange): Promise<void> {
    const { run, ports } = this;
    const from = this.context.set.offset;
    const remittance = await this.latest();
    const { id, claims, applied: before } = remittance;
    const queue = new ItemQueue(run, postingRules(run, ports, remittance), remittance, {
      before,
      unitsPerItem: 0,
      positionAfter: (_, applied) =>
        from + (to - from) * (shareOfStoring + ((1 - shareOfStoring) * applied) / claims),
    });
    for (let next = before; next < claims && queue.response.state !== 'applied'; ) {
      const payments = await ports.remittances.readPayments(id, next + 1, matchedTogether);
      if (payments.length === 0) throw new RangeError('Payments of a stored remittance are missing');
      for (const payment of payments) await queue.add(payment);
      next += payments.length;
    }
    await finishResponse(run, ports.remittances, await queue.finish(), { units: 0 });
  }

  private async latest(): Promise<StoredRemittance> {
    return (await this.ports.remittances.find(this.remittance.id)) ?? this.remittance;
  }
}

/** Numbers and sums only. */
const receivedEntry = (remittance: StoredRemittance, actor: string): EntryDraft => ({
  event_type: 'remittance.received',
  entity_type: 'remittance',
  entity_id: remittance.id,
  actor,
  payload: {
    file_id: remittance.file_id,
    amount: remittance.payment.amount / 100,
    claims: remittance.claims,
    charge: remittance.charge / 100,
    paid: remittance.paid / 100,
    balanced: remittance.balance?.balanced ?? false,
    provider_adjustments: remittance.provider_adjustments.length,
  },
});

/**
 * A remittance has the same id in every file. The id derives from trace, payer, date, amount and payee; without a trace,
 * from the control numbers.
 */
function idOf({ context: { interchange, group, set }, remittance }: RemittanceHeader): string {
  const { payment, payee } = remittance;
  if (payment.trace.trim() !== '') return deterministicId('835', remittanceIdentity(remittance));
  const place = [interchange.sender, interchange.controlNumber, group.controlNumber, set.controlNumber];
  return deterministicId('835', ...place, payment.amount, payment.date ?? '', payee.id ?? '');
}

const newRemittance = (
  id: string,
  run: FileRun,
  { context, remittance }: RemittanceHeader,
): StoredRemittance => ({
  ...{ id, kind: '835', state: 'reading', digest: run.contentDigest(context), applied: 0, stored: 0 },
  ...{ file_id: run.file.id, received_at: run.file.received_at },
  sender: context.interchange.sender,
  interchange_control_number: context.interchange.controlNumber,
  group_control_number: context.group.controlNumber,
  set_control_number: context.set.controlNumber,
  written_on: writtenTime(context.group, run.file.received_at).written_on,
  ...remittanceFacts(remittance),
  ...{
    claims: 0,
    charge: 0,
    paid: 0,
    provider_adjustments: [],
    reversals: [],
    counts: noPostings,
    billing_npis: [],
  },
});

/** The deposit of a remittance whose sums are known, and the entries of its provider-level adjustments. */
async function settlementWrites(
  ports: Pick<RemittancePorts, 'findLedgerAccount'>,
  remittance: StoredRemittance,
  adjustments: readonly Pick<
    ProviderAdjustment,
    'provider' | 'reason' | 'reference' | 'amount' | 'fiscalPeriod'
  >[],
  now: Date,
): Promise<readonly MoneyWrite[]> {
  const facts = adjustments.map(({ provider, reason, reference, fiscalPeriod, amount }) => ({
    ...{ provider, reason, amount },
    ...(reference !== undefined && { reference }),
    ...(fiscalPeriod !== undefined && { fiscal_period: fiscalPeriod }),
  }));
  const postings = [...adjustmentsByProvider(remittance, facts)].map(
    async ([provider, own]): Promise<MoneyWrite> => {
      const before = await ports.findLedgerAccount(remittance.payer.id ?? '', provider);
      return { kind: 'ledger-posting', before, ...postToLedger(before, remittance, provider, own, now) };
    },
  );
  const deposit: MoneyWrite = { kind: 'deposits', changes: [{ after: newDeposit(remittance) }] };
  return [deposit, ...(await Promise.all(postings))];
}
