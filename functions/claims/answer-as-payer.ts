import { logger } from '#http/logger.ts';
import { objectsOf } from '#http/s3-event.ts';
import { answerStagedObject, stagedKeys } from '#store/claims/test-payer.ts';
import { claimsTable } from '#store/claims-table.ts';
import { filesBucket } from '#store/files-bucket.ts';

/** The test payer: answers what was staged, told by S3, or everything that it has not answered, by schedule. */
export async function handler(event: unknown): Promise<void> {
  for await (const key of 'Records' in Object(event) ? keysOf(event) : stagedKeys(filesBucket)) {
    const answers = await answerStagedObject(claimsTable, filesBucket, key);
    if (answers.length > 0)
      logger.info('Answered as the test payer', { kinds: answers.map(({ kind }) => kind) });
  }
}

const keysOf = (event: unknown): string[] => objectsOf(event).map(({ key }) => key);
