import type { SubmissionPorts } from '#claims/clearhouse/submission-ports.ts';

/** Represents a killed process. */
export class CutOff extends Error {}

/**
 * Ports of a run that is killed at its `place`th contact with the outside: before the effect at even places, after it
 * at odd ones.
 */
export function cutOffAt(ports: SubmissionPorts, place: number): SubmissionPorts {
  let left = Math.floor(place / 2);
  let isDead = false;
  const fatal = <Args extends readonly unknown[], Result>(call: (...args: Args) => Promise<Result>) => {
    return async (...args: Args): Promise<Result> => {
      if (isDead) throw new CutOff();
      const isLast = left-- === 0;
      isDead = isLast;
      if (isLast && place % 2 === 0) throw new CutOff();
      const result = await call(...args);
      if (isLast) throw new CutOff();
      return result;
    };
  };
  const { store, claims } = ports;
  return {
    ...ports,
    claims,
    putFile: fatal(ports.putFile),
    readFile: fatal(ports.readFile),
    openTransport: async (submission) => {
      const transport = await ports.openTransport(submission);
      return {
        place: transport.place,
        upload: fatal((file) => transport.upload(file)),
        release: fatal((file) => transport.release(file)),
        close: () => transport.close(),
      };
    },
    store: {
      ...store,
      takeControlNumber: fatal(store.takeControlNumber),
      takeFileName: fatal(store.takeFileName),
      create: fatal(store.create),
      claimsOf: fatal(store.claimsOf),
      reserve: fatal(store.reserve),
      reservedBy: fatal(store.reservedBy),
      putBatch: fatal(store.putBatch),
      update: fatal(store.update),
      record: fatal(store.record),
    },
  };
}
