import { type Organization, readOrganization } from '../277ca/model.ts';
import { lazilyEmpty } from '../description/generated-code.ts';
import type { Mutable } from '../engine/segment-handlers.ts';
import { optionalText, pack, type Segment } from '../reader/segment.ts';
import { readName, type StatusParties, type StatusPatient, statusPatient } from './model.ts';

const emptyPatient = lazilyEmpty(statusPatient);

const id = {
  bht: pack('BHT'),
  dmg: pack('DMG'),
  hl: pack('HL'),
  nm1: pack('NM1'),
} as const;

/** Levels by HL03, in order of depth. */
const levels = ['20', '21', '19', '22', '23'] as const;
type Level = (typeof levels)[number];

/** Level of an NM1 by NM101. The guide has neither AY nor 85, but some payers send them. */
const levelOf: ReadonlyMap<string, Level> = new Map([
  ['PR', '20'],
  ['AY', '20'],
  ['41', '21'],
  ['1P', '19'],
  ['85', '19'],
  ['IL', '22'],
  ['QC', '23'],
]);

const depthOf = (level: Level): number => levels.indexOf(level);

/**
 * The current levels of a 276 or 277. An HL opens a level and closes the levels below; an unknown HL03 is read as a
 * subscriber. Where an HL is missing, the NM1 of another level or of another patient opens it.
 */
export class TrackedHierarchy {
  /** HL03 of the current level; undefined before the first level. */
  level: Level | undefined;
  /** HL01 of the current level. */
  private hierarchy = '';
  /** True after the NM1 of the level. */
  isNamed = false;
  private reference = '';
  private created: string | undefined;
  /** Payer, receiver and provider. */
  private readonly parties: (Organization | undefined)[] = [undefined, undefined, undefined];
  /** Subscriber and dependent. */
  private readonly patients: (Mutable<StatusPatient> | undefined)[] = [undefined, undefined];
  private readonly leave: () => void;

  /** @param leave runs before another level opens */
  constructor(leave: () => void) {
    this.leave = leave;
  }

  get above(): StatusParties {
    const [payer, receiver, provider] = this.parties;
    const { reference, created } = this;
    return { reference, created, payer, receiver, provider };
  }

  get subscriber(): StatusPatient | undefined {
    return this.patients[0];
  }

  get dependent(): StatusPatient | undefined {
    return this.patients[1];
  }

  /** True at a level that has claims. */
  get isPatient(): boolean {
    return this.level === '22' || this.level === '23';
  }

  /** Reads a segment of the levels; false for any other segment. */
  read(segment: Segment): boolean {
    switch (segment.packedId) {
      case id.bht:
        this.reference = segment.text(3);
        this.created = segment.date(4);
        return true;
      case id.hl:
        this.open(levels.find((level) => segment.is(3, level)) ?? '22', segment.text(1));
        return true;
      case id.nm1:
        this.name(segment);
        return true;
      case id.dmg:
        this.describe(segment);
        return true;
      default:
        return false;
    }
  }

  private open(level: Level, hierarchy: string): void {
    this.leave();
    const depth = depthOf(level);
    this.level = level;
    this.hierarchy = hierarchy;
    this.isNamed = false;
    this.parties.fill(undefined, Math.min(depth, this.parties.length));
    if (depth <= depthOf('22')) this.patients[0] = undefined;
    this.patients[1] = undefined;
  }

  private name(nm1: Segment): void {
    const level = levelOf.get(nm1.text(1));
    if (level === undefined) return;
    const isOther = level !== this.level;
    if (isOther || (this.isNamed && this.isPatient)) this.open(level, isOther ? '' : this.hierarchy);
    // A provider may have two names. The first one stays.
    if (this.isNamed) return;
    this.isNamed = true;
    if (this.isPatient) Object.assign(this.patient(), readName(nm1));
    else this.parties[depthOf(level)] = readOrganization(nm1);
  }

  private describe(dmg: Segment): void {
    if (!this.isPatient) return;
    const patient = this.patient();
    // A second DMG belongs to the next patient, whose HL is missing.
    if (patient.birthDate !== undefined) return;
    patient.birthDate = dmg.date(2);
    patient.gender = optionalText(dmg, 3);
  }

  /** Returns the patient of the current level. */
  private patient(): Mutable<StatusPatient> {
    const at = this.level === '23' ? 1 : 0;
    const patient = this.patients[at] ?? Object.assign(emptyPatient(), { hierarchy: this.hierarchy });
    this.patients[at] = patient;
    return patient;
  }
}
