import { deterministicId } from '../deterministic-id.ts';
import type { Delivery, IntakePorts } from './delivery.ts';

export interface RequestFile {
  /** A repeated request has the same id and makes the same file. */
  readonly requestId: string;
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly actor: string;
  readonly now: Date;
}

/** Makes a file of the inbox out of a request body; the archive keeps its bytes. */
export function requestDelivery(file: RequestFile, ports: Pick<IntakePorts, 'putObject'>): Delivery {
  const { requestId, name, bytes, actor, now } = file;
  return {
    id: deterministicId('request', requestId),
    name,
    origin: 'api',
    size: bytes.length,
    received_at: now.toISOString(),
    actor,
    content: {
      open: async () => [bytes],
      copyTo: (key) => ports.putObject(key, bytes, 'application/edi-x12'),
      remove: async () => {},
    },
  };
}
