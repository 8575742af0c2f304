import { NumberValue } from '@aws-sdk/lib-dynamodb';
import type { Claim } from '#claims/claim/claim.ts';
import { isEqualShare, noShare, shareOfClaim, totalOf } from '#claims/claim/patient-share.ts';
import { cohortOf, figureChanges } from '#claims/reports/claim-figures.ts';
import { itemOf } from '../../dynamodb/items.ts';
import type { TransactAction } from '../../dynamodb/table.ts';
import { cohortKey, patientShareIndexKeys, patientShareKey } from '../keys/money-keys.ts';

interface ChangedClaim {
  readonly before?: Claim | undefined;
  readonly after?: Claim | undefined;
}

/**
 * Adds what changed claims count for to their cohorts: at most one action for each claim, or two if its day of service, payer
 * or provider changes. `revision` lets a rebuild notice every change.
 */
export const figureActions = (changes: readonly ChangedClaim[]): TransactAction[] =>
  cohortActions(figureChanges(changes));

/** Adds figures to cohorts. */
export const cohortActions = (changes: ReturnType<typeof figureChanges>): TransactAction[] =>
  changes.map(({ cohort, figures }) => {
    const { day, payer_id, billing_npi } = cohort;
    const names = [...figures.keys(), 'revision'];
    const values = [...figures.values(), 1n];
    return {
      Update: {
        Key: { ...cohortKey(day, payer_id, billing_npi) },
        UpdateExpression: `SET #day = :day, payer_id = :payer, billing_npi = :npi ADD ${names.map((_, n) => `#${n} :${n}`).join(',')}`,
        ExpressionAttributeNames: {
          '#day': 'day',
          ...Object.fromEntries(names.map((name, n) => [`#${n}`, name])),
        },
        ExpressionAttributeValues: {
          ...{ ':day': day, ':payer': payer_id, ':npi': billing_npi },
          ...Object.fromEntries(values.map((value, n) => [`:${n}`, NumberValue.from(String(value))])),
        },
      },
    };
  });

/** Lists a claim among those with patient responsibility, or takes it out of the list. */
export const patientShareActions = (changes: readonly ChangedClaim[]): TransactAction[] =>
  changes.flatMap(({ before, after }) => {
    if (after === undefined) return [];
    const share = shareOfClaim(after);
    const earlier = before === undefined ? noShare : shareOfClaim(before);
    if (isEqualShare(share, earlier)) return [];
    const { day, payer_id, billing_npi } = cohortOf(after);
    const record = {
      ...{ claim_id: after.id, day, payer_id, billing_npi, share },
      patient_control_number: after.patient_control_number,
      ...(after.service_from !== undefined && { service_from: after.service_from }),
    };
    const keys = patientShareKey(after.id);
    const listed = totalOf(share) === 0 ? keys : { ...keys, ...patientShareIndexKeys(day, after.id) };
    return [{ Put: { Item: itemOf(listed, record) } }];
  });
