import { ApiError } from '#contract/errors.ts';
import { chunksOf } from '../../chunks.ts';
import type { Claim } from '../../claim/claim.ts';
import { typedClaim } from '../../claim/claim-content.ts';
import { findPayerConfig, payerProfiles } from '../../configuration/configuration.ts';
import type { SubmissionPorts } from '../ports.ts';
import { type BlockedClaim, checkFile, type FileCheckOptions } from './check-file.ts';
import { type ComposedFile, composeFile } from './compose-file.ts';
import { takeUniqueFileName } from './file-name.ts';
import type { OutgoingClaim, OutgoingFileContext } from './group-claims.ts';

/** The claims of one payer that have no errors, and their file. Only its control number and name are stored yet. */
export interface SendableFile {
  readonly payerId: string;
  readonly claims: readonly Claim[];
  /** The claims that have errors. */
  readonly blocked: readonly BlockedClaim[];
  readonly file: ComposedFile;
  readonly context: OutgoingFileContext;
  readonly fileName: string;
}

/** Writes claims of one payer as a file and checks it. @throws ApiError payer_not_configured */
export async function buildSendableFile(
  submissionId: string,
  payerId: string,
  claims: readonly Claim[],
  ports: SubmissionPorts,
): Promise<SendableFile> {
  const { clearinghouse } = ports.configuration;
  const { file_name: naming, trading_partner_id: tradingPartnerId } = clearinghouse;
  const now = ports.now();
  const fileName = await takeUniqueFileName(
    { naming, tradingPartnerId, transactionType: '837P', at: now },
    (name) => ports.store.takeFileName(name, tradingPartnerId, submissionId),
  );
  const context: OutgoingFileContext = {
    submissionId,
    batchId: ports.newId(),
    controlNumber: await ports.store.takeControlNumber(),
    clearinghouse,
    config: requirePayerConfig(payerId, ports),
    now,
  };
  const outgoing = await readOutgoing(claims, ports);
  const options = { now, fileName, profile: payerProfiles(ports.configuration).get(payerId) };
  return { payerId, context, fileName, ...withoutFaulty(claims, outgoing, context, options) };
}

/** Contents that are unpacked together, because unpacked content takes several times its stored size. */
const contentsPerRead = 200;

export async function readOutgoing(
  claims: readonly Claim[],
  ports: Pick<SubmissionPorts, 'claims'>,
): Promise<readonly OutgoingClaim[]> {
  const outgoing: OutgoingClaim[] = [];
  for (const some of chunksOf(claims, contentsPerRead)) {
    const contents = await ports.claims.contents(some);
    for (const { id } of some) {
      const content = contents.get(id);
      if (content !== undefined) outgoing.push({ id, content: typedClaim(content) });
    }
  }
  return outgoing;
}

/** Removes claims with errors until the file has none. Each removal changes the file, so it is checked again. */
function withoutFaulty(
  claims: readonly Claim[],
  outgoing: readonly OutgoingClaim[],
  context: OutgoingFileContext,
  options: FileCheckOptions,
): Pick<SendableFile, 'claims' | 'blocked' | 'file'> {
  const blocked: BlockedClaim[] = [];
  let left = outgoing;
  for (;;) {
    const file = composeFile(left, context);
    const found = left.length === 0 ? { ofFile: [], blocked: [] } : checkFile(file, options);
    if (found.ofFile.length > 0) {
      blocked.push(...left.map(({ id }) => ({ claim_id: id, findings: found.ofFile })));
      return { claims: [], blocked, file };
    }
    if (found.blocked.length === 0) {
      const ids = new Set(left.map(({ id }) => id));
      return { claims: claims.filter(({ id }) => ids.has(id)), blocked, file };
    }
    blocked.push(...found.blocked);
    const faulty = new Set(found.blocked.map(({ claim_id }) => claim_id));
    left = left.filter(({ id }) => !faulty.has(id));
  }
}

/** Returns a payer's 837P block. @throws ApiError payer_not_configured */
export function requirePayerConfig(payerId: string, { configuration }: SubmissionPorts) {
  const config = findPayerConfig(configuration, payerId, '837P');
  if (config === undefined) throw new ApiError('payer_not_configured');
  return config;
}
