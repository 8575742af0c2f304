import type { DeliveredContent } from './delivery.ts';
import type { PayerProfiles, SurveyedKind } from './sound-sets.ts';
import { type Survey, survey, UnloadedKind } from './survey.ts';

/** Loads the code for a kind of transaction sets, by the name of its guide and ST01. */
const kinds: Readonly<Record<string, { readonly set: string; load(): Promise<SurveyedKind> }>> = {
  '837P': {
    set: '837',
    load: async () => (await import('../intake/survey-claims.ts')).surveyedClaims,
  },
  '835': {
    set: '835',
    load: async () => (await import('../responses/remittance/survey-remittances.ts')).surveyedRemittances,
  },
  '277CA': {
    set: '277',
    load: async () =>
      (await import('../responses/claim-acknowledgment/survey-claim-acknowledgments.ts'))
        .surveyedClaimAcknowledgments,
  },
  '999': {
    set: '999',
    load: async () =>
      (await import('../responses/implementation-acknowledgment/survey-implementation-acknowledgments.ts'))
        .surveyedImplementationAcknowledgments,
  },
};

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
    try {
      return await survey(await content.open(), now, kindsFor, payers);
    } catch (error) {
      if (!(error instanceof UnloadedKind) || met.has(error.guide)) throw error;
      met.add(error.guide);
    }
  }
}

/** Bytes at the start of a file that are searched for sets. */
const startBytes = 65_536;

/** The kinds of the sets that seem to begin in these bytes. */
function kindsIn(start: Uint8Array): string[] {
  const text = Buffer.from(start.subarray(0, startBytes)).toString('latin1');
  const sets = new Set([...text.matchAll(/\bST[^A-Z0-9](\d{3})/g)].map(([, set]) => set));
  return Object.keys(kinds).filter((name) => sets.has(kinds[name]?.set));
}
