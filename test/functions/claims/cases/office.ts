import { everyAuditEntry } from '../../../claims/stored.ts';
import { Practice } from '../month/practice.ts';
import {
  acknowledgmentFile,
  claimsFile,
  fileAnswer,
  remittanceFile,
  type Sending,
  type Visit,
  writtenAt,
} from './files.ts';
import { atMoment } from './moments.ts';
import { type Outcome, type OutcomeFacts, outcomeOf } from './outcome.ts';
import type { Member, Response } from './responses.ts';
import { type Arrival, type Deed, isArrival, type Settled, type Situation, type Step } from './situation.ts';

type Json = ReturnType<typeof JSON.parse>;

/** A visit whose claim was sent, and what happens to it. */
export interface Chain extends Visit {
  readonly situation: Situation;
  readonly steps: readonly Step[];
  /** Ids of its claims. */
  readonly ids: Map<Member, string>;
  readonly numbers: Map<Member, string>;
  batch?: string;
  /** The files in which its claims were sent. */
  readonly sendings: Sending[];
  /** Texts of the responses that arrived. */
  readonly arrived: string[];
  /** Items of the worklist that a person settled. */
  readonly settled: Set<string>;
}

/** How a chain is shown, and the kinds of its audit entries. */
export type ChainEnd = Partial<Outcome> & { readonly events: readonly string[] };

/** Chains that are played at the same time. The engine and the functions are two processes. */
const atOnce = 4;

const perSubmission = 60;

/** Days of service, of which all are past. */
const dayCount = 500;

/** The practice of the situations. */
export class Office {
  readonly practice: Practice;
  /** One day of service for each situation, so that reports of a day are those of the situation. */
  readonly #days = new Map<Situation, string>();
  #visits = 0;

  private constructor(practice: Practice) {
    this.practice = practice;
  }

  static open = async (): Promise<Office> => new Office(await Practice.open(7));
  readonly close = (): Promise<void> => this.practice.close();

  /** A visit for each order of the steps; their claims are received in one file, and sent. */
  async visit(orders: readonly { readonly situation: Situation; readonly steps: readonly Step[] }[]) {
    const chains = orders.map(({ situation, steps }) => this.#chainOf(situation, steps));
    await this.practice.receive('claims.837', claimsFile(chains));
    return this.#sendAll(chains);
  }

  async #sendAll(chains: readonly Chain[]): Promise<readonly Chain[]> {
    const claims = await this.practice.all('list-claims', { lane: 'ready' });
    const idByNumber = new Map(claims.map(({ id, patient_control_number }) => [patient_control_number, id]));
    for (const { number, ids } of chains) ids.set('claim', idByNumber.get(number) ?? '');
    for (const some of submissionsOf(chains)) {
      const sending = await this.send(some.map(({ ids }) => ids.get('claim') ?? ''));
      for (const chain of some) {
        chain.batch = sending.batch;
        chain.sendings.push(sending);
      }
    }
    return chains;
  }

  /** The claims of a file with these numbers, which are sent. */
  async given(
    file: Uint8Array,
    orders: readonly { readonly situation: Situation; readonly number: string }[],
  ) {
    await this.practice.receive('given.837', file);
    const chains = orders.map(({ situation, number }) => ({
      ...this.#chainOf(situation, situation.steps),
      ...{ number, numberOf: () => number },
    }));
    return this.#sendAll(chains);
  }

