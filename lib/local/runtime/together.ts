/**
 * Like Promise.all, but rejects only when all have come to their end: what one of them has started by then is known
 * and can be ended, also when another one failed first.
 */
export async function bothSettled<One, Other>(
  one: Promise<One>,
  other: Promise<Other>,
): Promise<readonly [One, Other]> {
  await Promise.allSettled([one, other]);
  return [await one, await other];
}
