import { expect, test } from '@jest/globals';
import { InstanceBudget } from '#lib/local/lambda/instances/limits.ts';

/** Lets instances of these names start and rest one after the other. @returns those that are left */
function resting(budget: InstanceBudget, names: readonly string[]): readonly string[] {
  const left = new Map<string, object>();
  for (const name of names) {
    const instance = { name };
    left.set(name, instance);
    budget.started(instance);
    budget.idle(instance, () => {
      left.delete(name);
      budget.ended(instance);
    });
  }
  return [...left.keys()];
}

test('keeps the idle instances that were used last, as many as fit', () => {
  const budget = new InstanceBudget(3, () => false);
  expect(resting(budget, ['a', 'b', 'c', 'd', 'e'])).toEqual(['c', 'd', 'e']);
});

test('keeps two idle instances while memory is short', () => {
  let isShort = false;
  const budget = new InstanceBudget(10, () => isShort);
  expect(resting(budget, ['a', 'b', 'c', 'd'])).toHaveLength(4);
  isShort = true;
  expect(resting(budget, ['e', 'f'])).toEqual(['e', 'f']);
});
