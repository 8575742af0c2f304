import { everyAuditEntry } from '../../../claims/stored.ts';
import { Practice } from '../month/practice.ts';
import { acknowledgmentFile, claimsFile, remittanceFile, type Visit } from './files.ts';
import { type Outcome, type OutcomeFacts, outcomeOf } from './outcome.ts';
import type { Member } from './responses.ts';
import { type Deed, isResponse, type Situation, type Step } from './situation.ts';

type Json = ReturnType<typeof JSON.parse>;

/** A visit whose claim was sent, and what happens to it. */
export interface Chain extends Visit {
  readonly situation: Situation;
  readonly steps: readonly Step[];
  /** Ids of its claims. */
  readonly ids: Map<Member, string>;
  readonly numbers: Map<Member, string>;
}

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

  readonly dayOf = (situation: Situation): string => this.#days.get(situation) ?? '';

  /** A visit for each order of the steps; their claims are received in one file, and sent. */
  async visit(orders: readonly { readonly situation: Situation; readonly steps: readonly Step[] }[]) {
    const chains = orders.map(({ situation, steps }) => this.#chainOf(situation, steps));
    await this.practice.receive('claims.837', claimsFile(chains));
    const claims = await this.practice.all('list-claims', { lane: 'ready' });
    const idByNumber = new Map(claims.map(({ id, patient_control_number }) => [patient_control_number, id]));
    for (const { number, ids } of chains) ids.set('claim', idByNumber.get(number) ?? '');
    const all = chains.flatMap(({ ids }) => [...ids.values()]);
    for (let at = 0; at < all.length; at += 60) await this.send(all.slice(at, at + 60));
    return chains;
  }

  #chainOf(situation: Situation, steps: readonly Step[]): Chain {
    const n = ++this.#visits;
    const day = this.#days.get(situation) ?? new Date(Date.UTC(2025, 0, 1 + this.#days.size)).toISOString().slice(0, 10);
    this.#days.set(situation, day);
    const number = `SI7${String(n).padStart(5, '0')}`;
    const numbers = new Map<Member, string>();
    return {
      ...{ situation, steps, day, number, memberId: `M${number}`, lines: situation.lines ?? { L1: 125 } },
      ...{ ids: new Map(), numbers, numberOf: (of) => numbers.get(of) ?? number },
    };
  }

  readonly send = (claim_ids: readonly string[]): Promise<Json> =>
    this.practice.done('submit-claims', { body: { claim_ids } });

  /** All steps of a chain, one after the other. */
  async play(chain: Chain): Promise<void> {
    for (const step of chain.steps) {
      if (!isResponse(step)) await this.#do(chain, step);
      else {
        const position = chain.situation.steps.indexOf(step);
        const file =
          step.kind === '835' ? remittanceFile(chain, step, position) : acknowledgmentFile(chain, step);
        await this.practice.receive(`${chain.number}.${step.kind}`, file);
      }
    }
  }

  async #do(chain: Chain, deed: Deed): Promise<void> {
    const { practice } = this;
    const idOf = (member: Member) => ({ id: chain.ids.get(member) ?? '' });
    if (deed.kind === 'correct') {
      const { content } = await practice.done('get-claim', { path: idOf(deed.of) });
      const [first, ...others] = content.lines;
      const charge = deed.charge ?? first.charge;
      const lines = [{ ...first, charge, procedure: { ...first.procedure, modifiers: ['25'] } }, ...others];
      const number = `${chain.number}${deed.as.slice(0, 1).toUpperCase()}`;
      const change = {
        ...{ lines, total_charge: content.total_charge - first.charge + charge },
        ...(deed.renumbered && { patient_control_number: number }),
      };
      const made = await practice.done('edit-claim', { path: idOf(deed.of), body: { content: change } });
      chain.ids.set(deed.as, made.id);
      if (deed.renumbered) chain.numbers.set(deed.as, number);
      await this.send([made.id]);
    } else if (deed.kind === 'void') {
      const made = await practice.done('void-claim', { path: idOf('claim'), body: {} });
      chain.ids.set('void', made.id);
      await this.send([made.id]);
    } else {
      const made = await practice.done('create-secondary-claim', {
        path: idOf('claim'),
        body: { subscriber: nextSubscriber },
      });
      chain.ids.set('next', made.id);
      chain.numbers.set('next', made.patient_control_number);
      await practice.done('release-claim', { path: { id: made.id }, body: {} });
      await this.send([made.id]);
    }
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
    return new Map(chains.map((chain) => [chain, outcomeOf(facts, [...chain.ids])]));
  }

  /** Denials of the situation in the report, `CO 50 50`, sorted. */
  async denialsOf(situation: Situation): Promise<readonly string[]> {
    const day = this.dayOf(situation);
    return denialRows(
      await this.practice.done('get-denials', { query: { service_from: day, service_to: day } }),
    );
  }
}

export const denialRows = (rows: readonly Json[]): readonly string[] =>
  rows.map(({ group, reason, amount }) => `${group} ${reason} ${amount}`).toSorted();

export const nextSubscriber = {
  ...{ last_name: 'FERN', first_name: 'OLIVE', id: 'SUP123', entity_type: '1', id_qualifier: 'MI' },
  ...{ relationship: '18', claim_filing: 'CI', birth_date: '1980-04-01', gender: 'F' },
  address: { line1: '1 ELM STREET', city: 'DENVER', state: 'CO', zip: '80203' },
  payer: { last_name: 'SUPPLEMENT CO', id: '60054', id_qualifier: 'PI' },
};
