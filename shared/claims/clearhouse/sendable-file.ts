import { wallClock } from '#calendar/time-zone.ts';
import { chunksOf } from '#claims/chunks.ts';
import type { Claim } from '#claims/claims/claim.ts';
import { typedClaim } from '#claims/claims/claim-content.ts';
import { findPayerConfig, payerProfiles } from '#claims/configuration/configuration.ts';
import type { FileNaming } from '#claims/configuration/contract.ts';
import { ApiError } from '#contract/errors.ts';
import { type BlockedClaim, checkFile, type FileCheckOptions } from './check-file.ts';
import {
  type ComposedFile,
  composeFile,
  type OutgoingClaim,
  type OutgoingFileContext,
} from './compose-file.ts';
import type { SubmissionPorts } from './submission-ports.ts';

export interface FileNameParts {
  readonly naming: FileNaming;
  readonly tradingPartnerId: string;
  /** `837P`, `277CA` and so on. */
  readonly transactionType: string;
  /** Creation time of the file. */
  readonly at: Date;
}

/**
 * Returns a file name by the state file-naming standard, such as `tp12345678-837P-20260315120000000-1of1.x12` (HCPF
 * X12 File Naming Standards Quick Guide). The time is local to the payer.
 */
export function outgoingFileName({ naming, tradingPartnerId, transactionType, at }: FileNameParts): string {
  const { prefix, time_zone, part, extension } = naming;
  const stamp = wallClock(at, time_zone).toISOString().replace(/\D/g, '');
  return `${prefix}${tradingPartnerId}-${transactionType}-${stamp}-${part}.${extension}`;
}

/** Maximum milliseconds between the time in a name and now. Rule R209 allows much more. */
const maxShift = 10_000;

/**
 * Takes a name that the trading partner has not used before. Adds milliseconds to the time until the name is free.
 *
 * @param take takes the name permanently; false if it was used before
 */
export async function takeUniqueFileName(
  parts: FileNameParts,
  take: (name: string) => Promise<boolean>,
): Promise<string> {
  for (let shift = 0; shift < maxShift; shift++) {
    const name = outgoingFileName({ ...parts, at: new Date(parts.at.getTime() + shift) });
    if (await take(name)) return name;
  }
  throw new Error('No file name is free within 10 seconds');
}

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
