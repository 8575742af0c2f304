import type { Claim } from '../../claim/claim.ts';
import { typedClaim } from '../../claim/claim-content.ts';
import { findPayerConfig, payerProfiles } from '../../configuration/configuration.ts';
import { chunksOf } from '../chunks.ts';
import type { SubmissionPorts } from '../ports.ts';
import { payerNotConfigured } from '../request/refusals.ts';
import { type BlockedClaim, checkFile } from './check-file.ts';
import {
  type ComposedFile,
  composeFile,
  type OutgoingClaim,
  type OutgoingFileContext,
} from './compose-file.ts';
import { takeUniqueFileName } from './file-name.ts';

/** Claims without errors and the file that they make; nothing is stored yet but its numbers and its name. */
export interface SendableFile {
  readonly payerId: string;
  readonly claims: readonly Claim[];
  readonly blocked: readonly BlockedClaim[];
  readonly file: ComposedFile;
  readonly facts: OutgoingFileContext;
  readonly fileName: string;
}

/** Writes claims of one payer as the file in which they would go out, and checks it. @throws ApiError payer_not_configured */
export async function buildSendableFile(
  submissionId: string,
  payerId: string,
  claims: readonly Claim[],
  ports: SubmissionPorts,
): Promise<SendableFile> {
  const { clearinghouse: clearhouse } = ports.configuration;
  const now = ports.now();
  const fileName = await takeUniqueFileName(
    {
      naming: clearhouse.file_name,
      tradingPartnerId: clearhouse.trading_partner_id,
      transactionType: '837P',
      at: now,
    },
    (name) => ports.store.takeFileName(name, clearhouse.trading_partner_id, submissionId),
  );
  const facts: OutgoingFileContext = {
    submissionId,
    batchId: ports.newId(),
    controlNumber: await ports.store.takeControlNumber(),
    clearhouse,
    config: requirePayerConfig(payerId, ports),
    now,
  };
  const ids = claims.map(({ id }) => id);
  const outgoing: OutgoingClaim[] = [];
  for (const { items } of chunksOf(ids, contentsAtOnce)) outgoing.push(...(await outgoingOf(items, ports)));
  const checks = { now, fileName, profile: payerProfiles(ports.configuration).get(payerId) };
  return { payerId, facts, fileName, ...sound(claims, outgoing, facts, checks) };
}

/** Content that is unpacked at a time: in JSON it is several times larger than as it is written. */
const contentsAtOnce = 200;

async function outgoingOf(ids: readonly string[], { claims }: SubmissionPorts): Promise<OutgoingClaim[]> {
  const contents = await claims.contents(ids);
  return ids.flatMap((id): OutgoingClaim[] => {
    const content = contents.get(id);
    return content === undefined ? [] : [{ id, content: typedClaim(content) }];
  });
}

/** Leaves out what has errors until the rest has none: a file with fewer claims is another file. */
function sound(
  claims: readonly Claim[],
  outgoing: readonly OutgoingClaim[],
  facts: OutgoingFileContext,
  checks: Parameters<typeof checkFile>[1],
): Pick<SendableFile, 'claims' | 'blocked' | 'file'> {
  const blocked: BlockedClaim[] = [];
  let left = outgoing;
  for (;;) {
    const file = composeFile(left, facts);
    const found = left.length === 0 ? { ofFile: [], blocked: [] } : checkFile(file, checks);
    if (found.ofFile.length > 0) {
      blocked.push(...left.map(({ id }) => ({ claim_id: id, findings: found.ofFile })));
      return { claims: [], blocked, file };
    }
    if (found.blocked.length === 0) {
      const ids = new Set(left.map(({ id }) => id));
      return { claims: claims.filter(({ id }) => ids.has(id)), blocked, file };
    }
    blocked.push(...found.blocked);
    const bad = new Set(found.blocked.map(({ claim_id }) => claim_id));
    left = left.filter(({ id }) => !bad.has(id));
  }
}

export function requirePayerConfig(payerId: string, { configuration }: SubmissionPorts) {
  const config = findPayerConfig(configuration, payerId, '837P');
  if (config === undefined) throw payerNotConfigured();
  return config;
}
