// A process of the SIGKILL test: several writers, each racing all others for the head of one chain.
// Arguments: audit table, work table, name, writers, journal. What was acknowledged is in the journal before
// the next append begins, so that a kill loses no acknowledgment.
import { appendFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { ChainAppender } from '#audit/append/appender.ts';
import { chainStore } from '#store/audit/audit-chain.ts';
import { openTable } from '#store/dynamodb/table.ts';

const [auditName = '', workName = '', name = '', writers = '1', journal = ''] = process.argv.slice(2);
const audit = openTable(auditName, { maxAttempts: 1, requestTimeout: 3000 });
const work = openTable(workName);

// A process shares its compiled code only when it ends by itself, and this one is killed.
flushCompileCache();
await Promise.all(Array.from({ length: Number(writers) }, (_, writer) => write(writer)));

async function write(writer: number): Promise<void> {
  const appender = new ChainAppender(chainStore(audit, work, 'main'), { deadline: 60_000 });
  for (let n = 0; ; n++) {
    const ids = Array.from({ length: 1 + (n % 4) }, (_, item) => `${name}-${writer}-${n}-${item}`);
    const entries = await appender.append(
      ids.map((id) => ({
        event_type: 'work.done',
        entity_type: 'work',
        entity_id: id,
        actor: name,
        payload: { writer, n },
      })),
      ids.map((id) => ({
        Put: { Item: { pk: `WORK#${id}`, sk: 'WORK', gsi1pk: 'WORK', gsi1sk: id, by: name } },
      })),
    );
    appendFileSync(journal, entries.map(({ id, entity_id }) => `${id} ${entity_id}\n`).join(''));
  }
}
