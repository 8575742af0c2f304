import { contractPolicy } from '#claims/status/policy.ts';
import { answerAppliers } from '#store/claims/appliers.ts';
import { writeAcknowledgments } from '#x12/277ca/writer.ts';
import { acknowledgmentOf, status, stc } from './fixtures/x12/acknowledgment.ts';
import { visit } from './claims/answers/sent-batch.ts';
import { startLocalStores } from './claims/local-stores.ts';
import { writeClaims } from '#x12/837p/write-claims.ts';
import { envelope } from './fixtures/x12/claim.ts';
const n = Number(process.argv[2] ?? 5000);
const stores = await startLocalStores();
const appliers = answerAppliers(stores.claims, { policyOf: () => contractPolicy });
const drafts = Array.from({ length: n }, (_, i) => visit(`PERF-${i}`));
let t = performance.now();
const f = await stores.drop('perf.x12', writeClaims(drafts, envelope));
console.log(f.state, f.counts.claims, 'intake s', ((performance.now() - t) / 1000).toFixed(1));
const bytes = writeAcknowledgments([acknowledgmentOf(drafts.map((d, i) => status({ numbers: { trace: d.patientControlNumber, ...(i % 3 ? { ref1K: `ICN${i}` } : {}) }, statuses: [i % 3 ? stc('A2', '20', { amount: 17550 }) : stc('A7', '562', { amount: 17550 })], serviceFrom: '2026-03-02', serviceTo: '2026-03-02' })))], { senderQualifier: 'ZZ', sender: 'P', receiverQualifier: 'ZZ', receiver: 'C', moment: new Date(), interchangeNumber: 1, groupNumber: 1, usage: 'P' } as never);
import { readFileSync, readdirSync } from 'node:fs';
const engineCpu = () => { for (const d of readdirSync('/proc')) { if (!/^\d+$/.test(d)) continue; try { const f = readFileSync(`/proc/${d}/stat`, 'utf8'); if (f.includes('(dynoxide)') && f.split(') ')[1].split(' ')[1] === String(process.pid)) { const p = f.split(') ')[1].split(' '); return (Number(p[11]) + Number(p[12])) / 100; } } catch {} } return 0; };
const e0 = engineCpu();
const stat = new Map<string, { n: number; ms: number }>();
for (const table of [stores.claims, stores.auditTable]) {
  table.client.middlewareStack.add((next: any, ctx: any) => async (args: any) => {
    const t0 = performance.now();
    const r = await next(args);
    const k = ctx.commandName; const e = stat.get(k) ?? { n: 0, ms: 0 }; e.n++; e.ms += performance.now() - t0; stat.set(k, e);
    return r;
  }, { step: 'initialize', name: 'k2' + table.name });
}
t = performance.now();
const cpu = process.cpuUsage();
const r = await stores.drop('perf.277', bytes, { appliers });
const u = process.cpuUsage(cpu);
console.log(r.state, r.counts.matched, r.counts.unmatched, '277CA s', ((performance.now() - t) / 1000).toFixed(1), 'cpu s', (u.user / 1e6).toFixed(1), 'rss', (process.memoryUsage().rss / 1e6).toFixed(0));
console.log('engine cpu', engineCpu() - e0); console.log([...stat]);
await stores.stop();
process.exit();
