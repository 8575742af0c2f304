import { LevelWriter, receipt } from '../../277ca/level-writer.ts';
import type { Organization, Totals } from '../../277ca/types.ts';
import { guide277ca } from '../../guides/277ca.ts';
import { type Spool, spoolLines } from '../../writer/spool.ts';
import { type InterchangeEnvelope, X12Writer } from '../../writer/writer.ts';
import type { WriterInput } from '../../writer/writer-input.ts';
import type { ApplicationCodes } from '../response-envelope.ts';

/** Spools of a 277CA: text of claims, a JSON line per billing provider, a JSON line per set. */
export interface ClaimSpools {
  readonly claims: Spool;
  readonly providers: Spool;
  readonly sets: Spool;
}

/** Lengths of the three spools. */
export type SpoolPositions = Readonly<Record<keyof ClaimSpools, number>>;

export interface SpooledSet {
  readonly partners: ApplicationCodes;
  readonly source: WriterInput<Organization>;
  readonly receiver: WriterInput<Organization>;
  /** BHT03 of the 837. */
  readonly batch: string;
  readonly totals: WriterInput<Totals>;
  /** Range of its lines on the providers spool. */
  readonly from: number;
  readonly to: number;
}

export interface SpooledProvider {
  readonly level: number;
  readonly provider: WriterInput<Organization>;
  readonly totals: WriterInput<Totals>;
  /** Range of its text on the claims spool. */
  readonly from: number;
  readonly to: number;
  /** Number of segments in that range. */
  readonly segments: number;
}

/** Returns the 277CA file of the sets in a range of the sets spool, with marks in place of delimiters. */
export function* markedClaimAcknowledgment(
  spools: ClaimSpools,
  [from, to]: readonly [from: number, to: number],
  envelope: InterchangeEnvelope,
): Generator<string> {
  const writer = new X12Writer();
  const { version, functionalId } = guide277ca;
  const { moment, controlNumber } = envelope;
  writer.interchange(envelope);
  let partners: ApplicationCodes | undefined;
  let groups = 0;
  let setsOfGroup = 0;
  let sets = 0;
  for (const line of spoolLines(spools.sets, from, to)) {
    const set: SpooledSet = JSON.parse(line);
    if (partners?.sender !== set.partners.sender || partners.receiver !== set.partners.receiver) {
      if (partners !== undefined) writer.endGroup();
      partners = set.partners;
      setsOfGroup = 0;
      writer.group({ functionalId, ...partners, moment, controlNumber: controlNumber + groups++, version });
    }
    writer.set('277', ++setsOfGroup, version);
    const reference = `${String(controlNumber).padStart(9, '0')}-${++sets}`;
    yield* markedSet(spools, set, reference, writer, moment);
  }
  writer.endGroup();
  writer.endInterchange();
  yield writer.takeMarkedText();
}

function* markedSet(
  spools: ClaimSpools,
  { from, to, ...set }: SpooledSet,
  reference: string,
  writer: X12Writer,
  moment: Date,
): Generator<string> {
  const levels = new LevelWriter(writer, moment);
  const { entity } = set.source;
  const statuses = [receipt(entity, set.totals, moment.toISOString().slice(0, 10))];
  levels.head({ ...set, reference, sourceTrace: reference, statuses, hasProviders: true });
  let claimSegments = 0;
  for (const line of spoolLines(spools.providers, from, to)) {
    const { level, segments, from: start, to: end, ...provider }: SpooledProvider = JSON.parse(line);
    const received = [receipt(entity, provider.totals, undefined)];
    levels.provider(level, { ...provider, statuses: received, hasClaims: true });
    yield writer.takeMarkedText();
    yield* spools.claims.read(start, end);
    claimSegments += segments;
  }
  writer.endSet(claimSegments);
  yield writer.takeMarkedText();
}
