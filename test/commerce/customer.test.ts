import { describe, expect, test } from '@jest/globals';
import { emailHash, personId } from '#commerce/customer.ts';

describe('a person', () => {
  test('ignores the letter case of the address', () => {
    expect(emailHash('Ana@Example.com')).toBe(emailHash('ana@example.com'));
    expect(personId('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'Ana@Example.com')).toBe(
      personId('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'ana@example.com'),
    );
  });

  test('has the UUID of version 5 for brand and address', () => {
    // RFC 9562 appendix A.4: UUIDv5 of www.example.com in the DNS namespace.
    expect(personId('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com')).toBe(
      '2ed6657d-e927-568b-95e1-2665a8aea6a2',
    );
  });

  test('is a different person in another brand', () => {
    expect(personId('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'a@example.com')).not.toBe(
      personId('6ba7b811-9dad-11d1-80b4-00c04fd430c8', 'a@example.com'),
    );
  });
});