  #chainOf(situation: Situation, steps: readonly Step[]): Chain {
    const n = ++this.#visits;
    const day =
      this.#days.get(situation) ??
      new Date(Date.UTC(2025, 0, 1 + (this.#days.size % dayCount))).toISOString().slice(0, 10);
    this.#days.set(situation, day);
    const number = `SI7${String(n).padStart(5, '0')}`;
    const numbers = new Map<Member, string>();
    return {
      ...{ situation, steps, day, number, memberId: `M${number}`, lines: situation.lines ?? { L1: 125 } },
      ...{ ids: new Map(), sendings: [], arrived: [], settled: new Set() },
      ...{ numbers, numberOf: (of) => numbers.get(of) ?? number },
    };
  }

  /** Sends claims in one file. */
  async send(claim_ids: readonly string[]): Promise<Sending> {
    const { submissions } = await this.practice.done('submit-claims', { body: { claim_ids } });
    const { stores } = this.practice;
    const keys = await stores.keys('staging/');
    const [{ file_name, group_control_number, interchange_control_number }] = submissions;
    const key = keys.find((one) => one.endsWith(file_name)) ?? '';
    const batch = /~\s*BHT\*0019\*00\*([^*]+)/.exec(await stores.read(key))?.[1] ?? '';
    return { batch, group: group_control_number, interchange: interchange_control_number };
  }

  async #sendOf(chain: Chain, id: string): Promise<void> {
    chain.sendings.push(await this.send([id]));
  }

  /** Plays chains, some at the same time. Returns what could not be played. */
  async playAll(chains: readonly Chain[]): Promise<readonly string[]> {
    const waiting = [...chains];
    const failures: string[] = [];
    const work = async () => {
      for (let chain = waiting.shift(); chain !== undefined; chain = waiting.shift()) {
        const { name } = chain.situation;
        await this.play(chain).catch((error) => failures.push(`${name}: ${error}`));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return failures;
  }

  /** All steps of a chain, one after the other. */
  async play(chain: Chain): Promise<void> {
    for (const [n, step] of chain.steps.entries()) {
      if (isArrival(step)) {
        const position = chain.situation.steps.indexOf(step);
        const arrival = step.kind === 'settled' ? step.response : step;
        const text = fileOf(chain, arrival, position);
        chain.arrived.push(text);
        const isAnswer = step.kind === '277CA' && !chain.steps.slice(0, n).every(isArrival);
        if (isAnswer) await atMoment(momentAfter(chain.steps.slice(0, n + 1)), () => this.#post(text));
        else await this.practice.receive(`${chain.number}.${arrival.kind}`, text);
        if (step.kind === 'settled') await this.#settle(chain, step);
      } else if (step.kind === 'resend') await this.#resend(chain, momentAfter(chain.steps.slice(0, n)));
      else await atMoment(momentAfter(chain.steps.slice(0, n)), () => this.#do(chain, step));
    }
  }

  /** A 277CA arrives after the steps before it, at any time of its clock. Objects of the inbox have the real time. */
  async #post(text: string): Promise<void> {
    const headers = { 'Content-Type': 'text/plain' };
    await this.practice.done('parse-claim-acknowledgment', { text, headers });
  }

  /** All responses of chains arrive once more, in other bytes. */
  async repeat(chains: readonly Chain[]): Promise<void> {
    for (const { number, arrived } of chains)
      for (const text of arrived)
        await this.practice.receive(`${number}.again`, text.replaceAll('~', '~\r\n'));
  }

  /** A person settles the item of the response that just arrived. */
  async #settle(chain: Chain, { end, response }: Settled): Promise<void> {
    const items = await this.practice.all('list-unmatched', {
      kind: response.kind === '835' ? 'payment' : 'status',
    });
    const item = items.find(
      ({ id, patient_control_number: of }) => of === `${chain.number}Z` && !chain.settled.has(id),
    );
    // The number of the payer found the claim.
    if (item === undefined && end === 'attached') return;
    if (item === undefined) throw new Error('Nothing waits for a person');
    chain.settled.add(item.id);
    const path = { id: item.id };
    if (end === 'dismissed') {
      await this.practice.done('dismiss-unmatched', { path, body: { reason: 'not_ours' } });
      return;
    }
    const body = { claim_id: chain.ids.get('claim'), reason: 'verified_with_payer' };
    await this.practice.done('attach-unmatched', { path, body });
    if (end === 'taken back')
      await this.practice.done('take-back-unmatched', { path, body: { reason: 'entered_in_error' } });
  }

  /** A bulk run waits for its turns, so it needs a running clock. */
  async #resend(chain: Chain, moment: number): Promise<void> {
    const id = chain.ids.get('claim') ?? '';
    const run = await this.practice.bulk({ kind: 'resend' }, { claim_ids: [id] });
    if (run.done !== 1) throw new Error(`Not sent again: ${JSON.stringify(run.skipped_by_reason)}`);
    await atMoment(moment, () => this.#sendOf(chain, id));
  }

  async #do(chain: Chain, deed: Exclude<Deed, { kind: 'resend' }>): Promise<void> {
    const { practice } = this;
    const path = { id: chain.ids.get('claim') ?? '' };
    if (deed.kind === 'correct') return this.#correct(chain, deed);
    if (deed.kind === 'send') return this.#sendWritten(chain, deed);
    if (deed.kind === 'void') {
      const made = await practice.done('void-claim', { path, body: {} });
      chain.ids.set('void', made.id);
      await this.#sendOf(chain, made.id);
      return;
    }
    const body = { subscriber: nextSubscriber };
    const made = await practice.done('create-secondary-claim', { path, body });
    chain.ids.set('next', made.id);
    chain.numbers.set('next', made.patient_control_number);
    await practice.done('release-claim', { path: { id: made.id }, body: {} });
    await this.#sendOf(chain, made.id);
  }

  async #correct(chain: Chain, deed: Extract<Deed, { kind: 'correct' }>): Promise<void> {
    const path = { id: chain.ids.get(deed.of) ?? '' };
    const { content } = await this.practice.done('get-claim', { path });
    const [first, ...others] = content.lines;
    const { charge = first.charge } = deed;
    const code = deed.procedure ?? first.procedure.code;
    const modifiers = deed.procedure === undefined ? ['25'] : [];
    const lines = [{ ...first, charge, procedure: { ...first.procedure, code, modifiers } }, ...others];
    const number = deed.number === 'own' ? `${chain.number}C` : deed.number;
    const changed = {
      ...{ lines, total_charge: content.total_charge - first.charge + charge },
      ...(number !== undefined && { patient_control_number: number }),
    };
    const made = await this.practice.done('edit-claim', { path, body: { content: changed } });
    chain.ids.set(deed.as, made.id);
    if (number !== undefined) chain.numbers.set(deed.as, number);
    await this.#sendOf(chain, made.id);
  }

  async #sendWritten(chain: Chain, { number, as }: Extract<Deed, { kind: 'send' }>): Promise<void> {
    const [{ id, lane }] = await this.practice.all('list-claims', { patient_control_number: number });
    chain.ids.set(as, id);
    chain.numbers.set(as, number);
    if (lane === 'review') await this.practice.done('release-claim', { path: { id }, body: {} });
    await this.#sendOf(chain, id);
  }

