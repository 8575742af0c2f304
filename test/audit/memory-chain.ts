import { generateKeyPairSync, sign } from 'node:crypto';
import type { Checkpoint, CheckpointSigner } from '#audit/checkpoints/checkpoint.ts';
import type { CheckpointArchive, CheckpointedChain } from '#audit/checkpoints/take-checkpoint.ts';
import { type EntryDraft, emptyHead, headAfter, linkEntries, prepareDraft } from '#audit/entries/chain.ts';
import type { AuditEntry } from '#audit/entries/entry.ts';

/** A chain in memory with its checkpoints and public key. Tests extend it and tamper with it. */
export interface MemoryChain extends CheckpointedChain {
  readonly entries: AuditEntry[];
  readonly checkpoints: Checkpoint[];
  readonly pem: string;
  grow(count: number): void;
}

const draft: EntryDraft = {
  event_type: 'claim.rejected',
  entity_type: 'claim',
  entity_id: 'claim-1',
  actor: 'test',
  payload: {},
};

export function newMemoryChain(length: number, pageSize = 1000): MemoryChain {
  const entries: AuditEntry[] = [];
  const checkpoints: Checkpoint[] = [];
  const key = newSigningKey();
  const head = () => headAfter(emptyHead, entries);
  const rowOf = (entry: AuditEntry) => ({ id: entry.id, entry });
  const archive: CheckpointArchive = {
    async *list(after = 0) {
      yield* checkpoints.filter(({ sequence }) => sequence > after);
    },
    newest: async () => checkpoints.at(-1),
    put: async (signed) => {
      if (!checkpoints.some(({ sequence }) => sequence === signed.sequence)) checkpoints.push(signed);
    },
  };
  const chain: MemoryChain = {
    entries,
    checkpoints,
    pem: key.pem,
    chain: 'main',
    signer: key,
    archive,
    source: {
      head: async () => head(),
      async *rows(from, to) {
        const found = entries.filter(({ id }) => id >= from && id <= to).map(rowOf);
        for (let start = 0; start < found.length; start += pageSize)
          yield found.slice(start, start + pageSize);
      },
      rowAfter: async (id) => {
        const next = entries.find((entry) => entry.id > id);
        return next && rowOf(next);
      },
    },
    grow: (count) => {
      const drafts = Array.from({ length: count }, () => prepareDraft(draft));
      entries.push(...linkEntries(drafts, head(), new Date('2026-11-20T00:00:00Z')));
    },
  };
  chain.grow(length);
  return chain;
}

/** A local signing key of the same type as the key in KMS (ECC_NIST_P256). */
export function newSigningKey(): CheckpointSigner & { readonly pem: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  return {
    pem,
    publicKey: async () => pem,
    sign: async (message) => sign('sha256', message, privateKey),
  };
}
