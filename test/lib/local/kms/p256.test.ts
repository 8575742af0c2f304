import { createHash, generateKeyPairSync, sign, verify } from 'node:crypto';
import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { signDigest, verifyDigest } from '#lib/local/kms/p256.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const sha256 = (message: Uint8Array) => createHash('sha256').update(message).digest();

test('property: what is signed over a digest, Node verifies over the message, and the reverse', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (message) => {
      expect(verify('sha256', message, publicKey, signDigest(privateKey, sha256(message)))).toBe(true);
      expect(verifyDigest(publicKey, sha256(message), sign('sha256', message, privateKey))).toBe(true);
    }),
    { numRuns: 25 },
  );
});

test('a signature fits no other digest and no other key', () => {
  const digest = sha256(Buffer.from('message'));
  const signature = signDigest(privateKey, digest);
  expect(verifyDigest(publicKey, sha256(Buffer.from('other')), signature)).toBe(false);
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  expect(verifyDigest(other.publicKey, digest, signature)).toBe(false);
});

test('property: no altered signature verifies', () => {
  const digest = sha256(Buffer.from('message'));
  const signature = signDigest(privateKey, digest);
  fc.assert(
    fc.property(fc.nat(signature.length - 1), fc.integer({ min: 1, max: 255 }), (position, change) => {
      const altered = Buffer.from(signature);
      altered[position] = (altered[position] ?? 0) ^ change;
      expect(verifyDigest(publicKey, digest, altered)).toBe(false);
    }),
    { numRuns: 40 },
  );
});
