import { once } from 'node:events';

/** Writes to standard output at the speed of its reader. */
export async function writeOutput(text: string | Uint8Array): Promise<void> {
  if (text.length === 0) return;
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

/** Exits with 0 when the reader closes the pipe, as `head` does. */
export function endQuietlyWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}
