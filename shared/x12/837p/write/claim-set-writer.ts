import { recordWriter } from '../../description/loop-writer.ts';
import { guide837p } from '../../guides/837p.ts';
import type { WriterInput, X12Writer } from '../../writer/writer.ts';
import { type ProfessionalClaim, professionalClaim, transaction } from '../model/claim.ts';
import { billingProvider, patient, subscriber } from '../model/party.ts';

const writeHeader = recordWriter(guide837p, '', transaction);
const writeBillingProvider = recordWriter(guide837p, '2010AA', billingProvider);
const writeSubscriber = recordWriter(guide837p, '2010BA', subscriber);
const writePatient = recordWriter(guide837p, '2010CA', patient);
const writeClaim = recordWriter(guide837p, '2300', professionalClaim);

type Claim = WriterInput<ProfessionalClaim>;

/** Place of a claim in the written file. Positions count the segments of the set from ST = 1, as a 999 does. */
export interface WrittenClaim {
  readonly claim: Claim;
  /** ST02 as a number. */
  readonly set: number;
  /** BHT03. */
  readonly batchId: string;
  readonly billingLevel: number;
  readonly subscriberLevel: number;
  readonly patientLevel: number | undefined;
  /** Of CLM and of the claim's last segment. */
  readonly first: number;
  readonly last: number;
}

export interface ClaimSetsOptions {
  readonly claimsPerSet: number;
  readonly firstSetNumber: number;
  readonly onWritten?: (claim: WrittenClaim) => void;
}

/** Maximum repeats of loop 2300 under one 2000B or 2000C (TR3). */
const claimsPerLevel = 100;

/**
 * Writes claims in transaction sets and hierarchical levels. The claims of one subscriber are held until the last one
 * arrives, because HL04 states whether dependents follow, and the subscriber's own claims come first.
 */
export class ClaimSetWriter {
  private readonly writer: X12Writer;
  private readonly options: ClaimSetsOptions;
  private held: Claim[] = [];
  private set: OpenSet | undefined;
  private sets = 0;

  constructor(writer: X12Writer, options: ClaimSetsOptions) {
    this.writer = writer;
    this.options = options;
  }

  add(claim: Claim): void {
    const [first] = this.held;
    const isSame =
      first?.subscriber === claim.subscriber &&
      first.billingProvider === claim.billingProvider &&
      first.transaction === claim.transaction;
    // At most one set of claims is held, even when a whole file has one subscriber.
    if (first && (!isSame || this.held.length >= this.options.claimsPerSet)) this.release();
    this.held.push(claim);
  }

  end(): void {
    this.release();
    this.endSet();
  }

  private release(): void {
    const { held } = this;
    const [first] = held;
    if (first === undefined) return;
    this.held = [];
    if (this.set?.transaction !== first.transaction) this.endSet();
    const own = held.filter(({ patient }) => patient === undefined);
    let rest = [...own, ...byPatient(held)];
    while (rest.length > 0) {
      const set = this.setWithRoom(first.transaction);
      const room = this.options.claimsPerSet - set.claims;
      const count = Math.min(room, claimsUnderOneSubscriber(rest));
      this.writeSubscriber(set, first, rest.slice(0, count));
      rest = rest.slice(count);
    }
  }

  private setWithRoom(transaction: Claim['transaction']): OpenSet {
    const part = this.set === undefined ? 1 : this.set.part + 1;
    if (this.set && this.set.claims >= this.options.claimsPerSet) this.endSet();
    if (this.set) return this.set;
    const number = this.options.firstSetNumber + this.sets++;
    this.set = {
      transaction,
      number,
      part,
      batchId: batchIdOf(transaction, part),
      claims: 0,
      levels: 0,
      billing: undefined,
    };
    this.writer.set(guide837p.set, number, guide837p.version);
    writeHeader(this.writer, { ...transaction, batchId: this.set.batchId });
    return this.set;
  }

  private endSet(): void {
    if (this.set) this.writer.endSet();
    this.set = undefined;
  }

  private writeSubscriber(
    set: OpenSet,
    { billingProvider, subscriber }: Claim,
    claims: readonly Claim[],
  ): void {
    const { writer } = this;
    if (set.billing?.provider !== billingProvider) {
      const level = this.writeLevel(set, undefined, '20', '1');
      set.billing = { provider: billingProvider, ...level };
      writeBillingProvider(writer, billingProvider);
    }
    const hasDependents = claims.some(({ patient }) => patient !== undefined);
    const subscriberLevel = this.writeLevel(set, set.billing.number, '22', hasDependents ? '1' : '0');
    writeSubscriber(writer, subscriber);
    let patientLevel: Level | undefined;
    let current: Claim['patient'];
    let underPatient = 0;
    for (const claim of claims) {
      const { patient } = claim;
      if (patient !== undefined && (patient !== current || underPatient === claimsPerLevel)) {
        patientLevel = this.writeLevel(set, subscriberLevel.number, '23', '0');
        writePatient(writer, patient);
        current = patient;
        underPatient = 0;
      }
      underPatient++;
      const first = writer.segmentCount + 1;
      writeClaim(writer, claim);
      set.claims++;
      this.options.onWritten?.({
        claim,
        set: set.number,
        batchId: set.batchId,
        billingLevel: set.billing.position,
        subscriberLevel: subscriberLevel.position,
        patientLevel: patientLevel?.position,
        first,
        last: writer.segmentCount,
      });
    }
  }

  private writeLevel(set: OpenSet, parent: number | undefined, code: string, child: string): Level {
    set.levels++;
    this.writer.segment(
      'HL',
      String(set.levels),
      parent === undefined ? undefined : String(parent),
      code,
      child,
    );
    return { number: set.levels, position: this.writer.segmentCount };
  }
}

interface OpenSet {
  readonly transaction: Claim['transaction'];
  readonly number: number;
  /** Number of the set among the sets of a split transaction, from 1. */
  readonly part: number;
  readonly batchId: string;
  claims: number;
  levels: number;
  billing: (Level & { readonly provider: Claim['billingProvider'] }) | undefined;
}

interface Level {
  /** HL01. */
  readonly number: number;
  /** Of the HL segment in the set. */
  readonly position: number;
}

/** Claims of dependents, grouped by patient in the order of their first claims. */
function byPatient(claims: readonly Claim[]): Claim[] {
  const groups = new Map<Claim['patient'], Claim[]>();
  for (const claim of claims) {
    if (claim.patient === undefined) continue;
    const group = groups.get(claim.patient);
    if (group) group.push(claim);
    else groups.set(claim.patient, [claim]);
  }
  return [...groups.values()].flat();
}

/** Claims that fit under one subscriber level: at most a hundred of the subscriber; each patient has a level. */
function claimsUnderOneSubscriber(claims: readonly Claim[]): number {
  const own = claims.findIndex(({ patient }) => patient !== undefined);
  const ownCount = own < 0 ? claims.length : own;
  return ownCount > claimsPerLevel ? claimsPerLevel : claims.length;
}

/** BHT03 is unique, so each further part of a split transaction gets a suffix. */
function batchIdOf({ batchId }: Claim['transaction'], part: number): string {
  if (part === 1) return batchId;
  const suffix = `-${part}`;
  return batchId.substring(0, 30 - suffix.length) + suffix;
}
