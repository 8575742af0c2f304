// Runs the ingest function in a separate process: reports when it has loaded, waits for a key, and reports the end.

import { handler } from '../../../functions/claims/work/ingest-file.ts';

process.on('message', (key) => {
  const object = { key: encodeURIComponent(String(key)).replaceAll('%2F', '/').replaceAll('%20', '+') };
  const event = { Records: [{ s3: { object } }] } as unknown as Parameters<typeof handler>[0];
  handler(event).then(
    () => process.send?.({ ended: true }),
    (error: unknown) => process.send?.({ ended: false, error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
process.send?.('loaded');
