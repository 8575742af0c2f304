import { createHash } from 'node:crypto';
import {
  type ArchiveKind,
  archiveKindOf,
  type Chunks,
  type DeliveredContent,
  UnreadableArchive,
} from './delivery.ts';
import type { FileReason } from './file.ts';
import type { PayerProfiles, SurveyedKind } from './sound-sets.ts';
import { type Survey, survey, UnloadedKind } from './survey.ts';

/** Loads the code for a kind of transaction sets, by the name of its guide and ST01. */
const kinds: Readonly<Record<string, { readonly set: string; load(): Promise<SurveyedKind> }>> = {
  '837P': {
    set: '837',
    load: async () => (await import('./survey-claims.ts')).surveyedClaims,
  },
  '835': {
    set: '835',
    load: async () => (await import('../remittances/survey-remittances.ts')).surveyedRemittances,
  },
  '277CA': {
    set: '277',
    load: async () =>
      (await import('../claim-acknowledgments/survey-claim-acknowledgments.ts')).surveyedClaimAcknowledgments,
  },
  '999': {
    set: '999',
    load: async () =>
      (await import('../acknowledgments/survey-implementation-acknowledgments.ts'))
        .surveyedImplementationAcknowledgments,
  },
};

/** Bytes of the longest signature of an archive. */
const signatureBytes = 4;

/**
 * The X12 content of a file, which clearinghouses also pack.
 *
 * @param leaveOut receives why a part of an archive is left out
 * @throws UnreadableArchive in the first reading
 */
export async function* x12Content(
  source: Chunks,
  leaveOut: (reason: FileReason) => void = () => {},
): AsyncGenerator<Uint8Array> {
  let start: Uint8Array = new Uint8Array();
  let kind: ArchiveKind | 'none' | undefined;
  const rest = (async function* () {
    yield* source;
  })();
  while (kind === undefined) {
    const { value, done } = await rest.next();
    if (value !== undefined) start = start.length === 0 ? value : Buffer.concat([start, value]);
    if (start.length >= signatureBytes || done) kind = archiveKindOf(start) ?? 'none';
  }
  const all = (async function* () {
    if (start.length > 0) yield start;
    yield* rest;
  })();
  if (kind === 'none') yield* all;
  else yield* (await import('./unpack.ts')).unpack(kind, all, leaveOut);
}

/**
 * Reads a file for the first time, with the code for the kinds that it holds. The first bytes show them. A file that shows
 * another kind later is read again from its start.
 */
export async function surveyFile(
  content: Pick<DeliveredContent, 'open'>,
  now: Date,
  payers: PayerProfiles,
): Promise<Survey> {
  const met = new Set<string>();
  const kindsFor = (start: Uint8Array) => {
    for (const name of kindsIn(start)) met.add(name);
    return Promise.all([...met].map((name) => kinds[name]?.load()).filter((kind) => kind !== undefined));
  };
  for (;;) {
    const leftOut: FileReason[] = [];
    try {
      const packed = x12Content(await content.open(), (reason) => leftOut.push(reason));
      const found = await survey(packed, now, kindsFor, payers);
      if (leftOut.length === 0) return found;
      const { reasons, reasonCount } = found;
      return { ...found, reasons: [...leftOut, ...reasons], reasonCount: leftOut.length + reasonCount };
    } catch (error) {
      if (error instanceof UnreadableArchive) return unreadable(error, await content.open(), { now, payers });
      if (!(error instanceof UnloadedKind) || met.has(error.guide)) throw error;
      met.add(error.guide);
    }
  }
}

/** The survey of an archive whose content is not read. An uncompressed archive may look like X12 after other text. */
async function unreadable(
  { reason }: UnreadableArchive,
  packed: Chunks,
  { now, payers }: { readonly now: Date; readonly payers: PayerProfiles },
): Promise<Survey> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of packed) {
    hash.update(chunk);
    size += chunk.length;
  }
  const nothing = await survey([], now, async () => [], payers);
  return { ...nothing, sha256: hash.digest('hex'), size, reasons: [reason], reasonCount: 1 };
}

/** Bytes at the start of a file that are searched for sets. */
const startBytes = 65_536;

/** The kinds of the sets that seem to begin in these bytes. */
function kindsIn(start: Uint8Array): string[] {
  const text = Buffer.from(start.subarray(0, startBytes)).toString('latin1');
  const sets = new Set([...text.matchAll(/\bST[^A-Z0-9](\d{3})/g)].map(([, set]) => set));
  return Object.keys(kinds).filter((name) => sets.has(kinds[name]?.set));
}
