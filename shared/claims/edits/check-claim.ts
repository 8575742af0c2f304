import type { FindingRecord } from '#claims/claims/finding.ts';
import { composeFile } from '#claims/clearhouse/compose-file.ts';
import { type Configuration, findPayerConfig, payerProfiles } from '#claims/configuration/configuration.ts';
import type { Clearinghouse, PayerConfig } from '#claims/configuration/contract.ts';
import { allPayersKnown, type KnownPayers, knownPayers } from '#claims/configuration/known-payers.ts';
import type { LateFindings } from '#claims/files/claim-findings.ts';
import { ClaimReader, type ReadClaim } from '#claims/files/claim-reader.ts';
import { survey } from '#claims/files/survey.ts';
import { surveyedClaims } from '#claims/files/survey-claims.ts';
import { ApiError } from '#contract/errors.ts';
import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';
import type { PayerProfile } from '#x12/837p/profile/payer-profile.ts';
import { X12Engine } from '#x12/engine/engine.ts';
import { readAll } from '#x12/engine/source.ts';
import { X12Error } from '#x12/findings/x12-error.ts';
import { guide837p } from '#x12/guides/837p.ts';

export type CheckedClaim = Pick<ReadClaim, 'claim'> & { readonly findings: readonly FindingRecord[] };

/**
 * Checks a claim by writing it as the 837P that would be sent and reading that file, so that it passes the same edits as a
 * claim of a file.
 *
 * @throws ApiError validation_failed for a value that X12 cannot hold
 */
export async function checkClaimAsFile(
  content: ProfessionalClaim,
  configuration: Configuration,
  now: Date,
): Promise<CheckedClaim> {
  const bytes = fileWith(content, configuration, now);
  const { late } = await survey([bytes], now, async () => [surveyedClaims], {
    profileOf: () => undefined,
    payers: allPayersKnown,
  });
  const payers = knownPayers(configuration);
  const payerId = content.subscriber.payer?.id ?? '';
  const profile = payerProfiles(configuration).get(payerId);
  const checked = await readBack(bytes, late, now, profile, payers);
  const meant = payers.isConfigured(payerId)
    ? undefined
    : payers.profileOfFiling(content.subscriber.claimFiling ?? '');
  if (meant === undefined) return checked;
  // The claim filing indicator is that of a program, but the payer is not: R203 of its profile applies.
  const { findings } = await readBack(bytes, late, now, meant, payers);
  return { ...checked, findings: [...checked.findings, ...findings.filter(({ id }) => id === 'R203')] };
}

async function readBack(
  bytes: Uint8Array,
  late: LateFindings | undefined,
  now: Date,
  profile: PayerProfile | undefined,
  payers: KnownPayers,
): Promise<CheckedClaim> {
  const read: ReadClaim[] = [];
  const reader = new ClaimReader(
    {
      checks: { now },
      late,
      isSound: () => true,
      profileOf: () => profile,
      isConfigured: (id) => payers.isConfigured(id),
      onClaim: (claim) => read.push(claim),
    },
    profile ? [profile] : [],
  );
  const engine = new X12Engine({
    guides: [guide837p],
    listeners: [reader.listener],
    onFinding: (finding) => reader.finding(finding),
  });
  await readAll([bytes], engine);
  const [claim] = read;
  if (claim === undefined)
    throw new ApiError('validation_failed', { message: 'The claim cannot be written as an 837P' });
  return claim;
}

function fileWith(content: ProfessionalClaim, configuration: Configuration, now: Date): Uint8Array {
  const payerId = content.subscriber.payer?.id ?? '';
  const config = findPayerConfig(configuration, payerId, '837P') ?? unknownPayer(payerId, content);
  try {
    const ids = { submissionId: 'check', batchId: 'check', controlNumber: 1 };
    const clearinghouse: Clearinghouse = configuration.clearinghouse;
    return composeFile([{ id: 'claim', content }], { ...ids, clearinghouse, config, now }, 'as_given').bytes;
  } catch (error) {
    if (!(error instanceof X12Error)) throw error;
    throw new ApiError('validation_failed', {
      details: [{ path: ['body'], message: error.message, code: error.code }],
      cause: error,
    });
  }
}

const unknownPayer = (
  payerId: string,
  { subscriber }: ProfessionalClaim,
): Extract<PayerConfig, { transaction: '837P' }> => ({
  transaction: '837P',
  payer_id: payerId,
  receiver: {
    qualifier: 'ZZ',
    id: payerId
      .replace(/[^\x20-\x7e]/g, '')
      .slice(0, 15)
      .padEnd(2, '0'),
    name: subscriber.payer?.lastName?.slice(0, 60) || 'PAYER',
  },
});
