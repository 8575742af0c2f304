import { Buffer } from 'node:buffer';
import { describe, expect, test } from '@jest/globals';
import { acknowledgment, acknowledgmentFile, rejected, status } from '#test/fixtures/x12/acknowledgment.ts';
import { ambulanceClaim, dependentVisit, fileOf, officeVisit } from '#test/fixtures/x12/claim.ts';
import {
  claimStatus,
  deniedStatus,
  dependentRequest,
  failedRequest,
  request,
  requestFile,
  responseFile,
} from '#test/fixtures/x12/claim-status.ts';
import { claim, remittance, remittanceFile } from '#test/fixtures/x12/remittance.ts';
import { sized } from '#test/soak.ts';
import { readClaimStatusRequestsSync, readClaimStatusResponsesSync } from '#x12/276-277/read-claim-status.ts';
import { readClaimAcknowledgmentsSync } from '#x12/277ca/read-claim-acknowledgments.ts';
import { readRemittancesSync } from '#x12/835/read-remittances.ts';
import { readClaimsSync } from '#x12/837p/build/read-claims.ts';
import { X12Engine } from '#x12/engine/engine.ts';
import { allGuides } from '#x12/engine/transactions.ts';
import { X12Error } from '#x12/findings/x12-error.ts';
import { inspectDocument } from '#x12/presentation/inspect.ts';
import { Statistics } from '#x12/presentation/statistics.ts';

const claims = Buffer.from(fileOf(officeVisit, dependentVisit, ambulanceClaim), 'latin1');
const payments = remittanceFile(
  remittance({ claims: [claim(), claim({ patientControlNumber: 'PCN2' })] }),
  remittance({ claims: [claim({ patientControlNumber: 'PCN3' })] }),
);
const [provider] = acknowledgment().providers;
const statuses = acknowledgmentFile(
  acknowledgment({ providers: provider ? [{ ...provider, claims: [status(), rejected] }] : [] }),
);

const requests = requestFile(request(), dependentRequest);
const responses = responseFile(claimStatus(), deniedStatus, failedRequest());

interface Part {
  readonly isComplete?: boolean | undefined;
}

const readers: readonly [string, Buffer, (bytes: Buffer) => readonly Part[]][] = [
  ['837P', claims, (bytes) => [...readClaimsSync(bytes)]],
  [
    '835',
    payments,
    (bytes) =>
      [...readRemittancesSync(bytes)].flatMap((event) => (event.kind === 'claim' ? event.claim : [])),
  ],
  [
    '277CA',
    statuses,
    (bytes) =>
      [...readClaimAcknowledgmentsSync(bytes)].flatMap((event) =>
        event.kind === 'status' ? event.status : [],
      ),
  ],
  ['276', requests, (bytes) => [...readClaimStatusRequestsSync(bytes)]],
  [
    '277',
    responses,
    (bytes) =>
      [...readClaimStatusResponsesSync(bytes)].flatMap((event) =>
        event.kind === 'status' ? event.status : [],
      ),
  ],
];

const step = sized('bytes at which a file ends early, one in', { short: 7, soak: 1 });

/** Yields a file cut at any byte, where the start is readable. */
function* cuts(bytes: Buffer): Generator<Buffer> {
  const end = bytes.toString('latin1').trimEnd().length - 1;
  for (let length = 120; length < end; length += step) yield bytes.subarray(0, length);
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof X12Error) return undefined;
    throw error;
  }
}

/** Returns the results of `inspect` and `stats` for the bytes. */
function presented(bytes: Buffer) {
  const inspection = inspectDocument({ showValues: false, wholeClaims: false });
  const statistics = new Statistics();
  const listeners = [...inspection.listeners, ...statistics.listeners()];
  const engine = new X12Engine({ guides: allGuides, listeners, validate: false });
  engine.write(bytes);
  engine.end();
  return { document: JSON.parse(inspection.take()), statistics };
}

describe.each(readers)('an %s cut at any byte', (_, file, partsOf) => {
  test('marks an incomplete claim', () => {
    const whole = new Set(partsOf(file).map((part) => JSON.stringify(part)));
    for (const bytes of cuts(file)) {
      for (const part of attempt(() => partsOf(bytes)) ?? []) {
        if (part.isComplete !== false) expect(whole).toContain(JSON.stringify(part));
      }
    }
  }, 240_000);

  test('is incomplete in inspect and stats', () => {
    const { document, statistics } = presented(file);
    expect(JSON.stringify(document)).not.toContain('"complete":false');
    expect(statistics.isComplete).toBe(true);
    for (const bytes of cuts(file)) {
      const cut = attempt(() => presented(bytes));
      if (cut === undefined) continue;
      expect(cut.document.interchanges.at(-1)).toMatchObject({ complete: false });
      expect(cut.statistics.isComplete).toBe(false);
    }
  }, 240_000);
});

test('marks a truncated set, its group and its last claim', () => {
  const at = claims.indexOf('SV1*', claims.indexOf('LX*2')) + 8;
  const { document, statistics } = presented(claims.subarray(0, at));
  const [group] = document.interchanges[0].groups;
  expect(group).toMatchObject({ complete: false, transactions: [{ complete: false }] });
  expect(group.transactions[0].claims.at(-1)).toMatchObject({ complete: false });
  expect(statistics.json()).toMatchObject({
    incomplete_interchanges: 1,
    incomplete_groups: 1,
    incomplete_transactions: 1,
    incomplete_claims: 1,
  });
});

test('leaves the incomplete claim out of the sums of an 835', () => {
  const cut = payments.subarray(0, payments.indexOf('SVC', payments.indexOf('PCN2')) + 10);
  const events = [...readRemittancesSync(cut)];
  const end = events.find((event) => event.kind === 'end');
  expect(end?.kind === 'end' && end.summary).toMatchObject({ isComplete: false, claims: 1 });
});
