import { expect, test } from '@jest/globals';
import { BundleQueue } from '#lib/bundling/bundle-queue.ts';

const many = Array.from({ length: 25 }, (_, n) => `commerce/function-${n}`);

test('only functions that somebody waits for are bundled before the rest is asked for', () => {
  const queue = new BundleQueue(many);
  expect(queue.next()).toEqual([]);
  queue.want(['commerce/function-7', 'commerce/function-20', 'commerce/is-current']);
  expect(queue.next()).toEqual(['commerce/function-7', 'commerce/function-20']);
  expect([queue.next(), queue.isEmpty]).toEqual([[], false]);
});

test('the rest follows in parts, and a function that somebody waits for comes between them', () => {
  const queue = new BundleQueue(many);
  queue.wantRest();
  expect(queue.next()).toEqual(many.slice(0, 10));
  queue.want(['commerce/function-24']);
  expect(queue.next()).toEqual(['commerce/function-24']);
  expect([...queue.next(), ...queue.next()]).toEqual(many.slice(10, 24));
  expect(queue.isEmpty).toBe(true);
});
