import { Buffer } from 'node:buffer';
import { expect, test } from '@jest/globals';
import { fileOf, officeVisit } from '#test/fixtures/x12/claim.ts';
import { claim as payment, remittanceFile, remittanceOf } from '#test/fixtures/x12/remittance.ts';
import { readClaimAcknowledgments } from '#x12/277ca/read-claim-acknowledgments.ts';
import { readRemittances } from '#x12/835/read-remittances.ts';
import { readClaims, readClaimsSync } from '#x12/837p/build/read-claims.ts';

const claims = Buffer.from(fileOf(officeVisit));
const payments = remittanceFile(remittanceOf([payment()]));

/** Reads until the end or an error. */
async function read(results: AsyncIterable<unknown>) {
  const before: unknown[] = [];
  try {
    for await (const result of results) before.push(result);
  } catch (error) {
    return { before, error };
  }
  return { before, error: undefined };
}

test('a claim reader names the function that reads a remittance', async () => {
  const { before, error } = await read(readClaims(payments));
  expect(before).toEqual([]);
  expect(error).toMatchObject({
    code: 'other_transaction_set',
    message: 'Transaction set 835 is no 837P; readRemittances reads 005010X221A1',
    byteOffset: payments.indexOf('ST*835'),
  });
});

test.each([
  { kind: '835', results: readRemittances(claims) },
  { kind: '277CA', results: readClaimAcknowledgments(claims) },
])('a reader of $kind refuses claims', async ({ kind, results }) => {
  const { error } = await read(results);
  expect(error).toMatchObject({ code: 'other_transaction_set' });
  expect(error).toMatchObject({ message: expect.stringContaining(`is no ${kind}; readClaims`) });
});

test('the claims before the other set are handed out first', async () => {
  const both = Buffer.concat([claims, Buffer.from('\n'), payments, Buffer.from('\n'), claims]);
  const { before, error } = await read(readClaims([both]));
  expect(before.length).toBeGreaterThan(0);
  expect(error).toMatchObject({ byteOffset: both.indexOf('ST*835') });
});

test('other sets are skipped when that is wanted', () => {
  const both = Buffer.concat([payments, Buffer.from('\n'), claims]);
  expect([...readClaimsSync(both, { otherSets: 'skip' })]).toHaveLength(1);
});

test('the message has nothing of a damaged set header', async () => {
  const file = Buffer.from(
    payments
      .toString()
      .replace('ST*835', 'ST*FERN')
      .replace(/005010X221A1~/, 'OLIVE~'),
  );
  const { error } = await read(readClaims(file));
  expect(error).toMatchObject({ message: 'Transaction set of unknown kind is no 837P' });
});
