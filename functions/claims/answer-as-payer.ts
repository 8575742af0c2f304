import { logger } from '#http/logger.ts';
import { objectsOf } from '#http/s3-event.ts';
import { answerStagedObject, stagedKeys } from '#store/claims/test-payer.ts';
import { claimsTable } from '#store/claims-table.ts';
import { filesBucket } from '#store/files-bucket.ts';

/**
 * The test payer: answers what was staged, told by S3, or everything that it has not answered, by schedule. A file that
 * it cannot answer fails the function once the others are answered.
 */
export async function handler(event: unknown): Promise<void> {
  const failures: unknown[] = [];
  for await (const key of 'Records' in Object(event) ? keysOf(event) : stagedKeys(filesBucket)) {
    try {
      const answers = await answerStagedObject(claimsTable, filesBucket, key);
      if (answers.length > 0)
        logger.info('Answered as the test payer', { kinds: answers.map(({ kind }) => kind) });
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

const keysOf = (event: unknown): string[] => objectsOf(event).map(({ key }) => key);
