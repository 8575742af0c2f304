import { amendClaim } from '#claims/claims/claim-change.ts';
import { changeActions, findClaim } from '#claims/claims/records.ts';
import { transact } from '#store/dynamodb/table.ts';
import type { Answer } from './invoke.ts';
import type { LocalStores } from './local-stores.ts';

/** Repeats a request while three others change the claim all the time, until one gets a conflict, and returns its answer. */
export async function answerWithConflict(
  { claims }: Pick<LocalStores, 'claims'>,
  id: string,
  request: (attempt: number) => Promise<Answer>,
): Promise<Answer> {
  let isOver = false;
  const change = async () => {
    while (!isOver) {
      const claim = await findClaim(claims, id);
      const facts = { actor: 'test', now: new Date() };
      const changes = claim ? [amendClaim(claim, 'claim.checked', facts, {})] : [];
      await transact(claims, changeActions(changes)).catch(() => {});
    }
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
