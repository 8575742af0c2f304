import { sdkVariables } from '#lib/local/runtime/sdk-variables.ts';
import { DataFolder } from '#lib/local/state/data-folder.ts';
import { readRunning } from '#lib/local/state/local-description.ts';
import { OperatorError } from './command.ts';

/**
 * Leads the SDK's clients of this process to the local stack that is running, as the functions of that stack are.
 *
 * @throws OperatorError when none is running
 */
export function useLocalStack(environment: NodeJS.ProcessEnv): void {
  const folder = DataFolder.look(environment['GRANARY_DATA'] || '.granary');
  const running = readRunning(folder);
  if (!running) {
    throw new OperatorError(`No local stack is running on ${folder.path}; start one with npm start.`);
  }
  const { dynamodb, s3, other } = running.endpoints;
  // A profile would win over the credentials of the local stack.
  delete environment['AWS_PROFILE'];
  Object.assign(environment, sdkVariables(environment, { dynamodb, s3, controlPlane: other }));
}
