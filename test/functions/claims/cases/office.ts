import { everyAuditEntry } from '../../../claims/stored.ts';
import { Practice } from '../month/practice.ts';
import { acknowledgmentFile, claimsFile, remittanceFile, type Visit, writtenAt } from './files.ts';
import { atMoment } from './moments.ts';
import { type Outcome, type OutcomeFacts, outcomeOf } from './outcome.ts';
import type { Member, Response } from './responses.ts';
import { type Deed, type GivenFile, isResponse, type Situation, type Step } from './situation.ts';

type Json = ReturnType<typeof JSON.parse>;

/** A visit whose claim was sent, and what happens to it. */
export interface Chain extends Visit {
  readonly situation: Situation;
  readonly steps: readonly Step[];
  /** Ids of its claims. */
  readonly ids: Map<Member, string>;
  readonly numbers: Map<Member, string>;
  batch?: string;
}

/** Chains that are played at the same time. The engine and the functions are two processes. */
const atOnce = 4;

const perSubmission = 60;

/** Days of service, of which all are past. */
const dayCount = 500;

/** The practice whose claims come out as the situations say. */
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
    for (let at = 0; at < chains.length; at += perSubmission) {
      const some = chains.slice(at, at + perSubmission);
      const batch = await this.send(some.map(({ ids }) => ids.get('claim') ?? ''));
      for (const chain of some) chain.batch = batch;
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
      ...{ ids: new Map(), numbers, numberOf: (of) => numbers.get(of) ?? number },
    };
  }

  /** Sends claims, and returns BHT03 of their file. */
  async send(claim_ids: readonly string[]): Promise<string> {
    const { submissions } = await this.practice.done('submit-claims', { body: { claim_ids } });
    const { stores } = this.practice;
    const keys = await stores.keys('staging/');
    const key = keys.find((one) => one.endsWith(submissions[0].file_name)) ?? '';
    return /~\s*BHT\*0019\*00\*([^*]+)/.exec(await stores.read(key))?.[1] ?? '';
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
    for (const step of chain.steps) {
      if (isResponse(step)) {
        const position = chain.situation.steps.indexOf(step);
        await this.practice.receive(`${chain.number}.${step.kind}`, fileOf(chain, step, position));
      } else await atMoment(momentAfter(chain, step), () => this.#do(chain, step));
    }
  }

  async #do(chain: Chain, deed: Deed): Promise<void> {
    const { practice } = this;
    const path = { id: chain.ids.get('claim') ?? '' };
    if (deed.kind === 'correct') return this.#correct(chain, deed);
    if (deed.kind === 'send') return this.#sendWritten(chain, deed);
    if (deed.kind === 'void') {
      const made = await practice.done('void-claim', { path, body: {} });
      chain.ids.set('void', made.id);
      await this.send([made.id]);
      return;
    }
    const body = { subscriber: nextSubscriber };
    const made = await practice.done('create-secondary-claim', { path, body });
    chain.ids.set('next', made.id);
    chain.numbers.set('next', made.patient_control_number);
    await practice.done('release-claim', { path: { id: made.id }, body: {} });
    await this.send([made.id]);
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
    await this.send([made.id]);
  }

  async #sendWritten(chain: Chain, { number, as }: Extract<Deed, { kind: 'send' }>): Promise<void> {
    const [{ id, lane }] = await this.practice.all('list-claims', { patient_control_number: number });
    chain.ids.set(as, id);
    chain.numbers.set(as, number);
    if (lane === 'review') await this.practice.done('release-claim', { path: { id }, body: {} });
    await this.send([id]);
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
      unmatched: await this.practice.all('list-unmatched', { kind: 'payment' }),
      rejections: (await everyAuditEntry(this.practice.stores)).filter(
        ({ event_type }) => event_type === 'claim.payer_rejected',
      ),
    };
    return new Map(chains.map((chain) => [chain, outcomeOf(facts, chain)]));
  }

  /** Rows of the report of denials for a day of service. */
  denialsOn(day: string): Promise<readonly Json[]> {
    return this.practice.done('get-denials', { query: { service_from: day, service_to: day } });
  }
}

/** An hour after everything was written that comes before a deed in its situation. */
function momentAfter({ situation: { steps } }: Chain, deed: Deed): number {
  const written = steps
    .slice(0, steps.indexOf(deed))
    .map((step) => (step.kind === '835' || step.kind === '277CA' ? writtenAt(step).getTime() : 0));
  return Math.max(Date.now(), ...written.map((at) => at + 3_600_000));
}

function fileOf(chain: Chain, step: Response | GivenFile, position: number): string | Uint8Array {
  if (step.kind === 'file') return step.text;
  if (step.kind === '835') return remittanceFile(chain, step, position);
  return acknowledgmentFile(chain, step);
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
