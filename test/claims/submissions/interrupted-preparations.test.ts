import { expect, test } from '@jest/globals';
import { changeActions, findClaims } from '#claims/claims/records.ts';
import { findSubmission, findUnfinishedSubmissions } from '#claims/clearhouse/records.ts';
import { resumeSubmissions } from '#claims/clearhouse/resume-submissions.ts';
import type { SubmissionPorts } from '#claims/clearhouse/submission-ports.ts';
import { submit } from '#claims/clearhouse/submit.ts';
import { happened } from '../move-stored-claim.ts';
import { CutOff } from './cut-off.ts';
import {
  day,
  later,
  portsAt,
  readyClaims,
  second,
  stagedFiles,
  stores,
  submittedEntries,
} from './submission-fixture.ts';

/** More than one run reserves before it looks at the time. */
const many = (prefix: string) => Array.from({ length: 180 }, (_, n) => `${prefix}${n}`);

/** Submits claims with a run that ends after its first reservations. */
async function interruptedSubmission(ids: readonly string[]) {
  const ports = await portsAt();
  const { reserve } = ports.store;
  const store: SubmissionPorts['store'] = {
    ...ports.store,
    async reserve(...given) {
      await reserve(...given);
      throw new CutOff();
    },
  };
  await expect(submit({ kind: 'claims', ids }, 'key:biller', { ...ports, store })).rejects.toThrow(CutOff);
  const unfinished = await findUnfinishedSubmissions(stores.claims);
  expect(unfinished).toMatchObject([{ state: 'preparing', claim_count: ids.length }]);
  return unfinished;
}

const resumeLater = async (ports: Partial<SubmissionPorts> = {}) =>
  resumeSubmissions(await findUnfinishedSubmissions(stores.claims), { ...(await portsAt(later)), ...ports });

test('an interrupted preparation is resumed with the same file and the claims that are left', async () => {
  const ids = await readyClaims(...many('HALF'));
  const [begun] = await interruptedSubmission(ids);
  const ports = await portsAt(later);
  const reserved: string[] = [];
  const store: SubmissionPorts['store'] = {
    ...ports.store,
    takeControlNumber: () => Promise.reject(new Error('The file has a control number')),
    reserve: (id, some, ...rest) => {
      reserved.push(...some.map((claim) => claim.id));
      return ports.store.reserve(id, some, ...rest);
    },
  };
  const [resumed] = await resumeLater({ store });
  expect(reserved).toHaveLength(180 - 175);
  expect(resumed).toMatchObject({ state: 'recorded', recorded_count: 180 });
  expect(resumed).toMatchObject({ id: begun?.id, file_name: begun?.file_name, sha256: begun?.sha256 });
  expect(stagedFiles().some((name) => name.endsWith(begun?.file_name ?? ''))).toBe(true);
  expect(await submittedEntries(ids)).toHaveLength(180);
});

test('a preparation whose time is up is left to the next run', async () => {
  const ids = await readyClaims(...many('TIME'));
  const ports = await portsAt();
  let seconds = 0;
  const short: SubmissionPorts = {
    ...ports,
    until: Date.parse(day) + 1000,
    now: () => new Date(second(seconds)),
    store: {
      ...ports.store,
      reserve: (...given) => {
        seconds += 2;
        return ports.store.reserve(...given);
      },
    },
  };
  const { submissions } = await submit({ kind: 'claims', ids }, 'key:biller', short);
  expect(submissions).toMatchObject([{ state: 'preparing', lease_until: 0 }]);
  const [resumed] = await resumeSubmissions(await findUnfinishedSubmissions(stores.claims), await portsAt());
  expect(resumed).toMatchObject({ id: submissions[0]?.id, state: 'recorded', recorded_count: 180 });
});

test('an interrupted preparation is abandoned when the configuration has changed', async () => {
  const ids = await readyClaims('CONF1', 'CONF2');
  const [begun] = await interruptedSubmission(ids);
  const { configuration } = await portsAt();
  const clearinghouse = { ...configuration.clearinghouse, environment: 'production' as const };
  expect(configuration.clearinghouse.environment).not.toBe('production');
  const resumed = await resumeLater({ configuration: { ...configuration, clearinghouse } });
  expect(resumed).toMatchObject([{ id: begun?.id, state: 'abandoned' }]);
  const { submissions } = await submit({ kind: 'claims', ids }, 'key:biller', await portsAt(later));
  expect(submissions).toMatchObject([{ state: 'recorded', claim_count: 2 }]);
});

test('an interrupted preparation is abandoned when a claim has left lane ready', async () => {
  const ids = await readyClaims(...many('GONE'));
  const [begun] = await interruptedSubmission(ids);
  const [claim] = await findClaims(stores.claims, ids.slice(-1));
  const [change] = claim === undefined ? [] : happened(claim, 'submitted');
  if (change === undefined) throw new Error('The claim cannot move');
  await stores.audit.append([change.entry], changeActions([change]));
  expect(await resumeLater()).toMatchObject([{ id: begun?.id, state: 'abandoned' }]);
  expect((await findSubmission(stores.claims, begun?.id ?? ''))?.state).toBe('abandoned');
  const { store } = await portsAt();
  expect((await store.reservedBy(await findClaims(stores.claims, ids))).size).toBe(0);
});
