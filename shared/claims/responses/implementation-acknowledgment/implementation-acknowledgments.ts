import { createHash } from 'node:crypto';
import type { ImplementationAcknowledgment } from '#x12/999/functional-group-response.ts';
import { listenForImplementationAcknowledgments } from '#x12/999/read-999.ts';
import type { GroupHeader } from '#x12/engine/consumer.ts';
import type { SetClaim, SetClaims } from '../../claim/batch.ts';
import { deterministicId } from '../../deterministic-id.ts';
import { type BatchSet, verdictsOnBatch } from './batch-verdicts.ts';
import type { EnvelopeType } from './envelope-acknowledgments.ts';
import {
  type EnvelopeAcknowledgmentPorts,
  implementationAcknowledgmentFacts,
  storedSetAcknowledgment,
} from './stored-acknowledgment.ts';

interface Received999 {
  readonly received: ImplementationAcknowledgment;
  readonly group: GroupHeader;
}

/** The 999: each of its sets acknowledges one functional group. */
export const implementationAcknowledgments = ({
  batches,
}: Pick<EnvelopeAcknowledgmentPorts, 'batches'>): EnvelopeType<Received999> => ({
  kind: '999',
  listen(run, parts) {
    let group: GroupHeader | undefined;
    const sets = listenForImplementationAcknowledgments((received) => {
      if (group === undefined) return;
      parts.begin({ received, group }, received.position.offset);
      parts.end(undefined);
    });
    return {
      set: (context) => {
        if (!run.isSound(context)) return undefined;
        group = context.group;
        return sets.set?.(context);
      },
    };
  },
  idOf({ received, group }) {
    const { interchange, setControlNumber, position, ...content } = received;
    const digest = createHash('sha256').update(JSON.stringify(content)).digest('base64url');
    const { sender, controlNumber } = interchange;
    return deterministicId('999', sender, controlNumber, group.controlNumber, setControlNumber, digest);
  },
  envelopesOf: ({ received: { interchange }, group }) => ({ interchange, group }),
  findBatches: ({ received: { functionalId, controlNumber } }) =>
    functionalId === 'HC' ? batches.findByGroup(controlNumber) : undefined,
  areTogether: (one, other) => one.id === other.id,
  verdictsOn: async ({ received }, { id }) => verdictsOnBatch(received, await setsOf(batches.claimsOf(id))),
  newRecord: ({ received, group }, shared) => ({
    ...shared,
    ...implementationAcknowledgmentFacts(received, group, shared.received_at),
  }),
  setsOf: ({ received }) => received.sets.map(storedSetAcknowledgment),
});

/** The sets of a batch with all their claims. */
export async function setsOf(parts: AsyncIterable<SetClaims>): Promise<readonly BatchSet[]> {
  const sets = new Map<string, SetClaim[]>();
  for await (const { set, claims } of parts) {
    const known = sets.get(set);
    if (known === undefined) sets.set(set, [...claims]);
    else known.push(...claims);
  }
  return [...sets].map(([set, claims]) => ({ set, claims }));
}
