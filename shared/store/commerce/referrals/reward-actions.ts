import type { Reward } from '#commerce/referrals/contract.ts';
import { insertion, itemOf } from '../../dynamodb/items.ts';
import type { TransactAction } from '../../dynamodb/table.ts';
import { rewardKey, rewardsPartition } from './program-keys.ts';

const itemFor = (reward: Reward) => {
  const keys = rewardKey(reward.brand_id, reward.customer_id, reward.id);
  return itemOf({ ...keys, gsi1pk: rewardsPartition(reward.brand_id), gsi1sk: reward.id }, reward);
};

export const newRewardAction = (reward: Reward): TransactAction => insertion(itemFor(reward));

/** Stores the reward if it is still pending. */
export const earnedRewardAction = (reward: Reward): TransactAction => ({
  Put: {
    Item: itemFor(reward),
    ConditionExpression: '#state = :pending',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: { ':pending': 'pending' },
  },
});

export const expiredRewardAction = (brandId: string, customerId: string, id: string): TransactAction => ({
  Update: {
    Key: { ...rewardKey(brandId, customerId, id) },
    UpdateExpression: 'SET #state = :expired, remaining_cents = :zero',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: { ':expired': 'expired', ':zero': 0 },
  },
});
