import { expect, test } from '@jest/globals';
import { usedInterchangeKey } from '#claims/files/file-keys.ts';
import { claimsPlaces } from '#store/claims/places.ts';
import { placeOf, sharedKeys } from '#store/records/place.ts';

test('no two places of claims share a key or a list', () => {
  expect(sharedKeys(claimsPlaces)).toEqual([]);
  const note = { name: 'note', pk: 'BATCH#{id}', sk: 'SET#{word}#{n:7}', leaves: 'purge' } as const;
  expect(sharedKeys([...claimsPlaces, note])).toEqual([
    'claims of a transaction set and note share keys: SET#{st02:text}#{n:7} and SET#{word}#{n:7}',
  ]);
});

test('texts of files cannot make keys of others', () => {
  const number = '000000001';
  const keys = [
    usedInterchangeKey({ number, sender: 'A', receiver: 'B#C' }),
    usedInterchangeKey({ number, sender: 'A#B', receiver: 'C' }),
    usedInterchangeKey({ number, sender: '', receiver: 'A' }),
  ];
  expect(new Set(keys.map(({ sk }) => sk)).size).toBe(keys.length);
  for (const key of keys)
    expect(placeOf(claimsPlaces, { ...key })?.name).toBe('used interchange control number');
});
