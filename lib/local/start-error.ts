/**
 * A reason why the local runtime cannot run. The message is one sentence that the user can act on; the command prints it
 * without a stack and ends with exit code 1.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}
