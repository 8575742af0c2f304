import { validFiles } from './valid-files.ts';
import { piecesOf, mutationsOf, mutated } from './mutations.ts';
import { contentOf } from './content.ts';
const files = (await validFiles());
const targets = Number(process.argv[2] ?? 4);
const tab: Record<string, number[]> = {};
const structural = (r: { findings: readonly { codes?: { segment?: string } | undefined }[] }) => r.findings.filter((f) => f.codes?.segment && f.codes.segment !== '8' && f.codes.segment !== 'I6').length;
const manySeg = new Map<string, number>();
const bySeg = new Map<string, number>();
for (const file of files) {
  const p = piecesOf(file.bytes);
  const w = contentOf(file.bytes);
  const wl = w.claims.reduce((n, c) => n + c.lines.length, 0);
  for (const m of mutationsOf(p, targets)) {
    const bytes = Buffer.concat(mutated(p.pieces.length, m).map((i) => p.pieces[i]!));
    const r = contentOf(bytes);
    const rl = r.claims.reduce((n, c) => n + c.lines.length, 0);
    const t = (tab[m.kind] ??= [0, 0, 0, 0, 0, 0]);
    const id = p.segments[m.at]![0]!;
    const ex = r.claims.length > w.claims.length || rl > wl;
    const lost = r.claims.length < w.claims.length || rl < wl;
    const wk = new Set(w.claims.map((c) => c.key)), wlk = new Set(w.claims.flatMap((c) => c.lines));
    const newKey = r.claims.some((c) => !wk.has(c.key)) || r.claims.flatMap((c) => c.lines).some((l) => !wlk.has(l));
    t[0]!++; if (ex) { t[1]!++; } if (lost) { t[2]!++; const k = `LOST ${m.kind} ${id}`; bySeg.set(k, (bySeg.get(k) ?? 0) + 1); } if (newKey) t[3]!++;
    t[4]! += structural(r) - structural(w); if (structural(r) - structural(w) > 2) { t[5]!++; const k = `${m.kind} ${id}`; manySeg.set(k, (manySeg.get(k) ?? 0) + 1); }
    if (ex) { const k = `${m.kind} ${id}`; bySeg.set(k, (bySeg.get(k) ?? 0) + 1); }
  }
}
for (const [k, [n, ...v]] of Object.entries(tab)) console.log(k, n, 'extra%', (v[0]! / n! * 100).toFixed(2), 'lost%', (v[1]! / n! * 100).toFixed(2), 'newkey%', (v[2]! / n! * 100).toFixed(2), 'findings', (v[3]! / n!).toFixed(2), '>2%', (v[4]! / n! * 100).toFixed(1));
console.log([...bySeg].sort((a, b) => b[1] - a[1]).slice(0, 40).map((x) => x.join(' ')).join('; '));
console.log('MANY', [...manySeg].sort((a, b) => b[1] - a[1]).slice(0, 40).map((x) => x.join(' ')).join('; '));