  /** Files about the chains that were not applied. */
  async filesNotApplied(): Promise<readonly string[]> {
    const files = await this.practice.all('list-files');
    return files.flatMap(({ name, state }) =>
      /SI7\d{5}/.test(name) && state !== 'applied' ? [`${name} is ${state}`] : [],
    );
  }

  /** How the chains came out. Their claims are read anew. */
  async outcomes(chains: readonly Chain[]): Promise<ReadonlyMap<Chain, Outcome>> {
    const facts: OutcomeFacts = {
      claims: new Map((await this.practice.all('list-claims')).map((claim) => [claim.id, claim])),
      owed: await this.practice.all('list-patient-responsibility'),
      unmatched: await this.practice.all('list-unmatched'),
      rejections: (await everyAuditEntry(this.practice.stores)).filter(
        ({ event_type }) => event_type === 'claim.payer_rejected',
      ),
    };
    return new Map(chains.map((chain) => [chain, outcomeOf(facts, chain)]));
  }

  /** Chains as they are shown, with the number of their audit entries by kind and their open items. */
  async ends(chains: readonly Chain[]): Promise<ReadonlyMap<Chain, ChainEnd>> {
    const outcomes = await this.outcomes(chains);
    const entries = await everyAuditEntry(this.practice.stores);
    return new Map(
      chains.map((chain) => {
        const own = new Set(chain.ids.values());
        const events = entries.flatMap(({ entity_id, event_type }) =>
          own.has(entity_id) ? [event_type] : [],
        );
        return [chain, { ...outcomes.get(chain), events }];
      }),
    );
  }

  /** Rows of the report of denials for a day of service. */
  denialsOn(day: string): Promise<readonly Json[]> {
    return this.practice.done('get-denials', { query: { service_from: day, service_to: day } });
  }
}

/** An hour after everything was written that comes before, and a minute after each step. */
function momentAfter(steps: readonly Step[]): number {
  const written = steps.map((step) => (isResponse(step) ? writtenAt(step).getTime() : 0));
  return Math.max(Date.now(), ...written.map((at) => at + 3_600_000)) + steps.length * 60_000;
}

const isResponse = (step: Step): step is Response =>
  isArrival(step) && step.kind !== 'file' && step.kind !== 'settled';

/** The file of an arrival. `position` is its place among the steps of the situation. */
export function fileOf(chain: Chain, step: Exclude<Arrival, Settled>, position: number): string {
  if (step.kind === 'file') return step.text;
  if (step.kind === '835') return remittanceFile(chain, step, position).toString();
  if (step.kind === '277CA') return acknowledgmentFile(chain, step).toString();
  const sending = chain.sendings[step.sending];
  if (sending === undefined) throw new Error('The file that is answered was not sent');
  return fileAnswer(sending, step);
}

/** Chains that are sent together. A 999 or TA1 is about a whole file, so a chain with one is sent alone. */
function submissionsOf(chains: readonly Chain[]): readonly (readonly Chain[])[] {
  const isAlone = ({ steps }: Chain) => steps.some(({ kind }) => kind === '999' || kind === 'TA1');
  const together = chains.filter((chain) => !isAlone(chain));
  const some = Array.from({ length: Math.ceil(together.length / perSubmission) }, (_, n) =>
    together.slice(n * perSubmission, (n + 1) * perSubmission),
  );
  return [...some, ...chains.filter(isAlone).map((chain) => [chain])];
}

/** Rows of the report as `CO 50 50`, with what is still open of each denial. */
export const denialRows = (rows: readonly Json[]): readonly string[] =>
  rows
    .filter(({ open_amount }) => open_amount > 0)
    .map(({ group, reason, open_amount }) => `${group} ${reason} ${open_amount}`)
    .toSorted();

const nextSubscriber = {
  ...{ last_name: 'FERN', first_name: 'OLIVE', id: 'SUP123', entity_type: '1', id_qualifier: 'MI' },
  ...{ relationship: '18', claim_filing: 'CI', birth_date: '1980-04-01', gender: 'F' },
  address: { line1: '1 ELM STREET', city: 'DENVER', state: 'CO', zip: '80203' },
  payer: { last_name: 'SUPPLEMENT CO', id: '60054', id_qualifier: 'PI' },
};
