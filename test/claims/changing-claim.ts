import { amendClaim } from '#claims/claims/claim-change.ts';
import { changeActions, findClaim } from '#claims/claims/records.ts';
import { transact } from '#store/dynamodb/table.ts';
import type { Answer } from './invoke.ts';
import type { LocalStores } from './local-stores.ts';

/** Gives a claim another version. */
export async function changeClaim({ claims }: Pick<LocalStores, 'claims'>, id: string): Promise<void> {
  const claim = await findClaim(claims, id);
  const facts = { actor: 'test', now: new Date() };
  await transact(claims, changeActions(claim ? [amendClaim(claim, 'claim.checked', facts, {})] : []));
}

/** Repeats a request while three others change the claim all the time, until one gets a conflict, and returns its answer. */
export async function answerWithConflict(
  stores: Pick<LocalStores, 'claims'>,
  id: string,
  request: (attempt: number) => Promise<Answer>,
): Promise<Answer> {
  let isOver = false;
  const change = async () => {
    while (!isOver) await changeClaim(stores, id).catch(() => {});
  };
  const changing = [change(), change(), change()];
  try {
    for (let attempt = 0; ; attempt++) {
      const answer = await request(attempt);
      if (answer.body.code === 'conflict') return answer;
    }
  } finally {
    isOver = true;
    await Promise.all(changing);
  }
}
