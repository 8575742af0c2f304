import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Fixture, startFixture } from '../../fixture/runtime.ts';

let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture({});
});
afterAll(() => fixture?.stop());

test('a function may do only what its role allows', async () => {
  const reach = fixture.runtime.functions.all().find(({ config }) => config.constructId === 'ReachFunction');
  const outcome = await reach?.invoke('{}');
  const refused = 'AccessDeniedException 403';
  expect(outcome?.ok && JSON.parse(outcome.payload)).toEqual({
    'put allowed': 'ok',
    'put of another': refused,
    'put denied': refused,
    'transaction allowed': 'ok',
    'transaction with another': refused,
    get: 'ok',
    'batch get': refused,
    'query of the index': 'ok',
    'object put': 'ok',
    'object read': 'ok',
    // A role judges a key as it is, and not as a path.
    'object with dots put': 'ok',
    'object with dots read': 'ok',
    'other folder with dots': refused,
    'object copied': 'ok',
    'copy of another': refused,
    'other folder': refused,
    // A role that may not list a bucket cannot detect a missing object.
    'absent object': 'AccessDenied 403',
    'absent object, looked at': expect.stringMatching(/ 403$/),
    list: refused,
    sign: 'ok',
    'sign otherwise': refused,
    'secret by ARN': 'ok',
    'secret by name': 'ok',
    'another secret': refused,
    'public key': refused,
  });
});
