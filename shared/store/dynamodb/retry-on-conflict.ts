import { ConditionFailed } from './rejections.ts';

const attempts = 5;

/**
 * Runs an operation that reads, decides and writes on condition that nothing has changed in between, and runs it
 * again when something has: it then decides on what is there now.
 *
 * @throws ConditionFailed when others kept changing the resource
 */
export async function retryOnConflict<T>(operation: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await operation();
    } catch (error) {
      if (!(error instanceof ConditionFailed) || attempt === attempts) throw error;
    }
  }
}
