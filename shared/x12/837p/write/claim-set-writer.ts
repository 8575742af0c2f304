import { guide837p } from '../../guides/837p.ts';
import { once } from '../../values/once.ts';
import type { WriterInput, X12Writer } from '../../writer/writer.ts';
import { type ProfessionalClaim, professionalClaim, transaction } from '../model/claim.ts';
import type { AnyField, FixedElement, RecordSpec } from '../model/field.ts';
import { layoutOf, type NamedField, orderOfLoop, type SegmentLayout, segmentAt } from '../model/layout.ts';
import { billingProvider, patient, subscriber } from '../model/party.ts';
import { isRecord, segmentText, type WritableRecord } from './segment-text.ts';

const writeHeader = recordWriter('', transaction);
const writeBillingProvider = recordWriter('2010AA', billingProvider);
const writeSubscriber = recordWriter('2010BA', subscriber);
const writePatient = recordWriter('2010CA', patient);
const writeClaim = recordWriter('2300', professionalClaim);

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

/** Writes a typed value, which has the fields of the description. */
function recordWriter<T extends object>(
  loop: string,
  spec: RecordSpec<T>,
): (writer: X12Writer, value: WriterInput<T>) => void {
  const write = once(() => loopWriter(loop, spec));
  return (writer, value) => write()(writer, value as WritableRecord, 0);
}

/** Writes a record; `index` is its place in the list that holds it. */
type RecordWriter = (writer: X12Writer, record: WritableRecord, index: number) => void;

/** Writes the segments of a loop and the loops under it by their description, in the order of the guide. */
function loopWriter(loop: string, spec: RecordSpec<object>): RecordWriter {
  const steps = joinGroups(stepsOf(loop, spec).sort((a, b) => a.order - b.order));
  const names = steps.map(({ name }) => name);
  const writers = steps.map(({ write }) => write);
  return (writer, record, index) => {
    for (let i = 0; i < names.length; i++) {
      const name = names[i];
      if (name === undefined || record[name] !== undefined) writers[i]?.(writer, record, index);
    }
  };
}

interface Step {
  readonly order: number;
  /** The only field that the step writes. */
  readonly name: string | undefined;
  /** Takes the record, or the group that `name` holds. */
  readonly write: RecordWriter;
  readonly isGroup?: boolean;
}

/** Makes one step of neighbors in the same group, so that a record without the group skips them at once. */
function joinGroups(steps: readonly Step[]): Step[] {
  const runs: Step[][] = [];
  for (const step of steps) {
    const run = runs.at(-1);
    if (step.isGroup && run?.[0]?.isGroup && run[0].name === step.name) run.push(step);
    else runs.push([step]);
  }
  return runs.flatMap((run): Step[] => {
    const [first] = run;
    if (first?.name === undefined || !first.isGroup) return run;
    const writers = run.map(({ write }) => write);
    const writeAll: RecordWriter = (writer, group, index) => {
      for (const write of writers) write(writer, group, index);
    };
    return [{ order: first.order, name: first.name, write: within(first.name, writeAll) }];
  });
}

function stepsOf(loop: string, spec: RecordSpec<object>): Step[] {
  const { fields, isParty } = spec;
  const own = layoutOf(loop, spec).map((layout): Step => {
    const write = segmentWriter(layout, spec.fixed ?? []);
    // A party without NM101 has no loop, but it may have segments in the level above.
    const isInLoop = layout.paths[0]?.startsWith(`${loop}/`);
    const writeParty: RecordWriter = (writer, record, index) => {
      if (record['role'] !== '') write(writer, record, index);
    };
    return {
      order: layout.order,
      name: onlyFieldOf(layout),
      write: isParty && isInLoop ? writeParty : write,
    };
  });
  const nested = Object.entries(fields).flatMap(([name, field]): Step[] => {
    if (field.kind !== 'record' && field.kind !== 'record-list') return [];
    const { place, record } = field;
    if (place === 'group') {
      return stepsOf(loop, record).map(({ order, write }) => ({ order, name, write, isGroup: true }));
    }
    if (typeof place !== 'object' || place.in !== 'loop') return [];
    const [first = ''] = place.loops;
    return [{ order: orderOfLoop(first), name, write: within(name, loopWriter(first, record)) }];
  });
  return [...own, ...nested];
}

function onlyFieldOf(layout: SegmentLayout): string | undefined {
  if (layout.kind === 'custom') return undefined;
  const [first, ...others] = layout.kind === 'elements' ? layout.fields : [layout.field];
  return others.length === 0 ? first?.[0] : undefined;
}

/** Writes the record, or each record of the list, that a field holds. */
function within(name: string, write: RecordWriter): RecordWriter {
  return (writer, record) => {
    const value = record[name];
    if (Array.isArray(value)) for (let i = 0; i < value.length; i++) write(writer, value[i], i);
    else if (isRecord(value)) write(writer, value, 0);
  };
}

function segmentWriter(layout: SegmentLayout, fixed: readonly FixedElement[]): RecordWriter {
  const [path = ''] = layout.paths;
  const { id, qualifier } = segmentAt(path);
  switch (layout.kind) {
    case 'custom': {
      const { custom } = layout;
      return (writer, record, index) => custom.write(record, writer, index);
    }
    case 'values': {
      const [name] = layout.field;
      return (writer, record) => {
        const values = record[name];
        if (Array.isArray(values)) for (const value of values) writer.segment(id, value);
      };
    }
    case 'records': {
      const [name, { record: spec }] = layout.field;
      const constants = fixed.filter(([segment]) => segment === id);
      const write = elementsWriter(id, undefined, Object.entries(spec.fields), constants);
      return within(name, write);
    }
    case 'elements': {
      const constants = fixed.filter(([segment]) => segment === layout.key);
      const byQualifier = new Map<string | undefined, (typeof layout.fields)[number][]>();
      for (const entry of layout.fields) {
        const value = whenOf(entry[1]) ?? qualifier;
        byQualifier.set(value, [...(byQualifier.get(value) ?? []), entry]);
      }
      const writers = [...byQualifier].map(([value, fields]) => elementsWriter(id, value, fields, constants));
      const [only] = writers;
      if (writers.length === 1 && only) return only;
      return (writer, record, index) => {
        for (const write of writers) write(writer, record, index);
      };
    }
  }
}

function whenOf(field: AnyField): string | undefined {
  if (field.kind !== 'element') return undefined;
  return field.place?.when;
}

/** Writes a segment when one of its fields has a value. A qualifier is the first element unless a field is. */
function elementsWriter(
  id: string,
  qualifier: string | undefined,
  fields: readonly NamedField[],
  fixed: readonly FixedElement[],
): RecordWriter {
  const constants: FixedElement[] = [...fixed];
  if (qualifier !== undefined) constants.unshift([id, 1, 0, qualifier]);
  if (id === 'DTP') constants.push([id, 2, 0, 'D8']);
  const textOf = segmentText(id, fields, constants);
  return (writer, record) => {
    const text = textOf(record);
    if (text !== '') writer.segmentOfText(text);
  };
}
