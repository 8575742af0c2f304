import type { FileOutcomeWrite, FileProgressWrite } from '#claims/files/file.ts';
import { setClause } from '../../dynamodb/assignments.ts';
import { storeSum } from '../../dynamodb/stored-number.ts';
import type { TransactAction } from '../../dynamodb/table.ts';
import { fileIndexKeys, fileKey } from '../keys/file-keys.ts';

export function progressAction({ file, units, counts, bytes, now }: FileProgressWrite): TransactAction {
  const more = Object.entries(counts).map(([name, count]) => [`counts.${name}`, storeSum(count)] as const);
  const { expression, names, values } = setClause(
    {
      [`progress.units.${units.kind}`]: units.to,
      'progress.bytes': bytes,
      updated_at: now.toISOString(),
    },
    Object.fromEntries(more),
  );
  return {
    Update: {
      Key: { ...fileKey(file.id) },
      UpdateExpression: expression,
      ConditionExpression: `#run = :run AND #progress.#units.#${units.kind} = :from`,
      ExpressionAttributeNames: { ...names, '#run': 'run' },
      ExpressionAttributeValues: { ...values, ':run': file.run, ':from': units.from },
    },
  };
}

export function outcomeAction({ file, outcome }: FileOutcomeWrite): TransactAction {
  const { gsi2pk } = fileIndexKeys(outcome.state, file.received_at, file.id);
  const isApplied = outcome.state === 'applied' || outcome.state === 'partly_applied';
  const { expression, names, values } = setClause({
    ...outcome,
    updated_at: outcome.finished_at,
    'progress.bytes': isApplied ? file.size : undefined,
    gsi2pk,
  });
  return {
    Update: {
      Key: { ...fileKey(file.id) },
      UpdateExpression: expression,
      ConditionExpression: '#run = :run',
      ExpressionAttributeNames: { ...names, '#run': 'run' },
      ExpressionAttributeValues: { ...values, ':run': file.run },
    },
  };
}
