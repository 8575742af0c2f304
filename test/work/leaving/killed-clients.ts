import type { Table } from '#store/dynamodb/table.ts';
import type { Bucket } from '#store/s3/bucket.ts';

/** Thrown by every request of a run after its kill. */
class Killed extends Error {}

type Client = Table['client'] | Bucket['client'];

/** Makes the clients of the functions fail from a number of requests on, as if the process ended there. */
export function killable(...clients: readonly Client[]) {
  let left = Number.POSITIVE_INFINITY;
  let count = 0;
  for (const client of clients) {
    const send = Reflect.get(client, 'send');
    Reflect.set(client, 'send', async (...parameters: unknown[]) => {
      count += 1;
      left -= 1;
      if (left < 0) throw new Killed('The run was killed');
      return Reflect.apply(send, client, parameters);
    });
  }
  return {
    /** Runs until the requests are used up. Returns false for a killed run. */
    async run(requests: number, work: () => Promise<unknown>): Promise<boolean> {
      left = requests;
      try {
        await work();
        return true;
      } catch (error) {
        if (left >= 0) throw error;
        return false;
      } finally {
        left = Number.POSITIVE_INFINITY;
      }
    },
    requests: () => count,
  };
}
