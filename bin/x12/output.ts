import { once } from 'node:events';

/** Writes to standard output, and waits when the reader is slower. */
export async function writeOutput(text: string | Uint8Array): Promise<void> {
  if (text.length === 0) return;
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

/** A reader that has seen enough (`| head`) closes the pipe; that is no failure of ours. */
export function endQuietlyWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}
