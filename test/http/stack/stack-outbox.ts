import * as z from 'zod';
import type { Stack } from './api-client.ts';

const messageSchema = z.object({
  id: z.string(),
  channel: z.enum(['email', 'sms']),
  from: z.string(),
  to: z.string(),
  subject: z.string().optional(),
  html: z.string().optional(),
  text: z.string().optional(),
  headers: z.record(z.string(), z.string()),
  tags: z.record(z.string(), z.string()),
});
export type OutboxMessage = z.infer<typeof messageSchema>;

/** The outbox of a stack: every message that its functions sent. */
export function stackOutbox({ endpoints }: Pick<Stack, 'endpoints'>) {
  const url = `${endpoints.other}/local/outbox`;
  const post = async (path: string, body: object) => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
    });
    if (response.status !== 303)
      throw new Error(`The outbox answers ${response.status}: ${await response.text()}`);
  };
  return {
    url,
    /** Messages to an address or of a campaign, newest first. */
    async messages(query: {
      readonly to?: string;
      readonly campaign?: string;
    }): Promise<readonly OutboxMessage[]> {
      const response = await fetch(`${url}.json?${new URLSearchParams({ ...query })}`);
      return z.object({ messages: z.array(messageSchema) }).parse(await response.json()).messages;
    },
    simulate: (message: OutboxMessage, type: string) => post(`/${message.id}/events`, { type }),
    reply: (from: string, text: string) => post('/replies', { from, text }),
  };
}
