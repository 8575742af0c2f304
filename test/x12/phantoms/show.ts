import { validFiles } from './valid-files.ts';
import { piecesOf, mutationsOf, mutated } from './mutations.ts';
import { contentOf } from './content.ts';
const [kind, seg, max = '3', fileFilter = ''] = process.argv.slice(2);
let n = 0;
const structural = (r: { findings: readonly { codes?: { segment?: string } | undefined }[] }) => r.findings.filter((f) => f.codes?.segment && f.codes.segment !== '8' && f.codes.segment !== 'I6').length;
for (const file of (await validFiles()).filter((f) => f.name.includes(fileFilter))) {
  const p = piecesOf(file.bytes);
  const w = contentOf(file.bytes);
  const lines = (r: typeof w) => r.claims.reduce((m, c) => m + c.lines.length, 0);
  for (const m of mutationsOf(p, 4)) {
    if (m.kind !== kind || p.segments[m.at]![0] !== seg) continue;
    const order = mutated(p.pieces.length, m);
    const r = contentOf(Buffer.concat(order.map((i) => p.pieces[i]!)));
    const mode = process.env['MODE'] ?? 'extra';
    if (!(mode === 'many' ? structural(r) - structural(w) > 2 : mode === 'lost' ? r.claims.length < w.claims.length || lines(r) < lines(w) : r.claims.length > w.claims.length || lines(r) > lines(w))) continue;
    if (n++ >= Number(max) || (process.argv[6] && n % Number(process.argv[6]))) continue;
    console.log('=====', file.name, kind, p.segments[m.at]!.slice(0, 4).join('*'), 'at', m.at, 'to', m.to, w.claims.length, lines(w), '->', r.claims.length, lines(r));
    const mark = order.indexOf(m.at);
    const lo = Math.min(m.at, mark) - 5, hi = Math.max(m.at, mark) + 8;
    order.slice(0).forEach((i, k) => { if (k >= lo && k <= hi && (Math.abs(k - m.at) < 8 || Math.abs(k - mark) < 8)) console.log(k === mark ? '>>' : '  ', k === m.at ? '<-' : '  ', k - 1, p.segments[i]!.slice(0, 4).join('*')); });
    console.log(r.findings.filter((f) => f.codes?.segment && f.codes.segment !== '8' && f.codes.segment !== 'I6').map((f) => `${f.id} ${f.loop}/${f.segment} ${f.codes?.segment} @${f.segmentIndex} ${f.message}`).join('\n'));
    console.log(JSON.stringify(r.claims));
  }
}
